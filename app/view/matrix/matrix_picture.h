#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "analysis/access_map.h"
#include "analysis/shared_contents.h"
#include "launch/arguments/shared_arrays.h"
#include "view/borrowed.h"
#include "view/drawing/cell_painter.h"
#include "view/drawing/picture.h"
#include "view/drawing/theme.h"
#include "view/headline.h"
#include "view/subject.h"

namespace warplens::view {

struct Material;

struct MatrixInput {
  Subject subject;
  /// Of the buffers that are matrices (BufferShape::columns), in their order, up to the scrubbed step. The first three are drawn.
  std::shared_ptr<const std::vector<analysis::AccessMap>> maps;   ///< never null
  std::shared_ptr<const std::vector<analysis::AccessMap>> whole;  ///< the same after the whole launch; never null
  std::uint64_t max_reads = 1;                                    ///< that any element of them had in the whole launch
  const analysis::SharedContents* shared = nullptr;               ///< of one block at that step; null where there is none
  Borrowed<launch::SharedArray> arrays;                           ///< of shared memory; empty where they are not known
  std::uint32_t shared_columns = 0;                               ///< elements of a row of theirs; 0 where it is not known
  std::uint64_t steps = ~std::uint64_t{0};                        ///< steps of the trace that have happened
  Target hover;
  float scale = 1;        ///< pixels per point, for cells
  bool by_value = false;  ///< colour the shown matrix by the elements' final values, not by their writers
  bool operator==(const MatrixInput&) const = default;
};
MatrixInput matrix_input(const Material& material);

/// The matrices of a launch: how often each element was read or written so far, which were just touched, and which lie in a
/// block's shared memory. Where the third is the product of the first two, a row of the first and a column of the second meet in
/// it.
Picture matrix_picture(const MatrixInput& input, const Theme& theme, float width, float height, CellPainter& painter);

/// How often each element was read.
Headline matrix_headline(const MatrixInput& input, const Theme& theme);

}  // namespace warplens::view
