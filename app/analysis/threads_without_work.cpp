#include "analysis/threads_without_work.h"

#include <bit>
#include <unordered_map>

namespace warplens::analysis {

std::uint64_t threads_without_work(const trace::Trace& trace) {
  const trace::Accesses& accesses = trace.accesses;
  std::unordered_map<std::uint32_t, std::uint32_t> lanes_of_warp;
  for (std::size_t row = 0; row < accesses.size(); ++row) {
    const trace::MemorySpace space = accesses.space[row];
    if (space != trace::MemorySpace::global && space != trace::MemorySpace::shared) continue;
    lanes_of_warp[trace.steps.warp[accesses.step[row]]] |= trace.steps.active[accesses.step[row]];
  }
  std::uint64_t with_work = 0;
  for (const auto& [warp, lanes] : lanes_of_warp) with_work += static_cast<std::uint64_t>(std::popcount(lanes));
  return base::count(trace.grid) * trace.threads_per_block() - with_work;
}

}  // namespace warplens::analysis
