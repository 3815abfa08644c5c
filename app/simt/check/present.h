#pragma once

#include "simt/check/clocks.h"
#include "simt/machine/global_memory.h"

namespace warplens::simt {

/// One access of some lanes of a warp to one window of memory, passed just before it takes place: what a load will read is still
/// in memory, what a store will write is in its rows.
struct CheckedAccess {
  std::uint32_t slot = 0;  ///< of the block among the resident ones
  std::uint32_t warp = 0;  ///< of the block
  std::uint32_t pc = 0;    ///< instruction of the program
  std::uint32_t active = 0;
  const Decoded& instruction;
  const Frame& frame;
  trace::MemorySpace space = trace::MemorySpace::global;
  const Allocation* allocation = nullptr;  ///< of global memory
  Window window;
  const LaneOffsets& offsets;  ///< bytes in the window; of local memory, in the thread's own
  LaneLayout layout;           ///< of the offsets of a full warp
  bool unwritten = false;      ///< of an allocation that this launch does not write
};

/// Whether an instruction makes an mbarrier object: a plain write, though the machine treats it as an atomic.
inline bool makes_mbarrier(const Decoded& instruction) { return instruction.mbarrier == ptx::MbarrierOp::init; }

/// A weak load of shared memory: the lanes' offsets are `lowest` + distances[lane].
struct PlainAccess {
  std::uint32_t slot = 0;  ///< of the block among the resident ones
  std::uint32_t warp = 0;  ///< of the block
  std::uint32_t pc = 0;    ///< instruction of the program
  std::uint32_t active = 0;
  std::uint32_t bytes = 0;  ///< of a lane, all elements
  std::uint64_t lowest = 0;
  const LaneOffsets& distances;
  LaneLayout layout;
};

/// A CheckedAccess with what the rules need: who, when, how.
struct Present {
  const CheckedAccess& access;
  const Clocks& clocks;
  const BlockClock& block;
  const WarpClock& warp;
  PastAccess now;           ///< of lane 0, as it will be remembered
  std::uint32_t bytes = 0;  ///< of a lane, all elements
  bool shared = false;

  PastAccess of_lane(std::uint32_t lane) const {
    PastAccess past = now;
    past.thread += lane;
    return past;
  }
};

}  // namespace warplens::simt
