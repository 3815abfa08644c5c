#include "ui/window/layout.h"

#include <algorithm>
#include <cmath>

namespace warplens::ui {

namespace {

constexpr float top_height = 60, bar_height = 66;  // points

}  // namespace

Places places(float width, float height, float scale, float picture) {
  const float points = width / scale;
  const auto between = [points](float narrow, float wide) {
    return narrow + (wide - narrow) * std::clamp((points - 1280) / (1920 - 1280), 0.0f, 1.0f);
  };
  const float top = std::round(top_height * scale), bar = std::round(bar_height * scale);
  if (height > width && points < 900) {
    const float room = std::max(height - top - bar, 0.0f), picture_height = std::round(room * 0.45f);
    const float sides = std::min(std::round(50 * scale), room - picture_height);
    const view::Rectangle panel{0, top + picture_height + sides, width, room - picture_height - sides};
    return {{0, 0, width, top},
            panel,
            {0, top, width, picture_height},
            panel,
            {0, top + room, width, bar},
            {0, top + picture_height, width, sides}};
  }
  const float left = std::round(std::min(between(280, 340), points * 0.24f) * scale);
  float right_points = std::min(between(360, 470), points * 0.282f);
  if (picture > 0) right_points = std::clamp(points - left / scale - picture, right_points, 920.0f);
  const float right = std::round(right_points * scale);
  const float middle = std::max(height - top - bar, 0.0f);
  return {{0, 0, width, top},
          {0, top, left, middle},
          {left, top, std::max(width - left - right, 0.0f), middle},
          {width - right, top, right, middle},
          {0, top + middle, width, bar},
          {}};
}

Places places_of_view(float width, float height, float scale) {
  const float bar = std::round(bar_height * scale), middle = std::max(height - bar, 0.0f);
  return {{}, {}, {0, 0, width, middle}, {}, {0, middle, width, bar}, {}};
}

float window_scale(float width, float height, float content_scale, float zoom, float theme_scale) {
  const float room = std::floor(std::min(width / 1920, height / 1080) * 4) / 4;
  constexpr float min_width = 640, min_height = 540;  // points
  const float most = std::min(width / min_width, height / min_height);
  const float least = height > width ? 0.0f : 1.0f;
  const float scale = std::max({std::min(content_scale, most), room, least}) * zoom * theme_scale;
  return std::clamp(scale, 0.5f, 6.0f);
}

}  // namespace warplens::ui
