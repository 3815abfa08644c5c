#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "simt/machine/memory/request.h"
#include "simt/machine/turns/turn_state.h"
#include "simt/machine/warps/resident.h"

namespace warplens::simt {

/// Finds launches that can never end. A warp that jumps back to a state it had before (registers, position of every lane), while
/// nothing that others can observe has changed in between, repeats the same steps for as long as nothing changes. If every warp
/// that is left either does so or waits for others, nothing ever changes.
///
/// Registers are compared by a 64-bit hash. Watching costs time, and nothing runs as machine code meanwhile. So it begins only
/// when no block has ended for about a million instructions; after each power of 4 of them, it watches for 1/32 of that number.
class LoopWatch {
 public:
  /// The last read of a warp in the loop that it repeats.
  struct Read {
    std::uint32_t pc = 0, lane = 0;
    trace::MemorySpace space = trace::MemorySpace::global;  ///< global or shared
    std::size_t allocation = 0;                             ///< global memory: index in GlobalMemory::allocations()
    std::uint64_t offset = 0;                               ///< in the allocation, or in shared memory
    std::uint32_t bytes = 0;
    bool several = false;  ///< other instructions of the loop read memory as well
  };

  /// While active: memory accesses have to be reported.
  bool active() const { return ends_ != 0; }
  /// Begin or end an interval of watching. `instructions`: issued since a block last ended. To be called at least every 32,768.
  void advance(std::uint64_t instructions);
  /// Memory, a barrier or the set of live threads has changed.
  void changed() { ++changes_; }
  /// A warp reads global or shared memory that is not constant, or executes an atomic.
  void read(std::uint32_t slot, const Decoded& instruction, std::uint32_t pc, const Request& request, std::size_t allocation);
  /// A store or an atomic has left memory unchanged.
  void wrote_the_same() { same_written_at_ = changes_; }
  /// While active: the lanes `jumped` have jumped back. Returns true if this shows for the first time since the last change that
  /// the warp repeats.
  bool jumped_back(const Running& running, std::uint32_t jumped);

  /// While active, at each jump back: whether it is time to ask if any way leads out of the kernel; rarely, as that takes
  /// long.
  bool asks_for_way_out() {
    constexpr std::uint64_t jumps = 1024;
    return ++asked_for_way_out_ % jumps == 0;
  }

  /// Whether `goes_on(slot)` is true for a warp slot below `slots`. Skips slots for which it was false since the last change:
  /// goes_on must not become true without a change.
  template <typename GoesOn>
  bool find_other(std::uint32_t slots, GoesOn goes_on) {
    if (asked_at_ != changes_) asked_ = 0;
    asked_at_ = changes_;
    while (asked_ < slots && !goes_on(asked_)) ++asked_;
    return asked_ < slots;
  }

  /// Whether the warp has been found to repeat the same steps.
  bool repeats(std::uint32_t slot) const {
    return slot < warps_.size() && warps_[slot].repeats && warps_[slot].changes == changes_;
  }
  /// The last read in the loop that a warp repeats, if it reads memory.
  const std::optional<Read>& last_read(std::uint32_t slot) const { return warps_[slot].read; }
  /// Whether a store or an atomic has been executed since the last change.
  bool has_written_the_same() const { return same_written_at_ == changes_; }

  /// Approximate size, bytes.
  std::uint64_t bytes() const { return warps_.size() * sizeof(OfWarp); }

 private:
  /// One warp slot, with the earlier state to compare it with, by R. Brent's cycle detection (BIT 20, 1980): a new state is kept
  /// after 1, 2, 4, … jumps.
  struct OfWarp {
    std::uint64_t changes = 0;  ///< `changes_` when the slot was last updated; if it differs, the rest is out of date
    std::optional<std::uint64_t> state{};
    std::uint64_t jumps = 0, max_jumps = 1;  ///< since the state was kept; until the next state is kept
    std::uint32_t jumped = 0;                ///< lanes that have jumped back since the state was kept
    bool repeats = false;
    std::optional<Read> read{};  ///< the last read since the state was kept
  };
  OfWarp& of(std::uint32_t slot) {
    if (slot >= warps_.size()) warps_.resize(slot + 1);
    return warps_[slot];
  }

  std::uint64_t changes_ = 1;            ///< number of changes noticed
  std::uint64_t same_written_at_ = 0;    ///< `changes_` when a store last left memory as it was
  std::uint64_t begins_ = 0, ends_ = 0;  ///< the interval watched, in instructions since a block ended; 0: not active
  std::uint64_t asked_for_way_out_ = 0;
  std::uint64_t asked_at_ = 0;  ///< `changes_` when find_other() was called last
  std::uint32_t asked_ = 0;     ///< goes_on is false for all slots before this one
  std::vector<OfWarp> warps_;   ///< per warp slot
};

}  // namespace warplens::simt
