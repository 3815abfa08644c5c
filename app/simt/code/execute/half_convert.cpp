#include "simt/code/execute/half.h"

// cvt from and to f16 and bf16, to tf32 and to packed halves, and cvt.pack (PTX ISA, "cvt", "cvt.pack").

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::Rounding;
using ptx::Type;

// `immediate`: the rounding in the low byte, flags above it.
constexpr u64 ftz_flag = 0x100, sat_flag = 0x200, relu_flag = 0x400, finite_flag = 0x800;

u64 encoded(const ptx::Modifiers& modifiers) {
  return static_cast<u64>(modifiers.rounding) | (modifiers.ftz ? ftz_flag : 0) | (modifiers.sat ? sat_flag : 0) |
         (modifiers.relu ? relu_flag : 0) | (modifiers.finite ? finite_flag : 0);
}
Rounding rounding_of(u64 immediate) { return static_cast<Rounding>(immediate & 0xff); }

/// .satfinite: the largest finite number of the same sign instead of infinity.
template <typename F>
u32 finite(u32 bits) {
  return (bits & (F::sign - 1)) == F::infinity ? bits - 1 : bits;
}

/// A type that cvt reads or writes: conversion of a cell's bits to double precision and back.
template <typename F>
struct Narrow {
  using Bits = u16;
  static f64 value(u32 bits, u64) { return widened<F>(bits & 0xffffu); }
  static u32 bits(f64 x, u64 immediate) {
    u32 result = narrowed<F>(x, rounding_of(immediate));
    if (immediate & finite_flag) result = finite<F>(result);
    if (immediate & sat_flag) result = modified<F, saturate>(result);
    if (immediate & relu_flag) result = modified<F, not_negative>(result);
    return result;
  }
};

struct Single {
  using Bits = u32;
  static f64 value(u32 bits, u64 immediate) {
    const f32 x = std::bit_cast<f32>(bits);
    return immediate & ftz_flag ? flushed(x) : x;
  }
  static u32 bits(f64 x, u64 immediate) {  // exact: the value comes from a narrower format
    const f32 single = static_cast<f32>(x), result = immediate & ftz_flag ? flushed(single) : single;
    return std::bit_cast<u32>(canonical(immediate & sat_flag ? saturated(result) : result));
  }
};

struct Double {
  using Bits = u64;
  static f64 value(u64 bits, u64) { return std::bit_cast<f64>(bits); }
  static u64 bits(f64 x, u64 immediate) { return std::bit_cast<u64>(canonical(immediate & sat_flag ? saturated(x) : x)); }
};

template <typename T>
struct Whole {
  using Bits = T;
  /// Exact, or rounded to odd if wider than 53 bits, so that rounding to any narrower format equals rounding the number itself.
  static f64 value(T x, u64) {
    if constexpr (sizeof(T) < 8) {
      return x;
    } else {
      const bool negative = std::is_signed_v<T> && x < 0;
      u64 magnitude = negative ? u64{0} - static_cast<u64>(x) : static_cast<u64>(x);
      constexpr u64 dropped = 0x7ff;
      if (magnitude >> 53 != 0) magnitude = (magnitude & ~dropped) | (magnitude & dropped ? dropped + 1 : 0);
      const f64 value = static_cast<f64>(magnitude);
      return negative ? -value : value;
    }
  }
  /// Rounded, then clamped; a NaN gives 0, or only the top bit set for 64-bit types.
  static T bits(f64 x, u64 immediate) {
    using Limits = std::numeric_limits<T>;
    const f64 whole = integral(x, rounding_of(immediate));
    constexpr f64 above = static_cast<f64>(u64{1} << (Limits::digits - 1)) * 2;
    if (whole != whole) return sizeof(T) == 8 ? static_cast<T>(u64{1} << 63) : T{0};
    if (whole >= above) return Limits::max();
    if (whole < static_cast<f64>(Limits::min())) return Limits::min();
    return static_cast<T>(whole);
  }
};

template <typename To, typename From>
void convert(const Frame& frame, const Decoded& instruction, u32 active) {
  using Result = typename To::Bits;
  const std::byte* source = frame.source(instruction.operands[1]);
  const u64 immediate = instruction.immediate;
  fill<Result>(frame.destination(instruction.operands[0]), active, [&](int lane) {
    return static_cast<Result>(To::bits(From::value(get<typename From::Bits>(source, lane), immediate), immediate));
  });
}

