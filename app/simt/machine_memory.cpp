#include <algorithm>
#include <array>
#include <bit>

#include "simt/machine.h"

namespace warplens::simt {
namespace {

constexpr std::uint32_t sector_bytes = 32, bank_bytes = 4, banks = 32;

/// A small open-addressed set of the keys of one warp request.
class KeyCounts {
 public:
  /// How often `key` has been added, this time included.
  std::uint32_t add(std::uint64_t key) {
    std::uint32_t at = static_cast<std::uint32_t>((key * 0x9e3779b97f4a7c15u) >> 58);
    while (counts_[at] != 0 && keys_[at] != key) at = (at + 1) % size;
    keys_[at] = key;
    return ++counts_[at];
  }

 private:
  static constexpr std::uint32_t size = 64;  // twice the lanes: never full
  std::array<std::uint64_t, size> keys_;
  std::array<std::uint8_t, size> counts_{};
};

template <typename Visit>
void each_lane(std::uint32_t active, Visit visit) {
  for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) visit(static_cast<std::size_t>(std::countr_zero(rest)));
}

/// Distinct 32-byte sectors that a request touches. Each lane's access is aligned and at most 16 bytes, so it lies in one.
std::uint32_t count_sectors(const LaneOffsets& offsets, std::uint32_t active, bool side_by_side, std::uint32_t bytes) {
  if (side_by_side) {
    return static_cast<std::uint32_t>((offsets[0] + warp_size * bytes - 1) / sector_bytes - offsets[0] / sector_bytes + 1);
  }
  KeyCounts seen;
  std::uint32_t sectors = 0;
  std::uint64_t last = ~std::uint64_t{0};
  each_lane(active, [&](std::size_t lane) {
    const std::uint64_t sector = offsets[lane] / sector_bytes;
    if (sector == last) return;
    last = sector;
    sectors += seen.add(sector) == 1;
  });
  return sectors;
}

/// The most lanes that one address has.
std::uint32_t most_on_one_address(const LaneOffsets& offsets, std::uint32_t active) {
  KeyCounts seen;
  std::uint32_t most = 0;
  each_lane(active, [&](std::size_t lane) { most = std::max(most, seen.add(offsets[lane])); });
  return most;
}

/// Extra passes over a shared request: 32 banks of 4 bytes; lanes that read one word share it. Wider accesses go in parts of 128
/// bytes: half-warps for 8 bytes, quarter-warps for 16 (CUDA C++ Best Practices Guide, "Shared Memory and Memory Banks").
std::uint32_t count_conflicts(const LaneOffsets& offsets, std::uint32_t active, bool side_by_side, std::uint32_t bytes) {
  if (side_by_side) return 0;
  const std::uint32_t words = std::max(bytes / bank_bytes, 1u), lanes_per_part = warp_size / words;
  std::uint32_t extra = 0;
  for (std::uint32_t first = 0; first < warp_size; first += lanes_per_part) {
    const std::uint32_t part = active & (lanes_per_part == warp_size ? all_lanes : ((1u << lanes_per_part) - 1) << first);
    std::array<std::uint64_t, banks> word_of;  // first word seen in each bank
    std::array<std::uint8_t, banks> ways{};
    std::uint8_t most = 1;
    KeyCounts others;  // words beyond the first of their bank
    each_lane(part, [&](std::size_t lane) {
      const std::uint64_t word = offsets[lane] / bank_bytes;
      const std::size_t bank = word % banks;
      if (ways[bank] == 0) {
        ways[bank] = 1;
        word_of[bank] = word;
      } else if (word_of[bank] != word && others.add(word) == 1) {
        most = std::max(most, ++ways[bank]);
      }
    });
    extra += most - 1u;
  }
  return extra;
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

/// The low `bytes` of each lane of a row.
void row_values(const std::byte* row, bool wide, std::uint32_t bytes, LaneOffsets& values) {
  const std::uint64_t mask = bytes == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * bytes)) - 1;
  if (wide) {
    for (std::size_t lane = 0; lane < warp_size; ++lane) values[lane] = lane_bits(row, lane, true) & mask;
  } else {
    for (std::size_t lane = 0; lane < warp_size; ++lane) values[lane] = lane_bits(row, lane, false) & mask;
  }
}

}  // namespace

