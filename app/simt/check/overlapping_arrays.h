#pragma once

#include <optional>

#include "launch/findings/finding.h"
#include "launch/launch.h"
#include "ptx/module.h"

namespace warplens::simt {

/// A note if the kernel stores to two `extern __shared__` arrays: all of them begin at the same byte (CUDA C++ Programming Guide,
/// "__shared__"), so that each store changes the other array. `followed`: the launch's module, or a version of it with stack
/// variables in registers. Looks at the entry only, not at what it calls.
std::optional<launch::Finding> overlapping_shared_arrays(const launch::Launch& launch, const ptx::Module& followed);

}  // namespace warplens::simt
