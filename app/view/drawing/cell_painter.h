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
  std::uint32_t each = 1;    ///< elements per bar; the bar shows the highest
  float pitch = 1, gap = 0;  ///< size of a bar's place, and the gap at its right
  float radius = 0;          ///< radius of a bar's corners
  Colour fill, lit;          ///< lit: colour of the bar `lit_bar`
  std::uint32_t lit_bar = ~0u;
  bool operator==(const BarLook&) const = default;
};

/// Turns cells into pixels. Two implementations of one rule (cells.h): a fragment shader, and the CPU for files and for computers
/// without OpenGL. Caches the cells and the pixels of each slot, so that a moved pointer costs nothing and a moved camera only
/// pixels. Textures live until the painter is destroyed or their slot is repainted.
class CellPainter {
 public:
  using MakeCells = std::function<std::shared_ptr<const Cells>()>;
  virtual ~CellPainter() = default;
  /// Paint cells with `look` into an image at `at`, with `scale` pixels per point. `slot` (0 … 3): the cache to use and replace.
  /// `make` returns the cells, never null; it is called only when `version` differs from the slot's last.
  virtual Image paint(int slot, std::uint64_t version, const MakeCells& make, const CellLook& look, Rectangle at,
                      float scale) = 0;
  /// Paint value_cells(values, range); `values` are read only when `version` or the range differ from the slot's last.
  virtual Image paint_values(int slot, std::uint64_t version, const Values& values, const ValueRange& range, const CellLook& look,
                             Rectangle at, float scale);
  /// Paint bars of the values, over earlier shapes. Nothing if the caller should draw them as shapes instead: on the CPU, and for
  /// bars of very many elements each.
  virtual std::optional<Image> paint_bars(int slot, std::uint64_t version, const Values& values, const ValueRange& range,
                                          const BarLook& look, Rectangle at, float scale);
  /// Why values in OpenGL buffers are now drawn from their bytes instead; empty while they are drawn from the buffers.
  virtual std::string in_place_problem() const { return {}; }
};

/// A painter by the shader shaders/cells.*; needs a current OpenGL 3.3 context now, at every call and in its destructor.
base::Result<std::unique_ptr<CellPainter>> make_shader_cell_painter();
/// Make a painter that works on the CPU, without OpenGL.
std::unique_ptr<CellPainter> make_raster_cell_painter();

}  // namespace warplens::view
