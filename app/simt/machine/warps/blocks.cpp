#include <algorithm>

#include "base/names.h"
#include "launch/uninitialised.h"
#include "simt/code/execute/cells.h"
#include "simt/machine/turns/special_registers.h"
#include "simt/machine/warps/blocks.h"

namespace warplens::simt {

static_assert(uninitialised == launch::uninitialised, "views recognise memory that nothing has written by it");

namespace {

/// A random number stream for one block or warp of a launch, independent of the order of execution.
base::Random stream(std::uint64_t seed, std::uint64_t number) { return base::Random(base::Random(seed ^ (number << 20)).next()); }

}  // namespace

Blocks::Blocks(const LaunchContext& context, const CoreShare& share, Turns& turns, Stack& stack, WarpControl& control,
               Observation& observation, launch::Progress& progress)
    : context_(context),
      share_(share),
      turns_(turns),
      stack_(stack),
      control_(control),
      observation_(observation),
      progress_(progress),
      l2_cycles_per_byte_(std::max<std::uint64_t>(
          1, (std::uint64_t{context.spec.multiprocessors} << 16) / std::max(1u, context.spec.l2_bytes_per_cycle))) {
  Multiprocessor empty;
  empty.schedulers.resize(std::max(1u, context.spec.schedulers_per_multiprocessor));
  state_.multiprocessors.assign(context.spec.multiprocessors, empty);
}

void Blocks::dispatch(std::uint64_t time) {
  while (state_.queue.next < context_.blocks) {
    std::uint32_t best = context_.spec.multiprocessors;
    for (std::uint32_t sm = 0; sm < context_.spec.multiprocessors; ++sm) {
      const Multiprocessor& candidate = state_.multiprocessors[sm];
      if (candidate.blocks < context_.occupancy.blocks &&
          (best == context_.spec.multiprocessors || candidate.blocks < state_.multiprocessors[best].blocks))
        best = sm;
    }
    if (best == context_.spec.multiprocessors) return;
    const std::uint64_t start = std::max(time, state_.queue.ready);
    state_.queue.ready = start + context_.spec.block_launch_interval;
    start_block(best, start + stream(context_.launch.seed, state_.queue.next).below(context_.spec.block_launch_interval + 1));
  }
}

void Blocks::start_block(std::uint32_t sm, std::uint64_t time) {
  while (state_.first_free < state_.resident.size() && state_.resident[state_.first_free].resident) ++state_.first_free;
  const std::size_t number = state_.first_free++;
  const std::uint32_t first = first_warp(static_cast<std::uint32_t>(number));
  if (number == state_.resident.size()) {
    state_.resident.emplace_back();
    state_.warps.resize(state_.resident.size() * context_.warps_per_block);
    if (share_.is_mine(sm)) {
      for (std::uint32_t w = 0; w < context_.warps_per_block; ++w) prepare_slot(first + w);
    }
  }
  Multiprocessor& multiprocessor = state_.multiprocessors[sm];
  multiprocessor.blocks += 1;

  ResidentBlock& block = state_.resident[number];
  block.resident = true;
  block.index = static_cast<std::uint32_t>(state_.queue.next++);
  block.position = base::position(block.index, context_.launch.grid);
  block.sm = sm;
  if (!share_.is_mine(sm)) return;
  block.live_threads = static_cast<std::uint32_t>(context_.threads_per_block);
  block.live_warps = static_cast<std::uint32_t>(context_.warps_per_block);
  block.shared_writers = 0;
  block.start = time;
  block.last = {};
  block.reached = time;
  block.shared.assign(context_.shared_bytes, uninitialised);
  observation_.block_started(static_cast<std::uint32_t>(number), block.index, context_.shared_bytes);
  for (std::uint32_t w = 0; w < context_.warps_per_block; ++w) start_warp(first + w, time);
}

/// Set the parts of a slot that are equal for every warp in it.
void Blocks::prepare_slot(std::uint32_t slot) {
  ResidentWarp& warp = state_.warps[slot];
  warp.block = static_cast<std::uint32_t>(slot / context_.warps_per_block);
  warp.in_block = static_cast<std::uint32_t>(slot % context_.warps_per_block);
  warp.registers.resize(context_.program.register_bytes / sizeof(ResidentWarp::Line) + 1);
  warp.frame = {warp.registers.data()->bytes.data(), context_.program.constants.data(), context_.parameters.data()};
  fill_constant_specials(context_, warp);
}

void Blocks::start_warp(std::uint32_t slot, std::uint64_t time) {
  ResidentWarp& warp = state_.warps[slot];
  const ResidentBlock& block = state_.resident[warp.block];
  Multiprocessor& multiprocessor = state_.multiprocessors[block.sm];
  warp.in_grid = static_cast<std::uint32_t>(block.index * context_.warps_per_block + warp.in_block);
  warp.scheduler = multiprocessor.next_scheduler;
  if (++multiprocessor.next_scheduler == multiprocessor.schedulers.size()) multiprocessor.next_scheduler = 0;
  for (const RowSpan& row : context_.program.read_at_start) std::memset(warp.frame.destination(row.row), 0, row.bytes);
  stack_.start(warp);
  warp.ready.assign(context_.program.loaded_registers, 0);
  const std::uint64_t threads =
      std::min<std::uint64_t>(warp_size, context_.threads_per_block - std::uint64_t{warp.in_block} * warp_size);
  warp.lanes.start(threads == warp_size ? all_lanes : (1u << threads) - 1, time);
  fill_block_specials(context_, block, warp);
  warp.jitter = stream(~context_.launch.seed, warp.in_grid);
  warp.writes_shared = warp.has_undefined = false;
  set_writes_shared(warp, context_.program.code.front().shared_write_ahead);
  warp.has_turn = true;
  turns_.add({time, slot});
}

void Blocks::end_warp(std::uint32_t slot, std::uint64_t time) {
  ResidentWarp& warp = state_.warps[slot];
  ResidentBlock& block = state_.resident[warp.block];
  warp.has_turn = false;
  set_writes_shared(warp, false);
  block.reached = std::max(block.reached, time);
  if (time > block.last.time || (time == block.last.time && slot > block.last.slot)) block.last = {time, slot};
  if (--block.live_warps == 0) turns_.add(block.last);
}

void Blocks::retire(std::uint32_t slot, std::uint64_t time) {
  ResidentBlock& block = state_.resident[state_.warps[slot].block];
  state_.end_cycle = std::max(state_.end_cycle, time);
  block.resident = false;
  block.reached = never;
  state_.first_free = std::min(state_.first_free, static_cast<std::size_t>(&block - state_.resident.data()));
  Multiprocessor& multiprocessor = state_.multiprocessors[block.sm];
  multiprocessor.blocks -= 1;
  observation_.recorder().place(block.index, block.sm, block.start, time, first_scheduler(block));
  progress_.blocks_done.fetch_add(1, std::memory_order_relaxed);
  if (share_.common == nullptr) return dispatch(time);
  if (!share_.common->take_queue(state_.queue)) return;
  dispatch(time);
  share_.common->put_queue(state_.queue, context_.blocks);
}

void Blocks::wake(std::uint32_t slot) {
  ResidentWarp& warp = state_.warps[slot];
  if (warp.has_turn) return;
  std::uint64_t clock = warp.lanes.next_clock();
  if (clock == never && control_.release_awaited(warp)) clock = warp.lanes.next_clock();
  if (clock == never) return;
  ResidentBlock& block = state_.resident[warp.block];
  block.reached = std::max(block.reached, clock);
  warp.has_turn = true;
  turns_.add({clock, slot});
}

/// See take_issue_slots().
void Blocks::reserve(Running& running) {
  if (context_.timed) {
    Multiprocessor& multiprocessor = state_.multiprocessors[running.block.sm];
    Scheduler& scheduler = multiprocessor.schedulers[running.warp.scheduler];
    const std::uint64_t before = running.clock, begin = running.begin;
    std::uint64_t clock = before;
    auto reason = trace::WaitReason::selection;
    // Without a branch: which part a warp waits for longest is as good as random.
    const auto take = [&](std::uint64_t& free, std::uint64_t cycles, std::uint64_t& busy, trace::WaitReason why) {
      const std::uint64_t until = std::max(free, begin) + cycles;
      free = until;
      busy += cycles;
      reason = until > clock ? why : reason;
      clock = std::max(clock, until);
    };
    using enum trace::WaitReason;
    take(scheduler.issue, running.issues, state_.busy.issue, selection);
    for (std::size_t k = 0; k < unit_count; ++k) {
      if (running.units[k] != 0) take(scheduler.units[k], running.units[k], state_.busy.units[k], unit);
    }
    if (running.l1_cycles != 0) take(multiprocessor.l1, running.l1_cycles, state_.busy.l1, bandwidth);
    if (running.l2_bytes != 0) take(multiprocessor.l2, running.l2_bytes * l2_cycles_per_byte_ >> 16, state_.busy.l2, bandwidth);
    running.clock = clock;
    observation_.recorder().wait(reason, running.warp.in_grid, before, clock);
  }
  running.issues = running.l1_cycles = running.l2_bytes = 0;
  running.units = {};
}

std::uint64_t Blocks::no_end_before() {
  const std::vector<ResidentBlock>& resident = state_.resident;
  if (no_end_before_ != never && resident[earliest_].reached == no_end_before_) return no_end_before_;
  no_end_before_ = never;
  for (std::size_t slot = 0; slot < resident.size(); ++slot) {
    if (resident[slot].reached >= no_end_before_) continue;
    earliest_ = slot;
    no_end_before_ = resident[slot].reached;
  }
  return no_end_before_;
}

std::optional<std::uint32_t> Blocks::slot_of(std::uint32_t warp) const {
  for (std::size_t block = 0; block < state_.resident.size(); ++block) {
    if (state_.resident[block].resident && state_.resident[block].index == warp / context_.warps_per_block)
      return static_cast<std::uint32_t>(block * context_.warps_per_block + warp % context_.warps_per_block);
  }
  return std::nullopt;
}

bool Blocks::any_resident(bool of_share) const {
  return std::any_of(state_.resident.begin(), state_.resident.end(),
                     [&](const ResidentBlock& block) { return block.resident && (!of_share || share_.is_mine(block.sm)); });
}

void Blocks::place_rest(std::uint64_t end_cycle) {
  for (const ResidentBlock& block : state_.resident) {
    if (block.resident)
      observation_.recorder().place(block.index, block.sm, block.start, std::max(block.start, end_cycle), first_scheduler(block));
  }
}

std::uint32_t Blocks::first_scheduler(const ResidentBlock& block) const {
  return state_.warps[first_warp(static_cast<std::uint32_t>(&block - state_.resident.data()))].scheduler;
}

launch::Utilisation Blocks::utilisation(std::uint64_t end_cycle) const {
  const double cycles = static_cast<double>(std::max<std::uint64_t>(end_cycle, 1)) * context_.spec.multiprocessors;
  const double schedulers = std::max(1u, context_.spec.schedulers_per_multiprocessor);
  const BusyCycles& busy = state_.busy;
  const auto most = std::max_element(busy.units.begin(), busy.units.end());
  static constexpr base::Names<Unit> names{{Unit::integer, "integer units"},
                                           {Unit::floating, "floating-point units"},
                                           {Unit::special, "special function units"},
                                           {Unit::double_precision, "double-precision units"}};
  launch::Utilisation utilisation;
  utilisation.device = context_.spec.name;
  utilisation.issue = static_cast<double>(busy.issue) / (cycles * schedulers);
  utilisation.arithmetic = static_cast<double>(*most) / (cycles * schedulers);
  utilisation.arithmetic_unit = names.name_of(static_cast<Unit>(most - busy.units.begin()));
  utilisation.l1 = static_cast<double>(busy.l1) / cycles;
  utilisation.l2 = static_cast<double>(busy.l2) / cycles;
  const auto per_cycle = [&](std::uint32_t interval) {
    constexpr double lanes = trace::lanes, multiply_and_add = 2;
    return multiply_and_add * lanes * schedulers * context_.spec.multiprocessors / std::max(1u, interval);
  };
  utilisation.peaks = {.integer = per_cycle(context_.spec.integer_interval),
                       .floating = per_cycle(context_.spec.floating_interval),
                       .double_precision = per_cycle(context_.spec.double_interval),
                       .memory_bytes = context_.spec.memory_bytes_per_cycle};
  const std::uint32_t half_jitter = context_.spec.latency_jitter / 2;
  utilisation.latencies = {.shared = context_.spec.shared_latency,
                           .l1 = context_.spec.l1_latency,
                           .l2 = context_.spec.l2_latency + half_jitter,
                           .memory = context_.spec.memory_latency + half_jitter};
  return utilisation;
}

void Blocks::absorb(const Blocks& other) {
  state_.busy.issue += other.state_.busy.issue;
  state_.busy.l1 += other.state_.busy.l1;
  state_.busy.l2 += other.state_.busy.l2;
  for (std::size_t unit = 0; unit < unit_count; ++unit) state_.busy.units[unit] += other.state_.busy.units[unit];
  state_.end_cycle = std::max(state_.end_cycle, other.state_.end_cycle);
  for (ResidentBlock& block : state_.resident) block.resident = false;
}

void Blocks::restore(const State& state) {
  state_ = state;
  for (ResidentWarp& warp : state_.warps) {
    warp.frame = {warp.registers.data()->bytes.data(), context_.program.constants.data(), context_.parameters.data(),
                  warp.local.data(), warp.frame.local_stride};
  }
}

std::uint64_t Blocks::bytes(const State& state) {
  std::uint64_t sum = 0;
  for (const ResidentBlock& block : state.resident) sum += sizeof block + block.shared.size();
  for (const ResidentWarp& warp : state.warps) {
    sum += sizeof warp + warp.registers.size() * sizeof(ResidentWarp::Line) + warp.local.size() +
           warp.ready.size() * sizeof(std::uint64_t) + warp.calls.bytes() + warp.lanes.groups().size_bytes() +
           warp.lanes.joins().size() * sizeof(Join);
  }
  return sum;
}

}  // namespace warplens::simt
