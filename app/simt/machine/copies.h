#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "simt/machine/blocks.h"
#include "simt/machine/faults.h"
#include "simt/machine/launch_context.h"
#include "simt/machine/observation.h"
#include "simt/machine/request.h"
#include "simt/machine/turn_state.h"

// Asynchronous copies from global to shared memory (PTX ISA, "Asynchronous copy"). They are read when they are issued, and
// written at the latest moment that the ISA allows: at the wait for them. So a missing wait shows: the data is not there.

namespace warplens::simt {

/// What a cp.async of one lane has read and what is still to be written to shared memory.
struct PendingCopy {
  std::uint32_t lane = 0, pc = 0;
  std::uint64_t group = 0;        ///< of the lane's groups
  std::uint64_t number = 0;       ///< of the copies of this warp slot, in the order of their instructions
  std::uint64_t destination = 0;  ///< offset in shared memory
  std::array<std::byte, 16> data{};
};

/// An arrival at an mbarrier that takes place when a lane's copies before it have landed.
struct PendingArrival {
  std::uint32_t lane = 0, pc = 0;
  std::uint64_t object = 0;  ///< offset in shared memory
  std::uint64_t copies = 0;  ///< those of the lane with lower numbers land before
  std::uint32_t bytes = 0;   ///< cp.async.bulk: this many bytes are complete then, and nobody arrives
};

/// The store that a landing copy is.
Decoded as_store(const Decoded& copy);

/// Owns the copies that have been issued and have not landed, and the arrivals at mbarriers that wait for them.
class Copies {
 public:
  Copies(const LaunchContext& context, Blocks& blocks, Observation& observation, Faults& faults)
      : context_(context), blocks_(blocks), observation_(observation), faults_(faults) {}

  /// Of one warp slot.
  struct OfWarp {
    std::vector<PendingCopy> pending;               ///< in the order of their instructions
    std::vector<PendingArrival> arrivals;           ///< in the order of their instructions
    std::uint64_t issued = 0;                       ///< copies so far
    std::array<std::uint64_t, warp_size> groups{};  ///< per lane: groups of copies committed so far
  };
  struct State {
    std::vector<OfWarp> warps;            ///< per warp slot
    std::vector<std::uint32_t> arrivals;  ///< per block slot: that are still to come
  };
  const State& state() const { return state_; }
  void restore(const State& state) { state_ = state; }
  /// About what `state` takes, bytes.
  static std::uint64_t bytes(const State& state);

  /// Before a warp issues copies: land those pending if they are more than programs have on their way.
  void make_room(std::uint32_t slot, std::uint64_t clock);
  /// How many copies of a warp are pending.
  std::size_t pending(std::uint32_t slot) { return of(slot).pending.size(); }
  /// Keep what the lanes of a request have read, without its destination.
  void stage(std::uint32_t slot, const Decoded& instruction, std::uint32_t pc, const Request& request);
  /// Keep what one lane has read, `bytes` of them, with zeros behind. The copy's destination is to be set.
  PendingCopy& stage(std::uint32_t slot, std::uint32_t pc, std::size_t lane, const std::byte* from, std::uint32_t bytes);
  /// Set the destinations of the copies from number `first` of those pending on: per lane, offsets in shared memory.
  void set_destinations(std::uint32_t slot, std::size_t first, const LaneOffsets& destinations);

  /// commit_group closes the lanes' groups; wait_group n lands all but the last n of them, wait_all everything.
  void step_group(Running& running, const Decoded& instruction, std::uint32_t active);

  /// The copies of a lane so far will arrive at an mbarrier object when they have landed: at once if there are none. `bytes`: of
  /// PendingArrival.
  void arrive_later(std::uint32_t slot, std::size_t lane, std::uint32_t pc, std::uint64_t object, std::uint32_t bytes,
                    std::uint64_t clock);
  /// Land whatever arrives at this object of a block.
  void land_arrivals_at(std::uint32_t block_slot, std::uint64_t object, std::uint64_t clock);
  /// Land all that arrives anywhere for lanes that exit.
  void land_arrivals_of(std::uint32_t slot, std::uint32_t lanes, std::uint64_t clock) {
    if (slot < state_.warps.size() && !state_.warps[slot].arrivals.empty()) land_arrivals(slot, lanes, std::nullopt, clock);
  }
  /// The block leaves: what it never waited for is lost.
  void end_block(std::uint32_t block_slot);

 private:
  OfWarp& of(std::uint32_t slot) {
    if (slot >= state_.warps.size()) state_.warps.resize(slot + 1);
    return state_.warps[slot];
  }
  std::uint32_t& arrivals_in(std::uint32_t block_slot) {
    if (block_slot >= state_.arrivals.size()) state_.arrivals.resize(block_slot + 1);
    return state_.arrivals[block_slot];
  }
  void land(std::uint32_t slot, const std::vector<PendingCopy>& copies, std::uint64_t clock);
  void land_arrivals(std::uint32_t slot, std::uint32_t lanes, std::optional<std::uint64_t> object, std::uint64_t clock);

  const LaunchContext& context_;
  Blocks& blocks_;
  Observation& observation_;
  Faults& faults_;
  State state_;
};

}  // namespace warplens::simt
