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

/// A call for helpers with one launch. A helper that comes too late finds it closed, and touches nothing of the launch.
class Call {
 public:
  /// `work`: what helper 1, 2, … does once the call has begun.
  Call(std::uint32_t helpers, std::function<void(std::uint32_t)> work) : helpers_(helpers), work_(std::move(work)) {}

  /// The caller: whether all helpers are here.
  bool complete() const { return arrived_.load(std::memory_order_relaxed) == helpers_; }
  /// The caller: wait until all helpers are here.
  void await_all() const;
  /// The caller, once complete(): the helpers begin.
  void begin() { settle(State::begun); }
  /// The caller: nobody begins any more. No effect on a call that has begun.
  void close() { settle(State::closed); }
  /// The caller, after begin(): wait until all helpers have ended.
  void await_end() const;
  /// A helper: wait until the call begins and do a share of the work, or return at once where it is closed.
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

  /// Whether to call them for the next launch. Each launch that they made slower is followed by twice as many without them, 64 at
  /// most, until one is faster with them again.
  bool are_worth_a_call();
  void have_helped(bool helped);
  /// Call `helpers` of them. Threads start when they are first called; a call that not all of them answer, because they are busy
  /// with another or the system has no more threads, never becomes complete.
  void call(const std::shared_ptr<Call>& call, std::uint32_t helpers);

 private:
  void serve(std::uint32_t helper);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::shared_ptr<Call> latest_;
  std::uint32_t wanted_ = 0;  ///< helpers that `latest_` is for
  std::uint64_t calls_ = 0;   ///< so far
  bool ends_ = false;
  std::uint32_t pause_ = 0,
                without_ = 0;  ///< launches to run without them after the last failure, and how many are left of these
  std::vector<std::thread> threads_;
};

}  // namespace warplens::simt
