#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "launch/costs/utilisation.h"
#include "launch/device.h"
#include "simt/machine/calls/stack.h"
#include "simt/machine/common_state.h"
#include "simt/machine/launch_context.h"
#include "simt/machine/observe/observation.h"
#include "simt/machine/turns/turn_state.h"
#include "simt/machine/warps/resident.h"
#include "simt/machine/warps/warp_control.h"

namespace warplens::simt {

/// The block scheduler. Owns the multiprocessors and their resident blocks and warps: launches blocks, gives runnable warps a
/// turn, and accounts for issue slots.
class Blocks {
 public:
  Blocks(const LaunchContext& context, const CoreShare& share, Turns& turns, Stack& stack, WarpControl& control,
         Observation& observation, launch::Progress& progress);

  struct State {
    std::vector<Multiprocessor> multiprocessors;
    std::vector<ResidentBlock> resident;  ///< per block slot
    std::vector<ResidentWarp> warps;      ///< per warp slot: LaunchContext::warps_per_block for each block slot
    std::size_t first_free = 0;           ///< all block slots before this one are occupied
    BlockQueue queue;
    std::uint64_t end_cycle = 0;  ///< cycle in which the last block ended
    BusyCycles busy;
  };
  const State& state() const { return state_; }
  void restore(const State& state);
  /// Approximate size of `state`, bytes.
  static std::uint64_t bytes(const State& state);

  /// Launch blocks on the least occupied multiprocessors, one at a time, while one has space.
  void dispatch(std::uint64_t time);
  /// End a warp whose last lane has exited. When all warps of the block have ended, the block gets a turn to retire, at the time
  /// at which the latest of them ended.
  void end_warp(std::uint32_t slot, std::uint64_t time);
  /// Retire the block of the warp in `slot` and launch others in its place.
  void retire(std::uint32_t slot, std::uint64_t time);
  /// Give a runnable warp a turn, unless it has one.
  void wake(std::uint32_t slot);

  std::uint32_t warp_slots() const { return static_cast<std::uint32_t>(state_.warps.size()); }
  ResidentWarp& warp(std::uint32_t slot) { return state_.warps[slot]; }
  const ResidentWarp& warp(std::uint32_t slot) const { return state_.warps[slot]; }
  ResidentBlock& block_of(const ResidentWarp& warp) { return state_.resident[warp.block]; }
  const ResidentBlock& block_of(const ResidentWarp& warp) const { return state_.resident[warp.block]; }
  ResidentBlock& block(std::uint32_t slot) { return state_.resident[slot]; }
  std::span<const ResidentWarp> warps() const { return state_.warps; }
  /// First warp slot of a block slot.
  std::uint32_t first_warp(std::uint32_t block) const { return static_cast<std::uint32_t>(block * context_.warps_per_block); }
  /// The slot of a warp of the grid, if its block is resident.
  std::optional<std::uint32_t> slot_of(std::uint32_t warp) const;
  const BlockQueue& queue() const { return state_.queue; }
  /// Whether any block is resident. `of_share`: count only multiprocessors of this core.
  bool any_resident(bool of_share) const;
  std::uint64_t end_cycle() const { return state_.end_cycle; }
  /// No resident block of this core ends before this cycle; `never` if no block is resident.
  std::uint64_t no_end_before();
  /// How busy the multiprocessors' parts, apart from memory, were until `end_cycle`.
  launch::Utilisation utilisation(std::uint64_t end_cycle) const;

  /// Add the warp to, or remove it from, its block's shared_writers.
  void set_writes_shared(ResidentWarp& warp, bool writes) {
    if (warp.writes_shared == writes) return;
    warp.writes_shared = writes;
    state_.resident[warp.block].shared_writers += writes ? 1u : ~0u;
  }

  /// Reserve the parts of the multiprocessor for everything that the warp has done since `begin`, and advance its clock to the
  /// end of the reservations. Each part serves a limited number of requests per cycle: a scheduler issues one instruction, an
  /// instruction or access occupies a unit or L1 for some cycles, and L2 moves a number of bytes.
  void take_issue_slots(Running& running) {
    if (running.issues != 0) reserve(running);
    running.begin = running.clock;
  }

  /// Add the blocks that are still resident to the trace.
  void place_rest(std::uint64_t end_cycle);
  /// Merge `other`; both have completed their shares of the launch.
  void absorb(const Blocks& other);

 private:
  void reserve(Running& running);
  /// The scheduler of the block's first warp.
  std::uint32_t first_scheduler(const ResidentBlock& block) const;
  void start_block(std::uint32_t sm, std::uint64_t time);
  void prepare_slot(std::uint32_t slot);
  void start_warp(std::uint32_t slot, std::uint64_t time);

  const LaunchContext& context_;
  const CoreShare share_;
  Turns& turns_;
  Stack& stack_;
  WarpControl& control_;
  Observation& observation_;
  launch::Progress& progress_;
  const std::uint64_t l2_cycles_per_byte_;  ///< for a multiprocessor's share of L2's bandwidth, × 2^16
  State state_;
  std::size_t earliest_ = 0;  ///< block slot found by the last no_end_before()
  std::uint64_t no_end_before_ = never;
};

}  // namespace warplens::simt
