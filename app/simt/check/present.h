#pragma once

#include "simt/check/clocks.h"
#include "simt/machine/observe/checks.h"

namespace warplens::simt {

/// Whether an instruction initialises an mbarrier object: a plain write, although the machine treats it as an atomic.
inline bool makes_mbarrier(const Decoded& instruction) { return instruction.mbarrier == ptx::MbarrierOp::init; }

/// Whether a scope is the own block. A cluster is one block.
inline bool is_of_block(ptx::Scope scope) { return scope == ptx::Scope::cta || scope == ptx::Scope::cluster; }

class RaceDetector;

/// A CheckedAccess with the data that the race rules need: thread, time, kind.
struct Present {
  const CheckedAccess& access;
  const Clocks& clocks;
  const BlockClock& block;
  const WarpClock& warp;
  PastAccess now;           ///< access of lane 0, as it will be remembered
  std::uint32_t bytes = 0;  ///< per lane, all elements
  bool shared = false;
  bool copies = false;  ///< a load that only forwards its value (copies.h)
  const RaceDetector* races = nullptr;
  bool whole_line = false;  ///< `now` stands for an access of all lanes to a line, one granule each

  PastAccess of_lane(std::uint32_t lane) const {
    PastAccess past = now;
    past.thread += lane;
    return past;
  }
};

}  // namespace warplens::simt
