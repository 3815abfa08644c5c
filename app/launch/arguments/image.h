#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "launch/arguments/value.h"

namespace warplens::launch {

/// Read the pixels of a PNG or JPEG file, row by row from the top, as elements of `type`: 0 to 255 for integers, 0 to 1 for
/// floating-point types. `size`, a multiple of the number of pixels, decides whether a pixel becomes one element (grey, by ITU-R
/// BT.601 luma), three (RGB) or four (RGBA); without a size, the file's channels decide. Errors: a damaged file, more than 67
/// million pixels, another size.
base::Result<Bytes> parse_image(ElementType type, std::optional<std::uint64_t> size, const Bytes& file, const std::string& name);

}  // namespace warplens::launch
