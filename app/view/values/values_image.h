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

/// Draw the shown buffer before the launch, after it and, with a reference, as expected, as pictures side by side in `at`; all on
/// one scale, which the line below names. In place of a blank picture before the launch, draw the first other buffer with as many
/// pixels: the input of a filter. Alpha is not drawn.
std::vector<ValuesImage> draw_values_images(Canvas& canvas, const ValuesInput& input, const Rectangle& at);

}  // namespace warplens::view
