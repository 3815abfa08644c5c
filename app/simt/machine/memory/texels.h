#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "launch/texture.h"

// Which texels a fetch reads, and with which weights (CUDA C++ Programming Guide, "Texture Fetching").

namespace warplens::simt {

/// The texels that a fetch reads in one direction. A number that is missing stands for the border's colour.
struct TexelSpan {
  std::array<std::optional<std::uint32_t>, 2> number;
  std::uint32_t weight = 0;  ///< of the second, in 1/256; the first has the rest
};

/// The texels that are read along one direction, which has `extent` texels. `blends`: the two nearest, weighted by the coordinate
/// rounded to 8 fractional bits, as the guide says; otherwise the nearest one alone. NaN counts as 0.
TexelSpan texels_at(double coordinate, std::uint32_t extent, launch::AddressMode mode, bool normalised, bool blends);

/// The number of a texel or of a layer that stands for `number`, which may be outside.
std::optional<std::uint32_t> texel_number(std::int64_t number, std::uint32_t extent, launch::AddressMode mode);

/// One number of a texel as floating point: that of its bits, or an integer as a part of its largest value, from 0 or -1 to 1.
double number_of_texel(const launch::Texture& texture, std::uint32_t bits);

}  // namespace warplens::simt
