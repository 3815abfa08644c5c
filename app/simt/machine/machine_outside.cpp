#include <bit>

#include "simt/machine/machine.h"

namespace warplens::simt {

std::optional<std::uint32_t> Machine::place_of(std::uint32_t warp) const {
  for (std::size_t block = 0; block < resident_.size(); ++block) {
    if (resident_[block].resident && resident_[block].index == warp / warps_per_block_)
      return static_cast<std::uint32_t>(block * warps_per_block_ + warp % warps_per_block_);
  }
  return std::nullopt;
}

bool Machine::can_go(std::uint32_t place) const {
  const ResidentWarp& warp = warps_[place];
  const ResidentBlock& block = resident_[warp.block];
  if (failed() || (held_ && held_->place == place)) return false;
  return warp.has_turn || (block.resident && block.live_warps == 0 && block.last.warp == place);
}

std::uint64_t Machine::take_turn_of(std::uint32_t place, const Leash& leash) {
  leash_ = leash;
  const std::uint32_t warp = warps_[place].in_grid;
  const std::uint64_t operations = take_turn<true>(turns_.take_of(place));
  const bool steps = leash.instructions != Leash::any_number;
  record_turn({.warp = warp, .amount = steps ? leash.instructions : operations, .lane = leash.lane});
  return operations;
}

void Machine::record_turn(const launch::ScheduleRun& turn) {
  if (!schedule_ || !schedule_->complete) return;
  if (schedule_->runs.size() * sizeof turn >= launch_.trace_budget)
    schedule_->complete = false;
  else
    schedule_->add(turn);
}

Machine::NextOperation Machine::next_operation(std::uint32_t place, std::uint64_t address, std::uint64_t bytes) const {
  const ResidentWarp& warp = warps_[place];
  NextOperation next;
  const Group* first = nullptr;
  for (const Group& group : warp.lanes.groups()) {
    if (group.state == Group::State::running && (first == nullptr || goes_before(group, *first))) first = &group;
  }
  if (first == nullptr) return next;
  const Decoded& instruction = program_.code[first->pc];
  next.visible = instruction.order != Order::free;
  next.reads = instruction.kind == Kind::load;
  std::uint32_t active = first->active;
  if (instruction.guard != no_row) active &= warp.frame.predicate(instruction.guard);
  const bool accesses = instruction.kind == Kind::load || instruction.kind == Kind::store || instruction.kind == Kind::atomic;
  if (!next.visible || !accesses || active == 0) return next;
  LaneOffsets addresses;
  executor_.addresses(warp.frame, instruction, addresses);
  const std::uint64_t width = std::uint64_t{instruction.bytes} * instruction.vector;
  for (; active != 0; active &= active - 1) {
    const std::uint64_t at = addresses[static_cast<std::size_t>(std::countr_zero(active))];
    next.touches |= at < address + bytes && address < at + width;
  }
  return next;
}

}  // namespace warplens::simt
