#include "simt/code/execute/video.h"

#include <algorithm>

// vadd vshl vmad …: scalar video instructions on words, half-words and bytes (PTX ISA, "Scalar Video Instructions").

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::AtomicOp;
using ptx::Comparison;
using ptx::Opcode;
using ptx::Type;

/// The instruction in Decoded::immediate. Of an operand: its bits, 8, 16 or 32, and the place of the lowest.
struct Code {
  u64 opcode : 8, a_bits : 6, a_place : 5, b_bits : 6, b_place : 5, d_bits : 6, d_place : 5, a_signed : 1, b_signed : 1,
      d_signed : 1, saturates : 1, secondary : 4, comparison : 6, wraps : 1, unused : 8;
};
struct MultiplyCode {
  u64 a_bits : 6, a_place : 5, b_bits : 6, b_place : 5, a_signed : 1, b_signed : 1, saturates : 1, negates_product : 1,
      negates_c : 1, plus_one : 1, is_signed : 1, scale : 4, unused : 31;
};
// Intermediate results have more than 32 bits, and those of vmad up to 66.
__extension__ using s128 = __int128;

s64 part(u32 word, u32 bits, u32 place, bool is_signed) {
  const u32 shifted = word << (32 - bits - place);
  return is_signed ? static_cast<s32>(shifted) >> (32 - bits) : static_cast<s64>(shifted >> (32 - bits));
}

s128 primary(const Code& code, s64 a, s64 b) {
  switch (static_cast<Opcode>(code.opcode)) {
    case Opcode::vadd:
      return a + b;
    case Opcode::vsub:
      return a - b;
    case Opcode::vabsdiff:
      return a < b ? b - a : a - b;
    case Opcode::vmin:
      return std::min(a, b);
    case Opcode::vmax:
      return std::max(a, b);
    case Opcode::vset:
      return holds(static_cast<Comparison>(code.comparison), a, b);
    default: {
      const s64 places = code.wraps ? b & 31 : std::min<s64>(b, 32);
      return static_cast<Opcode>(code.opcode) == Opcode::vshl ? s128{a} * (s128{1} << places) : s128{a >> places};
    }
  }
}

s128 clamped(s128 x, u32 bits, bool is_signed) {
  const s128 low = is_signed ? -(s128{1} << (bits - 1)) : s128{0}, high = low + (s128{1} << bits) - 1;
  return x < low ? low : x > high ? high : x;
}

u32 video_word(const Code& code, u32 a, u32 b, u32 c) {
  s128 result =
      primary(code, part(a, code.a_bits, code.a_place, code.a_signed), part(b, code.b_bits, code.b_place, code.b_signed));
  if (code.saturates) result = clamped(result, code.d_bits, code.d_signed);
  const s128 third = code.d_signed ? s128{static_cast<s32>(c)} : s128{c};
  switch (static_cast<AtomicOp>(code.secondary)) {
    case AtomicOp::add:
      return static_cast<u32>(result + third);
    case AtomicOp::min:
      return static_cast<u32>(std::min(result, third));
    case AtomicOp::max:
      return static_cast<u32>(std::max(result, third));
    default:
      break;
  }
  if (code.d_bits == 32) return static_cast<u32>(result);
  const u32 mask = ((1u << code.d_bits) - 1) << code.d_place;
  return (c & ~mask) | (static_cast<u32>(result) << code.d_place & mask);
}

void video(const Frame& frame, const Decoded& instruction, u32 active) {
  const auto& [d, a, b, c, unused, unused_too] = instruction.operands;
  const std::byte *x = frame.source(a), *y = frame.source(b), *z = frame.source(c == no_row ? b : c);
  const Code code = std::bit_cast<Code>(instruction.immediate);
  fill<u32>(frame.destination(d), active,
            [&](int lane) { return video_word(code, get<u32>(x, lane), get<u32>(y, lane), get<u32>(z, lane)); });
}

/// -(a·b) + c is ~(a·b) + 1 + c, and a·b - c is a·b + ~c + 1.
u32 product_word(const MultiplyCode& code, u32 a, u32 b, u32 c) {
  s128 sum = s128{part(a, code.a_bits, code.a_place, code.a_signed)} * part(b, code.b_bits, code.b_place, code.b_signed);
  s128 third = code.is_signed ? s128{static_cast<s32>(c)} : s128{c};
  if (code.negates_product) sum = -sum;
  if (code.negates_c) third = -third;
  sum = (sum + third + (code.plus_one ? 1 : 0)) >> code.scale;
  return static_cast<u32>(code.saturates ? clamped(sum, 32, code.is_signed) : sum);
}

