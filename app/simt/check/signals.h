#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "simt/check/clocks.h"
#include "simt/check/polls.h"
#include "simt/check/present.h"

namespace warplens::simt {

/// Records which threads set flags, and which threads saw them. For a race between two threads, tells whether one set a flag, or
/// gave back a lock, for which the other waited: then a release is missing. Only for programs in which threads wait in loops.
class Signals {
 public:
  explicit Signals(Waits waits);

  /// Whether accesses have to be reported.
  bool active() const { return active_; }
  /// Whether an instruction takes a lock (polls.h).
  bool takes_lock(std::uint32_t pc) const { return pc < waits_.takes_lock.size() && waits_.takes_lock[pc]; }
  void start_block(std::uint32_t slot);
  /// A strong access is about to take place, at time `now`; the next access must have another time.
  void access(const CheckedAccess& access, const BlockClock& block, std::uint32_t now);

  /// The instruction that set a flag, and the instruction that saw it.
  struct Signal {
    std::uint32_t set = 0, seen = 0;
  };
  /// Find the signal between `past` and the current access by `thread`, if any.
  std::optional<Signal> between(const PastAccess& past, std::uint32_t thread, const Present& present) const;

 private:
  /// The last strong write of a thread, or of any thread of a warp or block. It came after the operations of its thread up to
  /// `time`, of its warp before `warp_time`, and of its block before `block_time`.
  struct Write {
    std::uint32_t pc = 0, time = 0, warp_time = 0, block_time = 0;
  };
  struct Variable {
    std::unordered_map<std::uint32_t, Write> of_threads, of_warps, of_blocks;
  };
  /// Reads of the variable by a thread: time of the last read, and of the last read that a barrier of the block followed.
  struct Observation {
    std::uint32_t pc = 0, time = 0, before_barrier = 0;
  };
  struct OfBlock {
    std::unordered_map<std::uint64_t, Variable> shared;  ///< by offset
    /// By variable (address, or offset with the highest bit set) and thread.
    std::map<std::uint64_t, std::map<std::uint32_t, Observation>> seen;
  };

  Waits waits_;
  bool active_ = false;
  std::unordered_map<std::uint64_t, Variable> global_;  ///< by address
  std::vector<OfBlock> blocks_;                         ///< by block slot
};

}  // namespace warplens::simt
