#pragma once

#include <cstddef>
#include <cstdint>

#include "analysis/warp_steps.h"
#include "view/drawing/picture.h"
#include "view/drawing/theme.h"
#include "view/navigation.h"
#include "view/subject.h"

namespace warplens::view {

struct Material;

struct LanesInput {
  Subject subject;
  const analysis::WarpSteps* warps = nullptr;  ///< never null; empty: the instructions were not recorded
  std::uint64_t place = ~std::uint64_t{0};     ///< steps of the trace done so far
  std::size_t first_row = 0;                   ///< warps scrolled past
  float pan = 0, zoom = 1;                     ///< visible part of the axis of instructions
  Target hover;                                ///< a thread lights up its lane
  bool operator==(const LanesInput&) const = default;
};
LanesInput lanes_input(const Material& material);

/// Draw a band for each warp: from left to right its instructions in the order of issue, from top to bottom its 32 lanes. A lane
/// that takes part is coloured: alike where all lanes of the warp do, by source line where only some do. What is still to come at
/// the current place is pale. Minimum size: 300 × 300 points.
Picture lanes_picture(const LanesInput& input, const Theme& theme, float width, float height);

/// How many warps issued instructions for some of their lanes only; with a hovered thread, the same for its warp.
Headline lanes_headline(const LanesInput& input, const Theme& theme);

/// A drag pans the instructions and scrolls the warps; the wheel scrolls or zooms (wheel_scrolls()).
void move_lanes(const LanesInput& input, const Theme& theme, Size size, const Gesture& gesture, Navigation& navigation);

}  // namespace warplens::view
