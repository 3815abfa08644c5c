#pragma once

#include <optional>
#include <string>
#include <vector>

#include "view/drawing/picture.h"
#include "view/drawing/theme.h"

namespace warplens::view {

/// A place of a picture on the way through several, in points.
struct Stop {
  Rectangle at;
  std::string label;     ///< "1"; empty: where the way begins
  bool current = false;  ///< stands out
};

/// Find where a picture draws a target: by Picture::place, else by the hot spots: of a step, a thread or an element. Nothing if
/// it does not draw it, or not in the shown part.
std::optional<Rectangle> place_of(const Picture& picture, const Target& target);

/// Draw a line from stop to stop over a picture of `width` points. Each stop has its label in a disc at its upper right corner;
/// stops at one place share a disc: "1, 3".
Drawing trail(std::vector<Stop> stops, const Theme& theme, float width);

}  // namespace warplens::view
