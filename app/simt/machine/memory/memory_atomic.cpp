#include <array>
#include <cstring>

#include "simt/code/execute/cells.h"
#include "simt/machine/memory/memory_unit.h"
#include "simt/machine/observe/observers.h"

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

AtomicLanes combination(const Decoded& instruction, const Request& request) {
  return request.space == trace::MemorySpace::global ? instruction.atomic_in_global : instruction.atomic;
}

}  // namespace

/// Element by element, each an independent atomic.
template <typename Observer>
void MemoryUnit::perform_atomic_vector(Running& running, const Decoded& instruction, const Request& request) {
  const ResidentWarp& warp = running.warp;
  const Row* const rows = program_.vectors.data() + instruction.immediate;
  const AtomicLanes combine = combination(instruction, request);
  LaneOffsets old, now, offsets = request.offsets();
  for (std::uint32_t i = 0; i < instruction.vector; ++i) {
    const std::byte* const b = warp.frame.source(rows[i]);
    std::byte* const memory = request.window.memory + request.lowest + std::uint64_t{i} * instruction.bytes;
    combine(memory, *request.distances, b, b, request.active, old, now);
    if (instruction.returns) {
      each_lane(request.active, [&](std::size_t lane) {
        write_cell(warp.frame, rows[instruction.vector + i], sizeof(std::uint32_t), lane, old[lane]);
      });
    }
    Observer(observation_).combined(running, instruction, request, offsets, old, now, i == 0);
    for (std::uint64_t& offset : offsets) offset += instruction.bytes;
  }
}

/// atom.exch.b128, atom.cas.b128, lane by lane. False if memory is certainly unchanged.
template <typename Observer>
bool MemoryUnit::perform_wide_swap(Running& running, const Decoded& instruction, const Request& request) {
  using Wide = std::array<std::uint64_t, 2>;
  const ResidentWarp& warp = running.warp;
  const Row* const rows = program_.vectors.data() + instruction.immediate;
  const bool compares = instruction.operands[2] != no_row;
  const auto value = [&](std::size_t row, std::size_t lane) {
    return Wide{cell<std::uint64_t>(warp.frame.source(rows[row]), lane),
                cell<std::uint64_t>(warp.frame.source(rows[row + 1]), lane)};
  };
  std::array<LaneOffsets, 2> old{}, now{};
  bool changed = false;
  each_lane(request.active, [&](std::size_t lane) {
    std::byte* const place = request.window.memory + request.lowest + (*request.distances)[lane];
    Wide before, after = value(compares ? 2 : 0, lane);
    std::memcpy(&before, place, sizeof before);
    if (compares && before != value(0, lane)) after = before;
    std::memcpy(place, &after, sizeof after);
    changed |= after != before;
    for (std::size_t half = 0; half < 2; ++half) old[half][lane] = before[half], now[half][lane] = after[half];
  });
  LaneOffsets offsets = request.offsets();
  for (std::size_t half = 0; half < 2; ++half) {
    const Row destination = instruction.returns ? rows[(compares ? 4 : 2) + half] : no_row;
    each_lane(request.active, [&](std::size_t lane) {
      if (destination != no_row) write_cell(warp.frame, destination, sizeof(std::uint64_t), lane, old[half][lane]);
    });
    Observer(observation_).combined(running, instruction, request, offsets, old[half], now[half], half == 0);
    for (std::uint64_t& offset : offsets) offset += instruction.bytes;
  }
  return changed;
}

/// Lane by lane. False if memory is certainly unchanged: no lane's cas matched, every lane's exch wrote the previous value.
template <typename Observer>
bool MemoryUnit::perform_atomic(Running& running, const Decoded& instruction, const Request& request) {
  const ResidentWarp& warp = running.warp;
  if (instruction.vector > 1 && instruction.replaces) return perform_wide_swap<Observer>(running, instruction, request);
  if (instruction.vector > 1) {
    perform_atomic_vector<Observer>(running, instruction, request);
    return true;
  }
  const bool wide = instruction.bytes == 8, swaps = instruction.operands[2] != no_row;
  const std::byte* const b = warp.frame.source(instruction.operands[1]);
  const std::byte* const c = swaps ? warp.frame.source(instruction.operands[2]) : b;
  const AtomicLanes combine = combination(instruction, request);
  LaneOffsets old, now;
  combine(request.window.memory + request.lowest, *request.distances, b, c, request.active, old, now);
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
  Observer(observation_).combined(running, instruction, request, old, now);
  return changed;
}

template bool MemoryUnit::perform_atomic<NoObserver>(Running&, const Decoded&, const Request&);
template bool MemoryUnit::perform_atomic<TraceObserver>(Running&, const Decoded&, const Request&);
template bool MemoryUnit::perform_atomic<CheckObserver>(Running&, const Decoded&, const Request&);

}  // namespace warplens::simt
