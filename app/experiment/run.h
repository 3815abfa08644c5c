#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "experiment/experiment.h"
#include "launch/device.h"

namespace warplens::experiment {

/// Comparison of an output with its reference, element by element.
struct Check {
  std::uint32_t buffer = 0;       ///< buffer of the launch that was checked
  std::vector<double> expected;   ///< per element
  std::uint64_t wrong = 0;        ///< elements that differ
  std::uint64_t first_wrong = 0;  ///< index; meaningful with wrong > 0
  double expected_sum = 0, actual_sum = 0;
  bool operator==(const Check&) const = default;
};

/// One experiment's run: the launch, what came of it, and how it compares. Everything the views draw.
struct Run {
  Settings settings;
  launch::Launch launch;
  launch::LaunchResult result;
  std::uint32_t shown = 0;                    ///< buffer of the launch that the views draw
  std::vector<std::string> buffer_names;      ///< per buffer of the launch
  std::vector<std::uint64_t> buffer_columns;  ///< per buffer: elements of a row where it is a matrix, else 0
  std::uint32_t shared_columns = 0;           ///< elements of a row of the arrays in shared memory; 0: not said
  Check check;
  std::vector<launch::StreamTimeline> streams;  ///< of an experiment with streams
  std::string streams_note;                     ///< why there are none of them, a sentence without its full stop; else empty
  std::vector<double> repeats;  ///< value of the shown element in each repeat, seeds seed, seed+1, …; the first is `result`
};

/// The module of an experiment, from its cache: while source and PTX are unchanged, always the same one.
base::Result<std::shared_ptr<const ptx::Module>> load_module(const Experiment& experiment);

/// Bytes of the buffer that the views draw, with these settings.
base::Result<std::uint64_t> shown_bytes(const Experiment& experiment, const Settings& settings);

/// The launch that these settings ask for. Inputs come from the seed; equal settings make equal launches.
base::Result<launch::Launch> make_launch(const Experiment& experiment, std::shared_ptr<const ptx::Module> module,
                                         const Settings& settings);

/// The part of a launch that does not depend on its arguments: kernel `function` of the module, and what the settings say of
/// geometry, schedule, seed and checking. `dynamic_shared`: bytes. Nothing is checked yet.
launch::Launch make_launch(std::shared_ptr<const ptx::Module> module, std::uint32_t function, const Settings& settings,
                           std::uint32_t dynamic_shared);

/// Run a launch. Where it is to be checked on a machine that looks for no races itself (a GPU), those that its trace shows are
/// added to the findings. Errors: those of Device::run().
base::Result<launch::LaunchResult> run_launch(const launch::Launch& launch, launch::Device& device, launch::Progress& progress);

/// Run once with the given trace level (a full trace comes with the order of the turns, where the machine has one), then
/// settings.repeats - 1 times more without a trace, each with the next seed, and
/// compare with the reference. Stops early, with what it has, when progress.cancel is set. `timed_runs`: Launch::timed_runs of
/// the first run. `output`: memory that the first run may put the shown buffer in (Launch::in_place, LaunchResult::in_place).
base::Result<Run> run(const Experiment& experiment, std::shared_ptr<const ptx::Module> module, const Settings& settings,
                      launch::Device& device, launch::Progress& progress, trace::Level level = trace::Level::full,
                      std::uint32_t timed_runs = 0, std::shared_ptr<const launch::LentMemory> output = nullptr);

}  // namespace warplens::experiment
