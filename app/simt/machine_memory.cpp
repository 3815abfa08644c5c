#include <algorithm>
#include <bit>

#include "simt/machine.h"

namespace warplens::simt {
namespace {

template <typename Visit>
void each_lane(std::uint32_t active, Visit visit) {
  for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) visit(static_cast<std::size_t>(std::countr_zero(rest)));
}

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

/// The address that one lane asks for.
std::uint64_t address_of(const Frame& frame, const Decoded& instruction, std::size_t lane) {
  const Row row = instruction.operands[4];
  if (row == no_row) return static_cast<std::uint64_t>(instruction.offset);
  const std::uint64_t address =
      lane_bits(frame.source(row), lane, instruction.address_wide) + static_cast<std::uint64_t>(instruction.offset);
  return instruction.address_wide ? address : static_cast<std::uint32_t>(address);
}

}  // namespace

/// Find the window of the lanes in request.active and their offsets in it. Lanes in another window than the first are taken out
/// of request.active: they are a request of their own. False after a fault.
bool Machine::locate(ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, Request& request) {
  const auto first = static_cast<std::size_t>(std::countr_zero(request.active));
  ptx::Space space = instruction.space;
  std::uint64_t address = 0, base = 0;
  if (space == ptx::Space::generic) {
    address = address_of(warp.frame, instruction, first);
    base = address >> slot_bits << slot_bits;
    space = base == shared_window ? ptx::Space::shared : base == local_window ? ptx::Space::local : ptx::Space::global;
  }
  switch (space) {
    case ptx::Space::shared: {
      std::vector<std::byte>& shared = resident_[warp.block].shared;
      request.window = {shared.data(), base, shared.size()};
      request.space = trace::MemorySpace::shared;
      break;
    }
    case ptx::Space::local:
      request.window = {warp.local.data(), base, program_.variables.local_bytes};
      request.space = trace::MemorySpace::local;
      request.local = true;
      break;
    case ptx::Space::param:
      request.window = {parameters_.data(), 0, function_.parameter_bytes};
      request.space = trace::MemorySpace::parameter;
      break;
    default:
      request.allocation = memory_.find(address_of(warp.frame, instruction, first));
      if (request.allocation != nullptr) request.window = request.allocation->window;
      request.space = request.allocation != nullptr && request.allocation->constant ? trace::MemorySpace::constant
                                                                                    : trace::MemorySpace::global;
      break;
  }
  const bool writes_constant = request.space == trace::MemorySpace::constant && instruction.kind != Kind::load;
  Shape& shape = shapes_[instruction.access];
  if (writes_constant || !executor_.locate(warp.frame, instruction, request.window, request.active, shape, request.offsets))
    return locate_some(warp, instruction, pc, request, writes_constant);
  request.in_shape = true;
  if (!request.local && instruction.vector == 1) request.pattern = shape.pattern;
  return true;
}

