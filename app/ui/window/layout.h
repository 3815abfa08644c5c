#pragma once

#include <cstdint>

#include "view/drawing/drawing.h"

namespace warplens::ui {

/// The rectangles of the panels, in pixels. In the portrait layout, `controls` and `right` are the same rectangle below the
/// picture, and `sides` holds the switch between the two; in the landscape layout `sides` is empty.
struct Places {
  view::Rectangle top, controls, centre, right, bar, sides;
};

/// The panels that are shown (keys H and Shift H).
enum class ShownPanels : std::uint8_t { all, picture_and_source, picture };

/// How the user has arranged the panels.
struct Arrangement {
  ShownPanels shown = ShownPanels::all;
  float left = 0, right = 0;  ///< widths of the side panels, points; 0: as the window has room
  bool operator==(const Arrangement&) const = default;
};

/// Four places and a bar on top (docs/architecture.md, "The look") for a window of `width` × `height` pixels at `scale` pixels
/// per point. Side panels are 340 and 470 points wide at 1920 points and shrink to 280 and 360 at 1280. The right one may take
/// the picture's width beyond `picture` points (picture_left_by_ptx, picture_left_by_editor); with 0 it does not. A window that
/// is taller than wide and narrower than 900 points gets the portrait layout: every panel has the full width, and the picture 45
/// % of the height. Widths that the user has chosen leave the picture 320 points at least. Panels that are not shown are empty.
Places places(float width, float height, float scale, float picture, const Arrangement& arrangement = {});

/// The places if only the picture and the bar are shown, as in a frame of another page: the other places are empty.
Places places_of_view(float width, float height, float scale);

/// Width left for the picture by PTX next to the source, and by a wide editor, points.
inline constexpr float picture_left_by_ptx = 640, picture_left_by_editor = 400;

/// Pixels per point for a window. It starts from the display's content scale, reduced if the window would otherwise be smaller
/// than 640 × 540 points. Above the design's size of 1920 × 1080 it grows in quarter steps. The minimum is 1, except where the
/// window is taller than wide. The user's zoom (Ctrl + and −) and the theme's scale multiply the result.
float window_scale(float width, float height, float content_scale, float zoom, float theme_scale);

}  // namespace warplens::ui
