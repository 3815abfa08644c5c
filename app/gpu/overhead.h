#pragma once

#include <cstdint>

#include "base/result.h"
#include "gpu/delay.h"
#include "ptx/module.h"

namespace warplens::gpu {

/// Measure the launch overhead in a short kernel's time: milliseconds, by GPU events, for an empty kernel on the current GPU.
/// Median of `runs` runs after one warm-up run. The kernel has the same target as `like`.
base::Result<double> launch_overhead(const ptx::Module& like, const Delay& delay, std::uint32_t runs);

}  // namespace warplens::gpu
