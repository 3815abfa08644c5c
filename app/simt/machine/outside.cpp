#include <algorithm>
#include <bit>

#include "simt/machine/machine.h"
#include "simt/machine/observe/observers.h"

namespace warplens::simt {

bool Machine::can_go(std::uint32_t slot) const {
  const ResidentWarp& warp = blocks_.warp(slot);
  const ResidentBlock& block = block_of(warp);
  if (failed() || (state_.held && state_.held->slot == slot)) return false;
  return warp.has_turn || (block.resident && block.live_warps == 0 && block.last.slot == slot);
}

std::uint64_t Machine::take_turn_of(std::uint32_t slot, const TurnLimit& limit) {
  state_.limit = limit;
  const std::uint32_t warp = blocks_.warp(slot).in_grid;
  const std::uint64_t operations =
      with_observer(observation_, true, [&]<typename Observer>() { return take_turn<Observer>(state_.turns.take_of(slot)); });
  const bool steps = limit.instructions != TurnLimit::any_number;
  record_turn({.warp = warp, .amount = steps ? limit.instructions : operations, .lane = limit.lane});
  return operations;
}

void Machine::record_turn(const launch::ScheduleRun& turn) {
  if (!state_.schedule || !state_.schedule->complete) return;
  if (state_.schedule->runs.size() * sizeof turn >= context_.launch.trace_budget)
    state_.schedule->complete = false;
  else
    state_.schedule->add(turn);
}

Machine::NextOperation Machine::next_operation(std::uint32_t slot, std::uint64_t address, std::uint64_t bytes) const {
  const ResidentWarp& warp = blocks_.warp(slot);
  NextOperation next;
  const Group* first = nullptr;
  for (const Group& group : warp.lanes.groups()) {
    if (group.state == Group::State::running && (first == nullptr || goes_before(group, *first))) first = &group;
  }
  if (first == nullptr) return next;
  const Decoded& instruction = context_.program.code[first->pc];
  next.visible = instruction.order != Order::free;
  next.reads = instruction.kind == Kind::load;
  std::uint32_t active = first->active;
  if (instruction.guard != no_row) active &= warp.frame.predicate(instruction.guard);
  const bool accesses = instruction.kind == Kind::load || instruction.kind == Kind::store || instruction.kind == Kind::atomic;
  if (!next.visible || !accesses || active == 0) return next;
  LaneOffsets addresses;
  context_.executor.addresses(warp.frame, instruction, addresses);
  const std::uint64_t width = std::uint64_t{instruction.bytes} * instruction.vector;
  for (; active != 0; active &= active - 1) {
    const std::uint64_t at = addresses[static_cast<std::size_t>(std::countr_zero(active))];
    next.touches |= at < address + bytes && address < at + width;
  }
  return next;
}

void Machine::stop_at(std::uint64_t step) {
  stop_at_ = step;
  check_at_ = std::min(check_at_, step);
}

void Machine::resume() {
  const TurnState turn = *state_.held;
  state_.held.reset();
  ResidentWarp& warp = blocks_.warp(turn.slot);
  Running running(blocks_.block_of(warp), warp, turn);
  with_observer(observation_, true, [&]<typename Observer>() { go_on_with_turn<Observer>(running); });
}

void Machine::go_on() {
  with_observer(observation_, true, [this]<typename Observer>() {
    while (!over() && !stopped()) {
      if (state_.held)
        resume();
      else
        take_turn<Observer>(state_.turns.take());
    }
  });
}

Checkpoint Machine::save() const {
  return {.machine = state_,
          .faults = faults_.state(),
          .observation = observation_.state(),
          .stack = stack_.state(),
          .blocks = blocks_.state(),
          .barriers = barriers_.state(),
          .copies = copies_.state(),
          .mbarriers = mbarriers_.state(),
          .memory_unit = memory_unit_.state(),
          .calls = calls_.state(),
          .memory = memory_->save()};
}

void Machine::restore(const Checkpoint& checkpoint) {
  state_ = checkpoint.machine;
  faults_.restore(checkpoint.faults);
  observation_.restore(checkpoint.observation);
  stack_.restore(checkpoint.stack);
  blocks_.restore(checkpoint.blocks);
  barriers_.restore(checkpoint.barriers);
  copies_.restore(checkpoint.copies);
  mbarriers_.restore(checkpoint.mbarriers);
  memory_unit_.restore(checkpoint.memory_unit);
  calls_.restore(checkpoint.calls);
  memory_->restore(checkpoint.memory);
  check_at_ = issued();
}

std::uint64_t Checkpoint::bytes() const {
  return sizeof *this + Observation::bytes(observation) + Blocks::bytes(blocks) + Barriers::bytes(barriers) +
         Copies::bytes(copies) + Mbarriers::bytes(mbarriers) + MemoryUnit::bytes(memory_unit) + Calls::bytes(calls) +
         memory.bytes();
}

}  // namespace warplens::simt
