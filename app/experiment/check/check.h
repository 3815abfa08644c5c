#pragma once

#include "base/result.h"
#include "experiment/experiment.h"
#include "experiment/run.h"

namespace warplens::experiment {

/// The expected output of the entry's reference, one value per element, rounded to the output's type; empty without a reference.
/// `launch` must be the launch of the experiment with these settings.
base::Result<std::vector<double>> expected_values(const Experiment& experiment, const Settings& settings,
                                                  const launch::Launch& launch);

/// Compare `output` with `expected`. NaN equals NaN; for integer outputs, an expected NaN accepts any value. `tolerance` is
/// relative to the expected value.
Check compare(std::uint32_t buffer, std::vector<double> expected, launch::ElementType type, const launch::Bytes& output,
              double tolerance);

}  // namespace warplens::experiment
