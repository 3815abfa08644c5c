#pragma once

#include "base/result.h"
#include "experiment/experiment.h"
#include "experiment/run.h"

namespace warplens::experiment {

/// What the output that the entry's reference names should hold, one value per element, rounded to the output's type; empty where
/// there is no reference. `launch` must be of the experiment and the settings.
base::Result<std::vector<double>> expected_values(const Experiment& experiment, const Settings& settings,
                                                  const launch::Launch& launch);

/// Compare `output` with `expected`. NaN equals NaN; of an output of whole numbers it means that any is right; `tolerance` is
/// relative to the expected value.
Check compare(std::uint32_t buffer, std::vector<double> expected, launch::ElementType type, const launch::Bytes& output,
              double tolerance);

}  // namespace warplens::experiment
