#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "analysis/access_map.h"
#include "analysis/shared_contents.h"
#include "launch/arguments/shared_arrays.h"
#include "view/drawing/cell_painter.h"
#include "view/drawing/picture.h"
#include "view/drawing/theme.h"
#include "view/subject.h"

namespace warplens::view {

struct Material;

struct MatrixInput {
  Subject subject;
  /// Access maps of the matrix buffers (BufferShape::columns), in order, up to the scrubbed step. The first three are drawn.
  std::shared_ptr<const std::vector<analysis::AccessMap>> maps;   ///< never null
  std::shared_ptr<const std::vector<analysis::AccessMap>> whole;  ///< the same after the whole launch; never null
  std::uint64_t max_reads = 1;                                    ///< largest number of reads of an element in the whole launch
  const analysis::SharedContents* shared = nullptr;               ///< of one block at the scrubbed step; null: none
  Borrowed<launch::SharedArray> arrays;                           ///< arrays in shared memory; empty: unknown
  std::uint32_t shared_columns = 0;                               ///< elements per row of these arrays; 0: unknown
  std::uint64_t steps = ~std::uint64_t{0};                        ///< steps of the trace done so far
  Target hover;
  float scale = 1;        ///< pixels per point, for cells
  bool by_value = false;  ///< colour the shown matrix by the elements' final values, not by their writers
  bool operator==(const MatrixInput&) const = default;
};
MatrixInput matrix_input(const Material& material);

/// Draw the matrices of a launch: how often each element was read or written so far, the elements touched just now, and the
/// elements in a block's shared memory. If the third is the product of the first two, it is placed where their rows and columns
/// meet.
Picture matrix_picture(const MatrixInput& input, const Theme& theme, float width, float height, CellPainter& painter);

/// State how often each element was read.
Headline matrix_headline(const MatrixInput& input, const Theme& theme);

}  // namespace warplens::view
