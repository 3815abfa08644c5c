#include "simt/follow.h"

#include <algorithm>
#include <string>

#include "base/number_format.h"

namespace warplens::simt {
namespace {

constexpr int most_idle_turns = 1024;  // of one entry, one after the other

bool can_go(const Machine& machine, std::uint32_t place) {
  const auto waiting = machine.waiting();
  return std::find(waiting.begin(), waiting.end(), place) != waiting.end();
}

/// Why a warp cannot take the turn of `run`; empty if it can.
std::string misfit(const Machine& machine, const launch::ScheduleRun& run) {
  const std::string warp = "warp " + base::grouped(std::uint64_t{run.warp});
  if (run.warp >= machine.warps()) return "there is no " + warp + "; the launch has " + base::counted(machine.warps(), "warp");
  const auto place = machine.place_of(run.warp);
  if (!place) return warp + " is on no multiprocessor: its block has not started yet, or has ended";
  if (!can_go(machine, *place)) return warp + " cannot go: it waits for other warps, or has ended";
  if (run.lane == launch::ScheduleRun::any_lane || machine.warp_at(*place).lanes.live() == 0) return {};
  for (const Group& group : machine.warp_at(*place).lanes.groups()) {
    if (group.state == Group::State::running && (group.active >> run.lane & 1) != 0) return {};
  }
  return "lane " + std::to_string(run.lane) + " of " + warp + " cannot go: it waits for other lanes, or has ended";
}

}  // namespace

base::Status follow(Machine& machine, const launch::ScheduleRecord& record) {
  machine.begin();
  const bool steps = record.unit == launch::ScheduleRecord::Unit::instructions;
  for (std::size_t entry = 0; entry < record.runs.size(); ++entry) {
    const launch::ScheduleRun& run = record.runs[entry];
    const auto error = [&](const std::string& why) {
      return base::error("entry " + base::grouped(std::uint64_t{entry} + 1) + " of the recorded schedule does not fit: " + why);
    };
    int idle = 0;
    for (std::uint64_t turn = 0; turn < run.turns; ++turn) {
      if (machine.failed()) return base::Nothing{};
      if (machine.over()) return error("no warp can go any more");
      if (const std::string why = misfit(machine, run); !why.empty()) return error(why);
      Machine::Leash leash{.lane = run.lane};
      (steps ? leash.instructions : leash.operations) = run.amount;
      if (steps) leash.operations = Machine::Leash::any_number;
      const std::uint64_t issued = machine.issued();
      machine.take_turn_of(*machine.place_of(run.warp), leash);
      idle = machine.issued() == issued ? idle + 1 : 0;
      if (idle > most_idle_turns) return error("its turns do nothing");
    }
  }
  while (!machine.over()) machine.take_turn_of(machine.waiting().front(), {});
  return base::Nothing{};
}

}  // namespace warplens::simt
