#pragma once

#include <cstdint>

#include "view/drawing/drawing.h"

namespace warplens::ui {

/// The rectangles of the panels, in pixels. Where there is room for one side panel only, `controls` and `right` are the same
/// rectangle, and `sides` above it holds the switch between the two; elsewhere `sides` is empty.
struct Places {
  view::Rectangle top, controls, centre, right, bar, sides;
  bool one_side() const { return sides.height > 0; }
  /// Whether the side panel is so low that its text is set smaller, as on a small projector.
  bool low(float scale) const { return one_side() && right.height < 480 * scale; }
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
/// per point. From 1,200 points on there are two side panels: 280 and 360 points wide at 1280; 300 and 730 at 1920, enough for 80
/// columns of source. The right one may take the picture's width beyond `picture` points (picture_left_by_ptx,
/// picture_left_by_editor); with 0 it does not. A narrower window has one side panel, a third of its width. A window that is
/// taller than wide and narrower than 900 points has that panel below the picture, which gets 45 % of the height. The user's own
/// widths are limited so that the picture keeps 320 points. A hidden panel has an empty rectangle.
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
