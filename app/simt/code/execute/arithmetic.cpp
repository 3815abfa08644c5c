#include "simt/code/execute/extreme.h"
#include "simt/code/execute/product.h"

// add sub mul mad fma mul24 mad24 sad div rem abs neg min max: here of integers and of f32 and f64, one per lane.

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::MultiplyPart;
using ptx::Type;

struct Add {
  template <typename T>
  static T apply(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
      return canonical(sum(a, b));
    else
      return static_cast<T>(static_cast<Wrapping<T>>(a) + static_cast<Wrapping<T>>(b));
  }
};

struct Subtract {
  template <typename T>
  static T apply(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
      return canonical(difference(a, b));
    else
      return static_cast<T>(static_cast<Wrapping<T>>(a) - static_cast<Wrapping<T>>(b));
  }
};

inline s32 clamped(s64 x) {
  constexpr s64 low = std::numeric_limits<s32>::min(), high = std::numeric_limits<s32>::max();
  return static_cast<s32>(x < low ? low : x > high ? high : x);
}

struct AddSaturated {
  static s32 apply(s32 a, s32 b) { return clamped(s64{a} + b); }
};
struct SubtractSaturated {
  static s32 apply(s32 a, s32 b) { return clamped(s64{a} - b); }
};

struct Multiply {
  template <typename T>
  static T apply(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
      return canonical(product(a, b));
    else
      return low_product(a, b);
  }
};

struct MultiplyWide {
  template <typename T>
  static Wide<T> apply(T a, T b) {
    return whole_product(a, b);
  }
};
struct MultiplyHigh {
  template <typename T>
  static T apply(T a, T b) {
    return high_product(a, b);
  }
};

template <typename Product>
struct AddTo {
  template <typename T, typename C>
  static C apply(T a, T b, C c) {
    return Add::apply(static_cast<C>(Product::apply(a, b)), c);
  }
};

struct MultiplyAddHighSaturated {
  static s32 apply(s32 a, s32 b, s32 c) { return clamped(s64{MultiplyHigh::apply(a, b)} + c); }
};

struct FusedMultiplyAdd {
  template <typename T>
  static T apply(T a, T b, T c) {
    return canonical(fused(a, b, c));
  }
};

/// The 48-bit product of the low 24 bits of each.
template <typename T>
s64 product24(T a, T b) {
  if constexpr (std::is_signed_v<T>) {
    return s64{static_cast<s32>(static_cast<u32>(a) << 8) >> 8} * s64{static_cast<s32>(static_cast<u32>(b) << 8) >> 8};
  } else {
    return static_cast<s64>(u64{a & 0xffffffu} * u64{b & 0xffffffu});
  }
}
struct Multiply24 {
  template <typename T>
  static T apply(T a, T b) {
    return static_cast<T>(product24(a, b));
  }
};
struct Multiply24High {
  template <typename T>
  static T apply(T a, T b) {
    return static_cast<T>(product24(a, b) >> 16);
  }
};
struct MultiplyAdd24HighSaturated {
  static s32 apply(s32 a, s32 b, s32 c) { return clamped(s64{Multiply24High::apply(a, b)} + c); }
};

struct AbsoluteDifference {
  template <typename T>
  static T apply(T a, T b, T c) {
    return Add::apply(c, a < b ? Subtract::apply(b, a) : Subtract::apply(a, b));
  }
};

/// Division by zero is undefined in the PTX ISA; quotient and remainder are all ones, as on an NVIDIA H100.
struct Divide {
  template <typename T>
  static T apply(T a, T b) {
    if (b == 0) return static_cast<T>(-1);
    if constexpr (std::is_signed_v<T>) {
      if (b == -1) return Subtract::apply(T{0}, a);
    }
    return static_cast<T>(a / b);
  }
};
struct Remainder {
  template <typename T>
  static T apply(T a, T b) {
    if (b == 0) return static_cast<T>(-1);
    if constexpr (std::is_signed_v<T>) {
      if (b == -1) return 0;
    }
    return static_cast<T>(a % b);
  }
};

struct Absolute {
  template <typename T>
  static T apply(T a) {
    if constexpr (std::is_same_v<T, f32>)
      return canonical(std::bit_cast<f32>(std::bit_cast<u32>(a) & 0x7fffffffu));
    else if constexpr (std::is_same_v<T, f64>)
      return std::bit_cast<f64>(std::bit_cast<u64>(a) & 0x7fffffffffffffffu);
    else
      return a < 0 ? Subtract::apply(T{0}, a) : a;
  }
};
struct Negate {
  template <typename T>
  static T apply(T a) {
    if constexpr (std::is_same_v<T, f32>)
      return canonical(std::bit_cast<f32>(std::bit_cast<u32>(a) ^ 0x80000000u));
    else if constexpr (std::is_same_v<T, f64>)
      return std::bit_cast<f64>(std::bit_cast<u64>(a) ^ 0x8000000000000000u);
    else
      return Subtract::apply(T{0}, a);
  }
};

