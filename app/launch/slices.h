#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "base/result.h"
#include "launch/launch_result.h"

namespace warplens::launch {

/// A run that is done in parts.
class RunInParts {
 public:
  using Clock = std::chrono::steady_clock;

  virtual ~RunInParts() = default;
  /// Go on until about `time`. Returns whether the run has ended.
  virtual bool go_on(Clock::time_point time) = 0;
  /// The result, once the run has ended.
  virtual base::Result<LaunchResult> result() = 0;
};

/// Exception that interrupts a job at the end of its time slice (Slices).
struct Pause {};

/// Executes a job in time slices, so that a program without threads (base::has_threads) can draw frames in between. The job is a
/// function that makes runs. At the end of a slice it is interrupted by Pause; the caller calls it again from its beginning. Runs
/// that are complete then return their stored results, and the interrupted one resumes. So each call has to make the same runs
/// in the same order.
class Slices {
 public:
  /// `length`: duration of a slice, short enough for at least twenty frames a second.
  explicit Slices(std::chrono::milliseconds length = std::chrono::milliseconds(20)) : length_(length) {}

  /// Make the next run of the job, with `begin`, or continue it, or return its stored result. Throws Pause.
  base::Result<LaunchResult> run(const std::function<std::unique_ptr<RunInParts>()>& begin);
  /// Note that a part of the job is complete and will not be repeated: forgets its runs. Throws Pause if the slice is over.
  void complete_part();

 private:
  void begin_slice();
  [[noreturn]] void pause();

  const std::chrono::milliseconds length_;
  bool running_ = false;                           ///< a slice has begun
  RunInParts::Clock::time_point end_;              ///< end of the slice
  std::vector<base::Result<LaunchResult>> ended_;  ///< runs of the job so far
  std::size_t next_ = 0;                           ///< index in `ended_` of the job's next run in this slice
  std::unique_ptr<RunInParts> current_;            ///< the paused run
};

}  // namespace warplens::launch
