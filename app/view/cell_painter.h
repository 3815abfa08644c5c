#pragma once

#include <functional>
#include <memory>

#include "base/result.h"
#include "view/cells.h"
#include "view/drawing.h"

namespace warplens::view {

/// Turns cells into pixels. Two of them, one rule (cells.h): a fragment shader, and the CPU for files and for computers without
/// OpenGL. It keeps the cells and the pixels of each slot, so that a moved pointer costs nothing and a moved camera only pixels.
/// Textures live until the painter is gone or their slot is painted anew.
class CellPainter {
 public:
  virtual ~CellPainter() = default;
  /// Paint as `look` says into an image at `at`, with `scale` pixels per point. `slot` (0 … 3) names the place that is painted
  /// over; `make` is asked for the cells only when `version` differs from the slot's last.
  virtual Image paint(int slot, std::uint64_t version, const std::function<Cells()>& make, const CellLook& look, Rectangle at,
                      float scale) = 0;
};

/// By the fragment shader shaders/cells.*; needs a current OpenGL 3.3 context now and at every call, and when it is destroyed.
base::Result<std::unique_ptr<CellPainter>> make_shader_cell_painter();
/// On the CPU; needs nothing.
std::unique_ptr<CellPainter> make_raster_cell_painter();

}  // namespace warplens::view
