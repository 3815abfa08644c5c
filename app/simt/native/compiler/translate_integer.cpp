#include "simt/native/compiler/translation.h"

namespace warplens::simt::native {
namespace {

using asmjit::InstId;
using ptx::MultiplyPart;
using ptx::Opcode;
using ptx::Type;
namespace Inst = x86::Inst;

bool is_signed(Type type) { return type == Type::s32 || type == Type::s64; }

bool apply(const Translation& t, InstId id) {
  const Value a = t.source(1), b = t.source(2);
  t.each_part(id, t.result(), a, b);
  return true;
}

/// a · b, the low half.
bool multiply_low(const Translation& t, const Value& result, const Value& a, const Value& b, bool wide) {
  if (wide && !t.values.wide_set()) return false;
  t.each_part(wide ? Inst::kIdVpmullq : Inst::kIdVpmulld, result, a, b);
  return true;
}

/// a · b of 32 bits each, all 64 bits.
void multiply_wide(const Translation& t, const Value& result, const Value& a, const Value& b, bool with_sign) {
  const InstId multiply = with_sign ? Inst::kIdVpmuldq : Inst::kIdVpmuludq;  // of the low 32 bits of each 64
  for (std::uint32_t p = 0; p < result.count; ++p) {
    const x86::Vec x = t.values.new_register(), y = t.values.new_register();
    widen_part(t, x, a, p, false);
    widen_part(t, y, b, p, false);
    t.compiler.emit(multiply, result.parts[p], x, y);
  }
}

bool multiply(const Translation& t) {
  const ptx::Instruction& instruction = t.instruction;
  const bool adds = instruction.opcode == Opcode::mad, wide = t.bytes(1) == 8;
  const MultiplyPart part = instruction.modifiers.part;
  if (part == MultiplyPart::hi || instruction.modifiers.sat || (part != MultiplyPart::wide && wide && !t.values.wide_set()))
    return false;
  const Value a = t.source(1), b = t.source(2);
  const Value c = adds ? t.source(3) : Value{};
  const std::uint32_t bytes = t.bytes(0);
  const Value product = adds ? t.values.temporary(bytes) : t.result();
  if (part == MultiplyPart::wide)
    multiply_wide(t, product, a, b, is_signed(instruction.type));
  else
    multiply_low(t, product, a, b, wide);
  if (adds) t.each_part(bytes == 8 ? Inst::kIdVpaddq : Inst::kIdVpaddd, t.result(), product, c);
  return true;
}

bool extreme(const Translation& t) {
  const bool smaller = t.instruction.opcode == Opcode::min, wide = t.bytes(0) == 8, with_sign = is_signed(t.instruction.type);
  if (t.instruction.operands.size() != 3 || t.instruction.modifiers.relu || (wide && !t.values.wide_set())) return false;
  if (smaller)
    return apply(t, wide ? (with_sign ? Inst::kIdVpminsq : Inst::kIdVpminuq) : (with_sign ? Inst::kIdVpminsd : Inst::kIdVpminud));
  return apply(t, wide ? (with_sign ? Inst::kIdVpmaxsq : Inst::kIdVpmaxuq) : (with_sign ? Inst::kIdVpmaxsd : Inst::kIdVpmaxud));
}

bool negate(const Translation& t) {
  const Value a = t.source(1), result = t.result();
  const x86::Vec zero = t.values.broadcast(0, 4);
  for (std::uint32_t p = 0; p < result.count; ++p)
    t.compiler.emit(t.bytes(0) == 8 ? Inst::kIdVpsubq : Inst::kIdVpsubd, result.parts[p], zero, a.parts[p]);
  return true;
}

bool absolute(const Translation& t) {
  const bool wide = t.bytes(0) == 8;
  if (wide && !t.values.wide_set()) return false;
  const Value a = t.source(1);
  t.each_part(wide ? Inst::kIdVpabsq : Inst::kIdVpabsd, t.result(), a);
  return true;
}

}  // namespace

bool translate_integer(const Translation& t) {
  const ptx::Instruction& instruction = t.instruction;
  switch (instruction.type) {
    case Type::u32:
    case Type::s32:
    case Type::u64:
    case Type::s64:
      break;
    default:
      return false;
  }
  const ptx::Modifiers& modifiers = instruction.modifiers;
  if (modifiers.cc || instruction.source_type != Type::none) return false;
  const bool wide = t.bytes(0) == 8;
  switch (instruction.opcode) {
    case Opcode::add:
      return !modifiers.sat && apply(t, wide ? Inst::kIdVpaddq : Inst::kIdVpaddd);
    case Opcode::sub:
      return !modifiers.sat && apply(t, wide ? Inst::kIdVpsubq : Inst::kIdVpsubd);
    case Opcode::mul:
    case Opcode::mad:
      return multiply(t);
    case Opcode::min:
    case Opcode::max:
      return extreme(t);
    case Opcode::neg:
      return negate(t);
    case Opcode::abs:
      return absolute(t);
    default:
      return false;
  }
}

}  // namespace warplens::simt::native
