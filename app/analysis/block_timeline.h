#pragma once

#include <cstdint>
#include <vector>

#include "launch/costs/occupancy.h"
#include "trace/trace.h"

namespace warplens::analysis {

/// When each multiprocessor ran which blocks, and how full it was. Times are cycles of the trace: modelled on the SIMT machine.
struct BlockTimeline {
  /// One block's time on its multiprocessor. Blocks that are resident at the same time have different slots.
  struct Stay {
    std::uint32_t block = 0, sm = 0, slot = 0;
    std::uint64_t start = 0, end = 0;
  };
  std::vector<Stay> stays;            ///< by multiprocessor, then slot, then start
  std::uint32_t multiprocessors = 0;  ///< the number given, or more if the trace shows blocks on more
  std::uint32_t slots = 0;            ///< largest number of blocks resident on one multiprocessor at once
  std::uint64_t begin = 0, end = 0;   ///< start of the first block, end of the last

  /// Waves of blocks: blocks of the grid / blocks that are resident at once on all multiprocessors (Occupancy::blocks each).
  /// 1.25: the second wave is a quarter full. Best case: a whole number, or a large one.
  double waves = 0;
  /// The tail begins when the first slot becomes empty for good, because no block is left. tail_fill: share of the slots in use
  /// from then to the end, 0 to 1. A long, empty tail: badly balanced work. Without a tail: `end` and 1.
  std::uint64_t tail_begin = 0;
  double tail_fill = 1;
  /// Achieved occupancy, 0 to 1: resident warps per multiprocessor / its limit, averaged over the cycles in which it had a block.
  /// A block's warps count until its last warp is done. Best case: the theoretical occupancy.
  double achieved_occupancy = 0;
  /// Like achieved_occupancy, but averaged over all multiprocessors from `begin` to `end`, idle ones included.
  double filled = 0;
};

/// Covers the blocks whose placements the trace kept (Trace::placements); achieved occupancy and tail are computed from those.
/// Cost: a sort of the placements.
BlockTimeline block_timeline(const trace::Trace& trace, const launch::Occupancy& occupancy, std::uint32_t multiprocessors);

}  // namespace warplens::analysis
