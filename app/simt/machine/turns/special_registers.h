#pragma once

#include <cstdint>

#include "simt/machine/launch_context.h"
#include "simt/machine/warps/resident.h"

namespace warplens::simt {

/// Write the special registers whose values stay the same for all blocks that use the warp's slot.
void fill_constant_specials(const LaunchContext& context, const ResidentWarp& warp);

/// Write the special registers that depend on the block.
void fill_block_specials(const LaunchContext& context, const ResidentBlock& block, const ResidentWarp& warp);

/// Write `cycle` into the clock registers. Call it before each instruction that reads one of them.
void write_clock(const LaunchContext& context, const ResidentWarp& warp, std::uint64_t cycle);

}  // namespace warplens::simt
