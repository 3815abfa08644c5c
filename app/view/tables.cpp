#include "view/tables.h"

#include <algorithm>

namespace warplens::view {

const std::vector<analysis::MemoryTraffic>& Tables::traffic(const Subject& run) const {
  return traffic_.get([&run] { return analysis::memory_traffic(run.result->trace); });
}

const analysis::WarpTimeline& Tables::warps(const Subject& run) const {
  return warps_.get([&run] { return analysis::warp_timeline(run.result->trace); });
}

const analysis::WarpSteps& Tables::warp_steps(const Subject& run) const {
  return warp_steps_.get([&run] { return analysis::warp_steps(run.result->trace, run.threads_per_block()); });
}

const Matrices& Tables::matrices(const Subject& run) const {
  return matrices_.get([&] { return matrices_at(run, ~std::uint64_t{0}); });
}

bool Tables::made(LateTable table) const {
  return (table != LateTable::traffic || traffic_.made()) && (table != LateTable::warps || warps_.made()) &&
         (table != LateTable::warp_steps || warp_steps_.made()) && (table != LateTable::matrices || matrices_.made());
}

Matrices Tables::matrices_at(const Subject& run, std::uint64_t steps) const {
  auto maps = std::make_shared<std::vector<analysis::AccessMap>>();
  const trace::Trace& trace = run.result->trace;
  for (std::uint32_t number = 0; number < run.buffers.size(); ++number) {
    const BufferShape& shape = run.buffers[number];
    if (shape.columns == 0) continue;
    const auto width = static_cast<std::uint32_t>(launch::bytes(shape.type));
    maps->push_back(analysis::access_map(trace, number, shape.elements, width, steps));
  }
  Matrices matrices{maps, nullptr};
  for (const analysis::AccessMap& map : *maps)
    for (const std::uint32_t reads : map.reads) matrices.max_reads = std::max<std::uint64_t>(matrices.max_reads, reads);
  const auto shared = [](const analysis::MemoryTraffic& traffic) { return traffic.shared(); };
  if (!maps->empty() && std::ranges::any_of(traffic(run), shared))
    matrices.shared = std::make_shared<const analysis::SharedContents>(
        analysis::shared_contents(trace, analysis::running_block(trace, steps), steps));
  return matrices;
}

}  // namespace warplens::view
