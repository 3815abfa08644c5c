#include "ui/window/layout.h"

#include <algorithm>
#include <cmath>

namespace warplens::ui {

namespace {

constexpr float top_height = 60, bar_height = 66;  // points
constexpr float least_left = 240, least_right = 240;
constexpr float least_picture = 320, least_share = 0.4f;  // the picture's, of the window's width
constexpr float sides_height = 50, width_of_two_sides = 1200;

/// All of the window, for the picture alone or with the source at its right, or below it.
Places places_of_lecture(float width, float height, float right, bool upright, ShownPanels shown) {
  if (shown == ShownPanels::picture) return {{}, {}, {0, 0, width, height}, {}, {}, {}};
  const float upper = std::round(height * 0.6f);
  if (upright) return {{}, {}, {0, 0, width, upper}, {0, upper, width, height - upper}, {}, {}};
  return {{}, {}, {0, 0, std::max(width - right, 0.0f), height}, {width - right, 0, right, height}, {}, {}};
}

/// Width of a side panel, points: `chosen`, between `least` and `room`; where that is 0, `own`.
float side_width(float chosen, float own, float least, float room) {
  return chosen > 0 ? std::clamp(chosen, std::min(least, own), std::max(room, std::min(least, own))) : own;
}

}  // namespace

Places places(float width, float height, float scale, float picture, const Arrangement& arrangement) {
  const float points = width / scale;
  const auto between = [points](float narrow, float wide) {
    return narrow + (wide - narrow) * std::clamp((points - 1280) / (1920 - 1280), 0.0f, 1.0f);
  };
  const float top = std::round(top_height * scale), bar = std::round(bar_height * scale);
  const bool upright = height > width && points < 900;
  if (upright && arrangement.shown != ShownPanels::all) return places_of_lecture(width, height, 0, true, arrangement.shown);
  if (upright) {
    const float room = std::max(height - top - bar, 0.0f), picture_height = std::round(room * 0.45f);
    const float sides = std::min(std::round(sides_height * scale), room - picture_height);
    const view::Rectangle panel{0, top + picture_height + sides, width, room - picture_height - sides};
    return {{0, 0, width, top},
            panel,
            {0, top, width, picture_height},
            panel,
            {0, top + room, width, bar},
            {0, top + picture_height, width, sides}};
  }
  const bool one_side = points < width_of_two_sides;
  const float kept =
      std::max(least_picture, least_share * points);  // a panel made wide in a large window gives way in a small one
  const float own_left = one_side ? 0 : between(280, 300), own_right = one_side ? points / 3 : between(360, 730);
  const float left_points = one_side ? 0 : side_width(arrangement.left, own_left, least_left, points - own_right - kept);
  const float left = std::round(left_points * scale);
  float right_points = side_width(arrangement.right, own_right, least_right, points - left_points - kept);
  if (picture > 0) right_points = std::max(right_points, std::min(points - left / scale - picture, 920.0f));
  const float right = std::round(right_points * scale);
  if (arrangement.shown != ShownPanels::all) return places_of_lecture(width, height, right, false, arrangement.shown);
  const float middle = std::max(height - top - bar, 0.0f);
  const view::Rectangle centre{left, top, std::max(width - left - right, 0.0f), middle}, below{0, top + middle, width, bar};
  if (one_side) {
    const float sides = std::min(std::round(sides_height * scale), middle);
    const view::Rectangle panel{width - right, top + sides, right, middle - sides};
    return {{0, 0, width, top}, panel, centre, panel, below, {width - right, top, right, sides}};
  }
  return {{0, 0, width, top}, {0, top, left, middle}, centre, {width - right, top, right, middle}, below, {}};
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
