#include "simt/machine/warps/warp_control.h"

#include <algorithm>
#include <bit>

#include "base/number_format.h"
#include "simt/code/execute/cells.h"

namespace warplens::simt {
namespace {

// shfl.sync, vote.sync, match.sync, redux.sync, elect.sync, bar.warp.sync: an instruction takes effect for all lanes in its mask
// at once, when the last of them has arrived. Lanes that arrive together may name different masks; each mask is a separate
// collective.

/// The active lanes grouped by their mask: visit(mask, lanes that name it), lowest lane first.
template <typename Visit>
void each_mask(const std::byte* masks, std::uint32_t active, Visit visit) {
  for (std::uint32_t left = active; left != 0;) {
    const auto mask = cell<std::uint32_t>(masks, static_cast<std::size_t>(std::countr_zero(left)));
    std::uint32_t lanes = 0;
    for (std::uint32_t lane = 0; lane < warp_size; ++lane)
      lanes |= static_cast<std::uint32_t>(cell<std::uint32_t>(masks, lane) == mask) << lane;
    lanes &= left;
    left &= ~lanes;
    visit(mask, lanes);
  }
}

}  // namespace

/// Execute the collective for exactly `lanes`, which are in call `frame`.
void WarpControl::take_part(ResidentWarp& warp, std::uint32_t frame, const Decoded& instruction, std::uint32_t lanes) {
  observation_.meeting(warp, frame, instruction, lanes);
  if (instruction.execute != nullptr) instruction.execute(warp.frame, instruction, lanes);
}

Next WarpControl::meet(Running& running, const Decoded& instruction, std::uint32_t active) {
  ResidentWarp& warp = running.warp;
  Group& group = running.group;
  if (instruction.members == no_row) {
    take_part(warp, group.frame, instruction, active);
    ++group.pc;
    return Next::on;
  }
  const std::byte* const masks = warp.frame.source(instruction.members);
  std::uint32_t named = 0;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) named |= cell<std::uint32_t>(masks, lane) & 1u << lane;
  if (const std::uint32_t outside = active & ~named; outside != 0) {
    const int lane = std::countr_zero(outside);
    faults_.raise(launch::FaultKind::invalid_mask, warp, group.pc, lane,
                  faults_.thread_text(warp, lane) + " is lane " + std::to_string(lane) + " of its warp, and the mask " +
                      base::hexadecimal(cell<std::uint32_t>(masks, static_cast<std::size_t>(lane))) + " that it names at " +
                      faults_.place_text(group.pc) + " leaves this lane out");
    return Next::stop;
  }
  Group waiting = group;
  waiting.state = instruction.kind == Kind::collective ? Group::State::at_collective : Group::State::at_warp_sync;
  waiting.clock = running.clock + instruction.latency;
  std::uint32_t met = 0;
  each_mask(masks, active, [&](std::uint32_t mask, std::uint32_t lanes) {
    if ((mask & warp.lanes.live() & ~lanes) == 0) {
      take_part(warp, group.frame, instruction, lanes);
      met |= lanes;
    } else {
      waiting.active = lanes;
      waiting.awaited = mask;
      warp.lanes.put(waiting);
    }
  });
  if (met == active) {
    ++group.pc;
    return Next::on;
  }
  complete_waits(warp, running.clock);
  group.active = met;
  ++group.pc;
  return met != 0 ? Next::on : Next::wait;
}

bool WarpControl::release_awaited(ResidentWarp& warp) {
  const auto released = warp.lanes.release_awaited();
  if (released && !leads_out(released->pc))
    observation_.passed_by(warp, released->waiting.frame, {released->waiting.active, released->waiting.pc},
                           {released->lanes, released->pc});
  return released.has_value();
}

/// Whether only straight-line code without reads of memory that others write follows from `pc` to the end of the kernel, so that
/// lanes that leave early are not missed. (Compilers make one store of those before several returns.)
bool WarpControl::leads_out(std::uint32_t pc) const {
  const auto goes_straight = [](const Decoded& each) {
    const bool own = each.space == ptx::Space::param || each.space == ptx::Space::constant || each.space == ptx::Space::local;
    return each.kind == Kind::compute || (each.kind == Kind::load && own) || each.kind == Kind::store || each.kind == Kind::fence;
  };
  while (goes_straight(context_.program.code[pc])) ++pc;
  return context_.program.code[pc].kind == Kind::exit;
}

void WarpControl::complete_waits(ResidentWarp& warp, std::uint64_t now) {
  for (bool again = true; again;) {
    again = false;
    for (const Group& group : warp.lanes.groups()) {
      if (group.state != Group::State::at_collective && group.state != Group::State::at_warp_sync) continue;
      const std::uint32_t pc = group.pc, frame = group.frame;
      const std::uint32_t present = warp.lanes.release(group, now);
      if (present == 0) continue;
      take_part(warp, frame, context_.program.code[pc], present);
      again = true;
      break;
    }
  }
}

void WarpControl::let_exit(ResidentWarp& warp, std::uint64_t now) {
  Lanes& lanes = warp.lanes;
  const auto waits = [](const Group& group) { return group.state == Group::State::at_barrier; };
  if (std::none_of(lanes.groups().begin(), lanes.groups().end(), waits)) return;
  for (std::uint32_t j = 0; j < lanes.joins().size(); ++j) {
    const Join& join = lanes.joins()[j];
    if (join.arrived != 0 && context_.program.code[join.pc].kind == Kind::exit) lanes.release_join(j, now);
  }
}

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
