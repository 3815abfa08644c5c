#include <algorithm>
#include <bit>

#include "simt/execute/cells.h"
#include "simt/machine/machine.h"

namespace warplens::simt {
namespace {

// Rounds of a loop until lanes that wait behind it go on: those in which lanes only looked for what others do, and those in which
// they looked and wrote something, too.
constexpr std::uint32_t idle_patience = 4, busy_patience = 64;

}  // namespace

/// A warp that can go on gets a turn, unless it has one.
void Machine::wake(std::uint32_t place) {
  ResidentWarp& warp = warps_[place];
  if (warp.has_turn) return;
  std::uint64_t clock = warp.lanes.next_clock();
  if (clock == never && pass_by(warp)) clock = warp.lanes.next_clock();
  if (clock == never) return;
  warp.has_turn = true;
  turns_.add({clock, place});
}

/// Go on with other lanes of the warp.
bool Machine::next_group(Running& running) const { return go_on(running, running.warp.lanes.take()); }

bool Machine::go_on(Running& running, bool taken) const {
  if (!taken) return false;
  running.clock = std::max(running.clock, running.group.clock);
  return true;
}

/// A scheduler issues one instruction a cycle, and a multiprocessor moves so many bytes a cycle: those since `begin` take their
/// turns, and the warp's clock waits for them.
void Machine::account(Running& running) {
  if (timed_ && running.issues > 0) {
    Multiprocessor& multiprocessor = multiprocessors_[resident_[running.warp.block].sm];
    std::uint64_t& issue = multiprocessor.issue[running.warp.scheduler];
    issue = std::max(issue, running.begin) + running.issues;
    running.clock = std::max(running.clock, issue);
    if (running.moving != 0) {
      multiprocessor.memory = std::max(multiprocessor.memory, running.begin) + running.moving;
      running.clock = std::max(running.clock, multiprocessor.memory);
    }
  }
  running.begin = running.clock;
  running.issues = running.moving = 0;
}

/// Whether it can make a difference to another warp when this instruction takes place.
bool Machine::others_see(const Running& running, const Decoded& instruction) const {
  if (!runs_ahead_) return true;
  switch (instruction.order) {
    case Order::free:
    case Order::unwritten:
    case Order::arrival:
      return false;
    case Order::shared_read: {
      const std::uint32_t others = resident_[running.warp.block].shared_writers - (running.warp.writes_shared ? 1 : 0);
      return others != 0 || !running.warp.lanes.is_whole(running.group);
    }
    case Order::strict:
      break;
  }
  return true;
}

/// Whether a warp about to do something that others can see may do it now.
bool Machine::may_go_on(Running& running) {
  if (!by_time_) {
    if (running.operations >= leash_.operations) return false;
    if (timed_) running.clock = now_ = std::max(running.clock, now_);
    return true;
  }
  return turns_.goes_on({running.clock, running.place}) && running.warp.lanes.goes_first(running.group, running.clock);
}

/// The lanes that run now wait for another turn.
void Machine::put_back(Running& running) {
  account(running);
  running.group.clock = running.clock;
  running.warp.lanes.put_back();
}

void Machine::end_turn(Running& running) {
  account(running);
  if (!timed_) now_ = running.clock;
  running.warp.has_turn = false;
  if (running.warp.lanes.live() == 0)
    end_warp(running.place, running.clock);
  else
    wake(running.place);
}

/// Whether the run of Decoded::invisible instructions that begins here is that now.
bool Machine::invisible(const Running& running, const Decoded& instruction) const {
  if (!runs_ahead_ || running.clock >= running.horizon) return false;
  if (!instruction.reads_shared) return true;
  const std::uint32_t others = resident_[running.warp.block].shared_writers - (running.warp.writes_shared ? 1 : 0);
  return others == 0 && running.warp.lanes.is_whole(running.group);
}

/// The first `count` instructions of a run. False where one of them stopped the launch.
template <bool watching>
bool Machine::run_through(Running& running, const Decoded* first, std::uint64_t count) {
  const ResidentWarp& warp = running.warp;
  const Frame frame = warp.frame;
  const std::uint32_t active = running.group.active, pc = running.group.pc;
  launch::Tally* const tallies = tallies_.data() + pc;
  std::uint64_t clock = running.clock, done = 0;
  bool goes_on = true;
  while (done < count && goes_on) {
    const Decoded& instruction = first[done];
    if (instruction.waits_begin != instruction.waits_end) {
      const std::uint64_t came = clock;
      for (std::uint32_t w = instruction.waits_begin; w < instruction.waits_end; ++w)
        clock = std::max(clock, warp.ready[program_.waits[w]]);
      tallies[done].wait_cycles += clock - came;
    }
    if (instruction.kind == Kind::compute) {
      const Decoded* const end = first + std::min(done + instruction.unhindered, count);
      for (const Decoded* each = &instruction; each != end; ++each) {
        each->execute(frame, *each, active);
        clock += each->latency;
      }
      done = static_cast<std::uint64_t>(end - first);
      continue;
    }
    running.clock = clock;
    running.group.pc = pc + static_cast<std::uint32_t>(done);
    access<watching>(running, instruction, active);
    goes_on = !fault_ && !start_over_;
    clock += instruction.latency;
    ++done;
  }
  running.clock = clock;
  running.group.pc = pc + static_cast<std::uint32_t>(done);
  running.run -= done;
  running.issues += done;
  issued_ += done;
  if constexpr (watching) last_ = {warp.in_grid, running.group.pc - 1, active};
  const std::uint64_t lanes = count_lanes(active);
  if (done == first->invisible || done == first->computes) {
    Run& run = (done == first->invisible ? ran_ : computed_)[pc];
    ++run.executions;
    run.lanes += lanes;
  } else {
    for (std::uint64_t i = 0; i < done; ++i) {
      ++tallies[i].executions;
      tallies[i].lanes += lanes;
    }
  }
  return goes_on;
}

Machine::Next Machine::branch(Running& running, const Decoded& instruction, std::uint32_t active) {
  Group& group = running.group;
  const std::uint32_t pc = group.pc;
  // The guard of a branch is its condition: lanes that do not jump have executed it, too.
  tallies_[pc].lanes += count_lanes(group.active & ~active);
  if (active == 0) {
    ++group.pc;
    return Next::on;
  }
  if (active == group.active) {
    group.pc = instruction.target;
  } else {
    ++tallies_[pc].splits;
    group.clock = running.clock + instruction.latency;
    group = running.warp.lanes.part(group, active, instruction.target, pc + 1, instruction.reconvergence);
  }
  return instruction.target <= pc ? next_round(running) : Next::on;
}

/// Lanes go round in a loop. They must not keep the others of their warp from what they may be waiting for, not even those who
/// wait for them.
Machine::Next Machine::next_round(Running& running) {
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
    lanes.let_go(group);
  }
  return lanes.groups().empty() ? Next::on : Next::yield;
}