/// Find the window of the lanes in request.active and their offsets in it. Lanes in another window than the first are taken out
/// of request.active: they are a request of their own. False after a fault.
bool Machine::locate(ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, Request& request) {
  const std::uint32_t bytes = std::uint32_t{instruction.bytes} * instruction.vector;
  executor_.addresses(warp.frame, instruction.operands[4], instruction.address_wide, instruction.offset, request.offsets);
  const auto first = static_cast<std::size_t>(std::countr_zero(request.active));
  const std::uint64_t address = request.offsets[first];
  ptx::Space space = instruction.space;
  std::uint64_t base = 0;
  if (space == ptx::Space::generic) {
    base = address >> slot_bits << slot_bits;
    space = base == shared_window ? ptx::Space::shared : base == local_window ? ptx::Space::local : ptx::Space::global;
  }
  request.allocation = nullptr;
  request.local = space == ptx::Space::local;
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
      break;
    case ptx::Space::param:
      request.window = {parameters_.data(), 0, function_.parameter_bytes};
      request.space = trace::MemorySpace::parameter;
      break;
    default:
      request.allocation = memory_.find(address);
      request.window = request.allocation != nullptr ? request.allocation->window : Window{};
      request.space = request.allocation != nullptr && request.allocation->constant ? trace::MemorySpace::constant
                                                                                    : trace::MemorySpace::global;
      break;
  }
  const LaneOffsets addresses = request.offsets;
  const Located located = executor_.locate(request.offsets, request.window, bytes, request.active);
  request.side_by_side = located.side_by_side && !request.local && instruction.vector == 1;
  const bool writes_constant = request.space == trace::MemorySpace::constant && instruction.kind != Kind::load;
  if (!located.inside || writes_constant) {
    // Lanes in other buffers are no error; a lane in no buffer is.
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
    request.side_by_side = false;
    each_lane(together, [&](std::size_t lane) { request.offsets[lane] = addresses[lane] - request.window.base; });
  }
  return true;
}

/// Cycles until the value is back or the write has landed; counts the request.
std::uint64_t Machine::cost(const Decoded& instruction, const Request& request, launch::Tally& tally) {
  const std::uint32_t bytes = std::uint32_t{instruction.bytes} * instruction.vector;
  std::uint64_t cycles = 0;
  if (request.space == trace::MemorySpace::shared) {
    const std::uint32_t conflicts = count_conflicts(request.offsets, request.active, request.side_by_side, bytes);
    ++tally.shared_requests;
    tally.conflicts += conflicts;
    cycles = spec_.shared_latency + std::uint64_t{conflicts} * spec_.bank_conflict_cycles;
  } else if (request.space == trace::MemorySpace::global) {
    const std::uint32_t sectors = count_sectors(request.offsets, request.active, request.side_by_side, bytes);
    ++tally.global_requests;
    tally.sectors += sectors;
    tally.bytes_asked += static_cast<std::uint64_t>(std::popcount(request.active)) * bytes;
    cycles = spec_.global_latency + random_.below(spec_.global_jitter + 1) + std::uint64_t{sectors - 1} * spec_.sector_cycles;
  } else {
    ++tally.cached_requests;
    cycles = spec_.shared_latency;  // constant, parameter and local memory are cached
  }
  if (instruction.kind == Kind::atomic && !request.side_by_side) {
    const std::uint32_t collisions = most_on_one_address(request.offsets, request.active) - 1;
    tally.collisions += collisions;
    cycles += std::uint64_t{collisions} * spec_.atomic_cycles;
  }
  return cycles;
}

