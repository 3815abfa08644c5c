#include <algorithm>
#include <bit>

#include "simt/code/execute/cells.h"
#include "simt/machine/endless/endless_loop.h"
#include "simt/machine/machine.h"

// Where a warp goes: out of the kernel, round a loop, to sleep, nowhere.

namespace warplens::simt {

Next Machine::exit(Running& running, std::uint32_t active) {
  Group& group = running.group;
  observation_.tally(group.pc).lanes += count_lanes(group.active & ~active);  // counted as for a branch
  ++group.pc;
  if (active == 0) return Next::on;
  copies_.land_arrivals_of(running.slot, active, running.clock);
  if (faults_.raised()) return Next::stop;
  observation_.exited(running.warp, group.pc - 1, active);
  stack_.pop(running.warp, [&] { running.warp.calls.leave_all(group.frame, active); });
  running.block.live_threads -= static_cast<std::uint32_t>(count_lanes(active));
  running.warp.lanes.exit(active, running.clock);
  control_.complete_waits(running.warp, running.clock);
  barriers_.complete_begun(running.warp.block, running.clock);
  group.active &= ~active;
  return group.active != 0 ? Next::on : Next::wait;
}

/// Whether every lane that runs is where no way leads out of the kernel any more, and no other lane will.
bool Machine::nobody_gets_out(const Running& running) const {
  bool meets = ways_on_->meets[running.group.pc], waits = false;
  if (ways_on_->out[running.group.pc]) return false;
  for (std::uint32_t slot = 0; slot < warp_slots(); ++slot) {
    if (!is_live(slot)) continue;
    for (const Group& group : blocks_.warp(slot).lanes.groups()) {
      if (group.state == Group::State::running && ways_on_->out[group.pc]) return false;
      if (group.state == Group::State::running)
        meets = meets || ways_on_->meets[group.pc];
      else
        waits = waits || ways_on_->out[group.pc];
    }
  }
  return !(waits && meets);
}

/// Called when the lanes `jumped` have taken a backward branch: raises a fault if the launch is now known never to end. Returns
/// what the turn does next, which is `next` if nothing speaks against it.
Next Machine::after_jump_back(const Running& running, std::uint32_t jumped, Next next) {
  LoopWatch& loops = observation_.loops();
  if (loops.asks_for_way_out()) {
    if (!ways_on_) ways_on_ = ways_on(context_.program);
    if (nobody_gets_out(running)) {
      if (share_.common != nullptr)
        share_.common->give_up();
      else
        report_no_way_out(context_, blocks_, running, faults_);
      return Next::stop;
    }
    // Without the clock, a loop that only computes would keep its turn for ever.
    if (next == Next::on && !ways_on_->out[running.group.pc]) next = Next::yield;
  }
  if (!loops.jumped_back(running, jumped)) return next;
  const auto runs_on = [&](std::uint32_t slot) {
    const auto runs = [](const Group& group) { return group.state == Group::State::running; };
    const auto groups = blocks_.warp(slot).lanes.groups();
    return is_live(slot) && !loops.repeats(slot) && std::any_of(groups.begin(), groups.end(), runs);
  };
  if (loops.find_other(warp_slots(), runs_on)) return next;
  if (share_.common != nullptr) {
    share_.common->give_up();  // other cores may be writing the memory to be named: one machine runs the launch, and reports
    return Next::stop;
  }
  report_endless_loop(context_, blocks_, loops, *memory_, faults_);
  return Next::stop;
}

/// nanosleep: the longest time that an active lane requests, at most a millisecond (PTX ISA, "nanosleep").
std::uint64_t Machine::sleep_cycles(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t active) const {
  constexpr std::uint32_t max_nanoseconds = 1'000'000;
  std::uint32_t nanoseconds = 0;
  each_lane(active, [&](std::size_t lane) {
    nanoseconds = std::max(nanoseconds, cell<std::uint32_t>(warp.frame.source(instruction.operands[0]), lane));
  });
  return static_cast<std::uint64_t>(std::min(nanoseconds, max_nanoseconds) * context_.spec.clock_mhz / 1000);
}

Next Machine::trap(Running& running, std::uint32_t active) {
  if (active == 0) {
    ++running.group.pc;
    return Next::on;
  }
  const int lane = std::countr_zero(active);
  const ptx::Instruction* instruction = context_.listing.instruction(*context_.launch.module, running.group.pc);
  const std::string name = instruction != nullptr && instruction->opcode == ptx::Opcode::brkpt ? "breakpoint" : "trap";
  faults_.raise(
      launch::FaultKind::trap, running.warp, running.group.pc, lane,
      faults_.thread_text(running.warp, lane) + " ran a " + name + " instruction at " + faults_.place_text(running.group.pc));
  return Next::stop;
}

/// At a limit on instructions: hold the turn if the machine is to pause here, otherwise raise the step-limit fault.
void Machine::stop_in(const Running& running) {
  if (issued() >= stop_at_)
    state_.held = running;
  else
    faults_.raise_step_limit(running.warp, running.group.pc, running.group.active, issued() - state_.block_ended);
}

}  // namespace warplens::simt
