#pragma once

#include <cstdint>

#include "analysis/row_offsets.h"

// What one request of a warp costs the memory. `width`: bytes per lane, 1 to 16, to which every address is aligned.

namespace warplens::analysis {

/// 32-byte sectors of global memory that the request touches. Best case: the bytes asked for / 32.
std::uint32_t sectors(const RowOffsets& request, std::uint32_t width);

/// Passes over the 32 banks of shared memory beyond the one that every request (of half- or quarter-warps where a lane has 8 or
/// 16 bytes) takes: one bank gives one 4-byte word at a time, to all lanes that want it. Best case: 0. (CUDA C++ Best Practices
/// Guide, "Shared Memory and Memory Banks".)
std::uint32_t bank_conflicts(const RowOffsets& request, std::uint32_t width);

/// Lanes beyond the first that the busiest address has: an atomic takes them one after the other. Best case: 0.
std::uint32_t collisions(const RowOffsets& request);

}  // namespace warplens::analysis
