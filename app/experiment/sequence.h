#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "experiment/experiment.h"
#include "launch/device.h"

// Several kernels in a row on the same buffers (Experiment::sequence).

namespace warplens::experiment {

/// A launch, and the launches that run before it.
struct Program {
  std::vector<launch::Launch> before;  ///< in order; empty unless the experiment is a sequence
  launch::Launch launch;
};

/// The settings for entry `index` of a sequence when it runs before the chosen one: its own parameters and geometry, and the
/// settings that all entries share.
Settings settings_of_entry(const Experiment& experiment, const Settings& settings, std::uint32_t index);

/// Choose another entry of a sequence. Both entries keep geometry that the user gave them. Errors: as grid_for().
base::Status choose_launch(const Experiment& experiment, Settings& settings, std::uint32_t entry);

/// Make the chosen launch by make_launch(), and in a sequence the launches above it. Errors: as make_launch(), with the entry's
/// label.
base::Result<Program> make_program(const Experiment& experiment, const std::shared_ptr<const ptx::Module>& module,
                                   const Settings& settings);

/// Run the launches before the last one, all with this seed, and return the last one with the contents that they leave in its
/// buffers and in the module's variables. Nothing if cancelled. Errors: those of Device::run(); a launch that fails.
base::Result<std::optional<launch::Launch>> run_before(const Program& program, std::uint64_t seed, launch::Device& device,
                                                       launch::Progress& progress);

}  // namespace warplens::experiment
