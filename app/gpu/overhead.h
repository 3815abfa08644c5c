#pragma once

#include <cstdint>

#include "base/result.h"
#include "ptx/module.h"

namespace warplens::gpu {

/// Milliseconds, by GPU events, of launching a kernel that does nothing on the current GPU: what of a short kernel's time is the
/// launch. Median of `runs` after one that warms up. The kernel is made for the same target as `like`.
base::Result<double> launch_overhead(const ptx::Module& like, std::uint32_t runs);

}  // namespace warplens::gpu
