#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "experiment/experiment.h"
#include "experiment/sweep/sweep.h"
#include "launch/device_choice.h"

namespace warplens::experiment {

/// Result of one measure at one value.
struct SweepPoint {
  static constexpr std::uint32_t no_entry = std::numeric_limits<std::uint32_t>::max();

  double value = 0;             ///< value of the swept parameter
  std::uint32_t entry = 0;      ///< no_entry on the CPU, which computes the baseline
  std::string measure;          ///< id
  std::vector<double> samples;  ///< in the measure's unit, in chronological order; empty with `problem`
  std::string problem;          ///< why there is no number
  bool operator==(const SweepPoint&) const = default;
};

/// The machines that a sweep may use.
struct SweepMachines {
  launch::Device* simt = nullptr;
  launch::Device* gpu = nullptr;  ///< nullptr: none
  std::string gpu_note;           ///< why there is no GPU
  /// Settings::multiprocessors for the SIMT machine's runs if the sweep neither sets nor varies them.
  std::uint32_t multiprocessors = 0;
  bool operator==(const SweepMachines&) const = default;
};

/// Results of a sweep so far.
struct SweepResult {
  std::string experiment;  ///< id
  Sweep sweep;
  std::vector<SweepPoint> points;
  std::vector<std::string> notes;  ///< sentences on omitted points, with reasons, and on the machines used
  SweepMachines machines;          ///< used for the points
  bool complete = false;           ///< false if it was cancelled or is still running
};

/// Progress of a sweep.
struct SweepState {
  std::size_t done = 0, total = 0;  ///< parts; a part is an entry, or the CPU, at one value
  double seconds = 0;               ///< since the start
  std::optional<double> left;       ///< estimated seconds left; nothing before the first part is done
};

/// Shared with another thread while a sweep runs: the points so far, its progress, and a request to stop.
class SweepProgress {
 public:
  explicit SweepProgress(std::shared_ptr<launch::Progress> of_launches = launch::progress_of_job())
      : launch_(std::move(of_launches)) {}

  void cancel() { launch_->cancel = true; }
  bool cancelled() const { return launch_->cancel; }
  SweepState state() const;
  /// A copy of the points so far.
  std::vector<SweepPoint> points() const;
  std::size_t point_count() const;

 private:
  friend class SweepRunner;
  using Clock = std::chrono::steady_clock;

  const std::shared_ptr<launch::Progress> launch_;
  mutable std::mutex mutex_;
  Clock::time_point begin_ = Clock::now();
  std::size_t done_ = 0, total_ = 0;
  std::map<int, std::map<double, double>> took_;  ///< seconds per kind of part and value
  std::optional<double> left_;
  std::vector<SweepPoint> points_;
};

/// Find the SIMT machine of this preset ("": the first), with this number of multiprocessors (0: the preset's), and the chosen
/// GPU, or the first GPU if the choice is not a GPU. Error: no such preset.
base::Result<SweepMachines> sweep_machines(const launch::DeviceList& devices, const launch::DeviceChoice& choice,
                                           std::string_view preset, std::uint32_t multiprocessors = 0);

/// Run a sweep, part by part: at each value, each entry on the GPU, the baseline on the CPU, each entry on the SIMT machine. A
/// part that cannot run gives points with a problem. While a part is measured, this process does nothing else. Skips
/// the parts that `progress` already has: without threads, a sweep runs in several calls (launch::Slices). Errors: a sweep that
/// check() refuses, a source that does not compile.
base::Result<SweepResult> run_sweep(const Experiment& experiment, const Sweep& sweep, const SweepMachines& machines,
                                    SweepProgress& progress);

/// Estimate the seconds for the remaining parts. Each follows from the last parts of its kind by a power law in the value, with
/// the exponent of the last two (limited to 0 to 4; 1 after one part). `took`: seconds per kind and value; nothing if empty.
std::optional<double> seconds_left(const std::map<int, std::map<double, double>>& took,
                                   const std::vector<std::pair<int, double>>& left);

}  // namespace warplens::experiment
