#include "view/navigation.h"

#include <algorithm>
#include <cmath>

namespace warplens::view {

float Gesture::factor() const { return std::pow(1.2f, wheel); }

void zoom_time(Timeline& timeline, double share, float factor, double whole_cycles) {
  const double about = std::clamp(share, 0.0, 1.0), at = timeline.pan + about / timeline.zoom;
  const double most = std::max(whole_cycles / 8, 1.0);
  timeline.zoom = static_cast<float>(std::clamp<double>(timeline.zoom * factor, 1.0, most));
  timeline.pan = static_cast<float>(std::clamp<double>(at - about / timeline.zoom, 0.0, 1 - 1.0 / timeline.zoom));
}

void pan_time(Timeline& timeline, float share) {
  timeline.zoom = std::max(timeline.zoom, 1.0f);
  timeline.pan = std::clamp(timeline.pan - share / timeline.zoom, 0.0f, 1 - 1 / timeline.zoom);
}

void scroll_rows(Timeline& timeline, float dragged, std::size_t rows, std::size_t visible, float row_height) {
  timeline.rows_dragged -= dragged / row_height;
  const float whole = std::trunc(timeline.rows_dragged);
  timeline.rows_dragged -= whole;
  const auto last = static_cast<float>(rows > visible ? rows - visible : 0);
  timeline.first_row = static_cast<std::size_t>(std::clamp(static_cast<float>(timeline.first_row) + whole, 0.0f, last));
}

bool wheel_scrolls(const Gesture& gesture, std::size_t rows, std::size_t visible, float rows_bottom) {
  return gesture.wheel != 0 && !gesture.zooms && rows > visible && gesture.at.y < rows_bottom;
}

}  // namespace warplens::view
