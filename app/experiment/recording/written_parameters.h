#pragma once

#include <vector>

#include "ptx/module.h"

namespace warplens::experiment {

/// Tell for each parameter of a kernel whether the kernel stores through a pointer made from it. Looks at the kernel's own
/// instructions only: a pointer passed to a called function counts as stored through, a pointer loaded from memory does
/// not.
std::vector<bool> written_parameters(const ptx::Function& kernel);

}  // namespace warplens::experiment
