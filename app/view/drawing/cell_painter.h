#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "view/drawing/cells.h"
#include "view/drawing/drawing.h"
#include "view/drawing/values.h"

namespace warplens::view {

/// Adjacent bars in an image; a bar's height is its value's position in a range. Units: pixels of the image.
struct BarLook {
  std::uint32_t each = 1;    ///< elements a bar, which shows the highest of them
  float pitch = 1, gap = 0;  ///< of the bars; the gap is at the right
  float radius = 0;          ///< of a bar's corners
  Colour fill, lit;          ///< lit: of one bar
  std::uint32_t lit_bar = ~0u;
  bool operator==(const BarLook&) const = default;
};

/// Turns cells into pixels. Two of them, one rule (cells.h): a fragment shader, and the CPU for files and for computers without
/// OpenGL. It keeps the cells and the pixels of each slot, so that a moved pointer costs nothing and a moved camera only pixels.
/// Textures live until the painter is gone or their slot is painted anew.
class CellPainter {
 public:
  using MakeCells = std::function<std::shared_ptr<const Cells>()>;
  virtual ~CellPainter() = default;
  /// Paint as `look` says into an image at `at`, with `scale` pixels per point. `slot` (0 … 3) names the place that is painted
  /// over; `make` is asked for the cells, never null, only when `version` differs from the slot's last.
  virtual Image paint(int slot, std::uint64_t version, const MakeCells& make, const CellLook& look, Rectangle at,
                      float scale) = 0;
  /// The same with value_cells(values, range); `values` are read only when `version` or the range differ from the slot's last.
  virtual Image paint_values(int slot, std::uint64_t version, const Values& values, const ValueRange& range, const CellLook& look,
                             Rectangle at, float scale);
  /// Bars of the values, over what is there already. Nothing where they should be drawn as shapes: by the CPU they are, and so
  /// are bars of very many elements each.
  virtual std::optional<Image> paint_bars(int slot, std::uint64_t version, const Values& values, const ValueRange& range,
                                          const BarLook& look, Rectangle at, float scale);
  /// Why values in buffers of OpenGL are no longer drawn from there, but from their bytes; empty while they are.
  virtual std::string in_place_problem() const { return {}; }
};

/// By the fragment shader shaders/cells.*; needs a current OpenGL 3.3 context now and at every call, and when it is destroyed.
base::Result<std::unique_ptr<CellPainter>> make_shader_cell_painter();
/// On the CPU; needs nothing.
std::unique_ptr<CellPainter> make_raster_cell_painter();

}  // namespace warplens::view
