#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "launch/device.h"
#include "simt/machine/block_queue.h"
#include "simt/machine/launch_context.h"
#include "simt/machine/observation.h"
#include "simt/machine/resident.h"
#include "simt/machine/stack.h"
#include "simt/machine/turn_state.h"
#include "simt/machine/warp_control.h"
#include "simt/parallel/cores.h"

namespace warplens::simt {

/// The block scheduler. Owns the multiprocessors and the blocks and warps on them: hands out blocks, gives warps that can go on
/// their place in the order of turns, and takes issue slots.
class Blocks {
 public:
  Blocks(const LaunchContext& context, const CoreShare& share, Turns& turns, Stack& stack, WarpControl& control,
         Observation& observation, launch::Progress& progress);

  struct State {
    std::vector<Multiprocessor> multiprocessors;
    std::vector<ResidentBlock> resident;  ///< per block slot
    std::vector<ResidentWarp> warps;      ///< per warp slot: LaunchContext::warps_per_block for each block slot
    std::size_t first_free = 0;           ///< no block slot before it is free
    BlockQueue queue;
    std::uint64_t end_cycle = 0;  ///< when the last block left
  };
  const State& state() const { return state_; }
  void restore(const State& state);
  /// About what `state` takes, bytes.
  static std::uint64_t bytes(const State& state);

  /// Hand out blocks to the emptiest multiprocessors, one after the other, as long as one has room.
  void dispatch(std::uint64_t time);
  /// The last lane of a warp has exited. When all warps of the block have ended, the block gets a turn to leave in, at the time
  /// of the latest.
  void end_warp(std::uint32_t slot, std::uint64_t time);
  /// The block of the warp in `slot` leaves and makes room for others.
  void retire(std::uint32_t slot, std::uint64_t time);
  /// Give a warp that can go on a turn, unless it has one.
  void wake(std::uint32_t slot);

  std::uint32_t warp_slots() const { return static_cast<std::uint32_t>(state_.warps.size()); }
  ResidentWarp& warp(std::uint32_t slot) { return state_.warps[slot]; }
  const ResidentWarp& warp(std::uint32_t slot) const { return state_.warps[slot]; }
  ResidentBlock& block_of(const ResidentWarp& warp) { return state_.resident[warp.block]; }
  const ResidentBlock& block_of(const ResidentWarp& warp) const { return state_.resident[warp.block]; }
  ResidentBlock& block(std::uint32_t slot) { return state_.resident[slot]; }
  std::span<const ResidentWarp> warps() const { return state_.warps; }
  /// The first warp slot of a block slot.
  std::uint32_t first_warp(std::uint32_t block) const { return static_cast<std::uint32_t>(block * context_.warps_per_block); }
  /// The slot of a warp of the grid, if its block is on a multiprocessor.
  std::optional<std::uint32_t> slot_of(std::uint32_t warp) const;
  const BlockQueue& queue() const { return state_.queue; }
  /// Whether a block is on a multiprocessor; `of_share`: on one that belongs to this core.
  bool any_resident(bool of_share) const;
  std::uint64_t end_cycle() const { return state_.end_cycle; }

  /// Count the warp among those of its block that may write shared memory before the next barrier, or no longer.
  void set_writes_shared(ResidentWarp& warp, bool writes) {
    if (warp.writes_shared == writes) return;
    warp.writes_shared = writes;
    state_.resident[warp.block].shared_writers += writes ? 1u : ~0u;
  }

  /// A scheduler issues one instruction a cycle, and a multiprocessor moves so many bytes a cycle: what a warp has issued and
  /// moved since `begin` takes its slots, and the warp's clock waits for them.
  void take_issue_slots(Running& running) {
    if (context_.timed && running.issues > 0) {
      Multiprocessor& multiprocessor = state_.multiprocessors[running.block.sm];
      std::uint64_t& issue = multiprocessor.issue[running.warp.scheduler];
      issue = std::max(issue, running.begin) + running.issues;
      running.clock = std::max(running.clock, issue);
      if (running.moving != 0) {
        multiprocessor.memory = std::max(multiprocessor.memory, running.begin) + running.moving;
        running.clock = std::max(running.clock, multiprocessor.memory);
      }
    }
    running.begin = running.clock;
    running.issues = running.moving = 0;
  }

  /// Put the blocks that are still on a multiprocessor into the trace.
  void place_rest(std::uint64_t end_cycle);
  /// `other` has run its share of the launch to the end, and so has this one.
  void absorb(const Blocks& other);

 private:
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
  State state_;
};

}  // namespace warplens::simt