void multiply(const Frame& frame, const Decoded& instruction, u32 active) {
  const auto& [d, a, b, c, unused, unused_too] = instruction.operands;
  const std::byte *x = frame.source(a), *y = frame.source(b), *z = frame.source(c);
  const MultiplyCode code = std::bit_cast<MultiplyCode>(instruction.immediate);
  fill<u32>(frame.destination(d), active,
            [&](int lane) { return product_word(code, get<u32>(x, lane), get<u32>(y, lane), get<u32>(z, lane)); });
}

struct PartBits {
  u64 bits = 32, place = 0;
};
PartBits place_of(const ptx::Parts& parts) {
  return parts.count == 0 ? PartBits{} : PartBits{parts.bits, u64{parts.bits} * parts.number[0]};
}

Operation multiplication(const ptx::Instruction& instruction) {
  const ptx::Modifiers& modifiers = instruction.modifiers;
  const PartBits a = place_of(modifiers.parts[1]), b = place_of(modifiers.parts[2]);
  MultiplyCode code{};
  code.a_bits = a.bits & 0x3f;
  code.a_place = a.place & 0x1f;
  code.b_bits = b.bits & 0x3f;
  code.b_place = b.place & 0x1f;
  code.a_signed = instruction.source_type == Type::s32;
  code.b_signed = instruction.third_type == Type::s32;
  code.negates_product = modifiers.negative[1] != modifiers.negative[2];
  code.negates_c = modifiers.negative[3];
  code.is_signed = code.a_signed || code.b_signed || code.negates_product || code.negates_c;
  code.saturates = modifiers.sat;
  code.plus_one = modifiers.plus_one;
  code.scale = modifiers.scale & 0xf;
  return {&multiply, {4, 4, 4, 4}, std::bit_cast<u64>(code)};
}

Operation scalar(const ptx::Instruction& instruction) {
  const ptx::Modifiers& modifiers = instruction.modifiers;
  const bool compares = instruction.opcode == Opcode::vset;  // its result has no type
  const Type type_a = compares ? instruction.type : instruction.source_type;
  const Type type_b = compares ? instruction.source_type : instruction.third_type;
  const PartBits d = place_of(modifiers.parts[0]), a = place_of(modifiers.parts[1]), b = place_of(modifiers.parts[2]);
  Code code{};
  code.opcode = static_cast<u64>(instruction.opcode) & 0xff;
  code.a_bits = a.bits & 0x3f;
  code.a_place = a.place & 0x1f;
  code.b_bits = b.bits & 0x3f;
  code.b_place = b.place & 0x1f;
  code.d_bits = d.bits & 0x3f;
  code.d_place = d.place & 0x1f;
  code.a_signed = type_a == Type::s32;
  code.b_signed = type_b == Type::s32;
  code.d_signed = instruction.type == Type::s32 && !compares;
  code.saturates = modifiers.sat;
  code.secondary = static_cast<u64>(modifiers.secondary) & 0xf;
  code.comparison = static_cast<u64>(modifiers.comparison) & 0x3f;
  code.wraps = modifiers.shift == ptx::ShiftMode::wrap;
  return {&video, {4, 4, 4, 4}, std::bit_cast<u64>(code)};
}

}  // namespace

Operation select_vadd(const ptx::Instruction& instruction, const ptx::Function&) { return scalar(instruction); }

Operation select_vsub(const ptx::Instruction& instruction, const ptx::Function&) { return scalar(instruction); }

Operation select_vabsdiff(const ptx::Instruction& instruction, const ptx::Function&) { return scalar(instruction); }

Operation select_vmin(const ptx::Instruction& instruction, const ptx::Function&) { return scalar(instruction); }

Operation select_vmax(const ptx::Instruction& instruction, const ptx::Function&) { return scalar(instruction); }

Operation select_vset(const ptx::Instruction& instruction, const ptx::Function&) { return scalar(instruction); }

Operation select_vshl(const ptx::Instruction& instruction, const ptx::Function&) { return scalar(instruction); }

Operation select_vshr(const ptx::Instruction& instruction, const ptx::Function&) { return scalar(instruction); }

Operation select_vmad(const ptx::Instruction& instruction, const ptx::Function&) { return multiplication(instruction); }

}  // namespace warplens::simt::WARPLENS_ISA
