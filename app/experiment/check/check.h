#pragma once

#include <vector>

#include "base/result.h"
#include "experiment/experiment.h"
#include "experiment/run.h"

namespace warplens::experiment {

/// The expected output of the entry's reference, one value per element, rounded to the output's type; empty without a reference.
/// `launch` must be the launch of the experiment with these settings. Error: the reference is another kernel, which must be run
/// for its output.
base::Result<std::vector<double>> expected_values(const Experiment& experiment, const Settings& settings,
                                                  const launch::Launch& launch);

/// The expected output if the reference is another kernel: run it on `device` on the same inputs and take its output. An entry of
/// the experiment runs with its own geometry, another kernel of the source with a grid and block guessed from its signature.
/// Empty if cancelled. Errors: no such kernel; it does not take the output, or fails.
base::Result<std::vector<double>> expected_by_kernel(const Experiment& experiment, const Settings& settings,
                                                     launch::Device& device, launch::Progress& progress);

/// Compare `output` with `expected`. NaN equals NaN; for integer outputs, an expected NaN accepts any value. `tolerance` is
/// relative to the expected value.
Check compare(std::uint32_t buffer, std::vector<double> expected, launch::ElementType type, const launch::Bytes& output,
              double tolerance);

}  // namespace warplens::experiment
