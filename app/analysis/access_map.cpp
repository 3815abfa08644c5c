#include "analysis/access_map.h"

#include <algorithm>
#include <bit>

#include "analysis/number_set.h"
#include "analysis/row_offsets.h"

namespace warplens::analysis {
namespace {

using trace::AccessKind;

std::vector<std::uint32_t>& counts_of(AccessMap& map, AccessKind kind) {
  return kind == AccessKind::read ? map.reads : kind == AccessKind::write ? map.writes : map.atomics;
}

/// The columns of a map, taken by pointer once for a row of 32 lanes.
struct Columns {
  std::uint32_t *counts, *first_thread, *last_thread, *first_step, *last_step;
  std::uint8_t* several;

  void touch(std::uint64_t element, std::uint32_t thread, std::uint32_t step) const {
    counts[element] += counts[element] != 0xffffffffu;
    const bool fresh = first_thread[element] == no_thread;
    first_thread[element] = fresh ? thread : first_thread[element];
    first_step[element] = fresh ? step : first_step[element];
    several[element] |= static_cast<std::uint8_t>(first_thread[element] != thread);
    last_thread[element] = thread;
    last_step[element] = step;
  }

  /// The lanes `active`, at least one, access the same element. As touch() for each of them, lowest first.
  void touch_together(std::uint64_t element, std::uint32_t first_lane_thread, std::uint32_t active, std::uint32_t step) const {
    const auto thread_of = [=](int lane) { return first_lane_thread + static_cast<std::uint32_t>(lane); };
    const auto others = static_cast<std::uint32_t>(std::popcount(active) - 1);
    counts[element] += std::min(others, 0xffffffffu - counts[element]);
    touch(element, thread_of(std::countr_zero(active)), step);
    several[element] |= static_cast<std::uint8_t>(others != 0);
    last_thread[element] = thread_of(std::bit_width(active) - 1);
  }

