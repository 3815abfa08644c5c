#pragma once

#include <cstdint>

#include "simt/code/execute/operation.h"
#include "simt/code/memory/global_memory.h"
#include "trace/trace.h"

namespace warplens::simt {

/// The bytes of one memory window that the lanes of an access request.
struct Request {
  std::uint32_t active = 0;
  std::uint64_t lowest = 0;                ///< offset in the window; the lanes' distances are relative to it
  const LaneOffsets* distances = nullptr;  ///< per lane: bytes from `lowest`
  LaneOffsets own;                         ///< holds the distances if they differ from the instruction's AccessPattern
  Window window;
  const Allocation* allocation = nullptr;  ///< null unless global memory
  trace::MemorySpace space = trace::MemorySpace::global;
  LaneLayout layout;
  bool in_pattern = false;   ///< the distances are taken from the instruction's AccessPattern
  bool local = false;        ///< local memory: the window is the warp's, with one part per lane
  std::uint64_t stride = 0;  ///< local memory: bytes per lane
  std::uint64_t done = 0;    ///< cycle in which it completes
  trace::RequestPath path;   ///< path of a load or an atomic; set only if Observer::observes

  /// Per lane: bytes from the start of the window; for local memory, of the thread's own memory.
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
