#pragma once

#include "simt/code/execute/lanes.h"

// Integer products: low half, whole product, high half.

namespace warplens::simt::WARPLENS_ISA {

/// Type for integer arithmetic that wraps around: unsigned, at least 32 bits wide.
template <typename T>
using Wrapping = std::conditional_t<sizeof(T) == 8, u64, u32>;

template <typename T>
using Wide = std::conditional_t<std::is_signed_v<T>, std::conditional_t<sizeof(T) == 2, s32, s64>,
                                std::conditional_t<sizeof(T) == 2, u32, u64>>;

template <typename T>
inline T low_product(T a, T b) {
  return static_cast<T>(static_cast<Wrapping<T>>(a) * static_cast<Wrapping<T>>(b));
}

template <typename T>
inline Wide<T> whole_product(T a, T b) {
  return static_cast<Wide<T>>(static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b));
}

/// The high 64 bits of a 128-bit product, from four products of 32-bit halves.
inline u64 high_product_of_longs(u64 a, u64 b) {
  const u64 a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
  const u64 middle = a1 * b0 + (a0 * b0 >> 32);
  const u64 other = a0 * b1 + (middle & 0xffffffffu);
  return a1 * b1 + (middle >> 32) + (other >> 32);
}

template <typename T>
inline T high_product(T a, T b) {
  if constexpr (sizeof(T) < 8) {
    return static_cast<T>(whole_product(a, b) >> (8 * sizeof(T)));
  } else {
    u64 high = high_product_of_longs(static_cast<u64>(a), static_cast<u64>(b));
    if constexpr (std::is_signed_v<T>) high -= (a < 0 ? static_cast<u64>(b) : 0) + (b < 0 ? static_cast<u64>(a) : 0);
    return static_cast<T>(high);
  }
}

}  // namespace warplens::simt::WARPLENS_ISA
