#pragma once

#include <optional>
#include <string>
#include <vector>

#include "view/drawing/canvas.h"
#include "view/race/race_picture.h"

namespace warplens::view {

/// Draw what repeated runs gave along one axis of values, into `at`: a dot per run where they fit, else bars; the expected value
/// marked. `tolerance`: relative, within which results count as expected. `at` is at least 300 × 90 points.
void draw_distribution(Canvas& canvas, Rectangle at, const std::vector<Outcomes>& outcomes, std::optional<double> expected,
                       double tolerance);

}  // namespace warplens::view
