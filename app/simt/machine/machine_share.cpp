#include <algorithm>
#include <utility>

#include "simt/machine/machine.h"

namespace warplens::simt {

Machine::Machine(const launch::Launch& launch, const Program& program, const DeviceSpec& spec, launch::Progress& progress,
                 std::shared_ptr<GlobalMemory> memory, Cores& cores, std::uint32_t core)
    : Machine(launch, program, spec, progress, RunAhead::allowed, std::move(memory)) {
  cores_ = &cores;
  core_ = core;
}

void Machine::run_share() {
  try {
    while (!over() && !cores_->given_up() && !cores_->one_does_all()) {
      const Turn turn = turns_.first();
      cores_->reach(core_, turn.key());
      const bool block_leaves = warps_[turn.warp].lanes.live() == 0;
      if (!block_leaves || cores_->wait_for_others(core_)) go_on_with_share();
    }
  } catch (...) {
    cores_->give_up();
    throw;
  }
  if (over()) cores_->reach(core_, never);
  if (failed()) cores_->give_up();
}

void Machine::go_on_with_share() { take_turn<false>(turns_.take()); }

bool Machine::did_its_share() const {
  return over() && !failed() && std::none_of(resident_.begin(), resident_.end(), [&](const ResidentBlock& block) {
           return block.resident && is_mine(block.sm);
         });
}

void Machine::absorb(const Machine& other) {
  for (std::size_t pc = 0; pc < tallies_.size(); ++pc) tallies_[pc] += other.tallies_[pc];
  const auto add = [](std::vector<Run>& runs, const std::vector<Run>& others) {
    for (std::size_t pc = 0; pc < runs.size(); ++pc) {
      runs[pc].executions += others[pc].executions;
      runs[pc].lanes += others[pc].lanes;
    }
  };
  add(computed_, other.computed_);
  add(ran_, other.ran_);
  end_cycle_ = std::max(end_cycle_, other.end_cycle_);
  issued_ += other.issued_;
  recorder_.place_all(other.recorder_);
  for (std::size_t block = 0; block < resident_.size(); ++block) resident_[block].resident = false;
}

}  // namespace warplens::simt
