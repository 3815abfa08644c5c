#include <utility>

#include "simt/native/compiler/translation.h"

namespace warplens::simt::native {
namespace {

using asmjit::InstId;
using ptx::BooleanOp;
using ptx::Comparison;
using ptx::Opcode;
using ptx::Type;
namespace Inst = x86::Inst;

constexpr std::pair<Comparison, FloatingPredicate> floating_predicates[] = {{Comparison::eq, equal_o},
                                                                            {Comparison::ne, not_equal_o},
                                                                            {Comparison::lt, less_o},
                                                                            {Comparison::lo, less_o},
                                                                            {Comparison::le, less_or_equal_o},
                                                                            {Comparison::ls, less_or_equal_o},
                                                                            {Comparison::gt, greater_o},
                                                                            {Comparison::hi, greater_o},
                                                                            {Comparison::ge, greater_or_equal_o},
                                                                            {Comparison::hs, greater_or_equal_o},
                                                                            {Comparison::equ, equal_u},
                                                                            {Comparison::neu, not_equal_u},
                                                                            {Comparison::ltu, not_greater_or_equal_u},
                                                                            {Comparison::leu, not_greater_u},
                                                                            {Comparison::gtu, not_less_or_equal_u},
                                                                            {Comparison::geu, not_less_u},
                                                                            {Comparison::num, ordered},
                                                                            {Comparison::nan, unordered}};
constexpr std::pair<Comparison, IntegerPredicate> integer_predicates[] = {{Comparison::eq, equal},
                                                                          {Comparison::ne, not_equal},
                                                                          {Comparison::lt, less},
                                                                          {Comparison::lo, less},
                                                                          {Comparison::le, less_or_equal},
                                                                          {Comparison::ls, less_or_equal},
                                                                          {Comparison::gt, greater},
                                                                          {Comparison::hi, greater},
                                                                          {Comparison::ge, greater_or_equal},
                                                                          {Comparison::hs, greater_or_equal}};

/// The predicate for a comparison, by one of these tables.
template <typename Table>
std::optional<int> predicate_for(Comparison comparison, const Table& table) {
  for (const auto& [from, to] : table) {
    if (from == comparison) return to;
  }
  return std::nullopt;
}

/// Comparisons of two rows: one bit per lane.
class Compare {
 public:
  Compare(const Translation& translation, std::uint32_t bytes, bool floating, bool with_sign)
      : t_(translation), bytes_(bytes), floating_(floating), with_sign_(with_sign) {}

  x86::Gp bits(const Value& a, const Value& b, int predicate) const {
    return t_.values.wide_set() ? of_mask_registers(a, b, predicate) : of_sign_bits(a, b, predicate);
  }

 private:
  x86::Gp of_mask_registers(const Value& a, const Value& b, int predicate) const {
    const InstId id = floating_    ? (bytes_ == 8 ? Inst::kIdVcmppd : Inst::kIdVcmpps)
                      : with_sign_ ? (bytes_ == 8 ? Inst::kIdVpcmpq : Inst::kIdVpcmpd)
                                   : (bytes_ == 8 ? Inst::kIdVpcmpuq : Inst::kIdVpcmpud);
    std::array<x86::KReg, Value::max_parts> masks;
    for (std::uint32_t p = 0; p < a.count; ++p) {
      masks[p] = t_.compiler.newKq();
      t_.compiler.emit(id, masks[p], a.parts[p], b.parts[p], asmjit::imm(predicate));
    }
    // Pairs of masks, the second on top: of 8 bits, then of 16.
    for (std::uint32_t count = a.count, width = 32 / a.count; count > 1; count /= 2, width *= 2) {
      for (std::uint32_t p = 0; p < count / 2; ++p) {
        if (width == 8)
          t_.compiler.kunpckbw(masks[p], masks[2 * p + 1], masks[2 * p]);
        else
          t_.compiler.kunpckwd(masks[p], masks[2 * p + 1], masks[2 * p]);
      }
    }
    const x86::Gp result = t_.compiler.newUInt32();
    t_.compiler.kmovd(result, masks[0]);
    return result;
  }

  x86::Gp of_sign_bits(const Value& a, const Value& b, int predicate) const {
    const x86::Gp result = t_.compiler.newUInt32(), part = t_.compiler.newUInt32();
    for (std::uint32_t p = 0; p < a.count; ++p) {
      const x86::Vec holds = t_.values.new_register();
      compare_part(holds, a.parts[p], b.parts[p], predicate);
      const x86::Gp& to = p == 0 ? result : part;
      if (bytes_ == 8)
        t_.compiler.vmovmskpd(to, holds);
      else
        t_.compiler.vmovmskps(to, holds);
      if (p == 0) continue;
      t_.compiler.shl(part, p * warp_size / a.count);
      t_.compiler.or_(result, part);
    }
    const bool opposite = predicate == not_equal || predicate == less_or_equal || predicate == greater_or_equal;
    if (!floating_ && opposite) t_.compiler.not_(result);
    return result;
  }