/// max(x, 0) of the result of F.
template <typename F>
struct Clamped {
  static s32 apply(s32 a, s32 b) { return std::max(F::apply(a, b), 0); }
};

template <typename F>
Operation binary_integer(Type type) {
  switch (type) {
    case Type::u16:
      return mapped<F, u16, u16, u16>();
    case Type::s16:
      return mapped<F, s16, s16, s16>();
    case Type::u32:
      return mapped<F, u32, u32, u32>();
    case Type::s32:
      return mapped<F, s32, s32, s32>();
    case Type::u64:
      return mapped<F, u64, u64, u64>();
    case Type::s64:
      return mapped<F, s64, s64, s64>();
    default:
      return {};
  }
}

template <typename F>
Operation ternary_integer(Type type) {
  switch (type) {
    case Type::u16:
      return mapped<F, u16, u16, u16, u16>();
    case Type::s16:
      return mapped<F, s16, s16, s16, s16>();
    case Type::u32:
      return mapped<F, u32, u32, u32, u32>();
    case Type::s32:
      return mapped<F, s32, s32, s32, s32>();
    case Type::u64:
      return mapped<F, u64, u64, u64, u64>();
    case Type::s64:
      return mapped<F, s64, s64, s64, s64>();
    default:
      return {};
  }
}

template <typename F>
Operation binary(const ptx::Instruction& instruction) {
  if (instruction.type == Type::f32) return floating<F, f32, f32>(instruction.modifiers);
  if (instruction.type == Type::f64) return floating<F, f64, f64>(instruction.modifiers);
  return binary_integer<F>(instruction.type);
}

template <typename F>
Operation unary(const ptx::Instruction& instruction) {
  switch (instruction.type) {
    case Type::s16:
      return mapped<F, s16, s16>();
    case Type::s32:
      return mapped<F, s32, s32>();
    case Type::s64:
      return mapped<F, s64, s64>();
    case Type::f32:
      return floating<F, f32>(instruction.modifiers);
    case Type::f64:
      return floating<F, f64>(instruction.modifiers);
    default:
      return {};
  }
}

Operation multiply(const ptx::Instruction& instruction) {
  switch (instruction.modifiers.part) {
    case MultiplyPart::hi:
      return binary_integer<MultiplyHigh>(instruction.type);
    case MultiplyPart::wide:
      switch (instruction.type) {
        case Type::u16:
          return mapped<MultiplyWide, u32, u16, u16>();
        case Type::s16:
          return mapped<MultiplyWide, s32, s16, s16>();
        case Type::u32:
          return mapped<MultiplyWide, u64, u32, u32>();
        case Type::s32:
          return mapped<MultiplyWide, s64, s32, s32>();
        default:
          return {};
      }
    default:
      return binary<Multiply>(instruction);
  }
}

Operation multiply_add(const ptx::Instruction& instruction) {
  const ptx::Modifiers& modifiers = instruction.modifiers;
  if (instruction.type == Type::f32) return floating<FusedMultiplyAdd, f32, f32, f32>(modifiers);
  if (instruction.type == Type::f64) return floating<FusedMultiplyAdd, f64, f64, f64>(modifiers);
  switch (modifiers.part) {
    case MultiplyPart::hi:
      if (modifiers.sat) {
        return instruction.type == Type::s32 ? mapped<MultiplyAddHighSaturated, s32, s32, s32, s32>() : Operation{};
      }
      return ternary_integer<AddTo<MultiplyHigh>>(instruction.type);
    case MultiplyPart::wide:
      switch (instruction.type) {
        case Type::u16:
          return mapped<AddTo<MultiplyWide>, u32, u16, u16, u32>();
        case Type::s16:
          return mapped<AddTo<MultiplyWide>, s32, s16, s16, s32>();
        case Type::u32:
          return mapped<AddTo<MultiplyWide>, u64, u32, u32, u64>();
        case Type::s32:
          return mapped<AddTo<MultiplyWide>, s64, s32, s32, s64>();
        default:
          return {};
      }
    default:
      return ternary_integer<AddTo<Multiply>>(instruction.type);
  }
}

template <typename Low, typename High>
Operation by_part24(const ptx::Instruction& instruction, bool ternary) {
  const bool high = instruction.modifiers.part == MultiplyPart::hi;
  if (instruction.type == Type::u32) {
    if (ternary) return high ? mapped<AddTo<High>, u32, u32, u32, u32>() : mapped<AddTo<Low>, u32, u32, u32, u32>();
    return high ? mapped<High, u32, u32, u32>() : mapped<Low, u32, u32, u32>();
  }
  if (instruction.type != Type::s32) return {};
  if (ternary && instruction.modifiers.sat) return mapped<MultiplyAdd24HighSaturated, s32, s32, s32, s32>();
  if (ternary) return high ? mapped<AddTo<High>, s32, s32, s32, s32>() : mapped<AddTo<Low>, s32, s32, s32, s32>();
  return high ? mapped<High, s32, s32, s32>() : mapped<Low, s32, s32, s32>();
}

