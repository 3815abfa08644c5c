#include "simt/code/execute/video.h"

#include <algorithm>
#include <array>

// vadd2 vset4 …: SIMD video instructions on two half-words or four bytes (PTX ISA, "SIMD Video Instructions").

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::Comparison;
using ptx::Opcode;
using ptx::Type;

enum class Combine : u8 { add, subtract, absolute_difference, minimum, maximum, average, compare };

struct VideoRow {
  Opcode opcode;
  Combine combine;
  u8 part_bits;
};
constexpr std::array rows{
    VideoRow{Opcode::vadd2, Combine::add, 16},
    VideoRow{Opcode::vadd4, Combine::add, 8},
    VideoRow{Opcode::vsub2, Combine::subtract, 16},
    VideoRow{Opcode::vsub4, Combine::subtract, 8},
    VideoRow{Opcode::vavrg2, Combine::average, 16},
    VideoRow{Opcode::vavrg4, Combine::average, 8},
    VideoRow{Opcode::vabsdiff2, Combine::absolute_difference, 16},
    VideoRow{Opcode::vabsdiff4, Combine::absolute_difference, 8},
    VideoRow{Opcode::vmin2, Combine::minimum, 16},
    VideoRow{Opcode::vmin4, Combine::minimum, 8},
    VideoRow{Opcode::vmax2, Combine::maximum, 16},
    VideoRow{Opcode::vmax4, Combine::maximum, 8},
    VideoRow{Opcode::vset2, Combine::compare, 16},
    VideoRow{Opcode::vset4, Combine::compare, 8},
};

/// The instruction in Decoded::immediate. A selection has three bits per part, the least significant part first: its number among
/// the parts of a, which come first, and of b.
struct Code {
  u64 row : 8, a_signed : 1, b_signed : 1, d_signed : 1, saturates : 1, accumulates : 1, wanted : 4, comparison : 8, a_parts : 12,
      b_parts : 12, unused : 15;
};

s32 part(u32 a, u32 b, u32 selection, int index, int bits, bool is_signed) {
  const int number = static_cast<int>(selection >> (3 * index) & 7), in_word = 32 / bits;
  const u32 shifted = (number < in_word ? a : b) << (32 - bits * (number % in_word + 1));
  return is_signed ? static_cast<s32>(shifted) >> (32 - bits) : static_cast<s32>(shifted >> (32 - bits));
}

s32 combined(const Code& code, s32 a, s32 b) {
  switch (rows[code.row].combine) {
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
  const int bits = rows[code.row].part_bits;
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

}  // namespace

Operation select_video(const ptx::Instruction& instruction) {
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const VideoRow& r) { return r.opcode == instruction.opcode; });
  if (row == rows.end()) return select_scalar_video(instruction);
  const ptx::Modifiers& modifiers = instruction.modifiers;
  const bool compares = row->combine == Combine::compare;  // its result has no type
  const Type a = compares ? instruction.type : instruction.source_type;
  const Type b = compares ? instruction.source_type : instruction.third_type;
  const u32 in_word = 32u / row->part_bits;
  Code code{};
  code.row = static_cast<u64>(row - rows.begin()) & 0xff;
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

}  // namespace warplens::simt::WARPLENS_ISA
