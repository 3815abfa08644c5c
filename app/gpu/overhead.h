#pragma once

#include <cstdint>

#include "base/result.h"
#include "gpu/delay.h"
#include "ptx/module.h"

namespace warplens::gpu {

/// Milliseconds, by GPU events, of launching an empty kernel on the current GPU: the part of a short kernel's time that is launch
/// overhead. Median of `runs` after one warm-up run. The kernel has the same target as `like`.
base::Result<double> launch_overhead(const ptx::Module& like, const Delay& delay, std::uint32_t runs);

}  // namespace warplens::gpu
