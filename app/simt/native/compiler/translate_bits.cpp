#include "simt/native/compiler/translation.h"

namespace warplens::simt::native {
namespace {

using asmjit::InstId;
using ptx::Opcode;
namespace Inst = x86::Inst;

/// Whether it is an instruction on 32- or 64-bit values.
bool is_whole(ptx::Type type) {
  using enum ptx::Type;
  return type == b32 || type == u32 || type == s32 || type == b64 || type == u64 || type == s64;
}

bool logic(const Translation& t, InstId id) {
  const Value a = t.source(1), b = t.source(2);
  t.each_part(id, t.result(), a, b);
  return true;
}

bool invert(const Translation& t) {
  const Value a = t.source(1), result = t.result();
  const x86::Vec ones = t.values.broadcast(0xffffffffu, 4);
  for (std::uint32_t p = 0; p < result.count; ++p) t.compiler.vxorps(result.parts[p], a.parts[p], ones);
  return true;
}

/// For amounts of the width or more the processor's shifts return 0, or copies of the sign, as PTX's do. A constant amount has 8
/// bits.
bool shift(const Translation& t) {
  using enum ptx::Type;
  const bool left = t.instruction.opcode == Opcode::shl, wide = t.bytes(0) == 8;
  const bool with_sign = !left && (t.instruction.type == s32 || t.instruction.type == s64);
  if (with_sign && wide && !t.values.wide_set()) return false;
  const Value a = t.source(1);
  if (const auto amount = t.constant(2)) {
    const InstId id = left        ? (wide ? Inst::kIdVpsllq : Inst::kIdVpslld)
                      : with_sign ? (wide ? Inst::kIdVpsraq : Inst::kIdVpsrad)
                                  : (wide ? Inst::kIdVpsrlq : Inst::kIdVpsrld);
    constexpr std::uint64_t most = 255;
    const Value result = t.result();
    for (std::uint32_t p = 0; p < result.count; ++p)
      t.compiler.emit(id, result.parts[p], a.parts[p], asmjit::imm(std::min(*amount, most)));
    return true;
  }
  const InstId id = left        ? (wide ? Inst::kIdVpsllvq : Inst::kIdVpsllvd)
                    : with_sign ? (wide ? Inst::kIdVpsravq : Inst::kIdVpsravd)
                                : (wide ? Inst::kIdVpsrlvq : Inst::kIdVpsrlvd);
  const Value amount = t.source(2);
  const Value result = t.result();
  for (std::uint32_t p = 0; p < result.count; ++p) {
    if (!wide) {
      t.compiler.emit(id, result.parts[p], a.parts[p], amount.parts[p]);
      continue;
    }
    const x86::Vec by = t.values.new_register();
    widen_part(t, by, amount, p, false);
    t.compiler.emit(id, result.parts[p], a.parts[p], by);
  }
  return true;
}

/// lop3 without a predicate: vpternlog numbers the bits of its table as PTX does, a highest (Intel SDM, "VPTERNLOGD").
bool three_inputs(const Translation& t) {
  if (!t.values.wide_set() || t.instruction.modifiers.boolean != ptx::BooleanOp::none) return false;
  const Value a = t.source(1), b = t.source(2), c = t.source(3);
  const Value result = t.result();
  for (std::uint32_t p = 0; p < result.count; ++p) {
    const x86::Vec value = t.values.new_register();
    t.compiler.vmovaps(value, a.parts[p]);
    t.compiler.vpternlogd(value, b.parts[p], c.parts[p], asmjit::imm(t.operation.immediate & 0xff));
    t.compiler.vmovaps(result.parts[p], value);
  }
  return true;
}

}  // namespace

bool translate_bits(const Translation& t) {
  if (!is_whole(t.instruction.type)) return false;
  switch (t.instruction.opcode) {
    case Opcode::and_:
      return logic(t, Inst::kIdVandps);
    case Opcode::or_:
      return logic(t, Inst::kIdVorps);
    case Opcode::xor_:
      return logic(t, Inst::kIdVxorps);
    case Opcode::not_:
      return invert(t);
    case Opcode::shl:
    case Opcode::shr:
      return shift(t);
    case Opcode::lop3:
      return three_inputs(t);
    default:
      return false;
  }
}

}  // namespace warplens::simt::native
