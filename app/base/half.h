#pragma once

#include <bit>
#include <cstdint>

namespace warplens::base {

/// The exact value of a number of half precision (IEEE 754, binary16) by its 16 bits. NaNs stay NaNs.
constexpr float value_of_half(std::uint32_t bits) {
  const std::uint32_t exponent = bits >> 10 & 31, fraction = bits & 0x3ff;
  const float sign = (bits & 0x8000) != 0 ? -1.f : 1.f;
  if (exponent == 0) return sign * static_cast<float>(fraction) * 0x1p-24f;
  return sign * std::bit_cast<float>((exponent == 31 ? 255 : exponent + 112) << 23 | fraction << 13);
}

}  // namespace warplens::base