  /// All bits set in the lanes where it holds. AVX2 has no ne, le and ge of integers: for these, where the opposite holds.
  void compare_part(const x86::Vec& holds, const x86::Vec& a, const x86::Vec& b, int predicate) const {
    if (floating_) {
      t_.compiler.emit(bytes_ == 8 ? Inst::kIdVcmppd : Inst::kIdVcmpps, holds, a, b, asmjit::imm(predicate));
      return;
    }
    if (predicate == equal || predicate == not_equal) {
      t_.compiler.emit(bytes_ == 8 ? Inst::kIdVpcmpeqq : Inst::kIdVpcmpeqd, holds, a, b);
      return;
    }
    const bool a_first = predicate == greater || predicate == less_or_equal;  // a > b; otherwise b > a
    const x86::Vec x = as_signed(a_first ? a : b), y = as_signed(a_first ? b : a);
    t_.compiler.emit(bytes_ == 8 ? Inst::kIdVpcmpgtq : Inst::kIdVpcmpgtd, holds, x, y);
  }

  /// Unsigned numbers moved into the order of signed ones.
  x86::Vec as_signed(const x86::Vec& value) const {
    if (with_sign_) return value;
    const x86::Vec moved = t_.values.new_register();
    const x86::Vec top = t_.values.broadcast(std::uint64_t{1} << (8 * bytes_ - 1), bytes_);
    t_.compiler.vxorps(moved, value, top);
    return moved;
  }

  const Translation& t_;
  std::uint32_t bytes_;
  bool floating_, with_sign_;
};

void combine(const Translation& t, BooleanOp operation, const x86::Gp& bits, const x86::Gp& other) {
  switch (operation) {
    case BooleanOp::and_:
      t.compiler.and_(bits, other);
      break;
    case BooleanOp::or_:
      t.compiler.or_(bits, other);
      break;
    case BooleanOp::xor_:
      t.compiler.xor_(bits, other);
      break;
    case BooleanOp::none:
      break;
  }
}

/// setp p|q, a, b, c: p = (a op b) and/or/xor c, q = !(a op b) and/or/xor c.
bool set_predicate(const Translation& t) {
  using enum Type;
  const Type type = t.instruction.type;
  const bool floating = type == f32 || type == f64;
  const bool integer = type == b32 || type == u32 || type == s32 || type == b64 || type == u64 || type == s64;
  const Comparison comparison = t.instruction.modifiers.comparison;
  const auto predicate =
      floating ? predicate_for(comparison, floating_predicates) : predicate_for(comparison, integer_predicates);
  constexpr std::size_t p = 0, q = 1, a = 2, b = 3, c = 4;
  if (!(floating || integer) || !predicate || t.instruction.modifiers.ftz) return false;
  const Value x = floating ? t.number(a) : t.source(a), y = floating ? t.number(b) : t.source(b);
  const x86::Gp bits = Compare(t, t.bytes(a), floating, type == s32 || type == s64).bits(x, y, *predicate);
  const BooleanOp operation = t.row(c) == no_row ? BooleanOp::none : t.instruction.modifiers.boolean;
  x86::Gp other;
  if (operation != BooleanOp::none) {
    other = t.compiler.newUInt32();
    t.compiler.mov(other, t.values.read_predicate(t.row(c)));
  }
  for (const std::size_t destination : {p, q}) {
    if (t.row(destination) == no_row) continue;
    const x86::Gp result = t.values.write_predicate(t.row(destination));
    t.compiler.mov(result, bits);
    if (destination == q) t.compiler.not_(result);
    combine(t, operation, result, other);
  }
  return true;
}

bool select_by_predicate(const Translation& t) {
  if (t.bytes(0) != 4 && t.bytes(0) != 8) return false;
  const Value yes = t.source(1), no = t.source(2);
  const x86::Gp bits = t.values.read_predicate(t.row(3));
  t.values.select(bits, yes, no, t.result(), t.bytes(0));
  return true;
}

bool predicate_logic(const Translation& t) {
  BooleanOp operation = BooleanOp::none;
  switch (t.instruction.opcode) {
    case Opcode::and_:
      operation = BooleanOp::and_;
      break;
    case Opcode::or_:
      operation = BooleanOp::or_;
      break;
    case Opcode::xor_:
      operation = BooleanOp::xor_;
      break;
    case Opcode::not_:
    case Opcode::mov:
      break;
    default:
      return false;
  }
  const x86::Gp value = t.compiler.newUInt32();
  t.compiler.mov(value, t.values.read_predicate(t.row(1)));
  if (operation != BooleanOp::none) combine(t, operation, value, t.values.read_predicate(t.row(2)));
  if (t.instruction.opcode == Opcode::not_) t.compiler.not_(value);
  t.compiler.mov(t.values.write_predicate(t.row(0)), value);
  return true;
}

}  // namespace

bool translate_compare(const Translation& t) {
  if (t.instruction.type == Type::pred) return predicate_logic(t);
  switch (t.instruction.opcode) {
    case Opcode::setp:
      return set_predicate(t);
    case Opcode::selp:
      return select_by_predicate(t);
    default:
      return false;
  }
}

}  // namespace warplens::simt::native
