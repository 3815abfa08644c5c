#include "simt/machine/schedule/follow.h"

#include <string>

#include "base/number_format.h"

namespace warplens::simt {
namespace {

constexpr int max_idle_turns = 1024;  // of one entry, consecutive

}  // namespace

std::string why_it_cannot_go(const Machine& machine, std::uint32_t number, std::uint8_t lane) {
  const std::string warp = "warp " + base::grouped(std::uint64_t{number});
  if (number >= machine.warps()) return "there is no " + warp + "; the launch has " + base::counted(machine.warps(), "warp");
  if (machine.failed()) return warp + " cannot go: the kernel has failed";
  const auto slot = machine.slot_of(number);
  if (!slot)
    return warp + " is on no multiprocessor: its block has " + (machine.has_started(number) ? "ended" : "not started yet");
  const std::uint32_t live = machine.warp_at(*slot).lanes.live();
  if (!machine.can_go(*slot)) return warp + " cannot go: it " + (live == 0 ? "has ended" : "waits for other warps");
  if (lane == launch::ScheduleRun::any_lane || live == 0) return {};
  for (const Group& group : machine.warp_at(*slot).lanes.groups()) {
    if (group.state == Group::State::running && (group.active >> lane & 1) != 0) return {};
  }
  return "lane " + std::to_string(lane) + " of " + warp + " cannot go: it " +
         ((live >> lane & 1) == 0 ? "has ended" : "waits for other lanes");
}

base::Error Follower::misfit(const std::string& why) const {
  return base::error("entry " + base::grouped(std::uint64_t{position_.entry} + 1) +
                     " of the recorded schedule does not fit: " + why);
}

base::Status Follower::take_turn(Machine& machine, const launch::ScheduleRun& run) {
  if (machine.held()) {
    machine.resume();
  } else {
    if (const std::string why = why_it_cannot_go(machine, run.warp, run.lane); !why.empty()) return misfit(why);
    TurnLimit limit{.lane = run.lane};
    const bool steps = record_->unit == launch::ScheduleRecord::Unit::instructions;
    (steps ? limit.instructions : limit.operations) = run.amount;
    if (steps) limit.operations = TurnLimit::any_number;
    position_.issued_before = machine.issued();
    machine.take_turn_of(*machine.slot_of(run.warp), limit);
  }
  if (machine.held()) return base::Nothing{};
  position_.idle = machine.issued() == position_.issued_before ? position_.idle + 1 : 0;
  if (position_.idle > max_idle_turns) return misfit("its turns do nothing");
  ++position_.turn;
  return base::Nothing{};
}

base::Status Follower::go_on(Machine& machine) {
  while (!machine.failed() && !machine.stopped()) {
    const bool follows = position_.entry < record_->runs.size();
    if (follows && position_.turn >= record_->runs[position_.entry].turns) {
      position_ = {.entry = position_.entry + 1};
    } else if (follows) {
      if (machine.over()) return misfit("no warp can go any more");
      if (const auto taken = take_turn(machine, record_->runs[position_.entry]); !taken) return taken.error();
    } else if (machine.held()) {
      machine.resume();
    } else if (machine.over()) {
      break;
    } else {
      machine.take_turn_of(machine.waiting().front(), {});
    }
  }
  return base::Nothing{};
}

}  // namespace warplens::simt
