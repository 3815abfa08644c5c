#pragma once

#include <string>

#include "base/result.h"
#include "experiment/experiment.h"

namespace warplens {

/// Check a name for Session::memory: "", a buffer of the experiment, "shared memory", or "buffer 3", as the memory view calls
/// memory without a name. The error lists the names.
base::Status check_memory_name(const std::string& name, const experiment::Experiment& experiment);

/// The name that a session file gives Session::memory. It becomes "" where it is known but not of this experiment: sessions kept
/// it when another experiment was chosen, and the user's own kernel may have been edited since. Errors: those of
/// check_memory_name().
base::Result<std::string> complete_memory_name(const std::string& name, const experiment::Experiment& experiment,
                                               const experiment::Catalogue& catalogue);

}  // namespace warplens
