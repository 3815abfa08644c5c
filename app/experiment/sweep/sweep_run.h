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

/// What one measure gave at one value.
struct SweepPoint {
  static constexpr std::uint32_t no_entry = std::numeric_limits<std::uint32_t>::max();

  double value = 0;             ///< of the swept parameter
  std::uint32_t entry = 0;      ///< no_entry on the CPU, whose computation is the experiment's own
  std::string measure;          ///< id
  std::vector<double> samples;  ///< in the measure's unit, in the order in which they came; empty with `problem`
  std::string problem;          ///< why there is no number
  bool operator==(const SweepPoint&) const = default;
};

/// What a sweep gave so far.
struct SweepResult {
  std::string experiment;  ///< id
  Sweep sweep;
  std::vector<SweepPoint> points;
  std::vector<std::string> notes;  ///< sentences: what is left out and why, what the machines are
  bool complete = false;           ///< false where it was cancelled or still runs
};

/// How far a sweep is.
struct SweepState {
  std::size_t done = 0, total = 0;  ///< of its parts: an entry, or the CPU, at a value
  double seconds = 0;               ///< since it began
  std::optional<double> left;       ///< seconds, estimated from the parts before; nothing before the first
};

/// Seen from another thread while a sweep runs: what there is already, how far it is, and whether it should stop.
class SweepProgress {
 public:
  void cancel() { launch_.cancel = true; }
  bool cancelled() const { return launch_.cancel; }
  SweepState state() const;
  /// A copy of the points so far.
  std::vector<SweepPoint> points() const;
  std::size_t point_count() const;

 private:
  friend class SweepRunner;
  using Clock = std::chrono::steady_clock;

  launch::Progress launch_;
  mutable std::mutex mutex_;
  Clock::time_point begin_ = Clock::now();
  std::size_t done_ = 0, total_ = 0;
  std::optional<double> left_;
  std::vector<SweepPoint> points_;
};

/// The machines that a sweep may use.
struct SweepMachines {
  launch::Device* simt = nullptr;
  launch::Device* gpu = nullptr;  ///< nullptr where there is none
  std::string gpu_note;           ///< why there is none
};

/// The SIMT machine of this preset, "" the first, and the chosen GPU: the first where the choice is no GPU. Errors: no such
/// preset.
base::Result<SweepMachines> sweep_machines(const launch::DeviceList& devices, const launch::DeviceChoice& choice,
                                           std::string_view preset);

/// Run a sweep, part by part: at each value, each entry on the GPU, the CPU's own computation, each entry on the SIMT machine. A
/// part that cannot run gives points with a problem. What was measured has had the computer to itself, as far as this process
/// goes. Errors: a sweep that check() refuses, a source that does not compile.
base::Result<SweepResult> run_sweep(const Experiment& experiment, const Sweep& sweep, const SweepMachines& machines,
                                    SweepProgress& progress);

/// Seconds for the parts that are left: each as long as its kind took last, times the value over the last one's to the power that
/// the last two grew by (0 to 4; 1 after the first). `took` holds the seconds of each kind by value; nothing where it is empty.
std::optional<double> seconds_left(const std::map<int, std::map<double, double>>& took,
                                   const std::vector<std::pair<int, double>>& left);

}  // namespace warplens::experiment
