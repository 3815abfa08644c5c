#pragma once

#include "view/drawing/drawing.h"

namespace warplens::ui {

/// Where the panels are, in pixels. Upright (a phone's window, higher than wide), the side panels share a place below the
/// picture, and `sides` is for the switch between them; otherwise it is empty.
struct Places {
  view::Rectangle top, controls, centre, right, bar, sides;
};

/// Four places and a bar on top (DESIGN section 10) for a window of `width` × `height` pixels at `scale` pixels per point. Side
/// panels are 340 and 470 points wide at 1920 points and shrink to 280 and 360 at 1280. The right one may take the picture's
/// width beyond `picture` points (beside_ptx, beside_editor); with 0 it does not. Upright and below 900 points of width, the
/// picture has 45 % of the height, and the panels are as wide as the window.
Places places(float width, float height, float scale, float picture);

/// What is left of the picture beside PTX and source, and beside a wide editor, points.
inline constexpr float beside_ptx = 640, beside_editor = 400;

/// Pixels per point for a window: the display's content scale, but not so large that the window has less than 640 × 540 points;
/// raised in quarter steps if the window is larger than the design's 1920 × 1080; at least 1 unless the window is upright; times
/// the user's zoom (Ctrl + and −) and the theme's.
float window_scale(float width, float height, float content_scale, float zoom, float theme_scale);

}  // namespace warplens::ui
