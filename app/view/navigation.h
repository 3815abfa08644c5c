#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "view/drawing/drawing.h"
#include "view/scene/scene_camera.h"

namespace warplens::view {

struct SteppedMoment;

/// Pan and zoom of the mapping view: the visible part of the elements, in units of the whole.
struct Camera {
  float x = 0, y = 0, zoom = 1;
  bool operator==(const Camera&) const = default;
};

/// Scroll positions of a list and a time axis.
struct Timeline {
  std::size_t first_row = 0;                 ///< rows scrolled past
  std::size_t first_element = 0;             ///< values view: elements scrolled past
  std::size_t first_register = 0;            ///< steps view: registers scrolled past
  std::optional<std::size_t> first_request;  ///< memory view, once scrolled: requests scrolled past
  float pan = 0, zoom = 1;                   ///< visible part of the time axis: left end in units of the whole, magnification
  float rows_dragged = 0;                    ///< part of a row that a drag has gone and that has not scrolled yet
  std::uint64_t followed_place = ~std::uint64_t{0};      ///< place in the trace whose row was last scrolled into sight
  std::shared_ptr<const SteppedMoment> followed_moment;  ///< the same in the steps view
  std::optional<std::uint64_t> element_wanted;           ///< of the mapping view: to be brought into sight
  bool operator==(const Timeline&) const = default;
};

/// The user's position in each view. A double click resets it.
struct Navigation {
  Camera camera;
  Orbit orbit;
  Timeline timeline;
  bool operator==(const Navigation&) const = default;
};

/// A move of the pointer over a picture, in points of the drawing.
struct Gesture {
  Point at, drag;      ///< position, and distance dragged since the last frame
  float wheel = 0;     ///< notches, up is positive
  bool zooms = false;  ///< Ctrl is held: the wheel zooms even where it would scroll
  /// Zoom factor about `at` for `wheel` notches.
  float factor() const;
};

/// Size of a picture, in points.
struct Size {
  float width = 0, height = 0;
};

/// Zoom the time axis by `factor` about position `share` of its visible part, 0 to 1. The limit is 8 of its `whole_cycles`.
void zoom_time(Timeline& timeline, double share, float factor, double whole_cycles);
/// Move the visible part of the time axis for a drag over `share` of its width.
void pan_time(Timeline& timeline, float share);

/// Scroll by a drag in points, within `rows` rows, of which `visible` fit. `row_height`: points of a drag per
/// row.
void scroll_rows(Timeline& timeline, float dragged, std::size_t rows, std::size_t visible, float row_height = 44);

/// Whether the wheel scrolls the rows of a timeline rather than zooming its time axis: if the pointer is above `rows_bottom`,
/// some rows are out of view, and Ctrl is not held.
bool wheel_scrolls(const Gesture& gesture, std::size_t rows, std::size_t visible, float rows_bottom);

}  // namespace warplens::view
