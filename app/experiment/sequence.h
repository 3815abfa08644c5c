#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "experiment/experiment.h"
#include "launch/device.h"

// Several kernels in a row on the same buffers (Experiment::sequence).

namespace warplens::experiment {

/// A launch, and those that run before it.
struct Program {
  std::vector<launch::Launch> before;  ///< in order; empty unless the experiment is a sequence
  launch::Launch launch;
};

/// The settings with which the entry `index` of a sequence runs while another one is chosen: its own parameters and geometry, and
/// what all entries share.
Settings settings_of_entry(const Experiment& experiment, const Settings& settings, std::uint32_t index);

/// Choose another entry of a sequence. Both keep the geometry that the user gave them. Errors: as grid_for().
base::Status choose_launch(const Experiment& experiment, Settings& settings, std::uint32_t entry);

/// The chosen launch as make_launch() makes it, and in a sequence those above it. Errors: of make_launch(), with the entry's
/// label.
base::Result<Program> make_program(const Experiment& experiment, const std::shared_ptr<const ptx::Module>& module,
                                   const Settings& settings);

/// Run the launches before the last one, all with this seed, and return the last one with what they leave in its buffers and in
/// the module's variables. Nothing if cancelled. Errors: those of Device::run(); a launch that fails.
base::Result<std::optional<launch::Launch>> run_before(const Program& program, std::uint64_t seed, launch::Device& device,
                                                       launch::Progress& progress);

}  // namespace warplens::experiment
