#pragma once

#include <cstdint>

#include "simt/machine/faults.h"
#include "simt/machine/launch_context.h"
#include "simt/machine/observe/observation.h"
#include "simt/machine/turns/turn_state.h"

namespace warplens::simt {

/// Control flow of the lanes of one warp: branches, loops, reconvergence, warp collectives. Modifies the warp's Lanes.
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
  /// Execute brx.idx: lanes with different targets diverge, and reconverge where lanes of a branch would.
  Next table_branch(Running& running, const Decoded& instruction, std::uint32_t active);

  /// Execute a warp collective or a warp barrier: lanes whose partners have all arrived continue, the others wait. A lane that is
  /// not in its own mask is undefined behaviour in PTX ("shfl.sync", "bar.warp.sync"), and a fault here.
  Next meet(Running& running, const Decoded& instruction, std::uint32_t active);
  /// Complete the collectives and warp barriers of a warp at which all lanes have arrived.
  void complete_waits(ResidentWarp& warp, std::uint64_t now);
  /// Call when no lane of the warp runs. If lanes wait at a collective for lanes that wait to reconverge, release the latter, as
  /// reconvergence is only an optimisation; the checker reports it unless they are about to exit. False if there are no such
  /// lanes.
  bool release_awaited(ResidentWarp& warp);
  /// If some lanes of the warp wait at a block barrier, and others wait to reconverge with them at an exit instruction, release
  /// the latter: the barrier waits for their exit.
  void let_exit(ResidentWarp& warp, std::uint64_t now);

 private:
  // After so many rounds of a loop, lanes that wait behind it are released: rounds in which the looping lanes only polled, and
  // rounds in which they polled and also wrote.
  static constexpr std::uint32_t idle_patience = 4, busy_patience = 64;

  /// Lanes jump back. They must not starve the other lanes of their warp, whose work they may be polling
  /// for.
  Next next_round(Running& running) {
    Lanes& lanes = running.warp.lanes;
    Group& group = running.group;
    if (lanes.is_whole(group)) return running.clock < running.round_horizon ? Next::on : Next::yield;
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
  void take_part(ResidentWarp& warp, std::uint32_t frame, const Decoded& instruction, std::uint32_t lanes);
  bool leads_out(std::uint32_t pc) const;

  const LaunchContext& context_;
  Observation& observation_;
  Faults& faults_;
};

}  // namespace warplens::simt
