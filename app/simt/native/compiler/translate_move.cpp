#include "simt/native/compiler/translation.h"

namespace warplens::simt::native {
namespace {

using asmjit::InstId;
using ptx::Opcode;
using ptx::OperandKind;
using ptx::Rounding;
using ptx::Type;
namespace Inst = x86::Inst;

bool copy(const Translation& t) {
  const ptx::Instruction& instruction = t.instruction;
  const bool plain = instruction.operands.size() == 2 && instruction.vector == 1 &&
                     instruction.operands[0].kind != OperandKind::vector && instruction.operands[1].kind != OperandKind::vector;
  const int width = ptx::bits(instruction.type);
  if (!plain || (width != 32 && width != 64)) return false;
  const Value a = t.source(1);
  t.each_part(Inst::kIdVmovaps, t.result(), a);
  return true;
}

/// cvta: adds the window's base.
bool convert_address(const Translation& t) {
  if (t.bytes(0) != 8) return false;
  const Value a = t.source(1), result = t.result();
  const x86::Vec base = t.values.broadcast(t.decoded.immediate, 8);
  for (std::uint32_t p = 0; p < result.count; ++p) t.compiler.vpaddq(result.parts[p], a.parts[p], base);
  return true;
}

/// A parameter of 4 or 8 bytes, the same for all lanes.
bool load_parameter(const Translation& t, const x86::Gp& parameters) {
  const int width = ptx::bits(t.instruction.type);
  if (t.decoded.vector != 1 || t.row(0) == no_row || static_cast<int>(8 * t.bytes(0)) != width || (width != 32 && width != 64))
    return false;
  const x86::Mem place = x86::ptr(parameters, static_cast<std::int32_t>(t.decoded.offset));
  const Value result = t.result();
  for (std::uint32_t p = 0; p < result.count; ++p) {
    if (p != 0)
      t.compiler.vmovaps(result.parts[p], result.parts[0]);
    else if (width == 64)
      t.compiler.vpbroadcastq(result.parts[p], place);
    else
      t.compiler.vpbroadcastd(result.parts[p], place);
  }
  return true;
}

bool is_integer32(Type type) { return type == Type::u32 || type == Type::s32; }
bool is_integer64(Type type) { return type == Type::u64 || type == Type::s64; }

/// Between integers of 32 and 64 bits.
bool convert_integer(const Translation& t) {
  const Type to = t.instruction.type, from = t.instruction.source_type;
  if (t.instruction.modifiers.sat) return false;
  const Value a = t.source(1), result = t.result();
  if (t.bytes(0) == t.bytes(1)) {
    // A value of 32 bits in a register of 64 keeps only its low bits: not of this form.
    t.each_part(Inst::kIdVmovaps, result, a);
    return true;
  }
  for (std::uint32_t p = 0; p < result.count; ++p) {
    if (is_integer64(to))
      widen_part(t, result.parts[p], a, p, from == Type::s32);
    else
      narrow_part(t, result.parts[p], a, p);
  }
  return true;
}

/// f64 from f32 or s32.
bool convert_to_double(const Translation& t, bool exact_source, Pending pending) {
  const Value a = exact_source ? t.source(1) : t.number(1), result = t.result(pending);
  for (std::uint32_t p = 0; p < result.count; p += 2) {
    const x86::Vec low = t.values.new_register(), high = t.values.new_register();
    split(t, low, high, a.parts[p / 2]);
    t.compiler.emit(exact_source ? Inst::kIdVcvtdq2pd : Inst::kIdVcvtps2pd, result.parts[p], low.half());
    t.compiler.emit(exact_source ? Inst::kIdVcvtdq2pd : Inst::kIdVcvtps2pd, result.parts[p + 1], high.half());
  }
  return true;
}

bool convert_to_single(const Translation& t) {
  const Value a = t.number(1), result = t.result(Pending::nan_of_f32);
  for (std::uint32_t p = 0; p < result.count; ++p) {
    const x86::Vec low = t.values.new_register(), high = t.values.new_register();
    t.compiler.vcvtpd2ps(low.half(), a.parts[2 * p]);
    t.compiler.vcvtpd2ps(high.half(), a.parts[2 * p + 1]);
    join(t, result.parts[p], low, high);
  }
  return true;
}

/// f32 → s32, towards zero or to the nearest. For a value that does not fit the processor returns 0x80000000; PTX clamps it, and
/// returns 0 for a NaN (PTX ISA, "cvt").
bool convert_to_integer(const Translation& t, bool towards_zero) {
  const Value a = t.number(1), result = t.values.temporary(4);
  const x86::Vec above = t.values.broadcast(0x4f000000u, 4), largest = t.values.broadcast(0x7fffffffu, 4),  // 2^31
      zero = t.values.broadcast(0, 4);
  for (std::uint32_t p = 0; p < result.count; ++p) {
    const x86::Vec &from = a.parts[p], &to = result.parts[p];
    t.compiler.emit(towards_zero ? Inst::kIdVcvttps2dq : Inst::kIdVcvtps2dq, to, from);
    t.values.replace_where(to, largest, from, greater_or_equal_o, above, 4);
    t.values.replace_where(to, zero, from, unordered, from, 4);
  }
  t.each_part(Inst::kIdVmovaps, t.result(), result);
  return true;
}

bool convert(const Translation& t) {
  const Type to = t.instruction.type, from = t.instruction.source_type;
  const ptx::Modifiers& modifiers = t.instruction.modifiers;
  const bool nearest = modifiers.rounding == Rounding::none || modifiers.rounding == Rounding::rn;
  if (modifiers.sat || modifiers.ftz || modifiers.relu || modifiers.pack) return false;
  const bool sizes_match =
      static_cast<int>(8 * t.bytes(0)) == ptx::bits(to) && static_cast<int>(8 * t.bytes(1)) == ptx::bits(from);
  if (!sizes_match) return false;
  if ((is_integer32(to) || is_integer64(to)) && (is_integer32(from) || is_integer64(from))) return convert_integer(t);
  if (to == Type::s32 && from == Type::f32 && (modifiers.rounding == Rounding::rzi || modifiers.rounding == Rounding::rni))
    return convert_to_integer(t, modifiers.rounding == Rounding::rzi);
  if (!nearest) return false;
  if (to == Type::f64 && from == Type::f32) return convert_to_double(t, false, Pending::nan_of_f64);
  if (to == Type::f64 && from == Type::s32) return convert_to_double(t, true, Pending::nothing);
  if (to == Type::f32 && from == Type::f64) return convert_to_single(t);
  if (to == Type::f32 && from == Type::s32) {
    const Value a = t.source(1);
    t.each_part(Inst::kIdVcvtdq2ps, t.result(), a);
    return true;
  }
  if (to == Type::f32 && from == Type::u32 && t.values.wide_set()) {
    const Value a = t.source(1);
    t.each_part(Inst::kIdVcvtudq2ps, t.result(), a);
    return true;
  }
  return false;
}

}  // namespace

bool translate_move(const Translation& t, const x86::Gp& parameters) {
  switch (t.instruction.opcode) {
    case Opcode::mov:
      return copy(t);
    case Opcode::cvta:
      return convert_address(t);
    case Opcode::ld:
      return load_parameter(t, parameters);
    case Opcode::cvt:
      return convert(t);
    default:
      return false;
  }
}

}  // namespace warplens::simt::native
