#pragma once

#include <string>

#include "base/result.h"
#include "experiment/experiment.h"

namespace warplens::experiment {

/// Make the text of an experiment file (.toml) whose defaults are these settings: parameters, grid, block, sizes, contents and
/// dynamic shared memory. `experiment`: made from a kernel file. Errors: settings that make no experiment, such as a size that
/// cannot be evaluated.
base::Result<std::string> experiment_file_text(const Experiment& experiment, const Settings& settings);

}  // namespace warplens::experiment
