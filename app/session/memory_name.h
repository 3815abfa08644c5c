#pragma once

#include <string>

#include "base/result.h"
#include "experiment/experiment.h"

namespace warplens {

/// Check a name for Session::memory. Accepts "", a buffer of the experiment, "shared memory", and names like "buffer 3", which
/// the memory view gives to memory without a name. The error lists the names.
base::Status check_memory_name(const std::string& name, const experiment::Experiment& experiment);

/// Return the name to use for a name in a session file: the same, or "" for a buffer of another experiment. Older versions kept
/// the name when another experiment was chosen, and the user may have edited an own kernel since. Errors: as
/// check_memory_name().
base::Result<std::string> complete_memory_name(const std::string& name, const experiment::Experiment& experiment,
                                               const experiment::Catalogue& catalogue);

}  // namespace warplens
