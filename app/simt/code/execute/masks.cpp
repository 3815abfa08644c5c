#include "simt/code/execute/lanes.h"

// bmsk szext fns: creating masks, extending a field, finding the n-th set bit.

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::Type;

constexpr u32 word_bits = 32;

/// bmsk: b ones starting at position a. Positions and widths beyond the word are taken modulo 32, or clamped.
template <bool clamp>
struct Mask {
  static u32 apply(u32 a, u32 b) {
    const u32 position = a % word_bits, end = position + b % word_bits;
    const u32 from = clamp && a >= word_bits ? 0 : all_lanes << position;
    const bool to_the_top = end >= word_bits || (clamp && (a >= word_bits || b >= word_bits));
    return from & ~(to_the_top ? 0 : all_lanes << end);
  }
};

/// szext: the low b bits of a, zero-extended or sign-extended.
template <typename T, bool clamp>
struct Extend {
  static u32 apply(u32 a, u32 b) {
    if (clamp && b >= word_bits) return a;
    const u32 width = b % word_bits, above = all_lanes << width;
    const bool sign = std::is_signed_v<T> && width != 0 && (a >> (width - 1) & 1);
    return (a & ~above) | (sign ? above : 0);
  }
};

/// fns: position of the |offset|-th set bit of mask, upwards or downwards from base (offset 0: base itself), or all ones.
struct FindNthSet {
  static u32 apply(u32 mask, u32 base, s32 offset) {
    if (base >= word_bits) return all_lanes;
    if (offset == 0) return mask >> base & 1 ? base : all_lanes;
    const s32 step = offset > 0 ? 1 : -1;
    s64 left = offset > 0 ? s64{offset} : -s64{offset};
    for (s32 position = static_cast<s32>(base); position >= 0 && position < static_cast<s32>(word_bits); position += step) {
      if ((mask >> position & 1) && --left == 0) return static_cast<u32>(position);
    }
    return all_lanes;
  }
};

bool clamps(const ptx::Instruction& instruction) { return instruction.modifiers.shift == ptx::ShiftMode::clamp; }

}  // namespace

Operation select_bmsk(const ptx::Instruction& instruction, const ptx::Function&) {
  return clamps(instruction) ? mapped<Mask<true>, u32, u32, u32>() : mapped<Mask<false>, u32, u32, u32>();
}

Operation select_szext(const ptx::Instruction& instruction, const ptx::Function&) {
  const bool clamp = clamps(instruction);
  if (instruction.type == Type::s32)
    return clamp ? mapped<Extend<s32, true>, u32, u32, u32>() : mapped<Extend<s32, false>, u32, u32, u32>();
  return clamp ? mapped<Extend<u32, true>, u32, u32, u32>() : mapped<Extend<u32, false>, u32, u32, u32>();
}

Operation select_fns(const ptx::Instruction&, const ptx::Function&) { return mapped<FindNthSet, u32, u32, u32, s32>(); }

}  // namespace warplens::simt::WARPLENS_ISA
