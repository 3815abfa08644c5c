#include "simt/machine/machine.h"

#include <algorithm>

#include "simt/machine/endless/endless_loop.h"
#include "simt/machine/observe/observers.h"

namespace warplens::simt {
namespace {

constexpr std::uint64_t instructions_between_checks = 16384;  // well under a millisecond

/// How many cycles a warp runs ahead (TurnState::run_ahead): enough that the cost of a turn is amortised, but few enough that a
/// trace cut off at its budget, or a time slice of a full machine, covers a short interval, and at most an interval of the L2
/// cache, so that warps meet in the caches nearly as they would in time order.
std::uint64_t cycles_ahead(std::uint64_t warps) {
  return std::clamp<std::uint64_t>((1u << 18) / std::max<std::uint64_t>(warps, 1), 256, L2Cache::interval);
}

}  // namespace

Machine::Machine(const launch::Launch& launch, const Program& program, const DeviceSpec& spec, launch::Progress& progress,
                 MakeChecks make_checks, RunAhead run_ahead)
    : Machine(launch, program, spec, progress, make_checks, run_ahead,
              std::make_shared<GlobalMemory>(launch, program.variables, program.written), {}) {}

Machine::Machine(const launch::Launch& launch, const Program& program, const DeviceSpec& spec, launch::Progress& progress,
                 MakeChecks make_checks, std::shared_ptr<GlobalMemory> memory, const CoreShare& share)
    : Machine(launch, program, spec, progress, make_checks, RunAhead::allowed, std::move(memory), share) {}

Machine::Machine(const launch::Launch& launch, const Program& program, const DeviceSpec& spec, launch::Progress& progress,
                 MakeChecks make_checks, RunAhead run_ahead, std::shared_ptr<GlobalMemory> memory, const CoreShare& share)
    : memory_(std::move(memory)),
      context_(launch, program, spec, run_ahead == RunAhead::allowed, *memory_),
      share_(share),
      progress_(progress),
      state_(launch.schedule, launch.seed),
      observation_(context_, share_.count(), make_checks) {
  if (launch.record_schedule) {
    using enum launch::ScheduleRecord::Clocks;
    state_.schedule.emplace();
    state_.schedule->clocks = context_.runs_ahead ? timed : context_.timed ? timed_strict : untimed;
    if (launch.schedule == launch::Schedule::recorded) state_.schedule->unit = launch.recorded->unit;
  }
  const std::uint64_t resident = std::uint64_t{spec.multiprocessors} * context_.occupancy.blocks * context_.warps_per_block;
  stretch_ = cycles_ahead(std::min(warps(), resident));
}

/// Called at regular intervals: checks for a pause, cancellation and the step limit. The end of a block moves the limit only
/// further away, so check_at_ is never too late.
bool Machine::should_stop() {
  state_.cancelled = progress_.cancel.load(std::memory_order_relaxed);
  const std::uint64_t limit = context_.launch.step_limit;
  const std::uint64_t hung_at = state_.block_ended + std::min(limit, ~std::uint64_t{0} - state_.block_ended);
  check_at_ = std::min({issued() + instructions_between_checks, hung_at, stop_at_});
  observation_.loops().advance(issued() - state_.block_ended);
  if (code_ == nullptr && background_ != nullptr) code_ = background_->code(issued());
  return state_.cancelled || issued() >= check_at_;
}

void Machine::begin() {
  began_ = std::chrono::steady_clock::now();
  progress_.blocks_done = 0;
  blocks_.dispatch(0);
}

template <typename Observer>
void Machine::run_until(std::uint64_t number) {
  while (!over() && issued() < number) {
    const Turn turn = state_.turns.take();
    [[maybe_unused]] const std::uint32_t warp = blocks_.warp(turn.slot).in_grid;
    [[maybe_unused]] const std::uint64_t operations = take_turn<Observer>(turn);
    if constexpr (Observer::observes) record_turn({.warp = warp, .amount = operations});
  }
}

std::optional<launch::LaunchResult> Machine::run() {
  begin();
  run_turns(TurnLimit::any_number);
  return end();
}

bool Machine::run_turns(std::uint64_t instructions) {
  const std::uint64_t number = issued() + std::min(instructions, TurnLimit::any_number - issued());
  with_observer(observation_, state_.schedule.has_value(), [&]<typename Observer>() { run_until<Observer>(number); });
  return over();
}

void Machine::run_next_turn() {
  with_observer(observation_, false, [this]<typename Observer>() { take_turn<Observer>(state_.turns.take()); });
}

bool Machine::absorb(Machine& other) {
  memory_unit_.absorb(other.memory_unit_);
  blocks_.absorb(other.blocks_);
  return observation_.absorb(other.observation_);
}

std::optional<launch::LaunchResult> Machine::end() {
  if (faults_.must_start_over()) return std::nullopt;
  if (!faults_.raised() && !state_.cancelled && blocks_.any_resident(false)) report_deadlock(context_, blocks_, faults_);
  const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - began_;
  const std::uint64_t end_cycle = std::max(blocks_.end_cycle(), memory_unit_.end_cycle());

  launch::LaunchResult result;
  result.outcome = faults_.raised()   ? launch::Outcome::faulted
                   : state_.cancelled ? launch::Outcome::cancelled
                                      : launch::Outcome::finished;
  result.fault = faults_.fault();
  observation_.ended(result, faults_.other(), *memory_);
  result.device = "SIMT machine, " + context_.spec.name;
  result.outputs = memory_->take_buffers();
  if (context_.launch.placement) memory_->take_heap(result);
  result.printed = calls_.printed();
  result.device_launches = calls_.launched();
  result.symbols = memory_->symbols(context_.launch, context_.program.variables);
  result.occupancy = context_.occupancy;
  result.multiprocessors = context_.spec.multiprocessors;
  result.timing.host_ms = elapsed.count();
  result.timing.kernel_cycles = static_cast<double>(context_.timed ? end_cycle + context_.spec.launch_cycles : end_cycle);
  if (context_.timed) {
    result.timing.launch_cycles = context_.spec.launch_cycles;
    result.utilisation = blocks_.utilisation(end_cycle);
    result.utilisation->memory = memory_unit_.l2().utilisation(end_cycle);
    result.utilisation->atomics = memory_unit_.busiest_atomics(end_cycle);
  }
  result.schedule = std::move(state_.schedule);
  blocks_.place_rest(end_cycle);
  observation_.finish(result, end_cycle);
  result.counters.memory_sectors_read = memory_unit_.l2().sectors_read();
  result.counters.memory_sectors_written = memory_unit_.l2().sectors_written();
  return result;
}

}  // namespace warplens::simt
