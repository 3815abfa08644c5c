#pragma once

#include <vector>

#include "ptx/module.h"

namespace warplens::experiment {

/// Per parameter of a kernel: whether it stores through a pointer that was made from the parameter, as far as the kernel's own
/// instructions tell. A pointer that is handed to a function that is called counts as stored through; one that comes from memory
/// does not.
std::vector<bool> written_parameters(const ptx::Function& kernel);

}  // namespace warplens::experiment
