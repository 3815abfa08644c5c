#include "simt/code/execute/lanes.h"

// cvt between all integer and floating types (PTX ISA, "cvt").

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::Rounding;
using ptx::Type;

template <typename D, typename S>
constexpr D clamped_to(S x) {
  using Limits = std::numeric_limits<D>;
  if (std::cmp_less(x, Limits::min())) return Limits::min();
  if (std::cmp_greater(x, Limits::max())) return Limits::max();
  return static_cast<D>(x);
}

template <typename D>
struct Truncate {
  template <typename S>
  static D apply(S x) {
    return static_cast<D>(x);
  }
};
template <typename D>
struct Clamp {
  template <typename S>
  static D apply(S x) {
    return clamped_to<D>(x);
  }
};

/// Floating to integer: rounded, then clamped; a NaN gives 0, or only the top bit set if either type has 64 bits.
template <typename D, Rounding rounding, bool ftz>
struct ToInteger {
  template <typename S>
  static D apply(S x) {
    if constexpr (ftz) x = flushed(x);
    const S whole = integral(x, rounding);
    using Limits = std::numeric_limits<D>;
    constexpr S above = static_cast<S>(u64{1} << (Limits::digits - 1)) * 2;  // max + 1, exactly
    constexpr S low = static_cast<S>(Limits::min());
    constexpr bool wide = sizeof(S) == 8 || sizeof(D) == 8;
    constexpr D of_nan = wide ? static_cast<D>(std::make_unsigned_t<D>(1) << (8 * sizeof(D) - 1)) : D{0};
    if (whole != whole) return of_nan;
    if (whole >= above) return Limits::max();
    if (whole < low) return Limits::min();
    return static_cast<D>(whole);
  }
};

template <typename D, bool sat>
struct ToFloating {
  template <typename S>
  static D apply(S x) {
    const D result = converted<D>(x);
    return sat ? saturated(result) : result;
  }
};

/// Between floating types, or to an integral value of the same type.
template <typename D, Rounding rounding, bool ftz, bool sat>
struct Refloat {
  template <typename S>
  static D apply(S x) {
    if constexpr (ftz && sizeof(S) == 4) x = flushed(x);
    D result;
    if constexpr (rounding != Rounding::none)
      result = static_cast<D>(integral(x, rounding));
    else
      result = converted<D>(x);
    if constexpr (ftz && sizeof(D) == 4) result = flushed(result);
    return canonical(sat ? saturated(result) : result);
  }
};

/// Apply F to the low bits of a register wider than S (PTX ISA, "Operand Size Exceeding Instruction-Type Size").
template <typename F, typename S>
struct OfLowBits {
  static auto apply(u64 x) { return F::apply(static_cast<S>(x)); }
};

template <typename D, typename S>
Operation integer_to_integer(bool sat, bool wide) {
  if constexpr (sizeof(S) < 8) {
    if (wide) return sat ? mapped<OfLowBits<Clamp<D>, S>, D, u64>() : mapped<OfLowBits<Truncate<D>, S>, D, u64>();
  }
  return sat ? mapped<Clamp<D>, D, S>() : mapped<Truncate<D>, D, S>();
}

template <typename D, typename S, bool ftz>
Operation floating_to_integer(Rounding rounding) {
  switch (rounding) {
    case Rounding::rni:
      return mapped<ToInteger<D, Rounding::rni, ftz>, D, S>();
    case Rounding::rzi:
      return mapped<ToInteger<D, Rounding::rzi, ftz>, D, S>();
    case Rounding::rmi:
      return mapped<ToInteger<D, Rounding::rmi, ftz>, D, S>();
    case Rounding::rpi:
      return mapped<ToInteger<D, Rounding::rpi, ftz>, D, S>();
    default:
      return {};
  }
}

template <typename D, typename S, bool ftz, bool sat>
Operation refloat(Rounding rounding) {
  switch (rounding) {
    case Rounding::rni:
      return mapped<Refloat<D, Rounding::rni, ftz, sat>, D, S>();
    case Rounding::rzi:
      return mapped<Refloat<D, Rounding::rzi, ftz, sat>, D, S>();
    case Rounding::rmi:
      return mapped<Refloat<D, Rounding::rmi, ftz, sat>, D, S>();
    case Rounding::rpi:
      return mapped<Refloat<D, Rounding::rpi, ftz, sat>, D, S>();
    default:
      return rounded<Refloat<D, Rounding::none, ftz, sat>, D, S>(rounding);
  }
}

