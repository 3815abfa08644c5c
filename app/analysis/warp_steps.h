#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "trace/trace.h"

namespace warplens::analysis {

/// The instructions of each warp in the order in which it issued them. Counted.
struct WarpSteps {
  std::vector<std::uint32_t> steps;  ///< rows in Trace::steps, by warp, then in time
  std::vector<std::size_t> first;    ///< by warp: its rows of `steps` are [first[w], first[w + 1])
  std::size_t longest = 0;           ///< largest number of instructions of a warp
  std::vector<std::uint64_t>
      partial;                ///< by instruction of the listing: how often some lanes of a warp took part and others did not
  std::uint64_t skipped = 0;  ///< instructions in which no lane took part, as none met the condition
  std::vector<std::uint32_t> partial_warps;  ///< warps with such an instruction, ascending

  std::size_t warps() const { return first.empty() ? 0 : first.size() - 1; }
  std::span<const std::uint32_t> of(std::uint32_t warp) const {
    return std::span(steps).subspan(first[warp], first[warp + 1] - first[warp]);
  }
};

/// The lanes of a warp that are threads of its block; `warp`: linear in the grid.
std::uint32_t lanes_of_warp(std::uint32_t warp, std::uint64_t threads_per_block);

/// Sort the steps of a trace by warp. Empty unless the trace has every instruction (Level::full). Cost: linear in the steps.
WarpSteps warp_steps(const trace::Trace& trace, std::uint64_t threads_per_block);

}  // namespace warplens::analysis
