#pragma once

#include <string>
#include <vector>

#include "view/drawing/canvas.h"
#include "view/mapping/mapping_layout.h"
#include "view/matrix/matrix_picture.h"

namespace warplens::view {

/// A matrix in the picture.
struct MatrixPlace {
  std::size_t map = 0;  ///< index in MatrixInput::maps
  std::uint64_t rows = 1, columns = 1;
  CellGrid grid;
  float title = 0;  ///< baseline
};

struct MatrixLayout {
  std::vector<MatrixPlace> matrices;
  bool product = false;  ///< the third matrix has the size of the product of the first two; placed to their lower right
  Rectangle shared;      ///< area for shared memory; height 0: none
  float legend_top = 0;
};

MatrixLayout matrix_layout(const MatrixInput& input, float width, float height, float legend);

/// The shape of a map's buffer.
const BufferShape& shape_of(const MatrixInput& input, const analysis::AccessMap& map);
/// The memory access under the pointer, else the last one among the steps done: a row of Trace::accesses; trace::no_row if there
/// is none.
std::uint32_t last_access(const MatrixInput& input);
/// Whether the launch writes matrix `map` (MatrixInput::maps): it then shows the writers, other matrices their reads.
bool is_written(const MatrixInput& input, std::size_t map);
/// The first text that fits in `room` points as a section title, else the last.
std::string fitting(const std::vector<std::string>& texts, float room);

/// Draw the block's shared memory word by word, in the rows that the words came from.
void draw_shared_words(Canvas& canvas, const MatrixInput& input, const MatrixLayout& layout);

}  // namespace warplens::view
