#include "trace/time_order.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace warplens::trace {
namespace {

/// The row numbers `rows`, or all in order if there are none, sorted by cycle: a stable radix sort, from the lowest 11 bits up.
std::vector<std::uint32_t> sorted_rows(const std::vector<std::uint64_t>& cycle, std::vector<std::uint32_t> rows) {
  if (rows.empty()) {
    rows.resize(cycle.size());
    std::iota(rows.begin(), rows.end(), 0u);
  }
  std::vector<std::uint32_t> next(cycle.size());
  const std::uint64_t last = cycle.empty() ? 0 : *std::max_element(cycle.begin(), cycle.end());
  constexpr int bits = 11;
  constexpr std::size_t digits = std::size_t{1} << bits;
  for (int shift = 0; shift < 64 && last >> shift != 0; shift += bits) {
    std::array<std::size_t, digits + 1> begin{};
    for (const std::uint64_t at : cycle) ++begin[(at >> shift) % digits + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    for (const std::uint32_t row : rows) next[begin[(cycle[row] >> shift) % digits]++] = row;
    rows.swap(next);
  }
  return rows;
}

/// Permute `column` to the order of `rows`.
template <typename T>
void select(std::vector<T>& column, const std::vector<std::uint32_t>& rows) {
  std::vector<T> selected(rows.size());
  std::transform(rows.begin(), rows.end(), selected.begin(), [&](std::uint32_t row) { return column[row]; });
  column = std::move(selected);
}

}  // namespace

std::uint64_t order_by_time(Trace& trace, std::uint64_t before, std::vector<std::uint32_t> recorded) {
  Steps& steps = trace.steps;
  Accesses& accesses = trace.accesses;
  const auto late = [&](std::uint64_t cycle) { return cycle >= before; };
  const bool some_late = std::any_of(steps.cycle.begin(), steps.cycle.end(), late);
  if (recorded.empty() && !some_late && std::is_sorted(steps.cycle.begin(), steps.cycle.end())) return 0;

  std::vector<std::uint32_t> rows = sorted_rows(steps.cycle, std::move(recorded));
  const auto end = std::find_if(rows.begin(), rows.end(), [&](std::uint32_t row) { return late(steps.cycle[row]); });
  const auto left_out = static_cast<std::uint64_t>(rows.end() - end);
  rows.erase(end, rows.end());

  // The accesses of a step are adjacent and move with it.
  std::vector<std::uint32_t> access_rows(accesses.size()), step_of_access(accesses.size());
  std::uint32_t taken = 0;
  for (std::uint32_t step = 0; step < rows.size(); ++step) {
    std::uint32_t& first = steps.access[rows[step]];
    if (first == no_row) continue;
    const std::uint32_t moved = taken;
    for (std::uint32_t access = first; access < accesses.size() && accesses.step[access] == rows[step]; ++access, ++taken) {
      access_rows[taken] = access;
      step_of_access[taken] = step;
    }
    first = moved;
  }
  access_rows.resize(taken);
  step_of_access.resize(taken);
  select(steps.cycle, rows);
  select(steps.warp, rows);
  select(steps.instruction, rows);
  select(steps.active, rows);
  select(steps.access, rows);
  accesses.step = std::move(step_of_access);
  select(accesses.kind, access_rows);
  select(accesses.space, access_rows);
  select(accesses.bytes, access_rows);
  select(accesses.buffer, access_rows);
  select(accesses.done, access_rows);
  select(accesses.base, access_rows);
  select(accesses.stride, access_rows);
  select(accesses.offsets, access_rows);
  select(accesses.value, access_rows);
  select(accesses.path, access_rows);
  return left_out;
}

void order_by_begin(Waits& waits, std::uint64_t before, std::vector<std::uint32_t> recorded) {
  std::vector<std::uint32_t> rows = sorted_rows(waits.begin, std::move(recorded));
  std::erase_if(rows, [&](std::uint32_t row) { return waits.begin[row] >= before; });
  select(waits.warp, rows);
  select(waits.reason, rows);
  select(waits.begin, rows);
  select(waits.end, rows);
}

void order_by_block(BlockPlacements& placements) {
  const std::vector<std::uint32_t>& block = placements.block;
  if (std::is_sorted(block.begin(), block.end())) return;
  std::vector<std::uint32_t> row_of(*std::max_element(block.begin(), block.end()) + std::size_t{1}, no_row);
  for (std::uint32_t row = 0; row < block.size(); ++row) row_of[block[row]] = row;
  std::erase(row_of, no_row);
  select(placements.block, row_of);
  select(placements.sm, row_of);
  select(placements.scheduler, row_of);
  select(placements.start, row_of);
  select(placements.end, row_of);
}

}  // namespace warplens::trace
