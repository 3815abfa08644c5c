#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "launch/device.h"
#include "ui/run_tables.h"

namespace warplens::ui {

/// What to run. Experiment and device outlive the worker.
struct RunRequest {
  const experiment::Experiment* experiment = nullptr;
  experiment::Settings settings;
  launch::Device* device = nullptr;
  trace::Level level = trace::Level::full;
  std::shared_ptr<const launch::LentMemory> output = nullptr;  ///< for the shown buffer; null: of the machine's own
  bool counterpart = false;                                    ///< the shown run's launch on the other machine
  view::Needs needs = {};  ///< of the view that will show it: worked out before the run is reported
};

/// What came of a request: a picture, or the error in its way. A cancelled request reports nothing.
struct RunReport {
  RunRequest request;
  std::shared_ptr<const RunTables> tables;
  std::optional<base::Error> error;
};

/// Seen from the window while a request runs.
struct RunProgress {
  bool running = false;
  double seconds = 0;
  std::uint64_t blocks_done = 0, blocks = 0;  ///< of the run that is going on, one of `repeats`
  std::uint32_t repeats = 1;
};

/// Runs experiments on a thread of its own, one at a time. The latest request wins: one that waits is replaced; one that runs is
/// given `grace` to finish, so that pictures keep coming while a slider is dragged, and is then cancelled.
class LaunchWorker {
 public:
  static constexpr std::chrono::milliseconds grace{100};

  /// `wake` is called from the worker's thread when a report is there to be taken.
  explicit LaunchWorker(std::function<void()> wake);
  ~LaunchWorker();
  LaunchWorker(const LaunchWorker&) = delete;
  LaunchWorker& operator=(const LaunchWorker&) = delete;

  void request(RunRequest request);
  /// Cancel the running launch and clear the queue.
  void cancel();
  /// Once a frame: cancels a run that has outlived its grace while another waits.
  void tend();
  /// The newest report since the last call, if any.
  std::optional<RunReport> take();
  RunProgress progress() const;
  /// Wait until nothing runs or waits (for rendering without a window, and for tests).
  void wait_until_idle();

 private:
  using Clock = std::chrono::steady_clock;

  void work(const std::stop_token& stop);
  RunReport serve(const RunRequest& request);

  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::function<void()> wake_;
  std::optional<RunRequest> waiting_, running_;
  std::optional<RunReport> report_;
  Clock::time_point started_;
  launch::Progress progress_;
  std::jthread thread_;  ///< last: it uses everything above
};

}  // namespace warplens::ui
