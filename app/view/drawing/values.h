#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "launch/arguments/value.h"
#include "view/drawing/cells.h"

namespace warplens::view {

/// The final content of a buffer, drawn by value: in host memory and, if the kernel wrote it into an OpenGL buffer, also there,
/// to be drawn without a host copy.
struct Values {
  launch::ElementType type = launch::ElementType::f32;
  std::uint64_t size = 0;            ///< elements
  std::span<const std::byte> bytes;  ///< size · bytes(type) of them
  std::uint32_t gl_buffer = 0;       ///< name of the buffer of OpenGL; 0 where there is none
};

/// The values at the two ends of a ramp of colours, or of an axis: low ≤ high.
struct ValueRange {
  double low = 0, high = 0;
  bool nan = false;  ///< some of the values may be NaN
  bool operator==(const ValueRange&) const = default;
};
/// From the smallest to the largest number among the values, as far as they are finite; 0 to 0 where there are none; and whether
/// all are numbers.
ValueRange range_of(const Values& values);

/// Cells of the elements: the key is the place of the value in the range, 0 at low and 2^30 - 1 at high (and where these are the
/// same). What is not a number is marked. The shader shaders/values.frag does the same on the GPU, as precisely as it calculates.
Cells value_cells(const Values& values, const ValueRange& range);
/// Those from `first` on (ReadCells).
void read_value_cells(const Values& values, const ValueRange& range, std::uint64_t first, std::span<Cell> to);

}  // namespace warplens::view
