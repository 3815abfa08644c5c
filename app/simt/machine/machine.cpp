#include "simt/machine/machine.h"

#include <algorithm>
#include <chrono>

#include "base/number_format.h"
#include "launch/arguments/parameters.h"
#include "simt/decode/frames.h"

namespace warplens::simt {
namespace {

constexpr std::uint64_t instructions_between_checks = 16384;  // well under a millisecond

/// How far a warp runs ahead: far enough that its turns cost little, and not so far that a trace cut off at its budget, or a
/// slice of a full machine, is long.
std::uint64_t cycles_ahead(std::uint64_t warps) {
  return std::clamp<std::uint64_t>((1u << 18) / std::max<std::uint64_t>(warps, 1), 256, 4096);
}

std::vector<std::byte> parameter_block(const launch::Launch& launch, const GlobalMemory& memory) {
  std::vector<std::uint64_t> addresses;
  for (const launch::Argument& argument : launch.arguments) {
    if (std::holds_alternative<launch::Buffer>(argument)) addresses.push_back(memory.buffer_address(addresses.size()));
  }
  return launch::parameter_block(launch, addresses);
}

}  // namespace

Machine::Machine(const launch::Launch& launch, const Program& program, const DeviceSpec& spec, launch::Progress& progress,
                 RunAhead run_ahead)
    : Machine(launch, program, spec, progress, run_ahead,
              std::make_shared<GlobalMemory>(launch, program.variables, program.written)) {}

Machine::Machine(const launch::Launch& launch, const Program& program, const DeviceSpec& spec, launch::Progress& progress,
                 RunAhead run_ahead, std::shared_ptr<GlobalMemory> memory)
    : MachineState(launch.schedule, launch.seed),
      launch_(launch),
      function_(launch.module->functions[launch.entry]),
      listing_(*launch.module, launch.entry),
      program_(program),
      spec_(spec),
      progress_(progress),
      executor_(executor()),
      timed_(has_time(launch)),
      by_time_(launch.schedule == launch::Schedule::timed),
      runs_ahead_(timed_ && run_ahead == RunAhead::allowed),
      shared_memory_(std::move(memory)),
      memory_(*shared_memory_),
      parameters_(parameter_block(launch, memory_)),
      threads_per_block_(base::count(launch.block)),
      warps_per_block_((threads_per_block_ + warp_size - 1) / warp_size),
      shared_bytes_(program.variables.shared_bytes + launch.dynamic_shared),
      blocks_(base::count(launch.grid)),
      occupancy_(launch::occupancy(spec.per_multiprocessor, {static_cast<std::uint32_t>(threads_per_block_),
                                                             program.registers_per_thread, shared_bytes_})),
      recorder_(launch.trace_level, launch.trace_budget, launch.grid, launch.block) {
  shapes_.resize(program.accesses);
  tallies_.resize(program.code.size());
  computed_ = ran_ = std::vector<Run>(program.code.size());
  Multiprocessor empty;
  empty.issue.resize(std::max(1u, spec.schedulers_per_multiprocessor));
  if (launch.check) checker_.emplace(launch, program);
  multiprocessors_.assign(spec.multiprocessors, empty);
  if (launch.record_schedule) {
    using enum launch::ScheduleRecord::Clocks;
    schedule_.emplace();
    schedule_->clocks = runs_ahead_ ? timed : timed_ ? timed_strict : untimed;
    if (launch.schedule == launch::Schedule::recorded) schedule_->unit = launch.recorded->unit;
  }
  stretch_ = cycles_ahead(std::min<std::uint64_t>(blocks_ * warps_per_block_,
                                                  std::uint64_t{spec.multiprocessors} * occupancy_.blocks * warps_per_block_));
}

base::Status Machine::fits() const {
  const auto refuse = [&](const std::string& what, std::uint64_t has, std::uint64_t limit) {
    return base::error("a block of " + std::to_string(has) + " " + what + " does not fit on a multiprocessor of the " +
                       spec_.name + ", which has " + std::to_string(limit));
  };
  const std::uint64_t threads = warps_per_block_ * warp_size;
  if (threads > spec_.per_multiprocessor.threads) return refuse("threads", threads_per_block_, spec_.per_multiprocessor.threads);
  const std::uint64_t shared = launch_.shared_opt_in ? spec_.shared_per_block_opt_in : launch::GeometryLimits{}.shared_bytes;
  if (shared_bytes_ > shared) return refuse("bytes of shared memory", shared_bytes_, shared);
  const std::uint64_t at_once = std::uint64_t{occupancy_.blocks} * spec_.multiprocessors;
  if (program_.variables.grid_workspace != 0 && blocks_ > at_once)
    return base::error("the kernel makes all blocks of its grid wait for each other (grid.sync), so all " +
                       base::grouped(blocks_) + " have to run at once; the " + spec_.name + " has room for " +
                       base::grouped(at_once));
  if (local_bytes_at_once() > resident_local_limit)
    return base::error("the threads that run at once need " + base::counted(local_bytes_at_once() >> 20, "MiB") +
                       " of local memory, " + base::counted(program_.variables.local_bytes, "byte") + " each; they have " +
                       std::to_string(resident_local_limit >> 20) + " MiB together");
  return base::Nothing{};
}

/// Looked at every so many instructions: whether to stand still, cancellation, the step limit.
bool Machine::should_stop() {
  cancelled_ = progress_.cancel.load(std::memory_order_relaxed);
  check_at_ = std::min({issued_ + instructions_between_checks, launch_.step_limit, stop_at_});
  return cancelled_ || issued_ >= check_at_;
}

/// Runs, counted where they began, are counted at each of their instructions.
void Machine::tally_runs(const std::vector<Run>& runs, std::uint16_t Decoded::*length) {
  for (std::size_t first = 0; first < runs.size(); ++first) {
    if (runs[first].executions == 0) continue;
    for (std::size_t pc = first; pc < first + program_.code[first].*length; ++pc) {
      tallies_[pc].executions += runs[first].executions;
      tallies_[pc].lanes += runs[first].lanes;
    }
  }
}

/// The totals of the tallies, by what each instruction is.
launch::Counters Machine::counters() const {
  launch::Counters counters;
  counters.blocks = blocks_;
  counters.threads = blocks_ * threads_per_block_;
  counters.warps = blocks_ * warps_per_block_;
  counters.cycles = end_cycle_;
  launch::Tally all, loads, stores, atomics, branches, barriers;
  for (std::size_t pc = 0; pc < tallies_.size(); ++pc) {
    const Kind kind = program_.code[pc].kind;
    launch::Tally other;
    (kind == Kind::load      ? loads
     : kind == Kind::store   ? stores
     : kind == Kind::atomic  ? atomics
     : kind == Kind::branch  ? branches
     : kind == Kind::barrier ? barriers
                             : other) += tallies_[pc];
    all += tallies_[pc];
  }
  counters.warp_instructions = all.executions;
  counters.thread_instructions = all.lanes;
  counters.global_loads = loads.global_requests;
  counters.global_stores = stores.global_requests;
  counters.global_atomics = atomics.global_requests;
  counters.global_sectors = all.sectors;
  counters.load_bytes_asked = loads.bytes_asked;
  counters.load_sectors = loads.sectors;
  counters.store_bytes_asked = stores.bytes_asked;
  counters.store_sectors = stores.sectors;
  counters.shared_requests = all.shared_requests;
  counters.bank_conflicts = all.conflicts;
  counters.atomic_collisions = atomics.collisions;
  counters.branches = branches.executions;
  counters.divergent_branches = branches.splits;
  counters.barriers = barriers.arrivals;
  counters.barrier_wait_cycles = barriers.wait_cycles;
  counters.memory_wait_cycles = all.wait_cycles - barriers.wait_cycles;
  return counters;
}

void Machine::begin() {
  began_ = std::chrono::steady_clock::now();
  progress_.blocks_done = 0;
  dispatch(0);
}

bool Machine::over() const { return (turns_.empty() && !held_) || failed(); }

template <bool watching>
void Machine::run_all() {
  while (!over()) {
    const Turn turn = turns_.take();
    [[maybe_unused]] const std::uint32_t warp = warps_[turn.warp].in_grid;
    [[maybe_unused]] const std::uint64_t operations = take_turn<watching>(turn);
    if constexpr (watching) record_turn({.warp = warp, .amount = operations});
  }
}

std::optional<launch::LaunchResult> Machine::run() {
  begin();
  if (launch_.trace_level != trace::Level::none || checker_ || schedule_)
    run_all<true>();
  else
    run_all<false>();
  return end();
}

std::optional<launch::LaunchResult> Machine::end() {
  if (start_over_) return std::nullopt;
  if (!fault_ && !cancelled_ &&
      std::any_of(resident_.begin(), resident_.end(), [](const ResidentBlock& block) { return block.resident; })) {
    report_stuck();
  }
  const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - began_;

  launch::LaunchResult result;
  result.outcome = fault_ ? launch::Outcome::faulted : cancelled_ ? launch::Outcome::cancelled : launch::Outcome::finished;
  if (checker_ && fault_) checker_->fault(*fault_, other_witness_);
  result.fault = std::move(fault_);
  result.device = "SIMT machine, " + spec_.name;
  result.outputs = memory_.take_buffers();
  result.printed = std::move(builtins_.printed);
  result.symbols = memory_.symbols(launch_, program_.variables);
  if (checker_) {
    result.findings = checker_->findings();
    result.unchecked = checker_->unchecked();
  }
  tally_runs(computed_, &Decoded::computes);
  tally_runs(ran_, &Decoded::invisible);
  result.counters = counters();
  result.tallies = std::move(tallies_);
  result.occupancy = occupancy_;
  result.multiprocessors = spec_.multiprocessors;
  result.timing.host_ms = elapsed.count();
  result.timing.kernel_cycles = static_cast<double>(end_cycle_);
  for (const ResidentBlock& block : resident_) {
    if (block.resident) recorder_.place(block.index, block.sm, block.start, std::max(block.start, end_cycle_));
  }
  result.schedule = std::move(schedule_);
  result.trace = recorder_.finish(end_cycle_);
  return result;
}

}  // namespace warplens::simt
