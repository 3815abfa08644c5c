#pragma once

#include <cstdint>
#include <optional>

#include "analysis/access_map.h"
#include "view/drawing/cell_painter.h"
#include "view/drawing/picture.h"
#include "view/drawing/theme.h"
#include "view/mapping/colour_mode.h"
#include "view/navigation.h"
#include "view/subject.h"

namespace warplens::view {

struct Lit;
struct MappingCells;
struct Material;

struct MappingInput {
  Subject subject;
  const analysis::AccessMap* map = nullptr;    ///< accesses of the shown buffer, up to the scrubbed step; never null
  const analysis::AccessMap* whole = nullptr;  ///< the same after the whole launch; null: unknown
  const MappingCells* cells = nullptr;         ///< cells for `map` in `colour` (mapping_cells.h); null: made while drawing
  ColourMode colour = ColourMode::block;
  double tolerance = 0;  ///< allowed relative error of an element
  /// Visible part of the elements: its top-left corner in units of the whole, and its magnification (1: all).
  float camera_x = 0, camera_y = 0, zoom = 1;
  std::optional<std::uint64_t> wanted;  ///< element to bring into view
  Target hover;                         ///< a thread or an element; both sides light up
  float scale = 1;                      ///< pixels per point of the cells
  const Lit* lights = nullptr;  ///< threads and elements that `hover` highlights (mapping_hover.h); null: not computed yet
  bool operator==(const MappingInput&) const = default;
};
MappingInput mapping_input(const Material& material);

/// Threads above, elements below; the hovered target is highlighted on both sides. Minimum size 300 × 300 points.
Picture mapping_picture(const MappingInput& input, const Theme& theme, float width, float height, CellPainter& painter);

/// Default colour mode: result if touched elements are still wrong, value if a GPU run's trace overflowed, else block.
ColourMode telling_colours(const Subject& subject);

/// Whether an element's final value differs from the expected one.
bool is_wrong(const MappingInput& input, std::uint64_t element);

/// A summary of the run, or of the hovered thread or element.
Headline mapping_headline(const MappingInput& input, const Theme& theme);

/// Keep the camera within its limits: zoom from 1 to a quarter of the square root of the elements (about four per row), the view
/// inside the whole.
void clamp_camera(const MappingInput& input, float& x, float& y, float& zoom);
/// Zoom the camera by `factor` about `point` of the picture, which stays in its place.
void zoom_camera(const MappingInput& input, float width, float height, Point point, float factor, float& x, float& y,
                 float& zoom);
/// Move the camera for a drag by `delta` points.
void pan_camera(const MappingInput& input, float width, float height, Point delta, float& x, float& y, float& zoom);
/// Move the camera so that an element's cell is visible and large enough to point at; unchanged if it is already.
void show_cell(const MappingInput& input, float width, float height, std::uint64_t element, float& x, float& y, float& zoom);
/// Bring the wanted element into view, if there is one.
void follow_mapping(const MappingInput& input, const Theme& theme, Size size, Navigation& navigation);
/// The wheel and a drag move the camera.
void move_mapping(const MappingInput& input, const Theme& theme, Size size, const Gesture& gesture, Navigation& navigation);

}  // namespace warplens::view