/// Within one format: to an integral value, or a copy with a canonical NaN.
template <typename F>
void convert_within(const Frame& frame, const Decoded& instruction, u32 active) {
  const std::byte* source = frame.source(instruction.operands[1]);
  const u64 immediate = instruction.immediate;
  const Rounding rounding = rounding_of(immediate);
  fill<u16>(frame.destination(instruction.operands[0]), active, [&](int lane) {
    const f64 x = widened<F>(get<u16>(source, lane));
    return static_cast<u16>(Narrow<F>::bits(rounding == Rounding::none ? x : integral(x, rounding), immediate & ~u64{0xff}));
  });
}

template <typename To, typename From>
Operation converted(u64 immediate) {
  return {&convert<To, From>, {sizeof(Cell<typename To::Bits>), sizeof(Cell<typename From::Bits>)}, immediate};
}

template <typename To>
Operation from(Type type, u64 immediate) {
  switch (type) {
    case Type::u8:
      return converted<To, Whole<u8>>(immediate);
    case Type::s8:
      return converted<To, Whole<s8>>(immediate);
    case Type::u16:
      return converted<To, Whole<u16>>(immediate);
    case Type::s16:
      return converted<To, Whole<s16>>(immediate);
    case Type::u32:
      return converted<To, Whole<u32>>(immediate);
    case Type::s32:
      return converted<To, Whole<s32>>(immediate);
    case Type::u64:
      return converted<To, Whole<u64>>(immediate);
    case Type::s64:
      return converted<To, Whole<s64>>(immediate);
    case Type::f16:
      return converted<To, Narrow<Half>>(immediate);
    case Type::bf16:
      return converted<To, Narrow<Brain>>(immediate);
    case Type::f32:
      return converted<To, Single>(immediate);
    case Type::f64:
      return converted<To, Double>(immediate);
    default:
      return {};
  }
}

/// From a format to a wider type.
template <typename From>
Operation to(Type type, u64 immediate) {
  switch (type) {
    case Type::u8:
      return converted<Whole<u8>, From>(immediate);
    case Type::s8:
      return converted<Whole<s8>, From>(immediate);
    case Type::u16:
      return converted<Whole<u16>, From>(immediate);
    case Type::s16:
      return converted<Whole<s16>, From>(immediate);
    case Type::u32:
      return converted<Whole<u32>, From>(immediate);
    case Type::s32:
      return converted<Whole<s32>, From>(immediate);
    case Type::u64:
      return converted<Whole<u64>, From>(immediate);
    case Type::s64:
      return converted<Whole<s64>, From>(immediate);
    case Type::f32:
      return converted<Single, From>(immediate);
    case Type::f64:
      return converted<Double, From>(immediate);
    default:
      return {};
  }
}

/// The bits of tf32 are the high bits of the word.
void convert_to_tensor(const Frame& frame, const Decoded& instruction, u32 active) {
  const std::byte* source = frame.source(instruction.operands[1]);
  const u64 immediate = instruction.immediate;
  fill<u32>(frame.destination(instruction.operands[0]), active, [&](int lane) {
    u32 result = narrowed<Tensor>(get<f32>(source, lane), rounding_of(immediate));
    if (immediate & finite_flag) result = finite<Tensor>(result);
    if (immediate & relu_flag) result = modified<Tensor, not_negative>(result);
    return result << 13 | (result == Tensor::nan ? 0x1fffu : 0u);
  });
}

/// d, a, b: a becomes the high half of d, b the low one.
template <typename F>
void convert_pair(const Frame& frame, const Decoded& instruction, u32 active) {
  const std::byte *a = frame.source(instruction.operands[1]), *b = frame.source(instruction.operands[2]);
  const u64 immediate = instruction.immediate;
  fill<u32>(frame.destination(instruction.operands[0]), active, [&](int lane) {
    return Narrow<F>::bits(Single::value(get<u32>(a, lane), immediate), immediate) << 16 |
           Narrow<F>::bits(Single::value(get<u32>(b, lane), immediate), immediate);
  });
}

