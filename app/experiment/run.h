#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "experiment/experiment.h"
#include "experiment/recording/recorded_parameters.h"
#include "launch/device.h"

namespace warplens::experiment {

/// Comparison of an output with its reference, element by element.
struct Check {
  std::uint32_t buffer = 0;       ///< buffer of the launch that was checked
  std::vector<double> expected;   ///< per element
  std::uint64_t wrong = 0;        ///< elements that differ
  std::uint64_t first_wrong = 0;  ///< index; meaningful with wrong > 0
  double expected_sum = 0, actual_sum = 0;
  double tolerance = 0;  ///< relative; 0: exact
  bool operator==(const Check&) const = default;
};

/// A run of an experiment, for the views to draw: the launch, its result, and the comparison with the reference.
struct Run {
  Settings settings;
  launch::Launch launch;
  launch::LaunchResult result;
  std::uint32_t shown = 0;                    ///< buffer of the launch that the views draw
  std::vector<std::string> buffer_names;      ///< per buffer of the launch
  std::vector<RecordedParameter> parameters;  ///< of a recording's launch
  std::vector<std::uint64_t> buffer_columns;  ///< per buffer: elements per row of a matrix, otherwise 0
  std::uint32_t shared_columns = 0;           ///< elements per row of the arrays in shared memory; 0: unknown
  Check check;
  std::string reference_note;                   ///< why there is no comparison with the user's expected output
  std::vector<launch::StreamTimeline> streams;  ///< for an experiment with streams
  std::string streams_note;                     ///< why they are missing, without a full stop; otherwise empty
  std::vector<double> repeats;  ///< value of the shown element in each repeat, seeds seed, seed+1, …; the first is `result`
};

/// The right value of an element of a buffer of the run, if the reference gives it another one than it has.
std::optional<double> expected_instead(const Run& run, std::uint32_t buffer, std::uint64_t element);

/// Get the module of an experiment from its cache: the same object while source, PTX and compiler options are unchanged. Errors:
/// those of ptx::ModuleCache::load(); wrong compiler options in the settings.
base::Result<std::shared_ptr<const ptx::Module>> load_module(const Experiment& experiment, const Settings& settings = {});

/// Size in bytes of the buffer that the views draw, with these settings.
base::Result<std::uint64_t> shown_bytes(const Experiment& experiment, const Settings& settings);

/// Make the launch for these settings. Random inputs depend on the seed: equal settings give equal launches.
base::Result<launch::Launch> make_launch(const Experiment& experiment, std::shared_ptr<const ptx::Module> module,
                                         const Settings& settings);

/// Make a launch without arguments: kernel `function` of the module, with the settings' geometry, schedule, seed and `check`.
/// `dynamic_shared`: bytes. Nothing is validated yet.
launch::Launch make_launch(std::shared_ptr<const ptx::Module> module, std::uint32_t function, const Settings& settings,
                           std::uint32_t dynamic_shared);

/// Run a launch. With Launch::check on a machine without its own race detection (a GPU), adds the races found in the trace to
/// the findings. Errors: those of Device::run().
base::Result<launch::LaunchResult> run_launch(const launch::Launch& launch, launch::Device& device, launch::Progress& progress);

/// Run once with the given trace level (a full trace includes the recorded schedule, if the machine has one), then
/// settings.repeats - 1 times without a trace, each with the next seed, and compare with the reference. If progress.cancel is
/// set, stops early and returns the runs so far. `timed_runs`: Launch::timed_runs of the first run. `output`: memory for the
/// shown buffer of the first run (Launch::in_place, LaunchResult::in_place).
base::Result<Run> run(const Experiment& experiment, std::shared_ptr<const ptx::Module> module, const Settings& settings,
                      launch::Device& device, launch::Progress& progress, trace::Level level = trace::Level::full,
                      std::uint32_t timed_runs = 0, std::shared_ptr<const launch::LentMemory> output = nullptr);

}  // namespace warplens::experiment
