#include "simt/machine.h"

#include <algorithm>
#include <bit>
#include <chrono>

namespace warplens::simt {
namespace {

constexpr std::uint64_t instructions_between_checks = 16384;  // well under a millisecond

std::vector<std::byte> parameter_block(const launch::Launch& launch, const GlobalMemory& memory) {
  const ptx::Function& function = launch.module->functions[launch.entry];
  std::vector<std::byte> block(function.parameter_bytes + 16);
  std::size_t buffer = 0;
  for (std::size_t i = 0; i < launch.arguments.size() && i < function.parameters.size(); ++i) {
    const auto* scalar = std::get_if<launch::Scalar>(&launch.arguments[i]);
    const std::uint64_t bits = scalar != nullptr ? scalar->bits : memory.buffer_address(buffer++);
    std::memcpy(block.data() + function.parameters[i].offset, &bits, std::min<std::uint64_t>(8, function.parameters[i].size));
  }
  return block;
}

template <typename T>
void fill_row(const Frame& frame, Row row, T value) {
  std::byte* to = frame.destination(row);
  for (std::size_t lane = 0; lane < warp_size; ++lane) std::memcpy(to + lane * sizeof value, &value, sizeof value);
}

}  // namespace

Machine::Machine(const launch::Launch& launch, const Program& program, const DeviceSpec& spec, launch::Progress& progress)
    : launch_(launch),
      function_(launch.module->functions[launch.entry]),
      program_(program),
      spec_(spec),
      progress_(progress),
      executor_(executor()),
      memory_(launch, program.variables),
      parameters_(parameter_block(launch, memory_)),
      threads_per_block_(base::count(launch.block)),
      warps_per_block_((threads_per_block_ + warp_size - 1) / warp_size),
      shared_bytes_(program.variables.shared_bytes + launch.dynamic_shared),
      blocks_(base::count(launch.grid)),
      occupancy_(launch::occupancy(spec.per_multiprocessor, {static_cast<std::uint32_t>(threads_per_block_),
                                                             program.registers_per_thread, shared_bytes_})),
      turns_(launch.schedule, launch.seed),
      random_(launch.seed ^ 0x5117),
      recorder_(launch.trace_level, launch.trace_budget, launch.grid, launch.block),
      tallies_(program.code.size()) {
  Multiprocessor empty;
  empty.issue.resize(std::max(1u, spec.schedulers_per_multiprocessor));
  if (launch.check) checker_.emplace(launch, program);
  multiprocessors_.assign(spec.multiprocessors, empty);
  for (std::uint32_t w = 0; w < warps_per_block_; ++w) special_rows_.push_back(special_rows(w));
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
  return base::Nothing{};
}

/// Hand out blocks to the emptiest multiprocessors, one after the other, as long as one has room.
void Machine::dispatch(std::uint64_t time) {
  while (next_block_ < blocks_) {
    std::uint32_t best = spec_.multiprocessors;
    for (std::uint32_t sm = 0; sm < spec_.multiprocessors; ++sm) {
      const Multiprocessor& candidate = multiprocessors_[sm];
      if (candidate.blocks < occupancy_.blocks &&
          (best == spec_.multiprocessors || candidate.blocks < multiprocessors_[best].blocks))
        best = sm;
    }
    if (best == spec_.multiprocessors) return;
    const std::uint64_t start = std::max(time, next_dispatch_);
    next_dispatch_ = start + spec_.block_launch_interval;
    start_block(best, start + random_.below(spec_.block_launch_interval + 1));
  }
}

void Machine::start_block(std::uint32_t sm, std::uint64_t time) {
  auto free = std::find_if(resident_.begin(), resident_.end(), [](const ResidentBlock& block) { return !block.resident; });
  if (free == resident_.end()) {
    resident_.emplace_back();
    warps_.resize(resident_.size() * warps_per_block_);
    free = resident_.end() - 1;
  }
  Multiprocessor& multiprocessor = multiprocessors_[sm];
  multiprocessor.blocks += 1;

  ResidentBlock& block = *free;
  block.resident = true;
  block.index = static_cast<std::uint32_t>(next_block_++);
  block.position = base::position(block.index, launch_.grid);
  block.sm = sm;
  block.live_threads = static_cast<std::uint32_t>(threads_per_block_);
  block.live_warps = static_cast<std::uint32_t>(warps_per_block_);
  block.start = time;
  block.shared.assign(shared_bytes_, uninitialised);
  block.barriers = {};
  const auto place = static_cast<std::uint32_t>(free - resident_.begin());
  if (checker_) checker_->start_block(place, block.index, shared_bytes_);
  const auto first = static_cast<std::uint32_t>(place * warps_per_block_);
  for (std::uint32_t w = 0; w < warps_per_block_; ++w) start_warp(first + w, time);
}

void Machine::start_warp(std::uint32_t place, std::uint64_t time) {
  ResidentWarp& warp = warps_[place];
  warp.block = static_cast<std::uint32_t>(place / warps_per_block_);
  warp.in_block = static_cast<std::uint32_t>(place % warps_per_block_);
  const ResidentBlock& block = resident_[warp.block];
  Multiprocessor& multiprocessor = multiprocessors_[block.sm];
  warp.in_grid = static_cast<std::uint32_t>(block.index * warps_per_block_ + warp.in_block);
  warp.scheduler = multiprocessor.next_scheduler++ % static_cast<std::uint32_t>(multiprocessor.issue.size());
  warp.registers.resize(program_.register_bytes / sizeof(ResidentWarp::Line) + 1);
  std::memset(warp.registers.data(), 0, warp.registers.size() * sizeof(ResidentWarp::Line));
  warp.local.assign(program_.variables.local_bytes * warp_size, uninitialised);
  warp.ready.assign(program_.loaded_registers, 0);
  warp.frame = {warp.registers.data()->bytes.data(), program_.constants.data(), parameters_.data()};
  const std::uint64_t threads = std::min<std::uint64_t>(warp_size, threads_per_block_ - std::uint64_t{warp.in_block} * warp_size);
  warp.lanes.start(threads == warp_size ? all_lanes : (1u << threads) - 1, time);
  fill_specials(warp);
  warp.has_turn = true;
  turns_.add({time, place});
}

/// The rows of the special registers of one warp of the block, one behind the other; zeros for those that start_warp() fills.
std::vector<std::byte> Machine::special_rows(std::uint32_t warp_in_block) const {
  const auto of_lane = [&](ptx::SpecialRegister special, std::uint32_t lane) -> std::uint32_t {
    const base::Dim3 thread = base::position(warp_in_block * warp_size + lane, launch_.block);
    const std::uint32_t bit = 1u << lane;
    using enum ptx::SpecialRegister;
    switch (special) {
      case tid_x:
        return thread.x;
      case tid_y:
        return thread.y;
      case tid_z:
        return thread.z;
      case ntid_x:
        return launch_.block.x;
      case ntid_y:
        return launch_.block.y;
      case ntid_z:
        return launch_.block.z;
      case nctaid_x:
        return launch_.grid.x;
      case nctaid_y:
        return launch_.grid.y;
      case nctaid_z:
        return launch_.grid.z;
      case laneid:
        return lane;
      case warpid:
        return warp_in_block;
      case nwarpid:
        return static_cast<std::uint32_t>(warps_per_block_);
      case nsmid:
        return spec_.multiprocessors;
      case lanemask_eq:
        return bit;
      case lanemask_le:
        return bit | (bit - 1);
      case lanemask_lt:
        return bit - 1;
      case lanemask_ge:
        return ~(bit - 1);
      case lanemask_gt:
        return ~(bit | (bit - 1));
      case dynamic_smem_size:
        return launch_.dynamic_shared;
      case total_smem_size:
        return static_cast<std::uint32_t>(shared_bytes_);
      default:
        return 0;
    }
  };
  std::vector<std::byte> rows(program_.specials.size() * warp_size * sizeof(std::uint32_t));
  std::byte* to = rows.data();
  for (const SpecialRow& row : program_.specials) {
    for (std::uint32_t lane = 0; lane < warp_size; ++lane, to += sizeof(std::uint32_t)) {
      const std::uint32_t value = of_lane(row.special, lane);
      std::memcpy(to, &value, sizeof value);
    }
  }
  return rows;
}

/// Special registers: what is the same in every block is copied, the block's own is filled in.
void Machine::fill_specials(const ResidentWarp& warp) const {
  const ResidentBlock& block = resident_[warp.block];
  const std::byte* from = special_rows_[warp.in_block].data();
  constexpr std::size_t row_bytes = warp_size * sizeof(std::uint32_t);
  for (const SpecialRow& row : program_.specials) {
    using enum ptx::SpecialRegister;
    switch (row.special) {
      case ctaid_x:
        fill_row(warp.frame, row.row, block.position.x);
        break;
      case ctaid_y:
        fill_row(warp.frame, row.row, block.position.y);
        break;
      case ctaid_z:
        fill_row(warp.frame, row.row, block.position.z);
        break;
      case smid:
        fill_row(warp.frame, row.row, block.sm);
        break;
      default:
        std::memcpy(warp.frame.destination(row.row), from, row_bytes);
        break;
    }
    from += row_bytes;
  }
}

/// Special registers that show the clock hold it whenever an instruction that names one of them runs.
void Machine::write_clock(const ResidentWarp& warp, std::uint64_t cycle) const {
  const double nanoseconds_per_cycle = 1000.0 / spec_.clock_mhz;
  const auto time = static_cast<std::uint64_t>(static_cast<double>(cycle) * nanoseconds_per_cycle);
  for (const SpecialRow& row : program_.specials) {
    using enum ptx::SpecialRegister;
    switch (row.special) {
      case clock:
        fill_row(warp.frame, row.row, static_cast<std::uint32_t>(cycle));
        break;
      case clock_hi:
        fill_row(warp.frame, row.row, static_cast<std::uint32_t>(cycle >> 32));
        break;
      case clock64:
        fill_row(warp.frame, row.row, cycle);
        break;
      case globaltimer:
        fill_row(warp.frame, row.row, time);
        break;
      case globaltimer_lo:
        fill_row(warp.frame, row.row, static_cast<std::uint32_t>(time));
        break;
      case globaltimer_hi:
        fill_row(warp.frame, row.row, static_cast<std::uint32_t>(time >> 32));
        break;
      default:
        break;
    }
  }
}

/// The last lane of a warp is through; with the last warp the block leaves and makes room.
void Machine::retire(std::uint32_t place, std::uint64_t time) {
  warps_[place].has_turn = false;
  ResidentBlock& block = resident_[warps_[place].block];
  end_cycle_ = std::max(end_cycle_, time);
  if (--block.live_warps > 0) return;
  block.resident = false;
  Multiprocessor& multiprocessor = multiprocessors_[block.sm];
  multiprocessor.blocks -= 1;
  recorder_.place(block.index, block.sm, block.start, time);
  progress_.blocks_done.fetch_add(1, std::memory_order_relaxed);
  dispatch(time);
}

/// Looked at every so many instructions: cancellation and the step limit.
bool Machine::should_stop() {
  cancelled_ = progress_.cancel.load(std::memory_order_relaxed);
  check_at_ = std::min(issued_ + instructions_between_checks, launch_.step_limit);
  return cancelled_ || issued_ >= launch_.step_limit;
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

template <bool watching>
void Machine::run_all() {
  dispatch(0);
  while (!turns_.empty() && !fault_ && !cancelled_) take_turn<watching>(turns_.take());
  if (!fault_ && !cancelled_ &&
      std::any_of(resident_.begin(), resident_.end(), [](const ResidentBlock& block) { return block.resident; })) {
    report_stuck();
  }
  if constexpr (watching) flush_steps(~std::uint64_t{0});
}

launch::LaunchResult Machine::run() {
  const auto begin = std::chrono::steady_clock::now();
  progress_.blocks_done = 0;
  check_at_ = std::min(instructions_between_checks, launch_.step_limit);
  if (launch_.trace_level != trace::Level::none || checker_)
    run_all<true>();
  else
    run_all<false>();
  const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - begin;

  launch::LaunchResult result;
  result.outcome = fault_ ? launch::Outcome::faulted : cancelled_ ? launch::Outcome::cancelled : launch::Outcome::finished;
  if (checker_ && fault_) checker_->fault(*fault_, other_witness_);
  result.fault = std::move(fault_);
  result.device = "SIMT machine, " + spec_.name;
  result.outputs = memory_.take_buffers();
  result.symbols = memory_.symbols(launch_, program_.variables);
  if (checker_) result.findings = checker_->findings();
  result.counters = counters();
  result.tallies = std::move(tallies_);
  result.timing.host_ms = elapsed.count();
  result.timing.kernel_cycles = static_cast<double>(end_cycle_);
  for (const ResidentBlock& block : resident_) {
    if (block.resident) recorder_.place(block.index, block.sm, block.start, std::max(block.start, end_cycle_));
  }
  result.trace = recorder_.finish(end_cycle_);
  return result;
}

}  // namespace warplens::simt
