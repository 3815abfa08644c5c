#pragma once

#include "simt/code/execute/lanes.h"

// Approximate functions in double precision, built only from IEEE operations: every compiler and machine gives the same bits.

namespace warplens::simt::WARPLENS_ISA {

/// 2^x: the integral part goes to the exponent, e^(fraction · ln 2) by its Taylor series (13 terms for |y| ≤ 0.35: error <
/// 1e-16).
inline f64 power_of_two(f64 x) {
  const f64 clamped = x < -200 ? -200 : x > 200 ? 200 : x;
  const f64 whole = std::nearbyint(clamped);
  const f64 y = (clamped - whole) * 0x1.62e42fefa39efp-1;  // ln 2
  f64 sum = 1;
  for (int n = 13; n >= 1; --n) sum = 1 + sum * y / n;
  return sum * std::bit_cast<f64>(static_cast<u64>(static_cast<s64>(whole) + 1023) << 52);
}

/// tanh x = (1 - e^-2|x|) / (1 + e^-2|x|) with the sign of x; x itself where cancellation would lose digits (the error, x³/3, is
/// below 1e-15).
inline f64 hyperbolic_tangent(f64 x) {
  const f64 magnitude = std::fabs(x);
  if (!(magnitude > 0x1p-25)) return x;
  const f64 power = power_of_two(magnitude * -0x1.71547652b82fep+1);  // 2 / ln 2
  return std::copysign((1 - power) / (1 + power), x);
}

}  // namespace warplens::simt::WARPLENS_ISA
