#include <algorithm>

#include "simt/machine/machine.h"
#include "simt/machine/observe/observers.h"
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

/// Cycle, `clock` at the earliest, in which all that an instruction reads has arrived.
std::uint64_t Machine::ready_at(const ResidentWarp& warp, const Decoded& instruction, std::uint64_t clock) const {
  for (std::uint32_t w = instruction.waits_begin; w < instruction.waits_end; ++w)
    clock = std::max(clock, warp.ready[context_.program.waits[w]]);
  return clock;
}

/// Execute the first `count` instructions of a run. False if one of them stopped the launch.
template <typename Observer>
bool Machine::run_through(Running& running, const Decoded* first, std::uint64_t count) {
  memory_unit_.begin_run();
  const ResidentWarp& warp = running.warp;
  const Frame& frame = warp.frame;
  const std::uint32_t active = running.group.active, pc = running.group.pc;
  launch::Tally* const tallies = &observation_.tally(pc);
  std::uint64_t clock = running.clock, done = 0;
  const Observer observer(observation_);
  const bool observed = Observer::observes || observation_.loops().active();
  bool goes_on = true;
  while (done < count && goes_on) {
    const Decoded& instruction = first[done];
    if (instruction.waits_begin != instruction.waits_end) {
      const std::uint64_t came = clock;
      clock = ready_at(warp, instruction, came);
      tallies[done].wait_cycles += clock - came;
      observer.waited(running, came, clock);
    }
    if (instruction.kind == Kind::compute) {
      const Decoded* const end = first + std::min(done + instruction.unhindered, count);
      observer.compute(running, pc + static_cast<std::uint32_t>(done), &instruction,
                       static_cast<std::uint64_t>(end - &instruction), clock);
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
      memory_unit_.access<Observer>(running, instruction, active);
      goes_on = !faults_.stop();
    }
    clock += instruction.latency;
    ++done;
    if (observer.follows(warp)) {  // it has loaded an undefined value, and each instruction counts from now on
      running.run = done;
      break;
    }
  }
  running.clock = clock;
  running.run -= done;
  if (done == 0) return goes_on;
  running.group.pc = pc + static_cast<std::uint32_t>(done);
  running.issues += done;
  running.occupy(context_.program, pc, done);
  observation_.issue(done);
  observer.ran_to(running, running.group.pc - 1);
  observation_.count_run(pc, done, count_lanes(active));
  return goes_on;
}

template <typename Observer>
std::uint64_t Machine::take_turn(Turn turn) {
  ResidentWarp& warp = blocks_.warp(turn.slot);
  const std::uint64_t time = context_.by_time ? turn.time : std::max(turn.time, state_.now);
  Observer(observation_).begin_turn({context_.by_time ? time : state_.now, turn.slot});
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
    go_on_with_turn<Observer>(running);
  else
    end_turn(running);
  return running.operations;
}

/// Lanes that run have come to where others that left them join them again. False if they wait there for those.
[[gnu::always_inline]] inline bool Machine::joins(Running& running, const Decoded& instruction) {
  Group& group = running.group;
  ResidentWarp& warp = running.warp;
  group.clock = running.clock;
  const auto met = warp.lanes.arrive(group);
  if (!met) {
    if (instruction.kind == Kind::exit) control_.let_exit(warp, running.clock);
    return false;
  }
  group = *met;
  running.clock = std::max(running.clock, group.clock);
  return true;
}

/// Wait until what the instruction reads has arrived.
template <typename Observer>
[[gnu::always_inline]] inline void Machine::wait_for_operands(Running& running, const Decoded& instruction, std::uint32_t active,
                                                              launch::Tally& tally) {
  if (instruction.waits_begin == instruction.waits_end && instruction.kind != Kind::copy_group) return;
  const std::uint64_t came = running.clock;
  running.clock = ready_at(running.warp, instruction, came);
  if (instruction.kind == Kind::copy_group && context_.timed)
    running.clock = std::max(running.clock, copies_.arrival(running.slot, instruction, active));
  tally.wait_cycles += running.clock - came;
  Observer(observation_).waited(running, came, running.clock);
}

/// Whether the turn may go on with the next instruction; otherwise another turn begins with it.
template <typename Observer>
[[gnu::always_inline]] inline bool Machine::has_its_turn(Running& running, const Decoded& instruction) {
  if (too_far_ahead(running, instruction, running.clock)) running.run = 0;
  if (running.run != 0) {
    --running.run;
    return true;
  }
  if (instruction.order == Order::free) return true;
  const bool seen = others_see(running, instruction);
  if (seen || instruction.order == Order::arrival) blocks_.take_issue_slots(running);
  if (!seen) return running.clock < running.horizon;
  if (!may_go_on(running)) return false;
  ++running.operations;
  // As at the start of a turn: later behaviour must not depend on whether others had a turn before this.
  if (context_.runs_ahead) running.run_ahead(running.clock, stretch_);
  if (context_.by_time) Observer(observation_).begin_turn({running.clock, running.slot});
  return true;
}

