#include "simt/code/execute/half.h"

// cvt from and to pairs of floating formats of at most 8 bits (PTX ISA, "cvt", "Alternate Floating-Point Data Formats").

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::Rounding;
using ptx::Type;

/// A format of 1 sign bit, `exponent` and `fraction` bits. `largest`: the bits of its largest finite value; what is above it are
/// NaNs and, in e5m2, infinity.
template <int exponent, int fraction, u32 largest_bits, u32 nan_bits>
struct Tiny {
  static constexpr int bits = 1 + exponent + fraction, field = bits > 4 ? 8 : 4;  ///< `field`: of a packed value
  static constexpr int lowest = 2 - (1 << (exponent - 1));                        ///< exponent of the smallest normal number
  static constexpr u32 sign = 1u << (exponent + fraction), largest = largest_bits, nan = nan_bits;
  static constexpr bool has_infinity = exponent == 5;

  static f64 value(u32 packed) {
    const u32 magnitude = packed & (sign - 1);
    f64 x = std::ldexp(magnitude & ((1u << fraction) - 1), lowest - fraction);
    if (const int power = static_cast<int>(magnitude >> fraction); power > 0)
      x = std::ldexp(1.0, lowest + power - 1) + x * std::ldexp(1.0, power - 1);
    if (magnitude > largest)
      x = has_infinity && magnitude == largest + 1 ? std::numeric_limits<f64>::infinity() : std::numeric_limits<f64>::quiet_NaN();
    return (packed & sign) != 0 ? -x : x;
  }

  /// Rounded to nearest, ties to even, and to the largest finite value where it is exceeded. NaN gives the positive NaN, or, in
  /// formats without one, the largest value.
  static u32 rounded(f64 x) {
    if (x != x) return nan;
    const f64 magnitude = std::abs(x);
    const int power = magnitude < std::ldexp(1.0, lowest) || std::isinf(x) ? lowest : std::ilogb(magnitude);
    // A carry out of the fraction adds one to the exponent.
    const f64 steps = std::nearbyint(std::ldexp(magnitude, fraction - power));
    const bool over = std::isinf(x) || power > lowest + (1 << exponent);
    const u32 packed = over ? largest : static_cast<u32>(steps) + (static_cast<u32>(power - lowest) << fraction);
    return std::min(packed, largest) | (std::signbit(x) ? sign : 0);
  }
};
using E4M3 = Tiny<4, 3, 0x7e, 0x7f>;
using E5M2 = Tiny<5, 2, 0x7b, 0x7f>;
using E2M3 = Tiny<2, 3, 0x1f, 0x1f>;
using E3M2 = Tiny<3, 2, 0x1f, 0x1f>;
using E2M1 = Tiny<2, 1, 0x7, 0x7>;

/// ue8m0, which is only an exponent: 2^(bits - 127), or a NaN. Signs are lost.
struct Exponent {
  static constexpr u32 nan = 0xff;
  static u32 rounded(f64 x, bool up, bool finite) {
    if (x != x) return nan;
    const f64 magnitude = std::abs(x);
    if (std::isinf(magnitude)) return finite ? nan - 1 : nan;
    if (magnitude <= 0x1p-127) return 0;
    const int power = std::ilogb(magnitude);
    const u32 bits = static_cast<u32>(power + 127) + (up && magnitude > std::ldexp(1.0, power) ? 1 : 0);
    return finite ? std::min(bits, nan - 1) : bits;
  }
};

// `immediate`: flags.
constexpr u64 relu_flag = 1, finite_flag = 2, up_flag = 4;

f64 positive(f64 x, u64 immediate) { return (immediate & relu_flag) != 0 && std::signbit(x) ? (x != x ? x : 0.0) : x; }

template <typename F>
u32 packed(f64 high, f64 low, u64 immediate) {
  if constexpr (std::is_same_v<F, Exponent>) {
    const bool up = (immediate & up_flag) != 0, finite = (immediate & finite_flag) != 0;
    return F::rounded(high, up, finite) << 8 | F::rounded(low, up, finite);
  } else {
    return F::rounded(positive(high, immediate)) << F::field | F::rounded(positive(low, immediate));
  }
}

