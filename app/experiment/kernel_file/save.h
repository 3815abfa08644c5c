#pragma once

#include <string>

#include "base/result.h"
#include "experiment/experiment.h"

namespace warplens::experiment {

/// The text of an experiment file (.toml) that opens with these settings: their parameters, grid, block, sizes, contents and
/// dynamic shared memory. `experiment`: of a kernel file. Errors: settings that do not make an experiment, such as a size that
/// cannot be evaluated.
base::Result<std::string> experiment_file_text(const Experiment& experiment, const Settings& settings);

}  // namespace warplens::experiment
