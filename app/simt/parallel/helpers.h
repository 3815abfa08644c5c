#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace warplens::simt {

/// A call for help with one launch. A helper that comes too late finds the call closed, and touches nothing of the launch.
class Call {
 public:
  /// `work`: runs in helper 1, 2, … once the call has begun.
  Call(std::uint32_t helpers, std::function<void(std::uint32_t)> work) : helpers_(helpers), work_(std::move(work)) {}

  /// For the caller: whether all helpers are here.
  bool complete() const { return arrived_.load(std::memory_order_relaxed) == helpers_; }
  /// For the caller: wait until all helpers are here.
  void await_all() const;
  /// For the caller, once complete(): let the helpers begin.
  void begin() { settle(State::begun); }
  /// For the caller: let no helper begin any more. No effect on a call that has begun.
  void close() { settle(State::closed); }
  /// For the caller, after begin(): wait until all helpers have ended.
  void await_end() const;
  /// For a helper: wait until the call begins, and do a share of the work; return at once if the call is closed.
  void answer();

 private:
  enum class State : std::uint32_t { open, begun, closed };
  void settle(State state);

  const std::uint32_t helpers_;
  const std::function<void(std::uint32_t)> work_;
  std::atomic<State> state_{State::open};
  std::atomic<std::uint32_t> arrived_{0}, ended_{0};
};

/// Threads that help with the launches of one device, one launch at a time.
class Helpers {
 public:
  Helpers() = default;
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;
  ~Helpers();

  /// Whether to call helpers for the next launch. Each time they make a launch slower, the number of launches without them that
  /// follow doubles, up to 64, until a launch is faster with them again.
  bool are_worth_a_call();
  void have_helped(bool helped);
  /// Call `helpers` helpers. Threads start when they are first called. If some helpers do not answer, because they are busy with
  /// another call or the system has no more threads, the call never becomes complete.
  void call(const std::shared_ptr<Call>& call, std::uint32_t helpers);

 private:
  void serve(std::uint32_t helper);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::shared_ptr<Call> latest_;
  std::uint32_t wanted_ = 0;  ///< number of helpers called by `latest_`
  std::uint64_t calls_ = 0;   ///< number of calls so far
  bool ends_ = false;
  std::uint32_t pause_ = 0,
                without_ = 0;  ///< launches to run without them after the last failure; how many of these are left
  std::vector<std::thread> threads_;
};

}  // namespace warplens::simt
