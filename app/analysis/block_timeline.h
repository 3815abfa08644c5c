#pragma once

#include <cstdint>
#include <vector>

#include "launch/costs/occupancy.h"
#include "trace/trace.h"

namespace warplens::analysis {

/// Which blocks a multiprocessor ran when, and how full it was. Times are cycles of the trace: modelled on the SIMT machine.
struct BlockTimeline {
  /// One block. A slot is a place for a block on its multiprocessor: blocks that were there at the same time have different ones.
  struct Stay {
    std::uint32_t block = 0, sm = 0, slot = 0;
    std::uint64_t start = 0, end = 0;
  };
  std::vector<Stay> stays;            ///< by multiprocessor, then slot, then start
  std::uint32_t multiprocessors = 0;  ///< as given, or more where the trace names more
  std::uint32_t slots = 0;            ///< the most blocks that were on a multiprocessor at once
  std::uint64_t begin = 0, end = 0;   ///< of the first and the last block

  /// Rounds of blocks that the multiprocessors take, if each holds `Occupancy::blocks` at once: blocks / places. 1.25 has a
  /// second round that is a quarter full. Best case: a whole number, or a large one.
  double waves = 0;
  /// From here on a place stays empty for good, as no block is left for it; and how full the places are from then to the end, 0
  /// to
  /// 1. A long, empty tail is work that was spread badly. `end` and 1 where all end together.
  std::uint64_t tail_begin = 0;
  double tail_fill = 1;
  /// Warps on a multiprocessor, on average over the cycles in which it had a block, as a share of the most that it can hold, 0 to
  /// 1: "achieved occupancy". A block's warps count until its last one is done. Best case: the theoretical occupancy.
  double achieved_occupancy = 0;
};

/// Cost: a sort of the placements. Leaves out blocks whose placements were not kept (Trace::placements): achieved occupancy and
/// tail are those of the ones that were.
BlockTimeline block_timeline(const trace::Trace& trace, const launch::Occupancy& occupancy, std::uint32_t multiprocessors);

}  // namespace warplens::analysis
