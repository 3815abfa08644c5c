#pragma once

#include <cstdint>

#include "launch/arguments/element_type.h"
#include "launch/launch.h"

namespace warplens::launch {

/// Width in pixels of the picture in a buffer of `elements`, with `channels` elements a pixel. `columns`: elements, or pixels, in
/// a row of the buffer. If both readings are possible, the one closer to a square holds. 0: unknown; the picture is a square.
std::uint64_t picture_width(std::uint64_t elements, std::uint64_t columns, std::uint32_t channels);

/// A computed picture to try filters on: a shaded ball before a sky, a chequered floor and stripes that become finer. `channels`:
/// 1 is grey (luma of ITU-R BT.601), 3 red, green and blue, 4 these and an opaque alpha. Values are 0 to 1 in floating-point
/// types and 0 to 255 in integers, 0 to 127 in i8. `columns`: as in picture_width().
Bytes test_image(ElementType type, std::uint64_t size, std::uint64_t columns, std::uint32_t channels);

}  // namespace warplens::launch
