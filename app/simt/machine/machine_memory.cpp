#include <algorithm>
#include <bit>

#include "simt/execute/cells.h"
#include "simt/machine/machine.h"

namespace warplens::simt {
namespace {

std::uint64_t lane_bits(const std::byte* row, std::size_t lane, bool wide) {
  if (wide) {
    std::uint64_t value;
    std::memcpy(&value, row + lane * 8, sizeof value);
    return value;
  }
  std::uint32_t value;
  std::memcpy(&value, row + lane * 4, sizeof value);
  return value;
}

/// Memory that a kernel may not write.
bool is_constant(trace::MemorySpace space) {
  return space == trace::MemorySpace::constant || space == trace::MemorySpace::parameter;
}

}  // namespace

/// The window of memory that an address of this access lies in.
void Machine::find_window(ResidentWarp& warp, const Decoded& instruction, std::uint64_t address, Request& request) {
  ptx::Space space = instruction.space;
  std::uint64_t base = 0;
  if (space == ptx::Space::generic) {
    base = address >> slot_bits << slot_bits;
    space = base == shared_window      ? ptx::Space::shared
            : base == local_window     ? ptx::Space::local
            : base == parameter_window ? ptx::Space::param
                                       : ptx::Space::global;
  }
  switch (space) {
    case ptx::Space::shared: {
      std::vector<std::byte>& shared = resident_[warp.block].shared;
      request.window = {shared.data(), base, shared.size()};
      request.space = trace::MemorySpace::shared;
      break;
    }
    case ptx::Space::local:
      request.window = {warp.frame.local, base, warp.frame.local_stride};
      request.space = trace::MemorySpace::local;
      request.local = true;
      request.stride = warp.frame.local_stride;
      break;
    case ptx::Space::param:
      request.window = {parameters_.data(), base, function_.parameter_bytes};
      request.space = trace::MemorySpace::parameter;
      break;
    default:
      request.allocation = memory_.find(address);
      if (request.allocation == nullptr) break;
      request.window = request.allocation->window;
      if (request.allocation->constant) request.space = trace::MemorySpace::constant;
      break;
  }
}

/// All active lanes as one request, in the shape of the instruction. False where they are not all inside one window and aligned.
bool Machine::locate(ResidentWarp& warp, const Decoded& instruction, std::uint32_t active, Request& request) {
  Shape& shape = shapes_[instruction.access];
  const std::uint64_t address = executor_.lowest_address(warp.frame, instruction, active, shape);
  find_window(warp, instruction, address, request);
  const std::uint32_t bytes = std::uint32_t{instruction.bytes} * instruction.vector;
  const std::uint64_t size = request.window.size, lowest = address - request.window.base;
  const bool inside = lowest < size && shape.span < size - lowest && bytes <= size - lowest - shape.span;
  if (!inside || ((lowest | shape.low_bits) & (bytes - 1)) != 0) return false;
  if (is_constant(request.space) && instruction.kind != Kind::load) return false;
  request.active = active;
  request.lowest = lowest;
  if (request.local) {
    request.own.fill(0);
    each_lane(active, [&](std::size_t lane) { request.own[lane] = shape.from_lowest[lane] + lane * request.stride; });
    request.distances = &request.own;
    return true;
  }
  request.distances = &shape.from_lowest;
  request.in_shape = true;
  if (instruction.vector == 1) request.pattern = shape.pattern;
  return true;
}

/// Those of the lanes in request.active that lie in the window of the first. Lanes in other buffers are no error; a lane in no
/// buffer is, and then the answer is false.
bool Machine::locate_some(ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, Request& request) {
  const std::uint32_t bytes = std::uint32_t{instruction.bytes} * instruction.vector;
  LaneOffsets addresses;
  executor_.addresses(warp.frame, instruction, addresses);
  const std::uint64_t address = addresses[static_cast<std::size_t>(std::countr_zero(request.active))];
  find_window(warp, instruction, address, request);
  const bool writes_constant = is_constant(request.space) && instruction.kind != Kind::load;
  const auto same_window = [&](std::size_t lane) { return addresses[lane] >> slot_bits == address >> slot_bits; };
  const bool windows_differ = instruction.space == ptx::Space::generic || instruction.space == ptx::Space::global ||
                              instruction.space == ptx::Space::constant;
  std::uint32_t together = 0;
  int bad = -1;
  request.own.fill(0);
  each_lane(request.active, [&](std::size_t lane) {
    if (windows_differ && !same_window(lane)) return;
    together |= 1u << lane;
    const std::uint64_t offset = addresses[lane] - request.window.base;
    const bool inside = request.window.size >= bytes && offset <= request.window.size - bytes && offset % bytes == 0;
    if ((!inside || writes_constant) && bad < 0) bad = static_cast<int>(lane);
    request.own[lane] = offset + (request.local ? lane * request.stride : 0);
  });
  if (bad >= 0) {
    raise_access(warp, instruction, pc, bad, addresses[static_cast<std::size_t>(bad)], request);
    return false;
  }
  request.active = together;
  request.distances = &request.own;
  return true;
}

/// Whether an access went where the program told that it would go: what others cannot see is no place that others use, and what
/// is written is among what may be.
bool Machine::is_as_told(const Decoded& instruction, const Request& request) const {
  const Allocation* const allocation = request.allocation;
  switch (instruction.order) {
    case Order::free:
    case Order::unwritten:
      return request.space != trace::MemorySpace::shared &&
             (allocation == nullptr || allocation->constant || (instruction.kind == Kind::load && !allocation->written));
    case Order::shared_read:
      return true;
    default:
      return instruction.kind == Kind::load || allocation == nullptr || allocation->written;
  }
}

/// Side by side with others: whether none of them has touched what these lanes touch. Otherwise the launch starts over.
bool Machine::claim(const Allocation& allocation, std::uint64_t lowest, const LaneOffsets& distances, std::uint32_t active,
                    std::uint32_t bytes, bool side_by_side) {
  if (!cores_->claims.take(core_, allocation, lowest, distances, active, bytes, side_by_side)) start_over_ = true;
  return !start_over_;
}

/// Sectors, or 1 + bank conflicts, of a request of this shape. They depend on where in a sector the lowest address lies, and on
/// the distances from it.
std::uint32_t Machine::passes(Shape& shape, bool shared, std::uint64_t lowest, std::uint32_t active, std::uint32_t bytes) const {
  if (shape.shared != shared) shape.passes.fill(0);
  shape.shared = shared;
  const std::uint64_t start = lowest % shape.passes.size();
  if (shape.passes[start] == 0) {
    const std::uint32_t counted = shared ? 1 + executor_.count_conflicts(shape.from_lowest, start, active, bytes)
                                         : executor_.count_sectors(shape.from_lowest, start, active);
    shape.passes[start] = static_cast<std::uint8_t>(counted);
  }
  return shape.passes[start];
}

/// Cycles from `clock` until the last lane's atomic begins: those on one address wait for each other. `most` is how many of the
/// lanes share one.
std::uint64_t Machine::queue_cycles(const ResidentWarp& warp, const Request& request, std::uint32_t most, std::uint64_t clock) {
  const bool shared = request.space == trace::MemorySpace::shared;
  AtomicQueue& queue = shared ? resident_[warp.block].atomics : atomics_;
  // An offset in shared memory, which a generic address reaches through a window of its own.
  const std::uint64_t lowest = (shared ? 0 : request.window.base) + request.lowest;
  const LaneOffsets& distances = *request.distances;
  if (most == count_lanes(request.active)) {
    const auto first = static_cast<std::size_t>(std::countr_zero(request.active));
    return queue.enter(lowest + distances[first], clock, most, spec_.atomic_cycles) - clock;
  }
  std::uint64_t last = clock;
  each_lane(request.active, [&](std::size_t lane) {
    last = std::max(last, queue.enter(lowest + distances[lane], clock, 1, spec_.atomic_cycles));
  });
  return last - clock;
}

/// Cycles from `clock` until the value is back or the write has landed; counts the request.
std::uint64_t Machine::cost(Running& running, const Decoded& instruction, const Request& request, launch::Tally& tally) {
  ResidentWarp& warp = running.warp;
  const std::uint32_t bytes = std::uint32_t{instruction.bytes} * instruction.vector;
  Shape& shape = shapes_[instruction.access];
  std::uint64_t cycles = 0;
  if (request.space == trace::MemorySpace::shared) {
    const std::uint32_t count = request.in_shape
                                    ? passes(shape, true, request.lowest, request.active, bytes)
                                    : 1 + executor_.count_conflicts(*request.distances, request.lowest, request.active, bytes);
    ++tally.shared_requests;
    tally.conflicts += count - 1;
    running.moving += count;
    cycles = shared_cycles(count);
  } else if (request.space == trace::MemorySpace::global) {
    const std::uint32_t sectors = request.in_shape ? passes(shape, false, request.lowest, request.active, bytes)
                                                   : executor_.count_sectors(*request.distances, request.lowest, request.active);
    ++tally.global_requests;
    tally.sectors += sectors;
    tally.bytes_asked += count_lanes(request.active) * bytes;
    running.moving += moving_cycles(sectors);
    cycles = global_cycles(warp, sectors);
  } else {
    ++tally.cached_requests;
    cycles = spec_.shared_latency;  // constant, parameter and local memory are cached
  }
  if (instruction.kind == Kind::atomic) {
    std::uint32_t lanes = request.in_shape ? shape.most_on_one : 0;
    if (lanes == 0) lanes = executor_.most_on_one_address(*request.distances, request.active);
    if (request.in_shape) shape.most_on_one = static_cast<std::uint8_t>(lanes);
    tally.collisions += lanes - 1;
    cycles += queue_cycles(warp, request, lanes, running.clock);
  }
  return cycles;
}

/// The commonest accesses: a load or store of one element a lane, all of them in one buffer or in shared memory, that is not
/// recorded, and in which checks find nothing. False, and nothing done, where it is not that after all.
template <bool watching>
bool Machine::access_at_once(Running& running, const Decoded& instruction, std::uint32_t active, std::uint64_t& done) {
  const bool shared = instruction.space == ptx::Space::shared, loads = instruction.kind == Kind::load;
  if (!shared && instruction.space != ptx::Space::global && instruction.space != ptx::Space::generic) return false;
  const ResidentWarp& warp = running.warp;
  Shape& shape = shapes_[instruction.access];
  const std::uint64_t address = executor_.lowest_address(warp.frame, instruction, active, shape);
  Window window;
  const Allocation* claimed = nullptr;
  if (shared) {
    std::vector<std::byte>& memory = resident_[warp.block].shared;
    window = {memory.data(), 0, memory.size()};
  } else {
    const Allocation* const allocation = memory_.find(address);
    if (allocation == nullptr || allocation->constant) return false;
    const bool strict = instruction.order == Order::strict;
    if (runs_ahead_ && (loads ? allocation->written && !strict : !allocation->written || !strict)) return false;
    if (watching && checker_ && !(runs_ahead_ && !allocation->written)) return false;
    window = allocation->window;
    claimed = cores_ != nullptr ? allocation : nullptr;
  }
  const std::uint64_t lowest = address - window.base;
  const bool inside =
      lowest < window.size && shape.span < window.size - lowest && instruction.bytes <= window.size - lowest - shape.span;
  if (!inside || ((lowest | shape.low_bits) & (instruction.bytes - 1u)) != 0) return false;
  if constexpr (watching) {
    const auto passes_checks = [&] {
      return loads && checker_->plain_load({warp.block, warp.in_block, running.group.pc, active, instruction.bytes, lowest,
                                            shape.from_lowest, shape.pattern});
    };
    if (checker_ && shared && !passes_checks()) return false;
    recorder_.step(running.clock, warp.in_grid, running.group.pc, active);
  }
  if (claimed != nullptr && !claim(*claimed, lowest, shape.from_lowest, active, instruction.bytes, shape.pattern.side_by_side))
    return true;
  launch::Tally& tally = tallies_[running.group.pc];
  const std::uint32_t count = passes(shape, shared, lowest, active, instruction.bytes);
  std::uint64_t cycles = 0;
  if (shared) {
    ++tally.shared_requests;
    tally.conflicts += count - 1;
    running.moving += count;
    cycles = shared_cycles(count);
  } else {
    ++tally.global_requests;
    tally.sectors += count;
    tally.bytes_asked += count_lanes(active) * instruction.bytes;
    running.moving += moving_cycles(count);
    cycles = global_cycles(running.warp, count);
  }
  done = running.clock + std::max<std::uint64_t>(1, cycles);
  const Row row = instruction.operands[0];
  if (row == no_row) return true;
  if (loads)
    instruction.load(window.memory + lowest, shape.from_lowest, warp.frame.destination(row), active, shape.pattern);
  else
    instruction.store(window.memory + lowest, shape.from_lowest, warp.frame.source(row), active, shape.pattern);
  return true;
}

template <bool watching>
void Machine::access(Running& running, const Decoded& instruction, std::uint32_t active) {
  std::uint64_t done = running.clock;
  const bool plain = (instruction.load != nullptr || instruction.store != nullptr) && instruction.vector == 1;
  const bool unwatched = !watching || (!recorder_.recording() && instruction.ordering == ptx::Ordering::weak);
  if (!plain || !unwatched || !access_at_once<watching>(running, instruction, active, done))
    done = request<watching>(running, instruction, active);
  end_cycle_ = std::max(end_cycle_, done);
  if (instruction.polls) {
    running.group.looked = true;
    running.warp.failed_waits = 0;
  }
  for (std::uint32_t r = instruction.ready_begin; r < instruction.ready_end; ++r) running.warp.ready[program_.waits[r]] = done;
}

/// One request for all lanes, or one for each window that some of them ask of. The answer is when the last is done.
template <bool watching>
std::uint64_t Machine::request(Running& running, const Decoded& instruction, std::uint32_t active) {
  std::uint64_t done = running.clock;
  Request whole;
  if (locate(running.warp, instruction, active, whole)) {
    serve<watching>(running, instruction, whole, done);
    return done;
  }
  for (std::uint32_t rest = active; rest != 0 && !start_over_;) {
    Request some;
    some.active = rest;
    if (!locate_some(running.warp, instruction, running.group.pc, some)) break;
    rest &= ~some.active;
    serve<watching>(running, instruction, some, done);
  }
  return done;
}

template <bool watching>
void Machine::serve(Running& running, const Decoded& instruction, Request& request, std::uint64_t& done) {
  ResidentWarp& warp = running.warp;
  const std::uint32_t pc = running.group.pc;
  const std::uint64_t clock = running.clock;
  if (runs_ahead_ && !is_as_told(instruction, request)) {
    start_over_ = true;
    return;
  }
  if (cores_ != nullptr && request.allocation != nullptr &&
      !claim(*request.allocation, request.lowest, *request.distances, request.active,
             std::uint32_t{instruction.bytes} * instruction.vector, false))
    return;
  request.done = clock + std::max<std::uint64_t>(1, cost(running, instruction, request, tallies_[pc]));
  done = std::max(done, request.done);
  if constexpr (watching) {
    if (checker_) tell_checker(warp, instruction, pc, request);
  }
  if (instruction.kind == Kind::atomic) {
    const bool changed = instruction.mbarrier == ptx::MbarrierOp::none
                             ? perform_atomic<watching>(warp, instruction, pc, request, clock)
                             : perform_mbarrier<watching>(warp, instruction, pc, request, clock);
    (changed ? running.group.changed : running.group.looked) = true;
  } else {
    perform<watching>(warp, instruction, pc, request, clock);
    if (instruction.copy != ptx::CopyStep::none) stage(warp, instruction, pc, request);
  }
}

template <bool watching>
void Machine::perform(ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, const Request& request,
                      std::uint64_t clock) {
  const bool loads = instruction.kind == Kind::load;
  for (std::uint32_t i = 0; i < instruction.vector; ++i) {
    const Row row = instruction.operands[i];
    std::byte* const memory = request.window.memory + request.lowest + std::uint64_t{i} * instruction.bytes;
    if (row == no_row) continue;
    if (loads)
      instruction.load(memory, *request.distances, warp.frame.destination(row), request.active, request.pattern);
    else
      instruction.store(memory, *request.distances, warp.frame.source(row), request.active, request.pattern);
  }
  if constexpr (watching) {
    if (recorder_.recording())
      record_values(warp, instruction, pc, request, clock);
    else
      recorder_.step(clock, warp.in_grid, pc, request.active);
  }
}

/// Element after element, each as an atomic of its own.
template <bool watching>
void Machine::perform_atomic_vector(ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, const Request& request,
                                    std::uint64_t clock) {
  const Row* const rows = program_.vectors.data() + instruction.immediate;
  LaneOffsets old, now, offsets = this->offsets(request);
  for (std::uint32_t i = 0; i < instruction.vector; ++i) {
    const std::byte* const b = warp.frame.source(rows[i]);
    std::byte* const memory = request.window.memory + request.lowest + std::uint64_t{i} * instruction.bytes;
    instruction.atomic(memory, *request.distances, b, b, request.active, old, now);
    if (instruction.returns) {
      each_lane(request.active, [&](std::size_t lane) {
        write_cell(warp.frame, rows[instruction.vector + i], sizeof(std::uint32_t), lane, old[lane]);
      });
    }
    if constexpr (watching) record(warp, instruction, pc, request, clock, offsets, old, now, i == 0);
    for (std::uint64_t& offset : offsets) offset += instruction.bytes;
  }
}

/// Lane after lane. False if it certainly changed nothing: no lane's cas found what it compared with, every lane's exch what it
/// put.
template <bool watching>
bool Machine::perform_atomic(ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, const Request& request,
                             std::uint64_t clock) {
  if (instruction.vector > 1) {
    perform_atomic_vector<watching>(warp, instruction, pc, request, clock);
    return true;
  }
  const bool wide = instruction.bytes == 8, swaps = instruction.operands[2] != no_row;
  const std::byte* const b = warp.frame.source(instruction.operands[1]);
  const std::byte* const c = swaps ? warp.frame.source(instruction.operands[2]) : b;
  LaneOffsets old, now;
  instruction.atomic(request.window.memory + request.lowest, *request.distances, b, c, request.active, old, now);
  bool changed = !instruction.replaces;
  if (!changed) {
    each_lane(request.active, [&](std::size_t lane) {
      changed |= swaps ? old[lane] == lane_bits(b, lane, wide) : old[lane] != lane_bits(b, lane, wide);
    });
  }
  if (instruction.returns) {
    std::byte* const d = warp.frame.destination(instruction.operands[0]);
    each_lane(request.active, [&](std::size_t lane) { std::memcpy(d + lane * (wide ? 8 : 4), &old[lane], wide ? 8 : 4); });
  }
  if constexpr (watching) record(warp, instruction, pc, request, clock, offsets(request), old, now, true);
  return changed;
}

template void Machine::access<false>(Running&, const Decoded&, std::uint32_t);
template void Machine::access<true>(Running&, const Decoded&, std::uint32_t);

}  // namespace warplens::simt
