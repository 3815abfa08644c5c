#include "simt/code/execute/extreme.h"

// add min max of two packed 16-bit integers.

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::Opcode;
using ptx::Type;

struct Add {
  template <typename T>
  static T apply(T a, T b) {
    return static_cast<T>(static_cast<u32>(a) + static_cast<u32>(b));
  }
};

template <typename F>
struct NotBelowZero {
  static s16 apply(s16 a, s16 b) { return std::max(F::apply(a, b), s16{0}); }
};

/// F on the low and on the high half of each source.
template <typename F, typename T>
struct OnHalves {
  static u32 apply(u32 a, u32 b) {
    const auto low = static_cast<u16>(F::apply(static_cast<T>(a), static_cast<T>(b)));
    const auto high = static_cast<u16>(F::apply(static_cast<T>(a >> 16), static_cast<T>(b >> 16)));
    return u32{high} << 16 | low;
  }
};

template <typename F>
Operation paired(const ptx::Instruction& instruction) {
  if (instruction.type == Type::u16x2) return mapped<OnHalves<F, u16>, u32, u32, u32>();
  return instruction.modifiers.relu ? mapped<OnHalves<NotBelowZero<F>, s16>, u32, u32, u32>()
                                    : mapped<OnHalves<F, s16>, u32, u32, u32>();
}

}  // namespace

Operation select_pairs(const ptx::Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::add:
      return paired<Add>(instruction);
    case Opcode::min:
      return paired<Extreme<true, false>>(instruction);
    case Opcode::max:
      return paired<Extreme<false, false>>(instruction);
    default:
      return {};
  }
}

}  // namespace warplens::simt::WARPLENS_ISA