template <typename D, typename S>
Operation convert(const ptx::Modifiers& modifiers, bool wide) {
  const Rounding rounding = modifiers.rounding;
  if constexpr (std::is_integral_v<D> && std::is_integral_v<S>) {
    return integer_to_integer<D, S>(modifiers.sat, wide);
  } else if constexpr (std::is_integral_v<D>) {
    if constexpr (sizeof(S) == 4) {
      if (modifiers.ftz) return floating_to_integer<D, S, true>(rounding);
    }
    return floating_to_integer<D, S, false>(rounding);
  } else if constexpr (std::is_integral_v<S>) {
    return modifiers.sat ? rounded<ToFloating<D, true>, D, S>(rounding) : rounded<ToFloating<D, false>, D, S>(rounding);
  } else {
    if (modifiers.ftz) return modifiers.sat ? refloat<D, S, true, true>(rounding) : refloat<D, S, true, false>(rounding);
    return modifiers.sat ? refloat<D, S, false, true>(rounding) : refloat<D, S, false, false>(rounding);
  }
}

template <typename D>
Operation from(Type source, const ptx::Modifiers& modifiers, bool wide) {
  switch (source) {
    case Type::u8:
      return convert<D, u8>(modifiers, wide);
    case Type::s8:
      return convert<D, s8>(modifiers, wide);
    case Type::u16:
      return convert<D, u16>(modifiers, wide);
    case Type::s16:
      return convert<D, s16>(modifiers, wide);
    case Type::u32:
      return convert<D, u32>(modifiers, wide);
    case Type::s32:
      return convert<D, s32>(modifiers, wide);
    case Type::u64:
      return convert<D, u64>(modifiers, wide);
    case Type::s64:
      return convert<D, s64>(modifiers, wide);
    case Type::f32:
      return convert<D, f32>(modifiers, wide);
    case Type::f64:
      return convert<D, f64>(modifiers, wide);
    default:
      return {};
  }
}

/// Between integers, f32 and f64.
Operation plain(const ptx::Instruction& instruction, const ptx::Function& function) {
  const ptx::Operand& source = instruction.operands.back();
  const bool wide = source.kind == ptx::OperandKind::reg && ptx::bits(function.registers[source.index].type) == 64;
  switch (instruction.type) {
    case Type::u8:
      return from<u8>(instruction.source_type, instruction.modifiers, wide);
    case Type::s8:
      return from<s8>(instruction.source_type, instruction.modifiers, wide);
    case Type::u16:
      return from<u16>(instruction.source_type, instruction.modifiers, wide);
    case Type::s16:
      return from<s16>(instruction.source_type, instruction.modifiers, wide);
    case Type::u32:
      return from<u32>(instruction.source_type, instruction.modifiers, wide);
    case Type::s32:
      return from<s32>(instruction.source_type, instruction.modifiers, wide);
    case Type::u64:
      return from<u64>(instruction.source_type, instruction.modifiers, wide);
    case Type::s64:
      return from<s64>(instruction.source_type, instruction.modifiers, wide);
    case Type::f32:
      return from<f32>(instruction.source_type, instruction.modifiers, wide);
    case Type::f64:
      return from<f64>(instruction.source_type, instruction.modifiers, wide);
    default:
      return {};
  }
}

}  // namespace

Operation select_cvt(const ptx::Instruction& instruction, const ptx::Function& function) {
  const Type to = instruction.type, from = instruction.source_type;
  if (ptx::is_tiny(to) || ptx::is_tiny(from)) return select_tiny_convert(instruction);
  const bool narrow = is_half(to) || is_half(from) || to == Type::tf32 || instruction.modifiers.pack;
  return on_wide_registers(narrow ? select_half_convert(instruction) : plain(instruction, function), instruction, function);
}

}  // namespace warplens::simt::WARPLENS_ISA
