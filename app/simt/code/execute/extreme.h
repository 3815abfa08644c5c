#pragma once

#include "simt/code/execute/lanes.h"

namespace warplens::simt::WARPLENS_ISA {

/// min and max. For floating-point values, a NaN operand yields the other operand (with .NaN: NaN), and -0 < +0.
template <bool smaller, bool nan_wins>
struct Extreme {
  template <typename T>
  static T apply(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
      using Bits = Cell<T>;
      const bool both_zero = a == T{0} && b == T{0};
      const T zero = std::bit_cast<T>(smaller ? std::bit_cast<Bits>(a) | std::bit_cast<Bits>(b)
                                              : std::bit_cast<Bits>(a) & std::bit_cast<Bits>(b));
      const T ordered = both_zero ? zero : (smaller ? a < b : a > b) ? a : b;
      const T nan = std::numeric_limits<T>::quiet_NaN();
      if constexpr (nan_wins)
        return canonical(a != a || b != b ? nan : ordered);
      else
        return canonical(a != a ? b : b != b ? a : ordered);
    } else {
      return smaller ? (b < a ? b : a) : (a < b ? b : a);
    }
  }
};

/// .xorsign.abs: min or max of the magnitudes, with the product of the signs (PTX ISA, "min").
template <bool smaller, bool nan_wins>
struct SignedExtreme {
  template <typename T>
  static T apply(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
      using Bits = Cell<T>;
      constexpr Bits sign = Bits{1} << (8 * sizeof(T) - 1);
      const Bits x = std::bit_cast<Bits>(a), y = std::bit_cast<Bits>(b);
      const T chosen = Extreme<smaller, nan_wins>::apply(std::bit_cast<T>(x & ~sign), std::bit_cast<T>(y & ~sign));
      return chosen != chosen ? chosen : std::bit_cast<T>(std::bit_cast<Bits>(chosen) | ((x ^ y) & sign));
    } else {
      return a;
    }
  }
};

}  // namespace warplens::simt::WARPLENS_ISA
