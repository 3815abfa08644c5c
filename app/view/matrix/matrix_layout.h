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

/// The shape that a map is of.
const BufferShape& shape_of(const MatrixInput& input, const analysis::AccessMap& map);
/// The last memory access of the steps that have happened, or the one under the pointer: a row of Trace::accesses; trace::no_row
/// where there is none.
std::uint32_t last_access(const MatrixInput& input);
/// Whether the launch writes a matrix, an index in MatrixInput::maps: it shows who wrote, the others how often they were read.
bool is_written(const MatrixInput& input, std::size_t map);
/// The first text that fits in `room` points as a section title, else the last.
std::string fitting(const std::vector<std::string>& texts, float room);

/// The block's shared memory, word by word, in the rows that they came in.
void draw_shared_words(Canvas& canvas, const MatrixInput& input, const MatrixLayout& layout);

}  // namespace warplens::view
