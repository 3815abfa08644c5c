#include "analysis/warp_steps.h"

#include <algorithm>

namespace warplens::analysis {

std::uint32_t lanes_of_warp(std::uint32_t warp, std::uint64_t threads_per_block) {
  const std::uint64_t warps = (threads_per_block + trace::lanes - 1) / trace::lanes;
  if (warps == 0) return 0;
  const std::uint64_t lanes = std::min<std::uint64_t>(threads_per_block - warp % warps * trace::lanes, trace::lanes);
  return lanes == trace::lanes ? ~0u : (1u << lanes) - 1;
}

WarpSteps warp_steps(const trace::Trace& trace, std::uint64_t threads_per_block) {
  WarpSteps sorted;
  const trace::Steps& steps = trace.steps;
  if (trace.level != trace::Level::full || steps.size() == 0) return sorted;
  const std::size_t warps = std::size_t{*std::ranges::max_element(steps.warp)} + 1;
  sorted.first.assign(warps + 1, 0);
  for (const std::uint32_t warp : steps.warp) ++sorted.first[warp + 1];
  for (std::size_t w = 0; w < warps; ++w) {
    sorted.longest = std::max(sorted.longest, sorted.first[w + 1]);
    sorted.first[w + 1] += sorted.first[w];
  }
  sorted.steps.resize(steps.size());
  sorted.partial.assign(std::size_t{*std::ranges::max_element(steps.instruction)} + 1, 0);
  std::vector<std::size_t> next(sorted.first.begin(), sorted.first.end() - 1);
  std::vector<bool> parted(warps);
  for (std::size_t step = 0; step < steps.size(); ++step) {
    const std::uint32_t warp = steps.warp[step];
    sorted.steps[next[warp]++] = static_cast<std::uint32_t>(step);
    // An instruction whose condition no lane has met is one that all of them skip together.
    if (steps.active[step] == 0) ++sorted.skipped;
    if (steps.active[step] == 0 || steps.active[step] == lanes_of_warp(warp, threads_per_block)) continue;
    ++sorted.partial[steps.instruction[step]];
    parted[warp] = true;
  }
  for (std::uint32_t w = 0; w < warps; ++w)
    if (parted[w]) sorted.partial_warps.push_back(w);
  return sorted;
}

}  // namespace warplens::analysis