Machine::Next Machine::exit(Running& running, std::uint32_t active) {
  Group& group = running.group;
  tallies_[group.pc].lanes += count_lanes(group.active & ~active);  // as of a branch
  ++group.pc;
  if (active == 0) return Next::on;
  ResidentBlock& block = resident_[running.warp.block];
  if (!running.warp.arrivals.empty()) land_arrivals(running.warp, active, std::nullopt, running.clock);
  if (fault_) return Next::stop;
  running.warp.calls.leave_all(group.frame, active);
  block.live_threads -= static_cast<std::uint32_t>(count_lanes(active));
  running.warp.lanes.exit(active, running.clock);
  complete_warp_waits(running.warp, running.clock);
  for (std::uint32_t begun = block.begun; begun != 0; begun &= begun - 1)
    complete_barrier(running.warp.block, static_cast<std::uint32_t>(std::countr_zero(begun)), running.clock);
  group.active &= ~active;
  return group.active != 0 ? Next::on : Next::wait;
}

/// nanosleep: the longest that an active lane asks for, at most a millisecond (PTX ISA, "nanosleep").
std::uint64_t Machine::sleep_cycles(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t active) const {
  constexpr std::uint32_t most_nanoseconds = 1'000'000;
  std::uint32_t nanoseconds = 0;
  each_lane(active, [&](std::size_t lane) {
    nanoseconds = std::max(nanoseconds, cell<std::uint32_t>(warp.frame.source(instruction.operands[0]), lane));
  });
  return static_cast<std::uint64_t>(std::min(nanoseconds, most_nanoseconds) * spec_.clock_mhz / 1000);
}

