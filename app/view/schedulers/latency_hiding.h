#pragma once

#include <cstdint>
#include <vector>

#include "view/drawing/canvas.h"

namespace warplens::view {

/// The cost of a launch with at most this number of blocks resident on a multiprocessor. Modelled.
struct Residency {
  std::uint64_t blocks = 0, warps = 0;  ///< per multiprocessor, at most
  std::uint64_t cycles = 0;             ///< from the start of the first block; 0: unknown yet
  double issue = 0;                     ///< issue slots used, 0 to 1
  bool failed = false;                  ///< the launch does not run with so few blocks
  bool operator==(const Residency&) const = default;
};

/// Height of the section "how latency hides": a bar for each number of resident warps, as long as the launch takes, fewest warps
/// first, the shown run last. The height is the same before all cycles are known; 0 for fewer than two residencies.
float latency_hiding_height(const std::vector<Residency>& residencies);
/// Draw this section with its top at `at.y`, the bars from at.x to at.x + at.width.
void draw_latency_hiding(Canvas& canvas, const std::vector<Residency>& residencies, const Rectangle& at);

}  // namespace warplens::view
