#include <bit>

#include "simt/code/execute/cells.h"
#include "simt/machine/warps/warp_control.h"

namespace warplens::simt {

Next WarpControl::table_branch(Running& running, const Decoded& instruction, std::uint32_t active) {
  Lanes& lanes = running.warp.lanes;
  Group& group = running.group;
  const std::uint32_t pc = group.pc;
  observation_.tally(pc).lanes += static_cast<std::uint64_t>(std::popcount(group.active & ~active));  // counted as for a branch
  if (active == 0) {
    ++group.pc;
    return Next::on;
  }
  group.clock = running.clock;
  if (active != group.active) group = lanes.part(group, group.active & ~active, pc + 1, pc, instruction.reconvergence);
  const std::byte* const indices = running.warp.frame.source(instruction.operands[0]);
  const auto index = cell<std::uint32_t>(indices, static_cast<std::size_t>(std::countr_zero(active)));
  if (index >= instruction.immediate) {
    const int lane = std::countr_zero(active);
    faults_.raise(launch::FaultKind::invalid_call, running.warp, pc, lane,
                  faults_.thread_text(running.warp, lane) + " branches to entry " + std::to_string(index) + " of a table of " +
                      std::to_string(instruction.immediate) + ", at " + faults_.place_text(pc));
    return Next::stop;
  }
  std::uint32_t same = 0;
  each_lane(active, [&](std::size_t lane) {
    if (cell<std::uint32_t>(indices, lane) == index) same |= 1u << lane;
  });
  const std::uint32_t target = context_.program.targets[instruction.target + index];
  if (same == active) {
    group.pc = target;
  } else {
    ++observation_.tally(pc).divergent_branches;
    observation_.tally(pc).lanes -= static_cast<std::uint64_t>(std::popcount(active & ~same));  // already counted by the branch
    group = lanes.part(group, active & ~same, pc, target, instruction.reconvergence);
  }
  return target <= pc ? next_round(running) : Next::on;
}

}  // namespace warplens::simt
