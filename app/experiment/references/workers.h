#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace warplens::experiment {

/// Threads that wait for work, so that a timed computation on all of them does not pay for starting them.
class Workers {
 public:
  /// `count` threads in all, the caller's among them; at least one.
  explicit Workers(unsigned count);

  unsigned count() const { return static_cast<unsigned>(others_.size()) + 1; }
  /// work(begin, end, worker) once for each worker on its share of [0, size), in parallel; returns when all are done.
  void share(std::uint64_t size, const std::function<void(std::uint64_t, std::uint64_t, unsigned)>& work);

 private:
  void serve(const std::stop_token& stop, unsigned worker);

  std::mutex mutex_;
  std::condition_variable_any changed_;
  const std::function<void(std::uint64_t, std::uint64_t, unsigned)>* work_ = nullptr;
  std::uint64_t size_ = 0, round_ = 0;
  unsigned busy_ = 0;
  std::vector<std::jthread> others_;  ///< last: they use everything above
};

/// Processors that this process may use.
unsigned processors();

}  // namespace warplens::experiment
