#pragma once

#include <cstdint>
#include <vector>

#include "view/drawing/canvas.h"
#include "view/values/values_picture.h"

namespace warplens::view {

/// Elements of a pixel if the values are shown as a picture; 0: as numbers.
std::uint32_t channels_of(ColourMode shown_as);

/// A drawn picture, to find the element under a point.
struct ValuesImage {
  Rectangle at;
  std::uint64_t width = 0, elements = 0;  ///< pixels in a row, elements in the buffer
  std::uint32_t channels = 1;
  /// First element of the pixel at a point inside; Target::none beyond the last.
  std::uint64_t element_at(Point point) const;
};

/// Draw pictures side by side in `at`: the shown buffer before the launch, after it, and as expected if there is a reference. If
/// it was blank before the launch, draw the first other buffer with as many pixels instead: the input of a filter. One scale
/// holds for all pictures, and a line below them names it. Alpha is not drawn.
std::vector<ValuesImage> draw_values_images(Canvas& canvas, const ValuesInput& input, const Rectangle& at);

}  // namespace warplens::view