/// Where not all lanes lie in the window of the first: lanes in other buffers are no error; a lane in no buffer is.
bool Machine::locate_some(ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, Request& request,
                          bool writes_constant) {
  const std::uint32_t bytes = std::uint32_t{instruction.bytes} * instruction.vector;
  LaneOffsets addresses;
  executor_.addresses(warp.frame, instruction, addresses);
  const std::uint64_t address = addresses[static_cast<std::size_t>(std::countr_zero(request.active))];
  const auto same_window = [&](std::size_t lane) { return addresses[lane] >> slot_bits == address >> slot_bits; };
  const bool windows_differ = instruction.space == ptx::Space::generic || instruction.space == ptx::Space::global ||
                              instruction.space == ptx::Space::constant;
  std::uint32_t together = 0;
  int bad = -1;
  each_lane(request.active, [&](std::size_t lane) {
    if (windows_differ && !same_window(lane)) return;
    together |= 1u << lane;
    const std::uint64_t offset = addresses[lane] - request.window.base;
    const bool inside = request.window.size >= bytes && offset <= request.window.size - bytes && offset % bytes == 0;
    if ((!inside || writes_constant) && bad < 0) bad = static_cast<int>(lane);
  });
  if (bad >= 0) {
    raise_access(warp, instruction, pc, bad, addresses[static_cast<std::size_t>(bad)], request);
    return false;
  }
  request.active = together;
  // The lanes of this window alone; what is outside of it stays outside.
  each_lane(together, [&](std::size_t lane) { request.offsets[lane] = addresses[lane] - request.window.base; });
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

/// Cycles until the value is back or the write has landed; counts the request.
std::uint64_t Machine::cost(const Decoded& instruction, const Request& request, launch::Tally& tally) {
  const std::uint32_t bytes = std::uint32_t{instruction.bytes} * instruction.vector;
  Shape& shape = shapes_[instruction.access];
  const bool shared = request.space == trace::MemorySpace::shared;
  std::uint64_t cycles = 0;
  if (shared || request.space == trace::MemorySpace::global) {
    // Sectors and banks depend on where in a sector the first lane lies, and on the other lanes' distance from it.
    if (shape.shared != shared) shape.passes.fill(0);
    shape.shared = shared;
    const std::uint64_t first = request.offsets[static_cast<std::size_t>(std::countr_zero(request.active))];
    std::uint8_t& remembered = shape.passes[first % shape.passes.size()];
    std::uint32_t passes = request.in_shape ? remembered : 0;
    if (passes == 0) {
      passes = shared ? 1 + executor_.count_conflicts(request.offsets, request.active, bytes)
                      : executor_.count_sectors(request.offsets, request.active);
      if (request.in_shape) remembered = static_cast<std::uint8_t>(passes);
    }
    if (shared) {
      ++tally.shared_requests;
      tally.conflicts += passes - 1;
      cycles = spec_.shared_latency + std::uint64_t{passes - 1} * spec_.bank_conflict_cycles;
    } else {
      ++tally.global_requests;
      tally.sectors += passes;
      tally.bytes_asked += static_cast<std::uint64_t>(std::popcount(request.active)) * bytes;
      cycles = spec_.global_latency + random_.below(spec_.global_jitter + 1) + std::uint64_t{passes - 1} * spec_.sector_cycles;
    }
  } else {
    ++tally.cached_requests;
    cycles = spec_.shared_latency;  // constant, parameter and local memory are cached
  }
  if (instruction.kind == Kind::atomic) {
    std::uint32_t lanes = request.in_shape ? shape.most_on_one : 0;
    if (lanes == 0) lanes = executor_.most_on_one_address(request.offsets, request.active);
    if (request.in_shape) shape.most_on_one = static_cast<std::uint8_t>(lanes);
    tally.collisions += lanes - 1;
    cycles += std::uint64_t{lanes - 1} * spec_.atomic_cycles;
  }
  return cycles;
}

template <bool watching>
void Machine::access(Running& running, const Decoded& instruction, std::uint32_t active) {
  ResidentWarp& warp = running.warp;
  const std::uint32_t pc = running.group.pc;
  const std::uint64_t clock = running.clock;
  running.looked |= instruction.polls;
  std::uint64_t done = clock;
  for (std::uint32_t rest = active; rest != 0;) {
    Request request;
    request.active = rest;
    if (!locate(warp, instruction, pc, request)) return;
    if (runs_ahead_ && !is_as_told(instruction, request)) {
      start_over_ = true;
      return;
    }
    rest &= ~request.active;
    request.done = clock + std::max<std::uint64_t>(1, cost(instruction, request, tallies_[pc]));
    done = std::max(done, request.done);
    if constexpr (watching) {
      if (checker_) tell_checker(warp, instruction, pc, request);
    }
    if (request.local)
      each_lane(request.active, [&](std::size_t lane) { request.offsets[lane] += lane * program_.variables.local_bytes; });
    if (instruction.kind == Kind::atomic) {
      const bool changed = perform_atomic<watching>(warp, instruction, pc, request, clock);
      (changed ? running.changed : running.looked) = true;
    } else {
      perform<watching>(warp, instruction, pc, request, clock);
      if (instruction.copy != ptx::CopyStep::none) stage(warp, instruction, pc, request);
    }
  }
  end_cycle_ = std::max(end_cycle_, done);
  for (std::uint32_t r = instruction.ready_begin; r < instruction.ready_end; ++r) warp.ready[program_.waits[r]] = done;
}

template <bool watching>
void Machine::perform(ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, const Request& request,
                      std::uint64_t clock) {
  const bool loads = instruction.kind == Kind::load;
  for (std::uint32_t i = 0; i < instruction.vector; ++i) {
    const Row row = instruction.operands[i];
    std::byte* const memory = request.window.memory + std::uint64_t{i} * instruction.bytes;
    if (row == no_row) continue;
    if (loads)
      instruction.load(memory, request.offsets, warp.frame.destination(row), request.active, request.pattern);
    else
      instruction.store(memory, request.offsets, warp.frame.source(row), request.active, request.pattern);
  }
  if constexpr (watching) {
    if (recorder_.recording())
      record_values(warp, instruction, pc, request, clock);
    else
      recorder_.step(clock, warp.in_grid, pc, request.active);
  }
}

/// Lane after lane. False if it certainly changed nothing: no lane's cas found what it compared with, every lane's exch what it
/// put.
template <bool watching>
bool Machine::perform_atomic(ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, const Request& request,
                             std::uint64_t clock) {
  const bool wide = instruction.bytes == 8, swaps = instruction.operands[2] != no_row;
  const std::byte* const b = warp.frame.source(instruction.operands[1]);
  const std::byte* const c = swaps ? warp.frame.source(instruction.operands[2]) : b;
  LaneOffsets old, now;
  instruction.atomic(request.window.memory, request.offsets, b, c, request.active, old, now);
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
  if constexpr (watching) record(warp, instruction, pc, request, clock, request.offsets, old, now, true);
  return changed;
}

template void Machine::access<false>(Running&, const Decoded&, std::uint32_t);
template void Machine::access<true>(Running&, const Decoded&, std::uint32_t);

}  // namespace warplens::simt
