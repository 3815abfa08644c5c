#pragma once

#include <optional>
#include <vector>

#include "view/drawing/canvas.h"
#include "view/race/race_picture.h"

namespace warplens::view {

/// Draw the results of repeated runs along one axis of values, into `at`: a dot per run if they fit, else bars; the expected
/// value is marked. `tolerance`: relative difference up to which results count as expected. `at` must be at least 300 points wide
/// and high enough for one strip; entries without room are left out.
void draw_distribution(Canvas& canvas, Rectangle at, const std::vector<Outcomes>& outcomes, std::optional<double> expected,
                       double tolerance);

/// Heights in points: of the axis, of an entry's strip at least, and of a strip with two lines of words.
inline constexpr float distribution_axis_room = 26, distribution_least_strip = 20, distribution_strip = 38;

}  // namespace warplens::view
