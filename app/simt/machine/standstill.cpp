#include <algorithm>

#include "simt/machine/machine.h"
#include "simt/machine/observe/observers.h"

namespace warplens::simt {

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