  /// 32 lanes with an element each, one next to the other. The same as touch() for each, in loops that the compiler vectorises.
  void touch_neighbours(std::uint64_t element, std::uint32_t thread, std::uint32_t step) const {
    std::uint32_t *count = counts + element, *first = first_thread + element, *last = last_thread + element;
    std::uint32_t *begin = first_step + element, *end = last_step + element;
    std::uint8_t* many = several + element;
    for (std::uint32_t lane = 0; lane < trace::lanes; ++lane) count[lane] += count[lane] != 0xffffffffu;
    for (std::uint32_t lane = 0; lane < trace::lanes; ++lane) begin[lane] = first[lane] == no_thread ? step : begin[lane];
    for (std::uint32_t lane = 0; lane < trace::lanes; ++lane)
      first[lane] = first[lane] == no_thread ? thread + lane : first[lane];
    for (std::uint32_t lane = 0; lane < trace::lanes; ++lane)
      many[lane] |= static_cast<std::uint8_t>(first[lane] != thread + lane);
    for (std::uint32_t lane = 0; lane < trace::lanes; ++lane) last[lane] = thread + lane;
    for (std::uint32_t lane = 0; lane < trace::lanes; ++lane) end[lane] = step;
  }
};

void count_elements(AccessMap& map) {
  for (std::uint64_t element = 0; element < map.elements; ++element) {
    map.untouched += map.first_thread[element] == no_thread;
    map.touched_by_many += map.several[element];
  }
  map.touched_once = map.elements - map.untouched - map.touched_by_many;
}

ThreadAccess thread_access(const trace::Trace& trace, std::size_t row, const trace::LaneAccess& lane) {
  const trace::Accesses& accesses = trace.accesses;
  const std::uint32_t step = accesses.step[row];
  return {step,
          static_cast<std::uint32_t>(row),
          lane.thread,
          accesses.buffer[row],
          lane.offset / accesses.bytes[row],
          accesses.kind[row],
          lane.value,
          lane.stored,
          trace.steps.cycle[step],
          accesses.done[row]};
}

}  // namespace

AccessMap access_map(const trace::Trace& trace, std::uint32_t buffer, std::uint64_t elements, std::uint32_t element_bytes,
                     std::uint64_t steps) {
  AccessMap map;
  map.buffer = buffer;
  map.element_bytes = element_bytes;
  map.elements = elements;
  map.steps = std::min<std::uint64_t>(steps, trace.steps.size());
  for (auto* column : {&map.reads, &map.writes, &map.atomics}) column->assign(elements, 0);
  for (auto* column : {&map.first_thread, &map.last_thread}) column->assign(elements, no_thread);
  for (auto* column : {&map.first_step, &map.last_step}) column->assign(elements, trace::no_row);
  map.several.assign(elements, 0);

  const trace::Accesses& accesses = trace.accesses;
  const std::uint64_t threads = trace.threads_per_block(), warps = trace.warps_per_block();
  NumberSet touched;  // threads, 32 to a warp
  for (std::size_t row = 0; row < accesses.size() && accesses.step[row] < map.steps; ++row) {
    if (accesses.buffer[row] != buffer || accesses.space[row] != trace::MemorySpace::global) continue;
    const std::uint32_t step = accesses.step[row];
    const RowOffsets where(trace, row, threads, warps);
    const Columns columns{counts_of(map, accesses.kind[row]).data(),
                          map.first_thread.data(),
                          map.last_thread.data(),
                          map.first_step.data(),
                          map.last_step.data(),
                          map.several.data()};
    const bool neighbours = where.active == 0xffffffffu && where.irregular == nullptr && where.stride == element_bytes &&
                            accesses.bytes[row] == element_bytes && where.base % element_bytes == 0 && elements >= trace::lanes &&
                            where.base / element_bytes <= elements - trace::lanes;
    if (neighbours) {
      columns.touch_neighbours(where.base / element_bytes, static_cast<std::uint32_t>(where.first_thread), step);
      touched.add(trace.steps.warp[step], where.active);
      continue;
    }
    const std::uint64_t element = where.base / element_bytes;
    if (where.active != 0 && where.same() && where.base - element * element_bytes + accesses.bytes[row] <= element_bytes) {
      if (element >= elements) continue;
      columns.touch_together(element, static_cast<std::uint32_t>(where.first_thread), where.active, step);
      touched.add(trace.steps.warp[step], where.active);
      continue;
    }
    std::uint32_t inside = 0;
    for_each_lane(where, [&](int lane, std::uint64_t offset) {
      const std::uint64_t first = offset / element_bytes, bytes = accesses.bytes[row];
      const bool in_one = offset - first * element_bytes + bytes <= element_bytes;  // nearly always: saves a division
      const std::uint64_t last = in_one ? first : (offset + bytes - 1) / element_bytes;
      const auto thread = static_cast<std::uint32_t>(where.first_thread + static_cast<std::uint64_t>(lane));
      for (std::uint64_t element = first; element <= last && element < elements; ++element) {
        columns.touch(element, thread, step);
        inside |= 1u << lane;
      }
    });
    touched.add(trace.steps.warp[step], inside);
  }
  count_elements(map);
  map.threads_without = base::count(trace.grid) * threads - touched.size();
  return map;
}

std::vector<ThreadAccess> accesses_of_thread(const trace::Trace& trace, std::uint64_t thread, std::size_t limit) {
  std::vector<ThreadAccess> rows;
  const std::uint64_t threads = trace.threads_per_block(), in_block = thread % threads;
  const std::uint64_t warp = thread / threads * trace.warps_per_block() + in_block / trace::lanes;
  const auto lane = static_cast<int>(in_block % trace::lanes);
  const trace::Accesses& accesses = trace.accesses;
  std::array<trace::LaneAccess, trace::lanes> unpacked;
  for (std::size_t row = 0; row < accesses.size() && rows.size() < limit; ++row) {
    const std::uint32_t step = accesses.step[row], active = trace.steps.active[step];
    if (trace.steps.warp[step] != warp || (active >> lane & 1) == 0 || accesses.space[row] != trace::MemorySpace::global)
      continue;
    unpack(trace, row, unpacked);
    const auto place = static_cast<std::size_t>(std::popcount(active & ((1u << lane) - 1)));
    rows.push_back(thread_access(trace, row, unpacked[place]));
  }
  return rows;
}

std::vector<ThreadAccess> accesses_of_element(const trace::Trace& trace, std::uint32_t buffer, std::uint64_t element,
                                              std::uint32_t element_bytes, std::size_t limit) {
  std::vector<ThreadAccess> rows;
  const trace::Accesses& accesses = trace.accesses;
  const std::uint64_t threads = trace.threads_per_block(), warps = trace.warps_per_block();
  std::array<trace::LaneAccess, trace::lanes> unpacked;
  for (std::size_t row = 0; row < accesses.size() && rows.size() < limit; ++row) {
    if (accesses.buffer[row] != buffer || accesses.space[row] != trace::MemorySpace::global) continue;
    std::uint32_t hits = 0;
    for_each_lane(RowOffsets(trace, row, threads, warps), [&](int lane, std::uint64_t offset) {
      if (offset / element_bytes <= element && element <= (offset + accesses.bytes[row] - 1) / element_bytes) hits |= 1u << lane;
    });
    if (hits == 0) continue;
    unpack(trace, row, unpacked);
    const std::uint32_t active = trace.steps.active[accesses.step[row]];
    for (; hits != 0 && rows.size() < limit; hits &= hits - 1) {
      const auto place = static_cast<std::size_t>(std::popcount(active & ((hits & (0 - hits)) - 1)));
      rows.push_back(thread_access(trace, row, unpacked[place]));
    }
  }
  return rows;
}

}  // namespace warplens::analysis
