#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "launch/arguments/value.h"
#include "view/drawing/cells.h"

namespace warplens::view {

/// The final content of a buffer, to draw by value: in host memory and, if the kernel wrote it into an OpenGL buffer, also there,
/// to draw it without a copy on the host.
struct Values {
  launch::ElementType type = launch::ElementType::f32;
  std::uint64_t size = 0;            ///< elements
  std::span<const std::byte> bytes;  ///< size · bytes(type) bytes
  std::uint32_t gl_buffer = 0;       ///< name of the OpenGL buffer; 0: none
};

/// The values at the two ends of a ramp of colours, or of an axis: low ≤ high.
struct ValueRange {
  double low = 0, high = 0;
  bool nan = false;  ///< some of the values may be NaN
  bool operator==(const ValueRange&) const = default;
};
/// The range from the smallest to the largest finite number among the values, 0 to 0 without any; and whether there are
/// NaNs.
ValueRange range_of(const Values& values);

/// Cells of the elements: the key is the value's position in the range, 0 at low and 2^30 - 1 at high (also if both are equal).
/// NaNs are marked. The shader shaders/values.frag computes the same on the GPU, as far as its precision allows.
Cells value_cells(const Values& values, const ValueRange& range);
/// Write the value cells from `first` on to `to` (ReadCells).
void read_value_cells(const Values& values, const ValueRange& range, std::uint64_t first, std::span<Cell> to);

}  // namespace warplens::view