/// .rs: rounded away from zero where the bits that are dropped, plus the `random` ones, carry. There are as many random bits as a
/// normal result drops; a subnormal result drops more, of which the first are added to them.
template <typename F>
f64 stochastically_rounded(f64 x, u32 random) {
  constexpr int random_bits = 23 - F::fraction_bits;
  if (!std::isfinite(x) || std::fpclassify(x) == FP_ZERO) return x;
  const int exponent = std::max(std::ilogb(x), F::lowest_exponent) - F::fraction_bits;
  const f64 steps = std::ldexp(std::fabs(x), -exponent), kept = std::floor(steps);
  const f64 carry = 1 - std::ldexp(static_cast<f64>(random & ((1u << random_bits) - 1)), -random_bits);
  return std::copysign(std::ldexp(kept + (steps - kept >= carry ? 1 : 0), exponent), x);
}

/// d, a, b, random bits: the upper half of them for a, the lower one for b.
template <typename F>
void convert_pair_stochastically(const Frame& frame, const Decoded& instruction, u32 active) {
  const std::byte *a = frame.source(instruction.operands[1]), *b = frame.source(instruction.operands[2]),
                  *random = frame.source(instruction.operands[3]);
  const u64 immediate = instruction.immediate;
  fill<u32>(frame.destination(instruction.operands[0]), active, [&](int lane) {
    const u32 bits = get<u32>(random, lane);
    return Narrow<F>::bits(stochastically_rounded<F>(get<f32>(a, lane), bits >> 16), immediate) << 16 |
           Narrow<F>::bits(stochastically_rounded<F>(get<f32>(b, lane), bits), immediate);
  });
}

template <typename T>
u32 clamped(s32 x) {
  constexpr s32 low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
  return static_cast<std::make_unsigned_t<T>>(x < low ? low : x > high ? high : x);
}

/// cvt.pack d, a, b, c: a above b, clamped to T; for bytes, c's low half above both.
template <typename T>
struct Pack {
  static u32 apply(s32 a, s32 b) { return clamped<T>(a) << (8 * sizeof(T)) | clamped<T>(b); }
  static u32 apply(s32 a, s32 b, u32 c) { return c << 16 | apply(a, b); }
};

Operation packed(Type type) {
  switch (type) {
    case Type::u16:
      return mapped<Pack<u16>, u32, s32, s32>();
    case Type::s16:
      return mapped<Pack<s16>, u32, s32, s32>();
    case Type::u8:
      return mapped<Pack<u8>, u32, s32, s32, u32>();
    case Type::s8:
      return mapped<Pack<s8>, u32, s32, s32, u32>();
    default:
      return {};
  }
}

}  // namespace

Operation select_half_convert(const ptx::Instruction& instruction) {
  const Type type = instruction.type, source = instruction.source_type;
  u64 immediate = encoded(instruction.modifiers);
  // GPUs round subnormal numbers, which the ISA flushes first: .rm and .rp give the number next to zero.
  if (instruction.modifiers.as_hardware && type == Type::f16 && source == Type::f32) immediate &= ~ftz_flag;
  if (instruction.modifiers.pack) return packed(type);
  switch (type) {
    case Type::f16:
      return source == type ? Operation{&convert_within<Half>, {4, 4}, immediate} : from<Narrow<Half>>(source, immediate);
    case Type::bf16:
      return source == type ? Operation{&convert_within<Brain>, {4, 4}, immediate} : from<Narrow<Brain>>(source, immediate);
    case Type::f16x2:
      if (instruction.modifiers.rounding == Rounding::rs) return {&convert_pair_stochastically<Half>, {4, 4, 4, 4}, immediate};
      return {&convert_pair<Half>, {4, 4, 4}, immediate};
    case Type::bf16x2:
      if (instruction.modifiers.rounding == Rounding::rs) return {&convert_pair_stochastically<Brain>, {4, 4, 4, 4}, immediate};
      return {&convert_pair<Brain>, {4, 4, 4}, immediate};
    case Type::tf32:
      return {&convert_to_tensor, {4, 4}, immediate};
    default:
      return source == Type::f16 ? to<Narrow<Half>>(type, immediate) : to<Narrow<Brain>>(type, immediate);
  }
}

}  // namespace warplens::simt::WARPLENS_ISA
