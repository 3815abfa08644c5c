#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "view/drawing/cells.h"

namespace warplens::view {

/// Neighbouring cells summed up, as a texel of an integer texture (RG32UI).
struct CoarseCell {
  std::uint32_t colour = 0;  ///< mean colour of the shown cells: red | green << 8 | blue << 16
  /// Numbers of cells by kind: shown | empty << 8 | marked << 16. From the fourth level on they are divided by four at each level
  /// and rounded up, so that no kind vanishes.
  std::uint32_t counts = 0;
  bool operator==(const CoarseCell&) const = default;
};

/// Coarse cells of 2^across_bits × 2^down_bits cells, row by row.
struct Level {
  std::uint32_t across_bits = 0, down_bits = 0;
  std::uint32_t columns = 0, rows = 0;  ///< of coarse cells
  std::vector<CoarseCell> cells;
};

/// Levels of detail for cells smaller than a pixel, so that the cost of a picture depends only on its pixels: each
/// coarse cell of level k stands for 4^k cells, about a square in the picture. Moving the picture, or scaling it
/// alike in both directions, keeps the levels valid. Memory: 2.7 bytes per cell.
class Levels {
 public:
  /// The level with one to four coarse cells per pixel of the look; null: fewer than four cells per pixel, so draw the cells
  /// themselves. `read` is called if the levels are not computed yet, perhaps by several threads at once. Cost then: a pass over
  /// the cells.
  std::shared_ptr<const Level> level_for(const CellLook& look, std::uint64_t size, const ReadCells& read);
  /// Forget the levels after the cells have changed.
  void forget() { levels_.clear(); }

 private:
  CellLook basis_;    ///< look of the levels, without the parts that do not affect them
  double shape_ = 0;  ///< log2(cell height / cell width) / 2 of the look
  std::vector<std::shared_ptr<const Level>> levels_;
};

}  // namespace warplens::view