template <bool watching>
void Machine::access(Running& running, const Decoded& instruction, std::uint32_t active) {
  ResidentWarp& warp = running.warp;
  const std::uint32_t pc = running.group.pc;
  const std::uint64_t clock = running.clock;
  running.looked |= instruction.polls;
  if constexpr (watching) flush_steps(clock);
  std::uint64_t done = clock;
  for (std::uint32_t rest = active; rest != 0;) {
    Request request;
    request.active = rest;
    if (!locate(warp, instruction, pc, request)) return;
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
      instruction.load(memory, request.offsets, warp.frame.destination(row), request.active, request.side_by_side);
    else
      instruction.store(memory, request.offsets, warp.frame.source(row), request.active, request.side_by_side);
  }
  if constexpr (watching) {
    if (!recorder_.recording()) return recorder_.step(clock, warp.in_grid, pc, request.active);
    LaneOffsets values, offsets = request.offsets;
    if (request.local)
      each_lane(request.active, [&](std::size_t lane) { offsets[lane] -= lane * program_.variables.local_bytes; });
    for (std::uint32_t i = 0; i < instruction.vector; ++i) {
      const Row row = instruction.operands[i];
      if (row != no_row) {  // what was stored, or has just been loaded
        row_values(warp.frame.source(row), instruction.values_wide, instruction.bytes, values);
      } else {
        each_lane(request.active, [&](std::size_t lane) {
          values[lane] = 0;
          std::memcpy(&values[lane], request.window.memory + request.offsets[lane] + std::uint64_t{i} * instruction.bytes,
                      instruction.bytes);
        });
      }
      record(warp, instruction, pc, request, clock, offsets, values, values, i == 0);
      for (std::uint64_t& offset : offsets) offset += instruction.bytes;
    }
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
  bool changed = !instruction.replaces;
  each_lane(request.active, [&](std::size_t lane) {
    std::byte* const place = request.window.memory + request.offsets[lane];
    old[lane] = instruction.atomic(place, lane_bits(b, lane, wide), lane_bits(c, lane, wide));
    changed |= swaps ? old[lane] == lane_bits(b, lane, wide) : old[lane] != lane_bits(b, lane, wide);
    if constexpr (watching) {
      now[lane] = 0;
      std::memcpy(&now[lane], place, instruction.bytes);
    }
  });
  if (instruction.returns) {
    std::byte* const d = warp.frame.destination(instruction.operands[0]);
    each_lane(request.active, [&](std::size_t lane) { std::memcpy(d + lane * (wide ? 8 : 4), &old[lane], wide ? 8 : 4); });
  }
  if constexpr (watching) record(warp, instruction, pc, request, clock, request.offsets, old, now, true);
  return changed;
}

void Machine::tell_checker(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, const Request& request) {
  checker_->access({.place = warp.block,
                    .warp = warp.in_block,
                    .pc = pc,
                    .active = request.active,
                    .instruction = instruction,
                    .frame = warp.frame,
                    .space = request.space,
                    .allocation = request.allocation,
                    .window = request.window,
                    .offsets = request.offsets,
                    .side_by_side = request.side_by_side});
}

void Machine::record(const ResidentWarp& warp, const Decoded& instruction, std::uint32_t pc, const Request& request,
                     std::uint64_t clock, const LaneOffsets& offsets, const LaneOffsets& values, const LaneOffsets& stored,
                     bool first) {
  using trace::AccessKind;
  const AccessKind kind = instruction.kind == Kind::load    ? AccessKind::read
                          : instruction.kind == Kind::store ? AccessKind::write
                                                            : AccessKind::atomic;
  const std::uint32_t buffer = request.allocation != nullptr ? request.allocation->buffer : trace::no_buffer;
  recorder_.access(clock, warp.in_grid, pc, request.active,
                   {kind, request.space, instruction.bytes, buffer, request.done, offsets, values, stored}, first);
}

/// A step without an access waits until nothing earlier can come: other warps may be behind this one's clock.
void Machine::record_step(const ResidentWarp& warp, std::uint32_t pc, std::uint32_t active, std::uint64_t clock) {
  steps_.add({clock, warp.in_grid, pc, active});
}

void Machine::flush_steps(std::uint64_t before) {
  steps_.drain(before, [&](const StepQueue::Step& step) { recorder_.step(step.cycle, step.warp, step.pc, step.active); });
}

template void Machine::access<false>(Running&, const Decoded&, std::uint32_t);
template void Machine::access<true>(Running&, const Decoded&, std::uint32_t);

}  // namespace warplens::simt
