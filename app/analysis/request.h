#pragma once

#include <cstdint>

#include "analysis/row_offsets.h"

// The cost of one request of a warp. `width`: bytes per lane, 1 to 16; every address is aligned to it.

namespace warplens::analysis {

/// 32-byte sectors of global memory that the request touches. Best case: the bytes asked for / 32.
std::uint32_t sectors(const RowOffsets& request, std::uint32_t width);

/// Extra passes over the 32 banks of shared memory: a bank delivers one 4-byte word per pass, to all lanes that access it.
/// Requests of 8 or 16 bytes per lane are served by half- or quarter-warps. Best case: 0. (CUDA C++ Best Practices Guide, "Shared
/// Memory and Memory Banks".)
std::uint32_t bank_conflicts(const RowOffsets& request, std::uint32_t width);

/// Lanes at the busiest address, less one: an atomic serves them one after the other. Best case: 0.
std::uint32_t collisions(const RowOffsets& request);

}  // namespace warplens::analysis
