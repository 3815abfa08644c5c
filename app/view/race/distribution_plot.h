#pragma once

#include <optional>
#include <string>
#include <vector>

#include "view/drawing/canvas.h"
#include "view/race/race_picture.h"

namespace warplens::view {

/// Draw what repeated runs gave along one axis of values, into `at`: a dot per run where they fit, else bars; the expected value
/// marked. `tolerance`: relative, within which results count as expected. `at` is at least 300 points wide and high enough for
/// one strip; entries that find no room are left out.
void draw_distribution(Canvas& canvas, Rectangle at, const std::vector<Outcomes>& outcomes, std::optional<double> expected,
                       double tolerance);

/// Points for the axis, and for each entry's strip: at least, and with two lines of words.
inline constexpr float distribution_axis_room = 26, distribution_least_strip = 20, distribution_strip = 38;

}  // namespace warplens::view