/// Of three values.
template <typename F, bool magnitudes>
struct OfThree {
  static f32 apply(f32 a, f32 b, f32 c) {
    if constexpr (magnitudes)
      return F::apply(F::apply(std::fabs(a), std::fabs(b)), std::fabs(c));
    else
      return F::apply(F::apply(a, b), c);
  }
};

template <typename F>
Operation of_three(const ptx::Modifiers& modifiers) {
  return modifiers.magnitudes ? floating<OfThree<F, true>, f32, f32, f32>(modifiers)
                              : floating<OfThree<F, false>, f32, f32, f32>(modifiers);
}

template <bool smaller>
Operation extreme(const ptx::Instruction& instruction) {
  const ptx::Modifiers& modifiers = instruction.modifiers;
  constexpr std::size_t three = 4;  // with the destination
  if (modifiers.relu) return mapped<Clamped<Extreme<smaller, false>>, s32, s32, s32>();
  if (instruction.operands.size() == three)
    return modifiers.nan ? of_three<Extreme<smaller, true>>(modifiers) : of_three<Extreme<smaller, false>>(modifiers);
  if (modifiers.xorsign) {
    return modifiers.nan ? binary<SignedExtreme<smaller, true>>(instruction) : binary<SignedExtreme<smaller, false>>(instruction);
  }
  return modifiers.nan ? binary<Extreme<smaller, true>>(instruction) : binary<Extreme<smaller, false>>(instruction);
}

template <typename F, typename Saturated>
Operation sum_of(const ptx::Instruction& instruction) {
  const bool integer = ptx::kind(instruction.type) != ptx::TypeKind::floating;
  if (!integer || !instruction.modifiers.sat) return binary<F>(instruction);
  return instruction.type == Type::s32 ? mapped<Saturated, s32, s32, s32>() : Operation{};
}

/// The operation on the numbers that the type names; `one` selects it for one integer, f32 or f64 per lane, without a carry.
template <Operation (*one)(const ptx::Instruction&)>
Operation by_numbers(const ptx::Instruction& instruction) {
  switch (instruction.type) {
    case Type::f16:
    case Type::f16x2:
    case Type::bf16:
    case Type::bf16x2:
      return select_half(instruction);
    case Type::u16x2:
    case Type::s16x2:
      return select_pairs(instruction);
    case Type::f32x2:
      return select_singles(instruction);
    case Type::f32:
      return instruction.source_type == Type::none ? one(instruction) : select_singles(instruction);
    default:
      return instruction.modifiers.cc ? select_carry(instruction) : one(instruction);
  }
}

}  // namespace

Operation select_add(const ptx::Instruction& instruction, const ptx::Function&) {
  return by_numbers<sum_of<Add, AddSaturated>>(instruction);
}

Operation select_sub(const ptx::Instruction& instruction, const ptx::Function&) {
  return by_numbers<sum_of<Subtract, SubtractSaturated>>(instruction);
}

Operation select_mul(const ptx::Instruction& instruction, const ptx::Function&) { return by_numbers<multiply>(instruction); }

Operation select_mad(const ptx::Instruction& instruction, const ptx::Function&) { return by_numbers<multiply_add>(instruction); }

Operation select_fma(const ptx::Instruction& instruction, const ptx::Function&) { return by_numbers<multiply_add>(instruction); }

Operation select_mul24(const ptx::Instruction& instruction, const ptx::Function&) {
  return by_part24<Multiply24, Multiply24High>(instruction, false);
}

Operation select_mad24(const ptx::Instruction& instruction, const ptx::Function&) {
  return by_part24<Multiply24, Multiply24High>(instruction, true);
}

Operation select_sad(const ptx::Instruction& instruction, const ptx::Function&) {
  return ternary_integer<AbsoluteDifference>(instruction.type);
}

Operation select_div(const ptx::Instruction& instruction, const ptx::Function&) {
  const bool floats = ptx::kind(instruction.type) == ptx::TypeKind::floating;
  return floats ? divide_floats(instruction) : binary_integer<Divide>(instruction.type);
}

Operation select_rem(const ptx::Instruction& instruction, const ptx::Function&) {
  return binary_integer<Remainder>(instruction.type);
}

Operation select_abs(const ptx::Instruction& instruction, const ptx::Function&) {
  return by_numbers<unary<Absolute>>(instruction);
}

Operation select_neg(const ptx::Instruction& instruction, const ptx::Function&) { return by_numbers<unary<Negate>>(instruction); }

Operation select_min(const ptx::Instruction& instruction, const ptx::Function&) { return by_numbers<extreme<true>>(instruction); }

Operation select_max(const ptx::Instruction& instruction, const ptx::Function&) {
  return by_numbers<extreme<false>>(instruction);
}

}  // namespace warplens::simt::WARPLENS_ISA
