#include "simt/code/execute/half.h"

#include "simt/code/execute/approximation.h"
#include "simt/code/execute/extreme.h"

// add sub mul fma abs neg min max ex2 tanh of f16 and bf16, scalar and packed. Each is computed in double precision, rounded to
// odd if inexact, and then rounded once.

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::Opcode;
using ptx::Type;

struct Add {
  static f64 apply(f64 a, f64 b) { return sum_to_odd(a, b); }
};
struct Subtract {
  static f64 apply(f64 a, f64 b) { return sum_to_odd(a, -b); }
};
struct Multiply {  // exact: the significands have at most 11 bits each
  static f64 apply(f64 a, f64 b) { return a * b; }
};
struct FusedMultiplyAdd {
  static f64 apply(f64 a, f64 b, f64 c) { return sum_to_odd(a * b, c); }
};
struct Absolute {
  static f64 apply(f64 a) { return std::fabs(a); }
};
struct Negate {
  static f64 apply(f64 a) { return -a; }
};
struct ExponentialBase2 {
  static f64 apply(f64 a) { return a != a ? a : power_of_two(a); }
};
struct HyperbolicTangent {
  static f64 apply(f64 a) { return hyperbolic_tangent(a); }
};

/// F on values of a format, with the given `modifiers`.
template <typename F, typename Values, unsigned modifiers>
struct OnValues {
  template <typename... Bits>
  static u32 apply(Bits... sources) {
    if constexpr ((modifiers & flush) != 0)
      return modified<Values, modifiers>(narrowed<Values>(F::apply(widened<Values>(flushed_bits<Values>(sources))...)));
    else
      return modified<Values, modifiers>(narrowed<Values>(F::apply(widened<Values>(sources)...)));
  }
};

/// One value per lane, in the low half of a cell.
template <typename F>
struct Alone {
  template <typename... Bits>
  static u16 apply(Bits... sources) {
    return static_cast<u16>(F::apply(u32{sources}...));
  }
};

/// Two values per lane.
template <typename F>
struct InPairs {
  template <typename... Bits>
  static u32 apply(Bits... sources) {
    return F::apply((sources & 0xffffu)...) | F::apply((sources >> 16)...) << 16;
  }
};

template <typename F, std::size_t... I>
Operation laid_out(bool packed, std::index_sequence<I...>) {
  if (packed) return mapped<InPairs<F>, u32, std::conditional_t<I == I, u32, void>...>();
  return mapped<Alone<F>, u16, std::conditional_t<I == I, u16, void>...>();
}

/// F of `sources` operands, on f16 or bf16, scalar or packed.
template <typename F, int sources, unsigned modifiers>
Operation of_type(Type type) {
  constexpr std::make_index_sequence<sources> operands;
  switch (type) {
    case Type::f16:
    case Type::f16x2:
      return laid_out<OnValues<F, Half, modifiers>>(type == Type::f16x2, operands);
    case Type::bf16:
    case Type::bf16x2:
      if constexpr ((modifiers & (flush | saturate)) == 0)
        return laid_out<OnValues<F, Brain, modifiers>>(type == Type::bf16x2, operands);
      return {};
    default:
      return {};
  }
}

template <typename F, int sources>
Operation flushing(const ptx::Instruction& instruction) {
  return instruction.modifiers.ftz ? of_type<F, sources, flush>(instruction.type) : of_type<F, sources, plain>(instruction.type);
}

template <typename F, int sources>
Operation arithmetic(const ptx::Instruction& instruction) {
  const ptx::Modifiers& modifiers = instruction.modifiers;
  const Type type = instruction.type;
  if (modifiers.sat) return modifiers.ftz ? of_type<F, sources, flush | saturate>(type) : of_type<F, sources, saturate>(type);
  if constexpr (sources == 3) {
    if (modifiers.relu) {
      return modifiers.ftz ? of_type<F, sources, flush | not_negative>(type) : of_type<F, sources, not_negative>(type);
    }
  }
  return flushing<F, sources>(instruction);
}

template <bool smaller>
Operation extreme(const ptx::Instruction& instruction) {
  const ptx::Modifiers& modifiers = instruction.modifiers;
  if (modifiers.xorsign) {
    return modifiers.nan ? flushing<SignedExtreme<smaller, true>, 2>(instruction)
                         : flushing<SignedExtreme<smaller, false>, 2>(instruction);
  }
  return modifiers.nan ? flushing<Extreme<smaller, true>, 2>(instruction) : flushing<Extreme<smaller, false>, 2>(instruction);
}

}  // namespace

Operation select_half(const ptx::Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::add:
      return arithmetic<Add, 2>(instruction);
    case Opcode::sub:
      return arithmetic<Subtract, 2>(instruction);
    case Opcode::mul:
      return arithmetic<Multiply, 2>(instruction);
    case Opcode::fma:
      return arithmetic<FusedMultiplyAdd, 3>(instruction);
    case Opcode::abs:
      return flushing<Absolute, 1>(instruction);
    case Opcode::neg:
      return flushing<Negate, 1>(instruction);
    case Opcode::min:
      return extreme<true>(instruction);
    case Opcode::max:
      return extreme<false>(instruction);
    case Opcode::ex2:
      return of_type<ExponentialBase2, 1, plain>(instruction.type);
    case Opcode::tanh:
      return of_type<HyperbolicTangent, 1, plain>(instruction.type);
    default:
      return {};
  }
}

}  // namespace warplens::simt::WARPLENS_ISA
