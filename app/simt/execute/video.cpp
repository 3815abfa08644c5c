#include "simt/execute/lanes.h"

// vadd2 vsub4 … : SIMD video instructions on the 2 half-words or 4 bytes of a word (PTX ISA, "SIMD Video Instructions"), without
// selection of parts.

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::Opcode;
using ptx::Type;

enum class Combine : u8 { add, subtract, absolute_difference, minimum, maximum };

struct VideoRow {
  Opcode opcode;
  Combine combine;
  int part_bits;
};
constexpr std::array rows{
    VideoRow{Opcode::vadd2, Combine::add, 16},
    VideoRow{Opcode::vadd4, Combine::add, 8},
    VideoRow{Opcode::vsub2, Combine::subtract, 16},
    VideoRow{Opcode::vsub4, Combine::subtract, 8},
    VideoRow{Opcode::vabsdiff2, Combine::absolute_difference, 16},
    VideoRow{Opcode::vabsdiff4, Combine::absolute_difference, 8},
    VideoRow{Opcode::vmin2, Combine::minimum, 16},
    VideoRow{Opcode::vmin4, Combine::minimum, 8},
    VideoRow{Opcode::vmax2, Combine::maximum, 16},
    VideoRow{Opcode::vmax4, Combine::maximum, 8},
};

// `immediate`: row number, with flags above it.
constexpr u64 signed_a = 0x100, signed_b = 0x200, signed_result = 0x400, saturates = 0x800, accumulates = 0x1000;

s32 part(u32 word, int index, int bits, bool is_signed) {
  const u32 shifted = word << (32 - bits * (index + 1));
  return is_signed ? static_cast<s32>(shifted) >> (32 - bits) : static_cast<s32>(shifted >> (32 - bits));
}

s32 combined(Combine combine, s32 a, s32 b) {
  switch (combine) {
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
  }
  return 0;
}

u32 video_word(u64 immediate, u32 a, u32 b, u32 c) {
  const VideoRow& row = rows[immediate & 0xff];
  const int bits = row.part_bits;
  const u32 mask = (1u << bits) - 1;
  const s32 low = immediate & signed_result ? -(1 << (bits - 1)) : 0;
  const s32 high = low + static_cast<s32>(mask);
  u32 sum = c, word = 0;
  for (int i = 0; i < 32 / bits; ++i) {
    s32 result = combined(row.combine, part(a, i, bits, immediate & signed_a), part(b, i, bits, immediate & signed_b));
    if (immediate & saturates) result = std::min(std::max(result, low), high);
    sum += static_cast<u32>(result);
    word |= (static_cast<u32>(result) & mask) << (bits * i);
  }
  return immediate & accumulates ? sum : word;
}

void video(const Frame& frame, const Decoded& instruction, u32 active) {
  const auto& [d, a, b, c, unused, unused_too] = instruction.operands;
  const std::byte *x = frame.source(a), *y = frame.source(b), *z = frame.source(c);
  fill<u32>(frame.destination(d), active,
            [&](int lane) { return video_word(instruction.immediate, get<u32>(x, lane), get<u32>(y, lane), get<u32>(z, lane)); });
}

}  // namespace

Operation select_video(const ptx::Instruction& instruction) {
  const auto is_signed = [](Type type) { return type == Type::s32; };
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r].opcode != instruction.opcode) continue;
    const u64 flags = (is_signed(instruction.source_type) ? signed_a : 0) | (is_signed(instruction.third_type) ? signed_b : 0) |
                      (is_signed(instruction.type) ? signed_result : 0) | (instruction.modifiers.sat ? saturates : 0) |
                      (instruction.modifiers.accumulate ? accumulates : 0);
    return {&video, {4, 4, 4, 4}, r | flags};
  }
  return {};
}

}  // namespace warplens::simt::WARPLENS_ISA
