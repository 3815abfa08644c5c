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

/// A launch to run. Experiment and device must outlive the worker.
struct RunRequest {
  const experiment::Experiment* experiment = nullptr;
  experiment::Settings settings;
  launch::Device* device = nullptr;
  trace::Level level = trace::Level::full;
  std::shared_ptr<const launch::LentMemory> output = nullptr;  ///< for the shown buffer; null: of the machine's own
  bool counterpart = false;                                    ///< the shown run's launch on the other machine
  view::Needs needs = {};  ///< of the view that will show it; computed before the run is reported
};

/// Result of a request: a run, or an error. A cancelled request reports nothing.
struct RunReport {
  RunRequest request;
  std::shared_ptr<const RunTables> tables;
  std::optional<base::Error> error;
};

/// Progress of the running request, read by the window.
struct RunProgress {
  bool running = false;
  double seconds = 0;
  std::uint64_t blocks_done = 0, blocks = 0;  ///< of the run that is going on, one of `repeats`
  std::uint32_t repeats = 1;
};

/// Runs experiments on its own thread, one at a time. The latest request wins: it replaces a pending one, and a running one is
/// cancelled after `grace`, so that pictures keep coming while a slider is dragged.
class LaunchWorker {
 public:
  static constexpr std::chrono::milliseconds grace{100};

  /// `wake` is called from the worker's thread when a report is available.
  explicit LaunchWorker(std::function<void()> wake);
  ~LaunchWorker();
  LaunchWorker(const LaunchWorker&) = delete;
  LaunchWorker& operator=(const LaunchWorker&) = delete;

  void request(RunRequest request);
  /// Cancel the running launch and clear the queue.
  void cancel();
  /// Once a frame: cancel a run that has exceeded its grace period while another is pending.
  void tend();
  /// The newest report since the last call, if any.
  std::optional<RunReport> take();
  RunProgress progress() const;
  /// Wait until no request is running or pending (for rendering without a window, and for tests).
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
