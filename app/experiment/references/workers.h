#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace warplens::experiment {

/// A thread pool, so that a timed computation does not include the start of its threads.
class Workers {
 public:
  /// `count` threads including the caller's; at least one.
  explicit Workers(unsigned count);
  ~Workers();

  unsigned count() const { return static_cast<unsigned>(others_.size()) + 1; }
  /// Call work(begin, end, worker) once per worker, in parallel, on equal parts of [0, size). Returns when all are done.
  void share(std::uint64_t size, const std::function<void(std::uint64_t, std::uint64_t, unsigned)>& work);

 private:
  void serve(unsigned worker);

  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  const std::function<void(std::uint64_t, std::uint64_t, unsigned)>* work_ = nullptr;
  std::uint64_t size_ = 0, round_ = 0;
  unsigned busy_ = 0;
  std::vector<std::jthread> others_;  ///< last: they use everything above
};

}  // namespace warplens::experiment
