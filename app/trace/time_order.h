#pragma once

#include <cstdint>

#include "trace/trace.h"

namespace warplens::trace {

/// Put the rows of `trace`, recorded by warps that ran ahead of each other, in the order of time; those of one cycle stay in the
/// order in which they were recorded. Rows from cycle `before` on are left out; their number is returned.
std::uint64_t order_by_time(Trace& trace, std::uint64_t before);

/// Put placements, told in the order in which the blocks ended, in the order of the blocks.
void order_by_block(BlockPlacements& placements);

}  // namespace warplens::trace
