#include "simt/parallel/parallel.h"

#include <algorithm>
#include <deque>
#include <future>
#include <vector>

#include "simt/machine/machine.h"
#include "simt/parallel/cores.h"

namespace warplens::simt {
namespace {

constexpr std::uint64_t least_threads = 1u << 14;  // for smaller launches, starting the other cores takes as long as the launch

/// Instructions that certainly or probably affect all other blocks: a shared stack or heap, atomics, a polled flag. Reads of bulk
/// copies are not claimed.
bool needs_others(const Decoded& instruction) {
  const bool global = instruction.space != ptx::Space::shared;
  return instruction.kind == Kind::call || instruction.kind == Kind::stack || instruction.copy != ptx::CopyStep::none ||
         (global && (instruction.kind == Kind::atomic || instruction.polls));
}

/// The remaining turns of all machines, in time order.
void run_rest(std::deque<Machine>& machines, Cores& cores) {
  while (!cores.given_up()) {
    Machine* first = nullptr;
    for (Machine& machine : machines) {
      if (machine.failed()) return;
      if (!machine.over() && (first == nullptr || machine.next_turn() < first->next_turn())) first = &machine;
    }
    if (first == nullptr) return;
    cores.l2.advance(first->next_turn_time());
    first->go_on_with_share();
  }
}

}  // namespace

bool may_run_in_parallel(const launch::Launch& launch, const Program& program, const DeviceSpec& spec) {
  const bool watched = launch.check || launch.record_schedule || launch.trace_level != trace::Level::none;
  const std::uint64_t blocks = base::count(launch.grid);
  return launch.schedule == launch::Schedule::timed && !watched && !launch.placement && spec.multiprocessors > 1 && blocks > 1 &&
         blocks <= trace::Recorder::most_placements && blocks * base::count(launch.block) >= least_threads &&
         std::none_of(program.code.begin(), program.code.end(), needs_others);
}

std::optional<launch::LaunchResult> run_in_parallel(const launch::Launch& launch, const Program& program, const DeviceSpec& spec,
                                                    launch::Progress& progress, std::uint32_t count) {
  const auto memory = std::make_shared<GlobalMemory>(launch, program.variables, program.written);
  Cores cores(std::min({count, spec.multiprocessors, Claims::most_cores}), *memory, spec);
  std::deque<Machine> machines;
  for (std::uint32_t core = 0; core < cores.count(); ++core)
    machines.emplace_back(launch, program, spec, progress, memory, CoreShare{&cores, core});
  if (!machines.front().fits()) return std::nullopt;
  for (Machine& machine : machines) machine.begin();
  cores.put_queue(machines.front().queue(), base::count(launch.grid));

  std::vector<std::future<void>> others;
  try {
    for (std::size_t core = 1; core < machines.size(); ++core)
      others.push_back(std::async(std::launch::async, [&machine = machines[core]] { machine.run_share(); }));
  } catch (const std::system_error&) {  // the system has no more threads
    cores.give_up();
  }
  machines.front().run_share();
  for (std::future<void>& other : others) other.get();
  if (cores.one_does_all()) run_rest(machines, cores);
  if (cores.given_up() || !std::all_of(machines.begin(), machines.end(), [](const Machine& m) { return m.did_its_share(); }))
    return std::nullopt;
  // On one core, the instructions between the ends of two blocks are at most those of all cores together.
  std::uint64_t longest_block = 0;
  for (const Machine& machine : machines) longest_block += machine.longest_block();
  if (longest_block > launch.step_limit) return std::nullopt;
  for (std::size_t core = 1; core < machines.size(); ++core) machines.front().absorb(machines[core]);
  return machines.front().end();
}

}  // namespace warplens::simt
