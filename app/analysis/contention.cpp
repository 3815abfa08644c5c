#include "analysis/contention.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <unordered_map>

#include "analysis/row_offsets.h"

namespace warplens::analysis {
namespace {

auto place(const HotAddress& address) { return std::tuple(address.space, address.buffer, address.block, address.offset); }

bool hotter(const HotAddress& a, const HotAddress& b) {
  return a.atomics != b.atomics ? a.atomics > b.atomics : place(a) < place(b);
}

}  // namespace

Contention contention(const trace::Trace& trace, std::size_t max_addresses) {
  const trace::Accesses& accesses = trace.accesses;
  const std::uint64_t threads = trace.threads_per_block(), warps = trace.warps_per_block();
  // One table of counts for each place that offsets count in: a buffer, or the shared memory of a block.
  std::unordered_map<std::uint64_t, std::unordered_map<std::uint64_t, std::uint64_t>> tables;
  Contention result;
  for (std::size_t row = 0; row < accesses.size(); ++row) {
    if (accesses.kind[row] != trace::AccessKind::atomic) continue;
    const bool shared = accesses.space[row] == trace::MemorySpace::shared;
    const auto block = static_cast<std::uint32_t>(trace.steps.warp[accesses.step[row]] / warps);
    auto& counts = tables[std::uint64_t{shared} << 32 | (shared ? block : accesses.buffer[row])];
    for_each_lane(RowOffsets(trace, row, threads, warps), [&](int, std::uint64_t offset) {
      ++counts[offset];
      ++result.atomics;
    });
  }
  std::vector<HotAddress> all;
  for (const auto& [key, counts] : tables) {
    const bool shared = key >> 32 != 0;
    const auto number = static_cast<std::uint32_t>(key);
    for (const auto& [offset, atomics] : counts) {
      all.push_back({shared ? trace::MemorySpace::shared : trace::MemorySpace::global, shared ? trace::no_buffer : number,
                     shared ? number : 0, offset, atomics});
      const auto row = static_cast<std::size_t>(std::bit_width(atomics) - 1);
      if (result.histogram.size() <= row) result.histogram.resize(row + 1);
      ++result.histogram[row];
    }
  }
  result.addresses = all.size();
  const std::size_t kept = std::min(max_addresses, all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(kept), all.end(), hotter);
  all.resize(kept);
  result.hottest = std::move(all);
  return result;
}

}  // namespace warplens::analysis
