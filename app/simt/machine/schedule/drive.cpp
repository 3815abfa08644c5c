#include "simt/machine/schedule/drive.h"

#include <algorithm>

#include "simt/machine/machine.h"

namespace warplens::simt {
namespace {

/// The known state of the warp that waits for its turn at a slot.
struct Known {
  std::uint32_t warp = 0;
  bool looked = false;      ///< the candidate describes its next operation
  bool went_there = false;  ///< has run to just before its next operation, if it has one
  Candidate candidate{};
};

}  // namespace

const launch::Buffer* buffer_argument(const launch::Launch& launch, std::size_t k) {
  for (const launch::Argument& argument : launch.arguments) {
    const auto* buffer = std::get_if<launch::Buffer>(&argument);
    if (buffer != nullptr && k-- == 0) return buffer;
  }
  return nullptr;
}

Drive::Drive(const Prepared& prepared, const Target& target, launch::Progress& progress)
    : prepared_(prepared), progress_(progress), output_(target.output), element_(target.element) {
  const launch::Launch& launch = prepared_.launch;
  done_.resize(base::count(launch.grid) * ((base::count(launch.block) + warp_size - 1) / warp_size));
  usual_ = done_;
  prepared_.launch.record_schedule = true;
  prepared_.launch.trace_level = trace::Level::none;
  prepared_.launch.check = false;
}

void Drive::set_step_limit(std::uint64_t instructions) {
  prepared_.launch.step_limit = std::min(prepared_.launch.step_limit, instructions);
}

void Drive::learn() {
  usual_ = done_;
  learnt_ = true;
  for (const Done& done : usual_) operations_ += done.operations;
  set_step_limit(100'000 + 20 * instructions_);
}

std::vector<std::uint32_t> Drive::touching_warps() const {
  std::vector<std::uint32_t> warps;
  for (std::size_t warp = 0; warp < usual_.size(); ++warp) {
    if (usual_[warp].touches != 0) warps.push_back(static_cast<std::uint32_t>(warp));
  }
  return warps;
}

launch::LaunchResult Drive::run(Strategy& strategy) {
  Machine machine(prepared_.launch, prepared_.program, prepared_.spec, progress_);
  std::fill(done_.begin(), done_.end(), Done{});
  const std::uint64_t bytes = launch::bytes(buffer_argument(prepared_.launch, output_)->type);
  const std::uint64_t address = machine.memory().buffer_address(output_) + element_ * bytes;
  std::vector<Known> known;  // by warp slot
  std::vector<Candidate> candidates;
  std::vector<std::uint32_t> slots;
  const auto runs_wild = [&](std::uint32_t warp) { return learnt_ && done_[warp].operations > 2 * usual_[warp].operations + 64; };
  /// Run a waiting warp to just before its next operation, and determine that operation. False: this took a turn.
  const auto look = [&](std::uint32_t slot) {
    if (known.size() <= slot) known.resize(slot + 1);
    Known& here = known[slot];
    const std::uint32_t warp = machine.warp_at(slot).in_grid;
    if (here.warp != warp) here = {.warp = warp};
    if (here.looked) return true;
    const Machine::NextOperation next = machine.next_operation(slot, address, bytes);
    if (!next.visible && !here.went_there) {
      here.went_there = true;
      machine.take_turn_of(slot, {.operations = 0});
      return false;
    }
    here.looked = true;
    here.candidate = {.warp = warp, .reads = next.reads, .touches = next.touches, .touched = done_[warp].touches};
    return true;
  };
  const auto look_at_all = [&] {
    const std::vector<std::uint32_t> waiting = machine.waiting();
    return std::all_of(waiting.begin(), waiting.end(), look);
  };
  machine.begin();
  while (!machine.over()) {
    if (!look_at_all()) continue;
    slots = machine.waiting();
    const bool all_wild =
        std::all_of(slots.begin(), slots.end(), [&](std::uint32_t slot) { return runs_wild(known[slot].warp); });
    if (!all_wild) std::erase_if(slots, [&](std::uint32_t slot) { return runs_wild(known[slot].warp); });
    candidates.clear();
    for (const std::uint32_t slot : slots) candidates.push_back(known[slot].candidate);
    const std::size_t chosen = all_wild ? 0 : strategy.choose(candidates);
    Done& done = done_[candidates[chosen].warp];
    const std::uint64_t operations = machine.take_turn_of(slots[chosen], {.operations = 1});
    done.operations += std::max<std::uint64_t>(operations, 1);
    done.touches += operations != 0 && candidates[chosen].touches;
    known[slots[chosen]] = {.warp = candidates[chosen].warp};
  }
  instructions_ = machine.issued();
  return *machine.end();  // without running ahead, there is always a result
}

}  // namespace warplens::simt
