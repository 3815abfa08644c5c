#include "view/navigation.h"

#include <algorithm>
#include <cmath>

namespace warplens::view {

float Gesture::factor() const { return std::pow(1.2f, wheel); }

void scroll_rows(Timeline& timeline, float dragged, std::size_t rows, std::size_t visible) {
  constexpr float row_height = 44;  // points of drag per row
  timeline.rows_dragged -= dragged / row_height;
  const float whole = std::trunc(timeline.rows_dragged);
  timeline.rows_dragged -= whole;
  const auto last = static_cast<float>(rows > visible ? rows - visible : 0);
  timeline.first_row = static_cast<std::size_t>(std::clamp(static_cast<float>(timeline.first_row) + whole, 0.0f, last));
}

}  // namespace warplens::view