Machine::Next Machine::trap(Running& running, std::uint32_t active) {
  if (active == 0) {
    ++running.group.pc;
    return Next::on;
  }
  const int lane = std::countr_zero(active);
  const ptx::Instruction* instruction = listing_.instruction(*launch_.module, running.group.pc);
  const std::string name = instruction != nullptr && instruction->opcode == ptx::Opcode::brkpt ? "breakpoint" : "trap";
  raise(launch::FaultKind::trap, running.warp, running.group.pc, lane,
        thread_text(running.warp, lane) + " ran a " + name + " instruction at " + place_text(running.group.pc));
  return Next::stop;
}

/// As many instructions as were allowed have been issued: by who stops it here, or by the step limit.
void Machine::stop_in(const Running& running) {
  if (issued_ >= stop_at_)
    held_ = running;
  else
    raise_step_limit(running.warp, running.group.pc, running.group.active);
}

template <bool watching>
std::uint64_t Machine::take_turn(Turn turn) {
  ResidentWarp& warp = warps_[turn.warp];
  const std::uint64_t time = by_time_ ? turn.time : std::max(turn.time, now_);
  if constexpr (watching) recorder_.complete_before(by_time_ ? time : now_);
  if (warp.lanes.live() == 0) {
    retire(turn.warp, time);
    return 0;
  }
  Running running(warp, {turn.warp, time, runs_ahead_ ? time + stretch_ : ~std::uint64_t{0}, issued_});
  const bool lane_told = leash_.lane != launch::ScheduleRun::any_lane;
  const bool goes_on = lane_told ? go_on(running, warp.lanes.take_with(leash_.lane)) : next_group(running);
  if (goes_on)
    go_on_with_turn<watching>(running);
  else
    end_turn(running);
  return running.operations;
}

