#include <algorithm>
#include <bit>
#include <utility>

#include "simt/machine/machine.h"

namespace warplens::simt {

/// bar.sync, bar.red and bar.arrive a[, b]: barrier number a, for b threads, or for all of the block that have not exited. A
/// whole warp counts as 32 threads where b is given (PTX ISA, "bar": b is a multiple of the warp size).
Machine::Next Machine::barrier(Running& running, const Decoded& instruction, std::uint32_t active) {
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
    raise(launch::FaultKind::barrier_divergence, warp, group.pc, lane,
          thread_text(warp, lane) + " waits at barrier " + std::to_string(number) + " at " + place_text(group.pc) +
              "; a block has barriers 0 to 15");
    return Next::stop;
  }
  Barrier& barrier = resident_[warp.block].barriers[number];
  resident_[warp.block].begun |= 1u << number;
  const bool counted = instruction.operands[1] != no_row;
  if (counted) barrier.expected = of_first_lane(instruction.operands[1]);
  barrier.arrived += counted && active == warp.lanes.live() ? warp_size : static_cast<std::uint32_t>(std::popcount(active));
  barrier.clock = std::max(barrier.clock, running.clock + instruction.latency);
  ++tallies_[group.pc].arrivals;
  const bool votes = instruction.barrier == ptx::BarrierMode::red;
  if (votes) {
    barrier.voters += static_cast<std::uint32_t>(std::popcount(active));
    barrier.votes +=
        static_cast<std::uint32_t>(std::popcount(active & warp.frame.predicate(instruction.operands[barrier_predicate_slot])));
  }
  const bool waits = votes || instruction.barrier == ptx::BarrierMode::sync;
  if (checker_) checker_->barrier_joined(warp.block, number, warp.in_block, group.pc, active, waits);
  if (waits) {
    group.state = Group::State::at_barrier;
    group.awaited = number;
    group.clock = running.clock + instruction.latency;
    if (warp.lanes.is_whole(group)) set_writes_shared(warp, false);
    warp.lanes.put_back();
    let_exit(warp, running.clock);
  } else {
    ++group.pc;
  }
  complete_barrier(warp.block, number, running.clock);
  return waits ? Next::wait : Next::on;
}

/// Lanes that meet others only to exit with them do not wait for those who are at a barrier: it waits for them.
void Machine::let_exit(ResidentWarp& warp, std::uint64_t now) {
  Lanes& lanes = warp.lanes;
  const auto waits = [](const Group& group) { return group.state == Group::State::at_barrier; };
  if (std::none_of(lanes.groups().begin(), lanes.groups().end(), waits)) return;
  for (std::uint32_t j = 0; j < lanes.joins().size(); ++j) {
    const Join& join = lanes.joins()[j];
    if (join.arrived != 0 && program_.code[join.pc].kind == Kind::exit) lanes.let_go(j, now);
  }
}

/// bar.red: how many threads' predicates are true, or whether all or any are.
void Machine::give_votes(const ResidentWarp& warp, const Group& group, const Barrier& barrier) const {
  const Decoded& instruction = program_.code[group.pc];
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

/// If all have come, all go on.
void Machine::complete_barrier(std::uint32_t block_place, std::uint32_t number, std::uint64_t now) {
  ResidentBlock& block = resident_[block_place];
  Barrier& barrier = block.barriers[number];
  const std::uint32_t expected = barrier.expected != 0 ? barrier.expected : block.live_threads;
  if (barrier.arrived < expected) return;
  const std::uint64_t clock = std::max(barrier.clock, now);
  const Barrier complete = std::exchange(barrier, {});
  block.begun &= ~(1u << number);
  if (checker_) checker_->barrier_complete(block_place, number, block.live_threads);
  const auto first = static_cast<std::uint32_t>(block_place * warps_per_block_);
  for (std::uint32_t place = first; place < first + warps_per_block_; ++place) {
    ResidentWarp& warp = warps_[place];
    bool released = false;
    for (Group& group : warp.lanes.groups()) {
      if (group.state != Group::State::at_barrier || group.awaited != number) continue;
      give_votes(warp, group, complete);
      group.state = Group::State::running;
      tallies_[group.pc].wait_cycles += clock - std::min(clock, group.clock);
      group.clock = clock;
      ++group.pc;
      released = true;
      set_writes_shared(warp, program_.code[group.pc].shared_write_ahead || !warp.lanes.is_whole(group));
    }
    if (released) wake(place);
  }
}

/// Counts the warp among those of its block that may write shared memory before the next barrier, or no longer.
void Machine::set_writes_shared(ResidentWarp& warp, bool writes) {
  if (warp.writes_shared == writes) return;
  warp.writes_shared = writes;
  resident_[warp.block].shared_writers += writes ? 1u : ~0u;
}

/// Nobody can go on: say who waits where. Where somebody waits at a barrier, that is the story.
void Machine::report_stuck() {
  const ResidentWarp* witness = nullptr;
  Group witness_group;
  const auto better = [](const Group& a, const Group& b) {
    return a.state == Group::State::at_barrier && b.state != Group::State::at_barrier;
  };
  for (const ResidentWarp& warp : warps_) {
    if (!resident_[warp.block].resident) continue;
    for (const Group& group : warp.lanes.groups()) {
      if (witness != nullptr && !better(group, witness_group)) continue;
      witness = &warp;
      witness_group = group;
    }
  }
  if (witness == nullptr) return;
  const ResidentBlock& block = resident_[witness->block];
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
  const auto first = static_cast<std::uint32_t>(witness->block * warps_per_block_);
  for (std::uint32_t place = first; place < first + warps_per_block_; ++place) {
    const ResidentWarp& warp = warps_[place];
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
  text += place_text(witness_group.pc) + " is never met: " + std::to_string(waiting) + " of " +
          std::to_string(block.live_threads) + " threads of " + block_text(block) + " wait there, the first of them " +
          thread_text(*witness, lane);
  if (other != nullptr) {
    text += ", while " + thread_text(*other, static_cast<int>(other_lane)) + " waits at " + place_text(other_pc);
    const launch::Fault there = fault_at(launch::FaultKind::deadlock, *other, other_pc, static_cast<int>(other_lane));
    other_witness_ = {there.block, there.thread, there.file, there.line, there.column, ""};
  }
  raise(at_barrier ? launch::FaultKind::barrier_divergence : launch::FaultKind::deadlock, *witness, witness_group.pc, lane, text);
}

}  // namespace warplens::simt
