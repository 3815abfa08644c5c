#include "simt/machine/barriers/barriers.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace warplens::simt {

namespace {

/// Count the arrivals of `active` lanes at a barrier of some threads. A whole warp counts as 32 (PTX ISA, "bar"): its last lanes
/// to arrive also count for lanes that have exited or never existed.
std::uint32_t arrivals_of_part(Barrier& barrier, const ResidentWarp& warp, std::uint32_t active) {
  const auto part = std::ranges::find(barrier.parts, warp.in_grid, &Barrier::Part::warp);
  const std::uint32_t before = part == barrier.parts.end() ? 0 : part->lanes;
  if ((warp.lanes.live() & ~(before | active)) == 0) {
    if (before != 0) barrier.parts.erase(part);
    return warp_size - static_cast<std::uint32_t>(std::popcount(before));
  }
  if (before == 0)
    barrier.parts.push_back({warp.in_grid, active});
  else
    part->lanes |= active;
  return static_cast<std::uint32_t>(std::popcount(active));
}

}  // namespace

Next Barriers::arrive(Running& running, const Decoded& instruction, std::uint32_t active) {
  ResidentWarp& warp = running.warp;
  Group& group = running.group;
  const auto of_first_lane = [&](Row row) {
    std::uint32_t value;
    std::memcpy(&value, warp.frame.source(row) + std::countr_zero(active) * 4, sizeof value);
    return value;
  };
  const std::uint32_t number = of_first_lane(instruction.operands[0]);
  if (number >= barriers_per_block) {
    const int lane = std::countr_zero(active);
    faults_.raise(launch::FaultKind::barrier_divergence, warp, group.pc, lane,
                  faults_.thread_text(warp, lane) + " waits at barrier " + std::to_string(number) + " at " +
                      faults_.place_text(group.pc) + "; a block has barriers 0 to 15");
    return Next::stop;
  }
  BlockBarriers& of_block = barriers_of(warp.block);
  Barrier& barrier = of_block.barriers[number];
  of_block.begun |= 1u << number;
  const bool counted = instruction.operands[1] != no_row;
  if (counted) barrier.expected = of_first_lane(instruction.operands[1]);
  barrier.arrived += counted ? arrivals_of_part(barrier, warp, active) : static_cast<std::uint32_t>(std::popcount(active));
  barrier.clock = std::max(barrier.clock, running.clock + instruction.latency);
  ++observation_.tally(group.pc).arrivals;
  const bool votes = instruction.barrier == ptx::BarrierMode::red;
  if (votes) {
    barrier.voters += static_cast<std::uint32_t>(std::popcount(active));
    barrier.votes +=
        static_cast<std::uint32_t>(std::popcount(active & warp.frame.predicate(instruction.operands[barrier_predicate_slot])));
  }
  const bool waits = votes || instruction.barrier == ptx::BarrierMode::sync;
  observation_.barrier_joined(warp, number, group.pc, active, waits);
  if (waits) {
    group.state = Group::State::at_barrier;
    group.awaited = number;
    group.clock = running.clock + instruction.latency;
    if (warp.lanes.is_whole(group)) blocks_.set_writes_shared(warp, false);
    warp.lanes.put_back();
    control_.let_exit(warp, running.clock);
  } else {
    ++group.pc;
  }
  complete(warp.block, number, running.clock);
  return waits ? Next::wait : Next::on;
}

/// bar.red: the number of threads whose predicate is true, or whether all or any are.
void Barriers::give_votes(const ResidentWarp& warp, const Group& group, const Barrier& barrier) const {
  const Decoded& instruction = context_.program.code[group.pc];
  if (instruction.barrier != ptx::BarrierMode::red) return;
  const Row result = instruction.operands[barrier_result_slot];
  const auto boolean = static_cast<ptx::BooleanOp>(instruction.immediate);
  if (boolean == ptx::BooleanOp::none) {
    std::byte* const counts = warp.frame.destination(result);
    for (std::uint32_t rest = group.active; rest != 0; rest &= rest - 1)
      std::memcpy(counts + std::countr_zero(rest) * sizeof barrier.votes, &barrier.votes, sizeof barrier.votes);
    return;
  }
  const bool answer = boolean == ptx::BooleanOp::and_ ? barrier.votes == barrier.voters : barrier.votes != 0;
  warp.frame.set_predicate(result, answer ? all_lanes : 0, group.active);
}

/// If all threads have arrived, release them.
void Barriers::complete(std::uint32_t block_slot, std::uint32_t number, std::uint64_t now) {
  const ResidentBlock& block = blocks_.block(block_slot);
  BlockBarriers& of_block = barriers_of(block_slot);
  Barrier& barrier = of_block.barriers[number];
  const std::uint32_t expected = barrier.expected != 0 ? barrier.expected : block.live_threads;
  if (barrier.arrived < expected) return;
  const std::uint64_t clock = std::max(barrier.clock, now);
  const Barrier complete = std::exchange(barrier, {});
  of_block.begun &= ~(1u << number);
  // Of a barrier of some threads, those that have left are no part, although no others may be left.
  const bool of_some = complete.expected != 0 && complete.expected < context_.threads_per_block;
  observation_.barrier_complete(block_slot, number, of_some ? ~0u : block.live_threads);
  const std::uint32_t first = blocks_.first_warp(block_slot);
  for (std::uint32_t slot = first; slot < first + context_.warps_per_block; ++slot) {
    ResidentWarp& warp = blocks_.warp(slot);
    bool released = false;
    for (Group& group : warp.lanes.groups()) {
      if (group.state != Group::State::at_barrier || group.awaited != number) continue;
      give_votes(warp, group, complete);
      group.state = Group::State::running;
      observation_.tally(group.pc).wait_cycles += clock - std::min(clock, group.clock);
      observation_.recorder().wait(trace::WaitReason::barrier, warp.in_grid, group.clock, clock);
      group.clock = clock;
      ++group.pc;
      released = true;
      blocks_.set_writes_shared(warp, context_.program.code[group.pc].shared_write_ahead || !warp.lanes.is_whole(group));
    }
    if (released) blocks_.wake(slot);
  }
}

void Barriers::complete_begun(std::uint32_t block_slot, std::uint64_t now) {
  if (block_slot >= state_.size()) return;
  for (std::uint32_t begun = state_[block_slot].begun; begun != 0; begun &= begun - 1)
    complete(block_slot, static_cast<std::uint32_t>(std::countr_zero(begun)), now);
}

}  // namespace warplens::simt
