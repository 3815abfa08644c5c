#pragma once

#include <algorithm>
#include <optional>

#include "simt/code/execute/half.h"

// Common code of mma and wmma: long lists of operands, and types of elements and sums.

namespace warplens::simt::WARPLENS_ISA {

/// Operand list of an instruction with more than operand_slots operands: a number and rows, in the program's constants at
/// Decoded::immediate.
class Listed {
 public:
  Listed(const Frame& frame, const Decoded& instruction) : list_(frame.constants + instruction.immediate) {}
  u64 first() const { return value_at<u64>(list_); }
  Row row(int i) const { return value_at<Row>(list_ + sizeof(u64) + static_cast<std::size_t>(i) * sizeof(Row)); }

 private:
  const std::byte* list_;
};

// Types of elements: bits per element, the type of sums, and the value of element i of a register.

template <typename F>
struct HalfElement {
  static constexpr int bits = 16;
  using Sum = f64;
  static f64 value(u32 word, int i) { return widened<F>(word >> (16 * i) & 0xffffu); }
};
struct TensorElement {  // tf32: the lower 13 bits do not count
  static constexpr int bits = 32;
  using Sum = f64;
  static f64 value(u32 word, int) { return std::bit_cast<f32>(word & 0xffffe000u); }
};
struct DoubleElement {
  static constexpr int bits = 64;
  using Sum = f64;
  static f64 value(u64 word, int) { return std::bit_cast<f64>(word); }
};
template <int width, bool is_signed>
struct WholeElement {
  static constexpr int bits = width;
  using Sum = s64;
  static s64 value(u32 word, int i) {
    const u32 shifted = word << (32 - width * (i + 1));
    return is_signed ? static_cast<s32>(shifted) >> (32 - width) : static_cast<s64>(shifted >> (32 - width));
  }
};
struct E5M2Element {  // the upper byte of an f16
  static constexpr int bits = 8;
  using Sum = f64;
  static f64 value(u32 word, int i) { return widened<Half>((word >> (8 * i) & 0xffu) << 8); }
};
struct E4M3Element {
  static constexpr int bits = 8;
  using Sum = f64;
  /// Exponents are biased by 7; there is no infinity, and only one NaN of each sign (PTX ISA, "Alternate Floating-Point Data
  /// Formats").
  static f64 value(u32 word, int i) {
    const u32 byte = word >> (8 * i) & 0xffu, exponent = byte >> 3 & 15, fraction = byte & 7;
    if ((byte & 0x7f) == 0x7f) return std::numeric_limits<f64>::quiet_NaN();
    const f64 magnitude = exponent == 0 ? std::ldexp(fraction, -9) : std::ldexp(8 + fraction, static_cast<int>(exponent) - 10);
    return byte & 0x80 ? -magnitude : magnitude;
  }
};

// Types of C and D: elements per register, and the sum rounded once.

struct SingleSum {
  using Bits = u32;
  static constexpr int per_register = 1;
  static f64 value(u32 word, int) { return std::bit_cast<f32>(word); }
  static u32 with(u32, int, f64 sum, u64) { return std::bit_cast<u32>(canonical(static_cast<f32>(sum))); }
};
struct HalfSum {
  using Bits = u32;
  static constexpr int per_register = 2;
  static f64 value(u32 word, int i) { return widened<Half>(word >> (16 * i) & 0xffffu); }
  static u32 with(u32 word, int i, f64 sum, u64) { return (word & ~(0xffffu << (16 * i))) | narrowed<Half>(sum) << (16 * i); }
};
struct DoubleSum {
  using Bits = u64;
  static constexpr int per_register = 1;
  static f64 value(u64 word, int) { return std::bit_cast<f64>(word); }
  static u64 with(u64, int, f64 sum, u64) { return std::bit_cast<u64>(canonical(sum)); }
};
struct WordSum {
  using Bits = u32;
  static constexpr int per_register = 1;
  static s64 value(u32 word, int) { return static_cast<s32>(word); }
  static u32 with(u32, int, s64 sum, u64 saturates) {
    if (saturates != 0) sum = std::clamp<s64>(sum, std::numeric_limits<s32>::min(), std::numeric_limits<s32>::max());
    return static_cast<u32>(sum);
  }
};

inline f64 multiplied(f64 a, f64 b, f64 sum) { return fused(a, b, sum); }
inline s64 multiplied(s64 a, s64 b, s64 sum) { return sum + a * b; }

/// What the list of a product says of its sums, in 8 bits: .satfinite, and the rounding of sums in .f64.
inline u64 encoded_sums(const ptx::Modifiers& modifiers) {
  return (modifiers.finite ? 1 : 0) | static_cast<u64>(modifiers.rounding) << 1;
}
inline u64 saturates_sums(u64 sums) { return sums & 1; }

/// Rounds sums of the type Total as the product says. Only those of .f64 are rounded otherwise than to the nearest.
template <typename Total>
class SumRounding {
 public:
  explicit SumRounding([[maybe_unused]] u64 sums) {
    if constexpr (std::is_same_v<Total, DoubleSum>) mode_.emplace(rounding_mode(static_cast<ptx::Rounding>(sums >> 1 & 0x7f)));
  }

 private:
  std::optional<RoundingMode> mode_;
};

inline Operation listed(Execute execute, u64 first, u8 bytes) {
  Operation operation{execute};
  operation.immediate = first;
  operation.listed = bytes;
  return operation;
}

}  // namespace warplens::simt::WARPLENS_ISA
