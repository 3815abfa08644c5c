#pragma once

#include <cstdint>
#include <vector>

#include "view/drawing/canvas.h"

namespace warplens::view {

/// What a launch takes with so many of its blocks resident on a multiprocessor at once. Modelled.
struct Residency {
  std::uint64_t blocks = 0, warps = 0;  ///< per multiprocessor, at most
  std::uint64_t cycles = 0;             ///< from the start of the first block; 0: not known yet
  double issue = 0;                     ///< issue slots used, 0 to 1
  bool failed = false;                  ///< the launch does not run with so few
  bool operator==(const Residency&) const = default;
};

/// How latency hides: a bar for each number of resident warps, as long as the launch takes; the last one is the shown run.
/// Fewest warps first. Its height does not depend on what is known yet; 0 for fewer than two.
float latency_hiding_height(const std::vector<Residency>& residencies);
/// Draw it with its top at `at.y`, the bars from at.x to at.x + at.width.
void draw_latency_hiding(Canvas& canvas, const std::vector<Residency>& residencies, const Rectangle& at);

}  // namespace warplens::view
