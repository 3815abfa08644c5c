#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "experiment/experiment.h"
#include "experiment/run.h"

namespace warplens::experiment {

/// The expected output of the entry's reference, one value per element, rounded to the output's type; empty without a reference.
/// `launch` must be the launch of the experiment with these settings. Error: a reference that is another kernel, which has to
/// run.
base::Result<std::vector<double>> expected_values(const Experiment& experiment, const Settings& settings,
                                                  const launch::Launch& launch);

/// The same of a reference that is another kernel: what it leaves in the output, run on `device` on the same inputs, an entry of
/// the experiment with its own geometry, else a kernel of the same source with the grid and block that its signature gives it.
/// Nothing if cancelled. Errors: no such kernel, one that does not take the output or fails.
base::Result<std::optional<std::vector<double>>> expected_by_kernel(const Experiment& experiment, const Settings& settings,
                                                                    launch::Device& device, launch::Progress& progress);

/// Compare `output` with `expected`. NaN equals NaN; for integer outputs, an expected NaN accepts any value. `tolerance` is
/// relative to the expected value.
Check compare(std::uint32_t buffer, std::vector<double> expected, launch::ElementType type, const launch::Bytes& output,
              double tolerance);

}  // namespace warplens::experiment
