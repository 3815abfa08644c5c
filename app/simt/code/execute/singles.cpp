#include "simt/code/execute/half.h"

// add sub mul fma of two packed f32, and add sub fma of f16 or bf16 with f32, which are computed in f32.

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::Opcode;
using ptx::Type;

struct Add {
  static f32 apply(f32 a, f32 b) { return canonical(sum(a, b)); }
};
struct Subtract {
  static f32 apply(f32 a, f32 b) { return canonical(difference(a, b)); }
};
struct Multiply {
  static f32 apply(f32 a, f32 b) { return canonical(product(a, b)); }
};
struct FusedMultiplyAdd {
  static f32 apply(f32 a, f32 b, f32 c) { return canonical(fused(a, b, c)); }
};

/// F on the lower and on the upper half of each source.
template <typename F>
struct OnSingles {
  template <typename... Bits>
  static u64 apply(Bits... sources) {
    const f32 low = F::apply(std::bit_cast<f32>(static_cast<u32>(sources))...);
    const f32 high = F::apply(std::bit_cast<f32>(static_cast<u32>(sources >> 32))...);
    return u64{std::bit_cast<u32>(high)} << 32 | std::bit_cast<u32>(low);
  }
};

template <typename F, typename... S>
Operation paired(const ptx::Modifiers& modifiers) {
  return modifiers.ftz ? rounded<OnSingles<Modified<F, true, false>>, u64, S...>(modifiers.rounding)
                       : rounded<OnSingles<F>, u64, S...>(modifiers.rounding);
}

/// F on half-precision sources and, last, one of f32.
template <typename F, typename Values>
struct Mixed {
  static f32 apply(u16 a, f32 b) { return F::apply(widened<Values>(a), b); }
  static f32 apply(u16 a, u16 b, f32 c) { return F::apply(widened<Values>(a), widened<Values>(b), c); }
};

template <typename F, typename Values, typename... S>
Operation mixed(const ptx::Modifiers& modifiers) {
  using Sum = Mixed<F, Values>;
  return modifiers.sat ? rounded<Modified<Sum, false, true>, f32, S...>(modifiers.rounding)
                       : rounded<Sum, f32, S...>(modifiers.rounding);
}

template <typename F, typename... S>
Operation of_half(const ptx::Instruction& instruction) {
  return instruction.source_type == Type::f16 ? mixed<F, Half, S...>(instruction.modifiers)
                                              : mixed<F, Brain, S...>(instruction.modifiers);
}

}  // namespace

Operation select_singles(const ptx::Instruction& instruction) {
  const bool pairs = instruction.type == Type::f32x2;
  switch (instruction.opcode) {
    case Opcode::add:
      return pairs ? paired<Add, u64, u64>(instruction.modifiers) : of_half<Add, u16, f32>(instruction);
    case Opcode::sub:
      return pairs ? paired<Subtract, u64, u64>(instruction.modifiers) : of_half<Subtract, u16, f32>(instruction);
    case Opcode::mul:
      return paired<Multiply, u64, u64>(instruction.modifiers);
    case Opcode::fma:
      return pairs ? paired<FusedMultiplyAdd, u64, u64, u64>(instruction.modifiers)
                   : of_half<FusedMultiplyAdd, u16, u16, f32>(instruction);
    default:
      return {};
  }
}

}  // namespace warplens::simt::WARPLENS_ISA
