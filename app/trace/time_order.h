#pragma once

#include <cstdint>
#include <vector>

#include "trace/trace.h"

namespace warplens::trace {

/// Sort the rows of `trace`, recorded by warps that ran ahead of each other, by cycle; rows of the same cycle keep the order in
/// which they were recorded. Rows from cycle `before` on are removed. Returns the number of removed rows. `recorded`: the row
/// numbers in recording order; empty if the trace is already in that order.
std::uint64_t order_by_time(Trace& trace, std::uint64_t before, std::vector<std::uint32_t> recorded = {});

/// Sort waits, which are recorded when they end, by begin; those from cycle `before` on are removed. `recorded`: as above.
void order_by_begin(Waits& waits, std::uint64_t before, std::vector<std::uint32_t> recorded = {});

/// Sort placements, which are recorded in the order in which blocks end, by block.
void order_by_block(BlockPlacements& placements);

}  // namespace warplens::trace
