#include "simt/code/execute/video.h"

#include <algorithm>

// vadd2 vset4 …: SIMD video instructions on two half-words or four bytes (PTX ISA, "SIMD Video Instructions").

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::Comparison;
using ptx::Type;

enum class Combine : u8 { add, subtract, absolute_difference, minimum, maximum, average, compare };

/// The instruction in Decoded::immediate. A selection has three bits per part, the least significant part first: its number among
/// the parts of a, which come first, and of b.
struct Code {
  u64 combine : 3, part_bits : 5, a_signed : 1, b_signed : 1, d_signed : 1, saturates : 1, accumulates : 1, wanted : 4,
      comparison : 8, a_parts : 12, b_parts : 12, unused : 15;
};

s32 part(u32 a, u32 b, u32 selection, int index, int bits, bool is_signed) {
  const int number = static_cast<int>(selection >> (3 * index) & 7), in_word = 32 / bits;
  const u32 shifted = (number < in_word ? a : b) << (32 - bits * (number % in_word + 1));
  return is_signed ? static_cast<s32>(shifted) >> (32 - bits) : static_cast<s32>(shifted >> (32 - bits));
}

s32 combined(const Code& code, s32 a, s32 b) {
  switch (static_cast<Combine>(code.combine)) {
    case Combine::add:
      return a + b;
    case Combine::subtract:
      return a - b;
    case Combine::absolute_difference:
      return a < b ? b - a : a - b;
    case Combine::minimum:
      return b < a ? b : a;
    case Combine::maximum:
      return a < b ? b : a;
    case Combine::average:  // rounded up where the sum is positive, and down otherwise
      return (a + b + (a + b >= 0 ? 1 : 0)) >> 1;
    case Combine::compare:
      return holds(static_cast<Comparison>(code.comparison), a, b);
  }
  return 0;
}

u32 video_word(const Code& code, u32 a, u32 b, u32 c) {
  const int bits = code.part_bits;
  const u32 mask = (1u << bits) - 1;
  const s32 low = code.d_signed ? -(1 << (bits - 1)) : 0;
  const s32 high = low + static_cast<s32>(mask);
  u32 sum = c, word = c;
  for (int i = 0; i < 32 / bits; ++i) {
    if ((code.wanted >> i & 1) == 0) continue;
    s32 result =
        combined(code, part(a, b, code.a_parts, i, bits, code.a_signed), part(a, b, code.b_parts, i, bits, code.b_signed));
    if (code.saturates) result = std::min(std::max(result, low), high);
    sum += static_cast<u32>(result);
    word = (word & ~(mask << (bits * i))) | (static_cast<u32>(result) & mask) << (bits * i);
  }
  return code.accumulates ? sum : word;
}

void video(const Frame& frame, const Decoded& instruction, u32 active) {
  const auto& [d, a, b, c, unused, unused_too] = instruction.operands;
  const std::byte *x = frame.source(a), *y = frame.source(b), *z = frame.source(c);
  const Code code = std::bit_cast<Code>(instruction.immediate);
  fill<u32>(frame.destination(d), active,
            [&](int lane) { return video_word(code, get<u32>(x, lane), get<u32>(y, lane), get<u32>(z, lane)); });
}

/// The parts as the text selects them; else those of one operand, whose first has number `first`.
u64 selected(const ptx::Parts& parts, u32 in_word, u32 first) {
  u64 selection = 0;
  for (u32 i = 0; i < in_word; ++i)
    selection |= static_cast<u64>(parts.count != 0 ? parts.number[in_word - 1 - i] : first + i) << (3 * i);
  return selection;
}

u64 wanted(const ptx::Parts& parts, u32 in_word) {
  u64 results = 0;
  for (u32 i = 0; i < parts.count; ++i) results |= u64{1} << parts.number[i];
  return parts.count != 0 ? results : (u64{1} << in_word) - 1;
}

/// The operation on parts of `part_bits`, 8 or 16.
Operation simd(const ptx::Instruction& instruction, Combine combine, u32 part_bits) {
  const ptx::Modifiers& modifiers = instruction.modifiers;
  const bool compares = combine == Combine::compare;  // its result has no type
  const Type a = compares ? instruction.type : instruction.source_type;
  const Type b = compares ? instruction.source_type : instruction.third_type;
  const u32 in_word = 32u / part_bits;
  Code code{};
  code.combine = static_cast<u64>(combine) & 7;
  code.part_bits = part_bits & 0x1f;
  code.a_signed = a == Type::s32;
  code.b_signed = b == Type::s32;
  code.d_signed = instruction.type == Type::s32;
  code.saturates = modifiers.sat;
  code.accumulates = modifiers.secondary == ptx::AtomicOp::add;
  code.wanted = wanted(modifiers.parts[0], in_word) & 0xf;
  code.comparison = static_cast<u64>(modifiers.comparison) & 0xff;
  code.a_parts = selected(modifiers.parts[1], in_word, 0) & 0xfff;
  code.b_parts = selected(modifiers.parts[2], in_word, in_word) & 0xfff;
  return {&video, {4, 4, 4, 4}, std::bit_cast<u64>(code)};
}

}  // namespace

Operation select_vadd2(const ptx::Instruction& instruction, const ptx::Function&) { return simd(instruction, Combine::add, 16); }

Operation select_vadd4(const ptx::Instruction& instruction, const ptx::Function&) { return simd(instruction, Combine::add, 8); }

Operation select_vsub2(const ptx::Instruction& instruction, const ptx::Function&) {
  return simd(instruction, Combine::subtract, 16);
}

Operation select_vsub4(const ptx::Instruction& instruction, const ptx::Function&) {
  return simd(instruction, Combine::subtract, 8);
}

Operation select_vavrg2(const ptx::Instruction& instruction, const ptx::Function&) {
  return simd(instruction, Combine::average, 16);
}

Operation select_vavrg4(const ptx::Instruction& instruction, const ptx::Function&) {
  return simd(instruction, Combine::average, 8);
}

Operation select_vabsdiff2(const ptx::Instruction& instruction, const ptx::Function&) {
  return simd(instruction, Combine::absolute_difference, 16);
}

Operation select_vabsdiff4(const ptx::Instruction& instruction, const ptx::Function&) {
  return simd(instruction, Combine::absolute_difference, 8);
}

Operation select_vmin2(const ptx::Instruction& instruction, const ptx::Function&) {
  return simd(instruction, Combine::minimum, 16);
}

Operation select_vmin4(const ptx::Instruction& instruction, const ptx::Function&) {
  return simd(instruction, Combine::minimum, 8);
}

Operation select_vmax2(const ptx::Instruction& instruction, const ptx::Function&) {
  return simd(instruction, Combine::maximum, 16);
}

Operation select_vmax4(const ptx::Instruction& instruction, const ptx::Function&) {
  return simd(instruction, Combine::maximum, 8);
}

Operation select_vset2(const ptx::Instruction& instruction, const ptx::Function&) {
  return simd(instruction, Combine::compare, 16);
}

Operation select_vset4(const ptx::Instruction& instruction, const ptx::Function&) {
  return simd(instruction, Combine::compare, 8);
}

}  // namespace warplens::simt::WARPLENS_ISA
