#include "simt/parallel/parallel.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>

#include "simt/parallel/core_machine.h"

namespace warplens::simt {
namespace {

constexpr double min_alone = 1e-3;               // seconds that one core runs a launch to measure its speed
constexpr std::uint64_t min_threads = 1u << 14;  // for smaller launches, starting the other cores takes as long as the launch

/// Instructions that certainly or probably affect all other blocks: a shared stack or heap, atomics, a polled flag. Reads of bulk
/// copies are not claimed.
bool needs_others(const Decoded& instruction) {
  const bool global = instruction.space != ptx::Space::shared;
  return instruction.kind == Kind::call || instruction.kind == Kind::stack || instruction.copy != ptx::CopyStep::none ||
         (global && (instruction.kind == Kind::atomic || instruction.polls));
}

/// Closes a call at the end of its scope.
struct Closes {
  Call& call;
  ~Closes() { call.close(); }
};

/// Run the turns of all machines while `goes_on` says so. Returns false if no turns are left or the run has failed.
///
/// Right after several threads have run, turns run in time order until all machines have caught up. Otherwise a machine goes on
/// to the end of the L2 cache's interval, or until one of its blocks ends, and then the next machine does: within an interval no
/// machine sees what the others request from L2, and switching machines at every turn would cost 5 % of the time.
template <typename GoesOn>
bool run_all_turns(std::deque<CoreMachine>& machines, const Cores& cores, GoesOn goes_on) {
  const auto next_of = [](CoreMachine& machine) { return machine.over() ? never : machine.next_turn().key(); };
  while (!cores.given_up() && goes_on()) {
    CoreMachine* first = &machines.front();
    std::uint64_t second = never;  // the next turn of any other machine
    for (CoreMachine& machine : machines) {
      if (machine.failed()) return false;
      if (&machine == first) continue;
      const std::uint64_t next = next_of(machine), earliest = next_of(*first);
      second = std::min(second, std::max(next, earliest));
      if (next < earliest) first = &machine;
    }
    if (first->over()) return false;
    const std::uint64_t interval_end = L2Cache::end_of_interval(next_of(*first) >> Turn::slot_bits);
    const auto may_go_on = [&] {
      const std::uint64_t next = next_of(*first);
      const bool in_interval = next >> Turn::slot_bits < interval_end;
      return next < second || (in_interval && !cores.are_together() && !first->next_turn_ends_block());
    };
    do first->run_turn_of_share();
    while (!first->failed() && may_go_on() && !cores.given_up() && goes_on());
    first->publish_next_turn();
  }
  return !cores.given_up();
}

/// Warp instructions so far.
std::uint64_t issued_by(const std::deque<CoreMachine>& machines) {
  std::uint64_t sum = 0;
  for (const CoreMachine& machine : machines) sum += machine.issued();
  return sum;
}

/// Run turns on this thread until the machine code is compiled, or it is certain that there will be none. Before that, the
/// compiler needs the second processor, and the speed of one core cannot be measured: it rises once there is machine code.
void await_code(std::deque<CoreMachine>& machines, const Cores& cores, BackgroundCode& background) {
  run_all_turns(machines, cores, [&] { return background.code(issued_by(machines)) == nullptr && background.may_come(); });
  // Asked again: it may have come between the two questions.
  for (CoreMachine& machine : machines) machine.use_code({.ready = background.code(issued_by(machines))});
}

}  // namespace

bool has_separate_blocks(const launch::Launch& launch, const Program& program) {
  const auto ties_blocks = [&](const Decoded& each) { return needs_others(each) || (launch.check && orders_some(each)); };
  return std::none_of(program.code.begin(), program.code.end(), ties_blocks);
}

bool may_run_in_parallel(const launch::Launch& launch, const Program& program, const DeviceSpec& spec) {
  const std::uint64_t blocks = base::count(launch.grid);
  return launch.schedule == launch::Schedule::timed && !launch.record_schedule && !launch.placement && spec.multiprocessors > 1 &&
         blocks > 1 && blocks <= trace::Recorder::max_placements && blocks * base::count(launch.block) >= min_threads &&
         has_separate_blocks(launch, program);
}

std::optional<launch::LaunchResult> run_in_parallel(const launch::Launch& launch, const Program& program, const DeviceSpec& spec,
                                                    launch::Progress& progress, Helpers& helpers, std::uint32_t count,
                                                    MakeChecks make_checks, Begin begin, const CodeSource& code) {
  const auto memory = std::make_shared<GlobalMemory>(launch, program.variables, program.written);
  const bool watched = launch.check || launch.trace_level != trace::Level::none;
  Cores cores(std::min({count, spec.multiprocessors, Claims::max_cores}), *memory, spec, watched);
  std::deque<CoreMachine> machines;
  for (std::uint32_t core = 0; core < cores.count(); ++core)
    machines.emplace_back(launch, program, spec, progress, make_checks, memory, cores, core);
  if (!machines.front().fits()) return std::nullopt;

  const auto call = std::make_shared<Call>(cores.count() - 1, [&machines](std::uint32_t core) { machines[core].run_share(); });
  const Closes closes{*call};
  for (CoreMachine& machine : machines) {
    machine.use_code(code);
    machine.begin();
  }
  cores.put_queue(machines.front().queue(), base::count(launch.grid));
  if (begin == Begin::at_once && code.background != nullptr) await_code(machines, cores, *code.background);
  const std::uint64_t issued_before = issued_by(machines);
  const auto began = std::chrono::steady_clock::now();
  const auto elapsed = [began] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(); };
  if (begin == Begin::together || run_all_turns(machines, cores, [&] { return elapsed() < min_alone; }))
    helpers.call(call, cores.count() - 1);
  if (begin == Begin::together) call->await_all();
  // Helpers may take long to wake up; the launch goes on meanwhile.
  run_all_turns(machines, cores, [&] { return !call->complete(); });
  if (call->complete()) {
    cores.begin_together(static_cast<double>(issued_by(machines) - issued_before) / elapsed(), issued_by(machines),
                         [&machines](std::uint32_t core) { machines[core].run_parked_turn(); });
    for (CoreMachine& machine : machines) machine.publish_next_turn();
    call->begin();
    machines.front().run_share();
    call->await_end();
    helpers.have_helped(!cores.one_does_all());
    std::uint64_t last = 0;  // no turn that has run is later
    for (CoreMachine& machine : machines) last = std::max(last, machine.over() ? never : machine.next_turn().key());
    run_all_turns(machines, cores, [&] {
      return std::any_of(machines.begin(), machines.end(),
                         [last](CoreMachine& m) { return !m.over() && m.next_turn().key() < last; });
    });
    cores.end_together();
    run_all_turns(machines, cores, [] { return true; });
  }
  if (cores.given_up() || !std::all_of(machines.begin(), machines.end(), [](const CoreMachine& m) { return m.did_its_share(); }))
    return std::nullopt;
  // On one core, the instructions between the ends of two blocks are at most those of all cores together.
  std::uint64_t longest_block = 0;
  for (const CoreMachine& machine : machines) longest_block += machine.longest_block();
  if (longest_block > launch.step_limit) return std::nullopt;
  for (std::size_t core = 1; core < machines.size(); ++core)
    if (!machines.front().absorb(machines[core])) return std::nullopt;
  return machines.front().end();
}

}  // namespace warplens::simt
