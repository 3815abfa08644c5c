#include "simt/machine/machine.h"

namespace warplens::simt {

Machine::Machine(const launch::Launch& launch, const Program& program, const DeviceSpec& spec, launch::Progress& progress,
                 std::shared_ptr<GlobalMemory> memory, const CoreShare& share)
    : Machine(launch, program, spec, progress, RunAhead::allowed, std::move(memory), share) {}

void Machine::run_share() {
  Cores& cores = *share_.cores;
  try {
    while (!over() && !cores.given_up() && !cores.one_does_all()) {
      const Turn turn = state_.turns.first();
      cores.reach(share_.core, turn.key());
      if (turn.time >= cores.l2.interval_end() && !cores.wait_for_interval(share_.core, turn.time)) break;
      const bool block_leaves = blocks_.warp(turn.slot).lanes.live() == 0;
      if (!block_leaves || cores.wait_for_others(share_.core)) go_on_with_share();
    }
  } catch (...) {
    cores.give_up();
    throw;
  }
  if (over()) {
    cores.reach(share_.core, never);
    cores.leave(share_.core);
  }
  if (failed()) cores.give_up();
}

void Machine::absorb(const Machine& other) {
  observation_.absorb(other.observation_);
  memory_unit_.absorb(other.memory_unit_);
  blocks_.absorb(other.blocks_);
}

}  // namespace warplens::simt
