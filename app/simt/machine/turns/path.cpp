#include "simt/machine/machine.h"
#include "simt/machine/observe/observers.h"

// Paths of instructions as machine code.

namespace warplens::simt {
namespace {

/// PathCall::owner.
struct Walk {
  Machine* machine;
  Running* running;
};

}  // namespace

template <typename Observer>
bool Machine::load_on_path(native::PathCall& call, std::uint32_t pc) {
  const Walk& walk = *static_cast<const Walk*>(call.owner);
  Machine& machine = *walk.machine;
  Running& running = *walk.running;
  const Decoded& instruction = machine.context_.program.code[pc];
  running.clock = call.clock;
  running.group.pc = pc;
  if constexpr (Observer::checks) machine.memory_unit_.check(running, call.shared);
  if constexpr (!Observer::observes) {
    launch::Tally& tally = machine.observation_.tally(pc);
    if (instruction.loads_unwritten && machine.memory_unit_.load_unwritten(running, instruction, call.active, tally)) return true;
    if (instruction.loads_shared && machine.memory_unit_.load_shared(running, instruction, call.active, tally)) return true;
  }
  machine.memory_unit_.access<Observer>(running, instruction, call.active);
  call.leave = running.warp.has_undefined;  // the checker follows every instruction from the next run on
  return !machine.faults_.stop();
}

/// Execute a path as machine code until it ends or the interpreter has to take over. Next::wait: nothing was executed.
template <typename Observer>
Next Machine::follow_path(Running& running, const native::CodePath& path) {
  const Observer observer(observation_);
  Group& group = running.group;
  ResidentWarp& warp = running.warp;
  const std::uint32_t first = group.pc;
  const bool whole = warp.lanes.is_whole(group);
  if (group.join != no_join && context_.program.code[first].is_reconvergence_point) return Next::wait;
  if (warp.has_undefined || observation_.loops().active()) return Next::wait;
  if (path.loads && !context_.runs_ahead) return Next::wait;
  if (path.loads && observer.records_accesses()) return Next::wait;
  const bool direct = group.active == all_lanes;  // loads of shared memory without calls
  if (path.many_loads && !direct) return Next::wait;
  if (path.reads_shared && !is_only_shared_writer(running)) return Next::wait;
  if (path.loop && !(whole || warp.lanes.groups().empty())) return Next::wait;  // other lanes have a turn after each round
  const std::uint64_t rounds = (check_at_ - issued()) / path.length;
  if (rounds == 0) return Next::wait;

  Walk walk{this, &running};
  // Assigned member by member: compilers clear a new structure by `rep stos`, which takes longer than a short path.
  native::PathCall& call = path_call_;
  call.frame = &warp.frame;
  call.active = group.active;
  call.rounds = rounds;
  call.clock = running.clock;
  call.horizon = running.horizon;
  call.return_horizon = whole ? running.round_horizon : never;
  call.ready = warp.ready.data();
  call.tallies = &observation_.tally(0);
  call.runs = memory_unit_.runs();
  call.load = &load_on_path<Observer>;
  call.owner = &walk;
  call.leave = call.stopped = false;
  if (path.reads_shared) call.shared = memory_unit_.shared_memory(running.block, direct);
  path.function(call);
  if (path.reads_shared) {
    if constexpr (Observer::checks) memory_unit_.check(running, call.shared);
    memory_unit_.add(running, call.shared);
  }
  const std::uint64_t executed = call.done * path.length + call.exit;
  running.clock = call.clock;
  group.pc = first + static_cast<std::uint32_t>(call.exit);
  if (executed == 0) return Next::wait;
  if (!whole && call.done != 0) {
    group.waiting = 0;
    group.looked = group.changed = false;
  }
  running.issues += executed;
  running.occupy(context_.program, first, path.length, call.done);
  running.occupy(context_.program, first, call.exit);
  observation_.issue(executed);
  const std::uint64_t lanes = count_lanes(group.active);
  observation_.count_run(first, path.length, lanes, call.done);
  observation_.count_run(first, call.exit, lanes);
  observer.ran_to(running, (call.exit != 0 ? group.pc : first + path.length) - 1);
  return call.stopped ? Next::stop : Next::on;
}

template Next Machine::follow_path<NoObserver>(Running&, const native::CodePath&);
template Next Machine::follow_path<TraceObserver>(Running&, const native::CodePath&);
template Next Machine::follow_path<CheckObserver>(Running&, const native::CodePath&);

}  // namespace warplens::simt