/// Until the turn is over, or the machine stands still or stops.
template <bool watching>
void Machine::go_on_with_turn(Running& running) {
  ResidentWarp& warp = running.warp;
  const bool every_step = watching && launch_.trace_level == trace::Level::full;
  const bool leashed = watching && leash_.instructions != Leash::any_number;
  Group& group = running.group;
  std::uint64_t& clock = running.clock;
  for (bool goes_on = true; goes_on;) {
    const std::uint32_t pc = group.pc;
    const Decoded& instruction = program_.code[pc];
    if (issued_ >= check_at_ && should_stop()) {
      if (!cancelled_) stop_in(running);
      return;
    }
    if (running.run == 0 && instruction.invisible != 0)
      running.run = invisible(running, instruction) ? instruction.invisible : instruction.computes;
    if (running.run != 0 && !every_step && !leashed) {
      if (!run_through<watching>(running, &instruction, std::min(running.run, check_at_ - issued_))) return;
      continue;
    }
    if (instruction.meeting_place && group.join != no_join) {
      group.clock = clock;
      const auto met = warp.lanes.arrive(group);
      if (!met) {
        if (instruction.kind == Kind::exit) let_exit(warp, clock);
        goes_on = next_group(running);
        continue;
      }
      group = *met;
      clock = std::max(clock, group.clock);
    }
    if (leashed && issued_ - running.issued_before >= leash_.instructions) {
      put_back(running);
      break;
    }
    launch::Tally& tally = tallies_[pc];
    if (instruction.waits_begin != instruction.waits_end) {
      const std::uint64_t came = clock;
      for (std::uint32_t w = instruction.waits_begin; w < instruction.waits_end; ++w)
        clock = std::max(clock, warp.ready[program_.waits[w]]);
      tally.wait_cycles += clock - came;
    }
    if (running.run != 0) {
      --running.run;
    } else if (instruction.order != Order::free) {
      const bool seen = others_see(running, instruction);
      if (seen || instruction.order == Order::arrival) account(running);
      if (seen ? !may_go_on(running) : clock >= running.horizon) {
        put_back(running);
        break;
      }
      running.operations += seen;
      // As if its turn began here: what it does next must not depend on whether others had a turn before this.
      if (seen && runs_ahead_) running.horizon = clock + stretch_;
      if constexpr (watching) {
        if (seen && by_time_) recorder_.complete_before(clock);
      }
    }

    std::uint32_t active = group.active;
    if (instruction.guard != no_row) active &= warp.frame.predicate(instruction.guard);
    ++issued_;
    ++running.issues;
    ++tally.executions;
    tally.lanes += count_lanes(active);
    if constexpr (watching) {
      last_ = {warp.in_grid, pc, group.active};
      const bool accesses = instruction.kind == Kind::load || instruction.kind == Kind::store || instruction.kind == Kind::atomic;
      // Lanes that part to meet somewhere come back to it, and are recorded then.
      const bool parts = instruction.parts_lanes() && active != 0 && active != group.active;
      if (!parts && (instruction.kind == Kind::barrier || (every_step && !(accesses && active != 0))))
        recorder_.step(clock, warp.in_grid, pc, active);
    }

    Next next = Next::on;
    switch (instruction.kind) {
      case Kind::compute:
        if (instruction.reads_clock) write_clock(warp, clock);
        if (active != 0) instruction.execute(warp.frame, instruction, active);
        ++group.pc;
        break;
      case Kind::fence:
        if (checker_ && active != 0) checker_->fence(warp.block, warp.in_block, instruction, active);
        ++group.pc;
        break;
      case Kind::load:
      case Kind::store:
      case Kind::atomic:
        if (active != 0 && instruction.copy != ptx::CopyStep::none)
          copy<watching>(running, instruction, active);
        else if (active != 0)
          access<watching>(running, instruction, active);
        if (fault_ || start_over_) next = Next::stop;
        if (instruction.last_shared_write && warp.lanes.is_whole(group)) set_writes_shared(warp, false);
        ++group.pc;
        break;
      case Kind::copy_group:
        if (active != 0) step_group<watching>(running, instruction, active);
        ++group.pc;
        break;
      case Kind::branch:
        next = branch(running, instruction, active);
        break;
      case Kind::exit:
        next = exit(running, active);
        break;
      case Kind::trap:
        next = trap(running, active);
        break;
      case Kind::ret:
        next = ret(running, active);
        break;
      case Kind::table_branch:
        next = table_branch(running, instruction, active);
        break;
      case Kind::sleep:
        if (active != 0) clock += sleep_cycles(warp, instruction, active);
        ++group.pc;
        break;
      case Kind::stack:
        next = allocate_stack(running, instruction, active);
        break;
      case Kind::call:
      case Kind::barrier:
      case Kind::exchange:
      case Kind::warp_sync:
        if (active == 0) {
          ++group.pc;
        } else if (active != group.active) {  // the others wait behind it; these come back to it, and are counted then
          --tally.executions;
          --issued_;
          tally.lanes -= count_lanes(active);
          group.clock = clock;
          group = warp.lanes.part(group, active, pc, pc + 1, pc + 1);
        } else {
          next = instruction.kind == Kind::call      ? call(running, instruction)
                 : instruction.kind == Kind::barrier ? barrier(running, instruction, active)
                                                     : meet(running, instruction, active);
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

template std::uint64_t Machine::take_turn<false>(Turn turn);
template std::uint64_t Machine::take_turn<true>(Turn turn);

}  // namespace warplens::simt
