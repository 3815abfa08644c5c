#include <algorithm>
#include <bit>

#include "simt/code/execute/cells.h"
#include "simt/machine/calls/call_place.h"
#include "simt/machine/endless/endless_loop.h"
#include "simt/machine/machine.h"
#include "simt/machine/turns/special_registers.h"

namespace warplens::simt {

/// Continue with other lanes of the warp.
bool Machine::next_group(Running& running) const { return go_on(running, running.warp.lanes.take()); }

bool Machine::go_on(Running& running, bool taken) const {
  if (!taken) return false;
  running.clock = std::max(running.clock, running.group.clock);
  return true;
}

/// Whether no other warp of the block may write shared memory before their next barrier, nor other lanes of this warp.
bool Machine::is_only_shared_writer(const Running& running) const {
  const std::uint32_t others = running.block.shared_writers - (running.warp.writes_shared ? 1 : 0);
  return others == 0 && running.warp.lanes.is_whole(running.group);
}

/// Whether another warp can observe when this instruction takes place.
bool Machine::others_see(const Running& running, const Decoded& instruction) const {
  if (!context_.runs_ahead) return true;
  switch (instruction.order) {
    case Order::free:
    case Order::unwritten:
    case Order::arrival:
      return false;
    case Order::shared_read:
      return !is_only_shared_writer(running);
    case Order::strict:
      break;
  }
  return true;
}

/// Whether a warp may execute its next observable operation now.
bool Machine::may_go_on(Running& running) {
  if (!context_.by_time) {
    if (running.operations >= state_.limit.operations) return false;
    if (context_.timed) running.clock = state_.now = std::max(running.clock, state_.now);
    return true;
  }
  // An operation of a later interval of the L2 cache is a turn of its own, as if other warps had been in between.
  if (context_.timed && running.clock >= memory_unit_.interval_end()) return false;
  return state_.turns.goes_on({running.clock, running.slot}) && running.warp.lanes.goes_first(running.group, running.clock);
}

/// The running lanes wait for another turn.
void Machine::put_back(Running& running) {
  blocks_.take_issue_slots(running);
  running.group.clock = running.clock;
  running.warp.lanes.put_back();
}

/// The last warp of a block has ended: the block retires, and its slot becomes free.
void Machine::retire(std::uint32_t slot, std::uint64_t time) {
  const std::uint32_t block = blocks_.warp(slot).block;
  barriers_.end_block(block);
  copies_.end_block(block);
  mbarriers_.end_block(block);
  memory_unit_.end_block(block);
  state_.longest_block = longest_block();
  state_.block_ended = issued();
  blocks_.retire(slot, time);
}

void Machine::end_turn(Running& running) {
  blocks_.take_issue_slots(running);
  if (!context_.timed) state_.now = running.clock;
  running.warp.has_turn = false;
  if (running.warp.lanes.live() == 0)
    blocks_.end_warp(running.slot, running.clock);
  else
    blocks_.wake(running.slot);
}

/// Whether the run of Decoded::invisible instructions that begins here is currently unobservable by other warps.
bool Machine::invisible(const Running& running, const Decoded& instruction) const {
  if (!context_.runs_ahead || running.clock >= running.horizon) return false;
  return !instruction.reads_shared || is_only_shared_writer(running);
}

/// Whether a warp has come too far ahead of the others to load from memory now: others would find L2 and the queue of memory as
/// they will be much later. A run without a branch may be long.
bool Machine::too_far_ahead(const Running& running, const Decoded& instruction, std::uint64_t clock) {
  return instruction.order == Order::unwritten && clock >= running.horizon;
}

bool Machine::records_every_step() const { return context_.launch.trace_level == trace::Level::full; }

/// Record the instructions of a run from `first` to before `end`; each issues as soon as the one before it has its result.
void Machine::record_steps(const Running& running, const Decoded* first, const Decoded* end, std::uint64_t clock) {
  observation_.recorder().steps(clock, running.warp.in_grid, static_cast<std::uint32_t>(first - context_.program.code.data()),
                                running.group.active, static_cast<std::uint32_t>(end - first),
                                [first](std::uint32_t k) { return first[k].latency; });
}

/// Execute the first `count` instructions of a run. False if one of them stopped the launch.
template <bool watching>
bool Machine::run_through(Running& running, const Decoded* first, std::uint64_t count) {
  memory_unit_.begin_run();
  const ResidentWarp& warp = running.warp;
  const Frame& frame = warp.frame;
  const std::uint32_t active = running.group.active, pc = running.group.pc;
  launch::Tally* const tallies = &observation_.tally(pc);
  std::uint64_t clock = running.clock, done = 0;
  const bool observed = watching || observation_.loops().active();
  bool goes_on = true;
  while (done < count && goes_on) {
    const Decoded& instruction = first[done];
    if (instruction.waits_begin != instruction.waits_end) {
      const std::uint64_t came = clock;
      for (std::uint32_t w = instruction.waits_begin; w < instruction.waits_end; ++w)
        clock = std::max(clock, warp.ready[context_.program.waits[w]]);
      tallies[done].wait_cycles += clock - came;
      if constexpr (watching) observation_.recorder().wait(trace::WaitReason::memory, warp.in_grid, came, clock);
    }
    if (instruction.kind == Kind::compute) {
      const Decoded* const end = first + std::min(done + instruction.unhindered, count);
      if (watching && records_every_step()) record_steps(running, &instruction, end, clock);
      if (code_ != nullptr) {
        const native::Run& run = code_->run(pc + static_cast<std::uint32_t>(done));
        if (run.length != 0 && run.length <= count - done) {
          run.function(frame, active);
          clock += run.latency;
          done += run.length;
          continue;
        }
      }
      for (const Decoded* each = &instruction; each != end; ++each) {
        each->execute(frame, *each, active);
        clock += each->latency;
      }
      done = static_cast<std::uint64_t>(end - first);
      continue;
    }
    if (too_far_ahead(running, instruction, clock)) {
      running.run = done;  // nothing is left of it
      break;
    }
    running.clock = clock;
    running.group.pc = pc + static_cast<std::uint32_t>(done);
    const bool loaded =
        !observed && (instruction.loads_unwritten
                          ? memory_unit_.load_unwritten(running, instruction, active, tallies[done])
                          : instruction.loads_shared && memory_unit_.load_shared(running, instruction, active, tallies[done]));
    if (!loaded) {
      memory_unit_.access<watching>(running, instruction, active);
      goes_on = !faults_.stop();
    }
    clock += instruction.latency;
    ++done;
  }
  running.clock = clock;
  running.run -= done;
  if (done == 0) return goes_on;
  running.group.pc = pc + static_cast<std::uint32_t>(done);
  running.issues += done;
  running.occupy(context_.program, pc, done);
  observation_.issue(done);
  if constexpr (watching) observation_.set_last({warp.in_grid, running.group.pc - 1, active});
  observation_.count_run(pc, done, count_lanes(active));
  return goes_on;
}

Next Machine::exit(Running& running, std::uint32_t active) {
  Group& group = running.group;
  observation_.tally(group.pc).lanes += count_lanes(group.active & ~active);  // counted as for a branch
  ++group.pc;
  if (active == 0) return Next::on;
  copies_.land_arrivals_of(running.slot, active, running.clock);
  if (faults_.raised()) return Next::stop;
  observation_.loops().changed();
  if (observation_.checks() != nullptr)
    observation_.checks()->exited(running.warp.block, running.warp.in_block, group.pc - 1, active);
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
  constexpr std::uint32_t most_nanoseconds = 1'000'000;
  std::uint32_t nanoseconds = 0;
  each_lane(active, [&](std::size_t lane) {
    nanoseconds = std::max(nanoseconds, cell<std::uint32_t>(warp.frame.source(instruction.operands[0]), lane));
  });
  return static_cast<std::uint64_t>(std::min(nanoseconds, most_nanoseconds) * context_.spec.clock_mhz / 1000);
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

template <bool watching>
std::uint64_t Machine::take_turn(Turn turn) {
  ResidentWarp& warp = blocks_.warp(turn.slot);
  const std::uint64_t time = context_.by_time ? turn.time : std::max(turn.time, state_.now);
  if constexpr (watching) observation_.begin_turn({context_.by_time ? time : state_.now, turn.slot});
  if (context_.timed) memory_unit_.advance(time);
  if (warp.lanes.live() == 0) {
    retire(turn.slot, time);
    return 0;
  }
  Running running(blocks_.block_of(warp), warp, {turn.slot, time, issued()});
  if (context_.runs_ahead) running.run_ahead(time, stretch_);
  const bool lane_given = state_.limit.lane != launch::ScheduleRun::any_lane;
  const bool goes_on = lane_given ? go_on(running, warp.lanes.take_with(state_.limit.lane)) : next_group(running);
  if (goes_on)
    go_on_with_turn<watching>(running);
  else
    end_turn(running);
  return running.operations;
}

/// Until the turn is over, or the machine pauses or stops.
template <bool watching>
void Machine::go_on_with_turn(Running& running) {
  ResidentWarp& warp = running.warp;
  const bool every_step = watching && records_every_step();
  const bool limited = watching && state_.limit.instructions != TurnLimit::any_number;
  Group& group = running.group;
  std::uint64_t& clock = running.clock;
  for (bool goes_on = true; goes_on;) {
    const std::uint32_t pc = group.pc;
    const Decoded& instruction = context_.program.code[pc];
    if (issued() >= check_at_ && should_stop()) {
      if (!state_.cancelled) stop_in(running);
      return;
    }
    if (code_ != nullptr && running.run == 0 && !every_step && !limited) {
      if (const native::Path& path = code_->path(pc); path.length != 0) {
        const Next next = follow_path<watching>(running, path);
        if (next == Next::stop) return;
        if (next == Next::on) continue;
      }
    }
    if (running.run == 0 && instruction.invisible != 0)
      running.run = invisible(running, instruction) ? instruction.invisible : instruction.computes;
    const bool followed = watching && warp.has_undefined;
    if (running.run != 0 && !limited && !followed) {
      if (!run_through<watching>(running, &instruction, std::min(running.run, check_at_ - issued()))) return;
      continue;
    }
    if (instruction.is_reconvergence_point && group.join != no_join) {
      group.clock = clock;
      const auto met = warp.lanes.arrive(group);
      if (!met) {
        if (instruction.kind == Kind::exit) control_.let_exit(warp, clock);
        goes_on = next_group(running);
        continue;
      }
      group = *met;
      clock = std::max(clock, group.clock);
    }
    if (limited && issued() - running.issued_before >= state_.limit.instructions) {
      put_back(running);
      break;
    }
    launch::Tally& tally = observation_.tally(pc);
    std::uint32_t active = group.active;
    if (instruction.guard != no_row) active &= warp.frame.predicate(instruction.guard);
    if (instruction.waits_begin != instruction.waits_end || instruction.kind == Kind::copy_group) {
      const std::uint64_t came = clock;
      for (std::uint32_t w = instruction.waits_begin; w < instruction.waits_end; ++w)
        clock = std::max(clock, warp.ready[context_.program.waits[w]]);
      if (instruction.kind == Kind::copy_group && context_.timed)
        clock = std::max(clock, copies_.arrival(running.slot, instruction, active));
      tally.wait_cycles += clock - came;
      if constexpr (watching) observation_.recorder().wait(trace::WaitReason::memory, warp.in_grid, came, clock);
    }
    if (too_far_ahead(running, instruction, clock)) running.run = 0;
    if (running.run != 0) {
      --running.run;
    } else if (instruction.order != Order::free) {
      const bool seen = others_see(running, instruction);
      if (seen || instruction.order == Order::arrival) blocks_.take_issue_slots(running);
      if (seen ? !may_go_on(running) : clock >= running.horizon) {
        put_back(running);
        break;
      }
      running.operations += seen;
      // As at the start of a turn: later behaviour must not depend on whether others had a turn before this.
      if (seen && context_.runs_ahead) running.run_ahead(clock, stretch_);
      if constexpr (watching) {
        if (seen && context_.by_time) observation_.begin_turn({clock, running.slot});
      }
    }

    observation_.issue(1);
    ++running.issues;
    running.occupy(context_.program, pc, 1);
    ++tally.executions;
    tally.lanes += count_lanes(active);
    if constexpr (watching) {
      observation_.set_last({warp.in_grid, pc, group.active});
      const bool accesses = instruction.kind == Kind::load || instruction.kind == Kind::store || instruction.kind == Kind::atomic;
      // Lanes that leave the group for it come back to it, and are recorded then.
      const bool parts = instruction.parts_lanes() && active != 0 && active != group.active;
      if (!parts && (instruction.kind == Kind::barrier || (every_step && !(accesses && active != 0))))
        observation_.recorder().step(clock, warp.in_grid, pc, active);
    }

    if (followed) {
      const CallFrame* const call = group.frame == no_frame ? nullptr : &warp.calls[group.frame];
      warp.has_undefined =
          observation_.checks()->step({warp.block, warp.in_block, pc, call_place(context_.program, warp.calls, group.frame, pc),
                                       active, group.active, warp.lanes.live(), warp.frame, call});
    }

    Next next = Next::on;
    switch (instruction.kind) {
      case Kind::compute:
        if (instruction.reads_clock) {
          write_clock(context_, warp, clock);
          observation_.loops().changed();
        }
        if (active != 0) instruction.execute(warp.frame, instruction, active);
        ++group.pc;
        break;
      case Kind::fence:
        if (observation_.checks() != nullptr && active != 0)
          observation_.checks()->fence(warp.block, warp.in_block, instruction, active);
        ++group.pc;
        break;
      case Kind::load:
      case Kind::store:
      case Kind::atomic:
        memory_unit_.begin_run();
        if (active != 0 && instruction.copy != ptx::CopyStep::none)
          memory_unit_.copy<watching>(running, instruction, active);
        else if (active != 0)
          memory_unit_.access<watching>(running, instruction, active);
        if (faults_.stop()) next = Next::stop;
        if (instruction.last_shared_write && warp.lanes.is_whole(group)) blocks_.set_writes_shared(warp, false);
        ++group.pc;
        break;
      case Kind::prefetch:
        if (active != 0) memory_unit_.prefetch(running, instruction, active);
        ++group.pc;
        break;
      case Kind::copy_group:
        if (active != 0) copies_.step_group(running, instruction, active);
        ++group.pc;
        break;
      case Kind::branch:
        next = control_.branch(running, instruction, active);
        if (instruction.target <= pc && observation_.loops().active() && active != 0)
          next = after_jump_back(running, active, next);
        break;
      case Kind::exit:
        next = exit(running, active);
        break;
      case Kind::trap:
        next = trap(running, active);
        break;
      case Kind::ret:
        next = calls_.ret(running, active);
        break;
      case Kind::table_branch:
        next = control_.table_branch(running, instruction, active);
        break;
      case Kind::sleep:
        if (active != 0) clock += sleep_cycles(warp, instruction, active);
        ++group.pc;
        break;
      case Kind::stack:
        next = stack_.allocate(running, instruction, active);
        break;
      case Kind::call:
      case Kind::barrier:
      case Kind::collective:
      case Kind::warp_sync:
        if (active == 0) {
          ++group.pc;
        } else if (active != group.active) {  // the others wait after it; these come back to it and are counted then
          --tally.executions;
          observation_.take_back_issue();
          tally.lanes -= count_lanes(active);
          group.clock = clock;
          group = warp.lanes.part(group, active, pc, pc + 1, pc + 1);
        } else {
          next = instruction.kind == Kind::call      ? calls_.call(running, instruction)
                 : instruction.kind == Kind::barrier ? barriers_.arrive(running, instruction, active)
                                                     : control_.meet(running, instruction, active);
        }
        break;
    }
    clock += instruction.latency;
    switch (next) {
      case Next::on:
        break;
      case Next::wait:
        goes_on = next_group(running);
        break;
      case Next::stop:
        return;
      case Next::yield:
        put_back(running);
        goes_on = false;
        break;
    }
  }
  end_turn(running);
}

template void Machine::go_on_with_turn<true>(Running&);
template std::uint64_t Machine::take_turn<false>(Turn turn);
template std::uint64_t Machine::take_turn<true>(Turn turn);

}  // namespace warplens::simt
