#pragma once

#include <cstdint>
#include <vector>

#include "trace/trace.h"

namespace warplens::trace {

/// Sort the rows of `trace`, recorded by warps that ran ahead of each other, by cycle; rows of the same cycle keep the order in
/// which they were recorded. Removes rows from cycle `before` on, and returns their number. `recorded`: the row numbers in
/// recording order; empty if the trace is already in that order.
std::uint64_t order_by_time(Trace& trace, std::uint64_t before, std::vector<std::uint32_t> recorded = {});

/// Sort waits, which are recorded when they end, by begin. Removes waits from cycle `before` on. `recorded`: as for
/// order_by_time().
void order_by_begin(Waits& waits, std::uint64_t before, std::vector<std::uint32_t> recorded = {});

/// Sort placements by block; they are recorded in the order in which blocks end.
void order_by_block(BlockPlacements& placements);

}  // namespace warplens::trace
