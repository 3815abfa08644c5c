#pragma once

#include <cstdint>

#include "simt/machine/faults.h"
#include "simt/machine/launch_context.h"
#include "simt/machine/observation.h"
#include "simt/machine/turn_state.h"

namespace warplens::simt {

/// Where the lanes of one warp go and how they wait for each other: branches, loops, reconvergence, warp collectives. What it
/// changes is the warp's Lanes.
class WarpControl {
 public:
  WarpControl(const LaunchContext& context, Observation& observation, Faults& faults)
      : context_(context), observation_(observation), faults_(faults) {}

  Next branch(Running& running, const Decoded& instruction, std::uint32_t active) {
    Group& group = running.group;
    const std::uint32_t pc = group.pc;
    // The guard of a branch is its condition: lanes that do not jump have executed it, too.
    observation_.tally(pc).lanes += count_lanes(group.active & ~active);
    if (active == 0) {
      ++group.pc;
      return Next::on;
    }
    if (active == group.active) {
      group.pc = instruction.target;
    } else {
      ++observation_.tally(pc).divergent_branches;
      group.clock = running.clock + instruction.latency;
      group = running.warp.lanes.part(group, active, instruction.target, pc + 1, instruction.reconvergence);
    }
    return instruction.target <= pc ? next_round(running) : Next::on;
  }
  /// brx.idx: lanes with different targets part, and reconverge where a branch's would.
  Next table_branch(Running& running, const Decoded& instruction, std::uint32_t active);

  /// A warp collective or a warp barrier: the lanes whose partners are all here go on, the others wait. A lane that is not in the
  /// mask that it names is undefined behaviour in PTX ("shfl.sync", "bar.warp.sync"), and a fault here.
  Next meet(Running& running, const Decoded& instruction, std::uint32_t active);
  /// Complete the collectives and warp barriers of a warp whose lanes have all come.
  void complete_waits(ResidentWarp& warp, std::uint64_t now);
  /// No lane of the warp runs: where lanes wait at a collective for lanes that wait to reconverge, release the latter, whose
  /// waiting only saves time. If they are not on their way out, the checker reports it. False if there are none.
  bool release_awaited(ResidentWarp& warp);
  /// Release lanes that wait to reconverge at an exit from waiting for lanes at a block barrier, which waits for their exit.
  void let_exit(ResidentWarp& warp, std::uint64_t now);

 private:
  // Rounds of a loop until lanes that wait behind it are released: rounds in which the looping lanes only polled, and rounds in
  // which they polled and wrote something, too.
  static constexpr std::uint32_t idle_patience = 4, busy_patience = 64;

  /// Lanes jump back. They must not starve the other lanes of their warp, which may owe what they poll for.
  Next next_round(Running& running) {
    Lanes& lanes = running.warp.lanes;
    Group& group = running.group;
    if (lanes.is_whole(group)) return running.clock < running.horizon ? Next::on : Next::yield;
    if (!group.looked)
      group.waiting = 0;
    else
      group.waiting += group.changed ? 1 : busy_patience / idle_patience;
    group.looked = group.changed = false;
    if (group.waiting >= busy_patience) {
      group.waiting = 0;
      group.clock = running.clock;
      lanes.release_for(group);
    }
    return lanes.groups().empty() ? Next::on : Next::yield;
  }
  void take_part(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t lanes);
  bool leads_out(std::uint32_t pc) const;

  const LaunchContext& context_;
  Observation& observation_;
  Faults& faults_;
};

}  // namespace warplens::simt
