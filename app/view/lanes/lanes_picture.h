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

/// Draw a band for each warp: its instructions from left to right in the order of issue, its 32 lanes from top to bottom. Grey:
/// all lanes of the warp execute the instruction. A colour: only some lanes do, and the colour tells the source line. Steps after
/// the current place are pale. Minimum size: 300 × 300 points.
Picture lanes_picture(const LanesInput& input, const Theme& theme, float width, float height);

/// How many warps issued instructions for some of their lanes only; with a hovered thread, the same for its warp.
Headline lanes_headline(const LanesInput& input, const Theme& theme);

/// A drag pans the instructions and scrolls the warps; the wheel scrolls or zooms (wheel_scrolls()).
void move_lanes(const LanesInput& input, const Theme& theme, Size size, const Gesture& gesture, Navigation& navigation);

}  // namespace warplens::view