/// Execute an instruction for the `active` lanes of those that run.
template <typename Observer>
[[gnu::always_inline]] inline Next Machine::execute(Running& running, const Decoded& instruction, std::uint32_t active,
                                                    launch::Tally& tally) {
  ResidentWarp& warp = running.warp;
  Group& group = running.group;
  const std::uint32_t pc = group.pc;
  switch (instruction.kind) {
    case Kind::compute:
      if (instruction.reads_clock) {
        write_clock(context_, warp, running.clock);
        observation_.loops().changed();
      }
      if (active != 0) instruction.execute(warp.frame, instruction, active);
      break;
    case Kind::fence:
      if (active != 0) observation_.fence(warp, instruction, active);
      break;
    case Kind::load:
    case Kind::store:
    case Kind::atomic:
      memory_unit_.begin_run();
      if (active != 0 && instruction.copy != ptx::CopyStep::none)
        memory_unit_.copy<Observer>(running, instruction, active);
      else if (active != 0)
        memory_unit_.access<Observer>(running, instruction, active);
      if (instruction.last_shared_write && warp.lanes.is_whole(group)) blocks_.set_writes_shared(warp, false);
      ++group.pc;
      return faults_.stop() ? Next::stop : Next::on;
    case Kind::prefetch:
      if (active != 0) memory_unit_.prefetch(running, instruction, active);
      break;
    case Kind::copy_group:
      if (active != 0) copies_.step_group(running, instruction, active);
      break;
    case Kind::sleep:
      if (active != 0) running.clock += sleep_cycles(warp, instruction, active);
      break;
    case Kind::branch: {
      const Next next = control_.branch(running, instruction, active);
      if (instruction.target > pc || active == 0) return next;
      Observer(observation_).jumped_back(running, pc, active);
      return observation_.loops().active() ? after_jump_back(running, active, next) : next;
    }
    case Kind::exit:
      return exit(running, active);
    case Kind::trap:
      return trap(running, active);
    case Kind::ret:
      return calls_.ret(running, active);
    case Kind::table_branch:
      return control_.table_branch(running, instruction, active);
    case Kind::stack:
      return stack_.allocate(running, instruction, active);
    case Kind::call:
    case Kind::barrier:
    case Kind::collective:
    case Kind::warp_sync:
      if (active == 0) break;
      if (active != group.active) {  // the others wait after it; these come back to it and are counted then
        --tally.executions;
        observation_.take_back_issue();
        tally.lanes -= count_lanes(active);
        group.clock = running.clock;
        group = warp.lanes.part(group, active, pc, pc + 1, pc + 1);
        return Next::on;
      }
      return instruction.kind == Kind::call      ? calls_.call(running, instruction)
             : instruction.kind == Kind::barrier ? barriers_.arrive(running, instruction, active)
                                                 : control_.meet(running, instruction, active);
  }
  ++group.pc;
  return Next::on;
}

/// Until the turn is over, or the machine pauses or stops.
template <typename Observer>
void Machine::go_on_with_turn(Running& running) {
  const Observer observer(observation_);
  ResidentWarp& warp = running.warp;
  Group& group = running.group;
  const bool limited = Observer::observes && state_.limit.instructions != TurnLimit::any_number;
  for (bool goes_on = true; goes_on;) {
    const Decoded& instruction = context_.program.code[group.pc];
    if (issued() >= check_at_ && should_stop()) {
      if (!state_.cancelled) stop_in(running);
      return;
    }
    if (code_ != nullptr && running.run == 0 && !observer.records_every_step() && !limited) {
      if (const native::CodePath& path = code_->path(group.pc); path.length != 0) {
        const Next next = follow_path<Observer>(running, path);
        if (next == Next::stop) return;
        if (next == Next::on) continue;
      }
    }
    if (running.run == 0 && instruction.invisible != 0)
      running.run = invisible(running, instruction) ? instruction.invisible : instruction.computes;
    if (running.run != 0 && !limited && !observer.follows(warp)) {
      if (!run_through<Observer>(running, &instruction, std::min(running.run, check_at_ - issued()))) return;
      continue;
    }
    if (instruction.is_reconvergence_point && group.join != no_join && !joins(running, instruction)) {
      goes_on = next_group(running);
      continue;
    }
    if (limited && issued() - running.issued_before >= state_.limit.instructions) {
      put_back(running);
      break;
    }
    launch::Tally& tally = observation_.tally(group.pc);
    std::uint32_t active = group.active;
    if (instruction.guard != no_row) active &= warp.frame.predicate(instruction.guard);
    wait_for_operands<Observer>(running, instruction, active, tally);
    if (!has_its_turn<Observer>(running, instruction)) {
      put_back(running);
      break;
    }
    observation_.issue(1);
    ++running.issues;
    running.occupy(context_.program, group.pc, 1);
    ++tally.executions;
    tally.lanes += count_lanes(active);
    observer.issued(running, instruction, active);
    const Next next = execute<Observer>(running, instruction, active, tally);
    running.clock += instruction.latency;
    if (next == Next::stop) return;
    if (next == Next::wait) goes_on = next_group(running);
    if (next == Next::yield) {
      put_back(running);
      goes_on = false;
    }
  }
  end_turn(running);
}

template void Machine::go_on_with_turn<TraceObserver>(Running&);
template void Machine::go_on_with_turn<CheckObserver>(Running&);
template std::uint64_t Machine::take_turn<NoObserver>(Turn turn);
template std::uint64_t Machine::take_turn<TraceObserver>(Turn turn);
template std::uint64_t Machine::take_turn<CheckObserver>(Turn turn);

}  // namespace warplens::simt
