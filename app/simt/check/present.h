#pragma once

#include "simt/check/clocks.h"
#include "simt/machine/global_memory.h"

namespace warplens::simt {

/// One access by lanes of a warp to one window of memory, reported just before it takes place: the value to be loaded is still in
/// memory, the value to be stored is in its rows.
struct CheckedAccess {
  std::uint32_t slot = 0;   ///< block slot
  std::uint32_t warp = 0;   ///< index in the block
  std::uint32_t pc = 0;     ///< instruction index in the program
  std::uint32_t place = 0;  ///< the one that says where it is (call_place)
  std::uint32_t active = 0;
  const Decoded& instruction;
  const Frame& frame;
  trace::MemorySpace space = trace::MemorySpace::global;
  const Allocation* allocation = nullptr;  ///< null unless global memory
  Window window;
  const LaneOffsets& offsets;  ///< bytes from the start of the window; for local memory, of the thread's own memory
  LaneLayout layout;           ///< layout of the offsets of a full warp
  bool unwritten = false;      ///< in an allocation that this launch never writes
};

/// Whether an instruction initialises an mbarrier object: a plain write, although the machine treats it as an atomic.
inline bool makes_mbarrier(const Decoded& instruction) { return instruction.mbarrier == ptx::MbarrierOp::init; }

/// A weak load of shared memory: the lanes' offsets are `lowest` + distances[lane].
struct PlainAccess {
  std::uint32_t slot = 0;  ///< block slot
  std::uint32_t warp = 0;  ///< index in the block
  std::uint32_t pc = 0;    ///< instruction index in the program
  std::uint32_t active = 0;
  std::uint32_t bytes = 0;  ///< per lane, all elements
  std::uint64_t lowest = 0;
  const LaneOffsets& distances;
  LaneLayout layout;
};

/// A CheckedAccess with the data that the race rules need: thread, time, kind.
struct Present {
  const CheckedAccess& access;
  const Clocks& clocks;
  const BlockClock& block;
  const WarpClock& warp;
  PastAccess now;           ///< access of lane 0, as it will be remembered
  std::uint32_t bytes = 0;  ///< per lane, all elements
  bool shared = false;
  bool copies = false;  ///< a load that only hands its value on (copies.h)

  PastAccess of_lane(std::uint32_t lane) const {
    PastAccess past = now;
    past.thread += lane;
    return past;
  }
};

}  // namespace warplens::simt
