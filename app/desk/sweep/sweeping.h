#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "desk/background/background.h"
#include "desk/choices/choices.h"
#include "desk/run/launch_worker.h"
#include "experiment/experiment.h"
#include "experiment/sweep/sweep_run.h"
#include "view/sweep/plot_picture.h"

namespace warplens::desk {

// The sweep shown instead of a picture: it runs on its own thread, and the plot grows as points finish.

/// A sweep of an experiment. The experiment and the devices must outlive it.
struct SweepRequest {
  const experiment::Experiment* experiment = nullptr;
  experiment::Sweep sweep;
  experiment::SweepMachines machines;
  std::shared_ptr<experiment::SweepProgress> progress;
};

/// Result of a request, also of a stopped one, or an error.
struct SweepReport {
  SweepRequest request;
  std::optional<experiment::SweepResult> result;
  std::optional<base::Error> error;
};

/// Cached result of experiment::check() for a sweep; too slow to call every frame.
struct CheckedSweep {
  const experiment::Experiment* experiment = nullptr;
  experiment::Sweep sweep;
  base::Status status = base::Nothing{};
};

/// State of the sweep view.
struct Sweeping {
  explicit Sweeping(std::function<void()> wake);
  ~Sweeping();
  Sweeping(const Sweeping&) = delete;
  Sweeping& operator=(const Sweeping&) = delete;

  bool wanted = false;  ///< start as soon as no launch runs: they would disturb each other
  std::optional<SweepRequest> running;
  experiment::SweepResult result;                      ///< result of the last sweep, or of the running one so far
  const experiment::Experiment* experiment = nullptr;  ///< experiment of `result`
  std::optional<base::Error> error;                    ///< error of the last sweep
  std::optional<CheckedSweep> checked;
  Background<SweepRequest, SweepReport> worker;  ///< last: it wakes the window, which reads the rest

  /// "12 of 40 parts, about 35 s left"; empty if no sweep runs.
  std::string state() const;
  double share_done() const;  ///< 0 … 1
};

/// Whether the session's sweep can run; if not, the error says why.
base::Status check_sweep(Sweeping& sweeping, const Choices& choices);
/// Call once a frame: starts or stops the session's sweep as ordered; a start replaces a running sweep and cancels a running
/// launch. Errors: the sweep cannot run.
base::Status serve_sweep_order(Sweeping& sweeping, Choices& choices, LaunchWorker& launches);
/// Call once a frame: starts the requested sweep as soon as no launch runs, and collects finished points.
void update_sweeping(Sweeping& sweeping, const Choices& choices, const LaunchWorker& launches);
/// Choose the launch of a point (`row` of the result), and show its picture. Errors: its settings do not fit the experiment.
base::Status open_point(const Sweeping& sweeping, Choices& choices, std::uint64_t row);
/// Write the result to the folder of the session file, as EXPERIMENT-LABEL.csv, .json and .svg, without replacing files
/// (unused_path()). Returns their path without the ending.
base::Result<std::filesystem::path> save_sweep_files(const Sweeping& sweeping, const Choices& choices);

/// Make a plot of a sweep's points; Target::point is the row in `result`. `state`: PlotInput::state.
view::PlotInput plot_of(const experiment::Experiment& experiment, const experiment::SweepResult& result, std::string state);

}  // namespace warplens::desk
