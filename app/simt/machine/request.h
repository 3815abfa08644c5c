#pragma once

#include <cstdint>

#include "simt/execute/operation.h"
#include "simt/machine/global_memory.h"
#include "trace/trace.h"

namespace warplens::simt {

/// What lanes of one access ask of one window of memory.
struct Request {
  std::uint32_t active = 0;
  std::uint64_t lowest = 0;                ///< offset in the window from which the lanes' distances count
  const LaneOffsets* distances = nullptr;  ///< per lane: bytes from there
  LaneOffsets own;                         ///< the distances where they are not those of the instruction's AccessPattern
  Window window;
  const Allocation* allocation = nullptr;  ///< of global memory
  trace::MemorySpace space = trace::MemorySpace::global;
  LaneLayout layout;
  bool in_pattern = false;   ///< the distances are those of the instruction's AccessPattern
  bool local = false;        ///< local memory: the window is the warp's, and a lane's own memory …
  std::uint64_t stride = 0;  ///< … begins this many bytes behind that of the lane before
  std::uint64_t done = 0;    ///< the cycle in which it is complete

  /// Per lane: bytes in the window; of local memory, bytes in the thread's own.
  LaneOffsets offsets() const {
    LaneOffsets offsets = *distances;
    for (std::size_t lane = 0; lane < warp_size; ++lane) {
      offsets[lane] += lowest;
      if (local) offsets[lane] -= lane * stride;
    }
    return offsets;
  }
};

}  // namespace warplens::simt
