#include "simt/machine/endless/deadlock.h"

#include <bit>

namespace warplens::simt {

void report_deadlock(const LaunchContext& context, const Blocks& blocks, Faults& faults) {
  const ResidentWarp* witness = nullptr;
  Group witness_group;
  const auto better = [](const Group& a, const Group& b) {
    return a.state == Group::State::at_barrier && b.state != Group::State::at_barrier;
  };
  for (const ResidentWarp& warp : blocks.warps()) {
    if (!blocks.block_of(warp).resident) continue;
    for (const Group& group : warp.lanes.groups()) {
      if (witness != nullptr && !better(group, witness_group)) continue;
      witness = &warp;
      witness_group = group;
    }
  }
  if (witness == nullptr) return;
  const ResidentBlock& block = blocks.block_of(*witness);
  const int lane = std::countr_zero(witness_group.active);
  const bool at_barrier = witness_group.state == Group::State::at_barrier;
  std::uint32_t waiting = 0;
  const ResidentWarp* other = nullptr;
  std::uint32_t other_pc = 0, other_lane = 0;
  const auto seen_elsewhere = [&](const ResidentWarp& warp, std::uint32_t pc, std::uint32_t lanes) {
    if (other != nullptr || lanes == 0) return;
    other = &warp;
    other_pc = pc;
    other_lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
  };
  for (const ResidentWarp& warp : blocks.warps().subspan(blocks.first_warp(witness->block), context.warps_per_block)) {
    for (const Group& group : warp.lanes.groups()) {
      const bool same = group.state == witness_group.state &&
                        (at_barrier ? group.awaited == witness_group.awaited : &warp == witness && group.pc == witness_group.pc);
      if (same)
        waiting += static_cast<std::uint32_t>(std::popcount(group.active));
      else
        seen_elsewhere(warp, group.pc, group.active);
    }
    for (const Join& join : warp.lanes.joins()) {
      if (join.expected != 0) seen_elsewhere(warp, join.pc, join.arrived);
    }
  }
  std::string text = at_barrier ? "the barrier at " : "the warp-wide instruction at ";
  text += faults.place_text(witness_group.pc) + " is never met: " + std::to_string(waiting) + " of " +
          std::to_string(block.live_threads) + " threads of " + faults.block_text(*witness) + " wait there, the first of them " +
          faults.thread_text(*witness, lane);
  if (other != nullptr) {
    text += ", while " + faults.thread_text(*other, static_cast<int>(other_lane)) + " waits at " + faults.place_text(other_pc);
    faults.name_other(*other, other_pc, static_cast<int>(other_lane));
  }
  faults.raise(at_barrier ? launch::FaultKind::barrier_divergence : launch::FaultKind::deadlock, *witness, witness_group.pc, lane,
               text);
}

}  // namespace warplens::simt
