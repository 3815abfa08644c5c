#include "simt/code/execute/lanes.h"

// dp4a dp2a: dot products of bytes and half-words, added to a word.

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::MultiplyPart;
using ptx::Type;

/// Element `index` of a word of elements of type T.
template <typename T>
inline s64 part_of(u32 word, u32 index) {
  return static_cast<T>(word >> (8 * sizeof(T) * index));
}

/// The sum of the products of `count` elements of a with as many bytes of b, starting at byte `first`. The sum wraps around.
template <typename A, typename B, u32 count, u32 first>
struct DotProduct {
  static u32 apply(u32 a, u32 b, u32 c) {
    u64 sum = c;
    for (u32 i = 0; i < count; ++i) sum += static_cast<u64>(part_of<A>(a, i) * part_of<B>(b, first + i));
    return static_cast<u32>(sum);
  }
};

template <typename A, typename B, u32 count, u32 first>
Operation dot() {
  return mapped<DotProduct<A, B, count, first>, u32, u32, u32, u32>();
}

template <typename SignedA, typename UnsignedA, u32 count, u32 first>
Operation of_types(const ptx::Instruction& instruction) {
  const bool a = instruction.type == Type::s32, b = instruction.source_type == Type::s32;
  if (a) return b ? dot<SignedA, s8, count, first>() : dot<SignedA, u8, count, first>();
  return b ? dot<UnsignedA, s8, count, first>() : dot<UnsignedA, u8, count, first>();
}

}  // namespace

Operation select_dp2a(const ptx::Instruction& instruction, const ptx::Function&) {
  const bool high = instruction.modifiers.part == MultiplyPart::hi;
  return high ? of_types<s16, u16, 2, 2>(instruction) : of_types<s16, u16, 2, 0>(instruction);
}

Operation select_dp4a(const ptx::Instruction& instruction, const ptx::Function&) { return of_types<s8, u8, 4, 0>(instruction); }

}  // namespace warplens::simt::WARPLENS_ISA
