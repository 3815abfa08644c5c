#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

#include "desk/background/background.h"
#include "desk/run/run_tables.h"
#include "desk/source/source_text.h"
#include "launch/device.h"

namespace warplens::desk {

/// The purpose of a run.
enum class RunPurpose : std::uint8_t {
  shown,        ///< replaces the shown run
  sibling,      ///< results of another entry (companions.h)
  residency,    ///< the shown run with fewer blocks resident (companions.h)
  counterpart,  ///< the shown run's launch on the other machine (companions.h)
  beside,       ///< the run drawn beside the shown one (beside.h)
};

/// A launch to run. Experiment and device must outlive the worker.
struct RunRequest {
  const experiment::Experiment* experiment = nullptr;
  experiment::Settings settings;
  launch::Device* device = nullptr;
  trace::Level level = trace::Level::full;
  std::shared_ptr<const launch::LentMemory> output = nullptr;  ///< memory for the shown buffer; null: the machine's own
  std::shared_ptr<const SourceText> source = nullptr;          ///< source of the experiment at that time
  RunPurpose purpose = RunPurpose::shown;
  view::LateTable late = view::LateTable::none;          ///< made before the run is reported, for the view that will show it
  std::optional<view::ColourMode> colour = {};           ///< of its cells; empty: the most telling one
  std::shared_ptr<launch::Progress> progress = nullptr;  ///< set by LaunchWorker::request()
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
  std::uint64_t blocks_done = 0, blocks = 0;  ///< blocks of the current run, one of `repeats`
  std::uint32_t repeats = 1;
  std::string note{};  ///< launch::Progress::note
};

/// Runs experiments in the background, one at a time. The latest request wins: it replaces a pending request, and cancels a
/// running one after `grace`. While requests keep coming, as a slider is dragged, a running one has until `patience`, so that
/// pictures keep coming, too.
class LaunchWorker {
 public:
  static constexpr std::chrono::milliseconds grace{100}, patience{1500};

  /// `wake` is called from the worker's thread when a run has ended.
  explicit LaunchWorker(std::function<void()> wake);
  ~LaunchWorker();
  LaunchWorker(const LaunchWorker&) = delete;
  LaunchWorker& operator=(const LaunchWorker&) = delete;

  void request(RunRequest request);
  /// Cancel the running launch and drop the pending one.
  void cancel();
  /// Call once a frame: cancels a run that has had its time while another is pending.
  void tend();
  /// The newest report since the last call, if any.
  std::optional<RunReport> take() { return worker_.take(); }
  RunProgress progress() const;
  /// Wait until no request is running or pending (for rendering without a window, and for tests).
  void wait_until_idle() { worker_.wait_until_idle(); }

 private:
  std::chrono::steady_clock::time_point asked_;  ///< the latest request
  Background<RunRequest, RunReport> worker_;
};

}  // namespace warplens::desk