/// d, a, b, of type f32: a becomes the high half of d, b the low one.
template <typename F>
void from_singles(const Frame& frame, const Decoded& instruction, u32 active) {
  const std::byte *a = frame.source(instruction.operands[1]), *b = frame.source(instruction.operands[2]);
  fill<u32>(frame.destination(instruction.operands[0]), active,
            [&](int lane) { return packed<F>(get<f32>(a, lane), get<f32>(b, lane), instruction.immediate); });
}

template <typename F, typename Source>
void from_pair(const Frame& frame, const Decoded& instruction, u32 active) {
  const std::byte* a = frame.source(instruction.operands[1]);
  fill<u32>(frame.destination(instruction.operands[0]), active, [&](int lane) {
    const u32 pair = get<u32>(a, lane);
    return packed<F>(widened<Source>(pair >> 16), widened<Source>(pair & 0xffff), instruction.immediate);
  });
}

template <typename F>
void to_halves(const Frame& frame, const Decoded& instruction, u32 active) {
  const std::byte* a = frame.source(instruction.operands[1]);
  fill<u32>(frame.destination(instruction.operands[0]), active, [&](int lane) {
    const u32 pair = get<u32>(a, lane);
    const auto half = [&](u32 bits) { return narrowed<Half>(positive(F::value(bits), instruction.immediate)); };
    return half(pair >> F::field) << 16 | half(pair & ((1u << F::field) - 1));
  });
}

/// Exact: bf16 has the same exponents.
void exponents_to_brains(const Frame& frame, const Decoded& instruction, u32 active) {
  const std::byte* a = frame.source(instruction.operands[1]);
  fill<u32>(frame.destination(instruction.operands[0]), active, [&](int lane) {
    const u32 pair = get<u32>(a, lane);
    const auto brain = [](u32 bits) { return bits == Exponent::nan ? Brain::nan : bits == 0 ? 0x40u : bits << 7; };
    return brain(pair >> 8 & 0xff) << 16 | brain(pair & 0xff);
  });
}

template <typename F>
Operation tiny(Type from, u64 immediate) {
  if (from == Type::f32) return {&from_singles<F>, {4, 4, 4}, immediate};
  if (from == Type::f16x2) return {&from_pair<F, Half>, {4, 4}, immediate};
  return {&from_pair<F, Brain>, {4, 4}, immediate};
}

}  // namespace

Operation select_tiny_convert(const ptx::Instruction& instruction) {
  const ptx::Modifiers& modifiers = instruction.modifiers;
  const Type from = instruction.source_type;
  const u64 immediate = (modifiers.relu ? relu_flag : 0) | (modifiers.finite ? finite_flag : 0) |
                        (modifiers.rounding == Rounding::rp ? up_flag : 0);
  switch (instruction.type) {
    case Type::e4m3x2:
      return tiny<E4M3>(from, immediate);
    case Type::e5m2x2:
      return tiny<E5M2>(from, immediate);
    case Type::e2m3x2:
      return tiny<E2M3>(from, immediate);
    case Type::e3m2x2:
      return tiny<E3M2>(from, immediate);
    case Type::e2m1x2:
      return tiny<E2M1>(from, immediate);
    case Type::ue8m0x2:
      return tiny<Exponent>(from, immediate);
    default:
      break;
  }
  switch (from) {
    case Type::e4m3x2:
      return {&to_halves<E4M3>, {4, 4}, immediate};
    case Type::e5m2x2:
      return {&to_halves<E5M2>, {4, 4}, immediate};
    case Type::e2m3x2:
      return {&to_halves<E2M3>, {4, 4}, immediate};
    case Type::e3m2x2:
      return {&to_halves<E3M2>, {4, 4}, immediate};
    case Type::e2m1x2:
      return {&to_halves<E2M1>, {4, 4}, immediate};
    case Type::ue8m0x2:
      return {&exponents_to_brains, {4, 4}, immediate};
    default:
      return {};
  }
}

}  // namespace warplens::simt::WARPLENS_ISA
