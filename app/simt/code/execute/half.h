#pragma once

#include "simt/code/execute/lanes.h"

// Floating formats narrower than f32. Values are computed in double precision and rounded once.

namespace warplens::simt::WARPLENS_ISA {

/// A format: 1 sign bit, `exponent_bits`, `fraction_bits`, side by side in the low bits of a word.
template <int exponent, int fraction>
struct Format {
  static constexpr int exponent_bits = exponent, fraction_bits = fraction;
  static constexpr int lowest_exponent = 2 - (1 << (exponent - 1));  ///< smallest exponent of a normal number
  static constexpr u32 sign = 1u << (exponent + fraction);
  static constexpr u32 infinity = ((1u << exponent) - 1) << fraction;
  static constexpr u32 one = ((1u << (exponent - 1)) - 1) << fraction;
  static constexpr u32 nan = sign - 1;  ///< canonical (PTX ISA: 0x7fff)
};
using Half = Format<5, 10>;    ///< f16
using Brain = Format<8, 7>;    ///< bf16
using Tensor = Format<8, 10>;  ///< tf32; its bits are the high bits of a word

/// The exact value of f16 or bf16 bits; NaNs stay NaNs.
template <typename F>
inline f32 widened(u32 bits) {
  if constexpr (std::is_same_v<F, Brain>) {
    return std::bit_cast<f32>(bits << 16);
  } else {
    const u32 magnitude = (bits & (F::sign - 1)) << 13;
    const f32 scaled = std::bit_cast<f32>(magnitude) * 0x1p112f;  // rebias the exponent by 112; subnormals become normal
    const u32 special = magnitude | 0x7f800000u;
    const u32 value = magnitude >= F::infinity << 13 ? special : std::bit_cast<u32>(scaled);
    return std::bit_cast<f32>(value | (bits & F::sign) << 16);
  }
}

/// Round x to the format, and return its bits. Overflow gives infinity, or the largest number, as the rounding mode requires.
template <typename F>
inline u32 narrowed(f64 x, ptx::Rounding rounding = ptx::Rounding::rn) {
  using ptx::Rounding;
  constexpr u64 implicit = u64{1} << 52, infinity = u64{0x7ff} << 52;
  const u64 bits = std::bit_cast<u64>(x), magnitude = bits & (~u64{0} >> 1);
  const bool negative = bits >> 63 != 0;
  const u32 sign = negative ? F::sign : 0;
  const int exponent = static_cast<int>(magnitude >> 52) - 1023;
  const u64 significand = (magnitude & (implicit - 1)) | (exponent > -1023 ? implicit : 0);
  const int below = exponent < F::lowest_exponent ? F::lowest_exponent - exponent : 0;
  const int shift = std::min(52 - F::fraction_bits + below, 63);
  const u64 kept = significand >> shift, rest = significand & ((u64{1} << shift) - 1), half = u64{1} << (shift - 1);
  bool up = false;
  switch (rounding) {
    case Rounding::rz:
      break;
    case Rounding::rm:
      up = negative && rest != 0;
      break;
    case Rounding::rp:
      up = !negative && rest != 0;
      break;
    case Rounding::rna:
      up = rest >= half;
      break;
    default:
      up = rest > half || (rest == half && (kept & 1) != 0);
      break;
  }
  // The implicit leading bit of a normal number adds one to the exponent; so does a carry from rounding.
  const u64 raised = below == 0 ? static_cast<u64>(exponent - F::lowest_exponent) << F::fraction_bits : 0;
  const u64 result = kept + (up ? 1 : 0) + raised;
  const bool to_infinity = rounding == Rounding::rm ? negative : rounding == Rounding::rp ? !negative : rounding != Rounding::rz;
  const u32 largest = magnitude == infinity || to_infinity ? F::infinity : F::infinity - 1;
  if (magnitude > infinity) return F::nan;
  return sign | (result >= F::infinity ? largest : static_cast<u32>(result));
}

/// a + b rounded to odd: an inexact sum becomes the neighbour with an odd last bit. Rounding it again to a format of at
/// most 51 bits gives the correctly rounded exact sum (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums",
/// 2008).
inline f64 sum_to_odd(f64 a, f64 b) {
  const f64 sum = a + b;
  const f64 from_b = sum - a, error = (a - (sum - from_b)) + (b - from_b);  // Knuth's TwoSum: exact
  const u64 bits = std::bit_cast<u64>(sum);
  const bool inexact = (error > 0 || error < 0) && (bits & 1) == 0;
  const bool outwards = (error > 0) == (sum > 0);
  return std::bit_cast<f64>(inexact ? (outwards ? bits + 1 : bits - 1) : bits);
}

// Modifiers of half-precision sources and results.
inline constexpr unsigned plain = 0, flush = 1, saturate = 2, not_negative = 4;

/// Subnormal → zero of the same sign.
template <typename F>
inline u32 flushed_bits(u32 bits) {
  return (bits & F::infinity) == 0 ? bits & F::sign : bits;
}

/// Apply .ftz, .sat (to [0, 1], NaN to +0) and .relu (negative to 0, NaN stays) to a result.
template <typename F, unsigned modifiers>
inline u32 modified(u32 bits) {
  const bool is_nan = (bits & (F::sign - 1)) > F::infinity, negative = (bits & F::sign) != 0;
  if constexpr ((modifiers & flush) != 0) bits = flushed_bits<F>(bits);
  if constexpr ((modifiers & saturate) != 0) bits = is_nan || negative ? 0 : std::min(bits, F::one);
  if constexpr ((modifiers & not_negative) != 0) bits = negative && !is_nan ? 0 : bits;
  return bits;
}

}  // namespace warplens::simt::WARPLENS_ISA
