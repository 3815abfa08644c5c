#pragma once

#include <cstdint>

#include "trace/trace.h"

namespace warplens::trace {

/// Sort the rows of `trace`, recorded by warps that ran ahead of each other, by cycle; rows of the same cycle keep the order in
/// which they were recorded. Rows from cycle `before` on are removed; returns their number.
std::uint64_t order_by_time(Trace& trace, std::uint64_t before);

/// Sort waits, which are recorded when they end, by begin; those from cycle `before` on are removed.
void order_by_begin(Waits& waits, std::uint64_t before);

/// Sort placements, which are recorded in the order in which blocks end, by block.
void order_by_block(BlockPlacements& placements);

}  // namespace warplens::trace
