#include "simt/code/execute/half.h"

// setp and set of f16 and bf16, scalar and packed.

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::BooleanOp;
using ptx::Comparison;
using ptx::Opcode;
using ptx::Type;

// The possible relations of two values; a comparison is the set of relations for which it is true.
constexpr u32 less = 1, equal = 2, greater = 4, unordered = 8;

u32 relations(Comparison comparison) {
  switch (comparison) {
    case Comparison::eq:
      return equal;
    case Comparison::ne:
      return less | greater;
    case Comparison::lt:
      return less;
    case Comparison::le:
      return less | equal;
    case Comparison::gt:
      return greater;
    case Comparison::ge:
      return greater | equal;
    case Comparison::equ:
      return equal | unordered;
    case Comparison::neu:
      return less | greater | unordered;
    case Comparison::ltu:
      return less | unordered;
    case Comparison::leu:
      return less | equal | unordered;
    case Comparison::gtu:
      return greater | unordered;
    case Comparison::geu:
      return greater | equal | unordered;
    case Comparison::num:
      return less | equal | greater;
    case Comparison::nan:
      return unordered;
    default:
      return 0;
  }
}

// `immediate`: the relations in the low byte, the boolean operation in the next, the bits of truth in the high half.
constexpr int boolean_shift = 8, truth_shift = 32;

u32 relation(f32 a, f32 b) { return a < b ? less : a > b ? greater : a == b ? equal : unordered; }

/// Lanes whose values, in the low or the high half of the cells, satisfy the comparison.
template <typename F, bool ftz>
u32 related(const std::byte* a, const std::byte* b, int shift, u64 asked) {
  return gather_bits([&](int lane) {
    u32 x = get<u32>(a, lane) >> shift & 0xffffu, y = get<u32>(b, lane) >> shift & 0xffffu;
    if constexpr (ftz) x = flushed_bits<F>(x), y = flushed_bits<F>(y);
    return (relation(widened<F>(x), widened<F>(y)) & asked) != 0;
  });
}

BooleanOp boolean_of(u64 immediate) { return static_cast<BooleanOp>(immediate >> boolean_shift & 0xff); }

/// setp: operands p, q, a, b, c. Packed: p is the result for the low halves, q for the high halves; scalar: q is the negation of
/// p.
template <typename F, bool ftz, bool packed>
void set_predicates(const Frame& frame, const Decoded& instruction, u32 active) {
  const auto& [p, q, a, b, c, unused] = instruction.operands;
  const u64 immediate = instruction.immediate;
  const u32 low = related<F, ftz>(frame.source(a), frame.source(b), 0, immediate);
  const u32 other = packed ? related<F, ftz>(frame.source(a), frame.source(b), 16, immediate) : ~low;
  const u32 predicate = c == no_row ? 0 : frame.predicate(c);
  if (p != no_row) frame.set_predicate(p, combined(boolean_of(immediate), low, predicate), active);
  if (q != no_row) frame.set_predicate(q, combined(boolean_of(immediate), other, predicate), active);
}

/// set: operands d, a, b, c. Writes the bits of true, or 0, to the cell, or to each half of it.
template <typename F, bool ftz, bool packed>
void set_values(const Frame& frame, const Decoded& instruction, u32 active) {
  const auto& [d, a, b, c, unused, unused_too] = instruction.operands;
  const u64 immediate = instruction.immediate;
  const u32 predicate = c == no_row ? 0 : frame.predicate(c);
  const u32 low = combined(boolean_of(immediate), related<F, ftz>(frame.source(a), frame.source(b), 0, immediate), predicate);
  const u32 high =
      packed ? combined(boolean_of(immediate), related<F, ftz>(frame.source(a), frame.source(b), 16, immediate), predicate) : 0;
  const auto truth = static_cast<u32>(immediate >> truth_shift);
  fill<u32>(frame.destination(d), active, [&](int lane) {
    const u32 upper = high >> lane & 1 ? truth << 16 : 0;
    return (low >> lane & 1 ? truth : 0) | upper;
  });
}

template <typename F, bool packed>
Execute executed(bool predicate, bool ftz) {
  if (predicate) return ftz ? &set_predicates<F, true, packed> : &set_predicates<F, false, packed>;
  return ftz ? &set_values<F, true, packed> : &set_values<F, false, packed>;
}

Execute of_type(Type type, bool predicate, bool ftz) {
  switch (type) {
    case Type::f16:
      return executed<Half, false>(predicate, ftz);
    case Type::f16x2:
      return executed<Half, true>(predicate, ftz);
    case Type::bf16:
      return executed<Brain, false>(predicate, ftz);
    case Type::bf16x2:
      return executed<Brain, true>(predicate, ftz);
    default:
      return nullptr;
  }
}

/// The bits of true in a result of `type`, from packed or scalar sources.
u64 truth_of(Type type, bool packed) {
  switch (type) {
    case Type::f16:
    case Type::f16x2:
      return Half::one;
    case Type::bf16:
    case Type::bf16x2:
      return Brain::one;
    default:
      return packed || ptx::bits(type) == 16 ? 0xffff : all_lanes;
  }
}

}  // namespace

Operation select_half_compare(const ptx::Instruction& instruction) {
  const ptx::Modifiers& modifiers = instruction.modifiers;
  const u64 asked = relations(modifiers.comparison) | static_cast<u64>(modifiers.boolean) << boolean_shift;
  if (instruction.opcode == Opcode::setp) {
    return {of_type(instruction.type, true, modifiers.ftz), {predicate_bytes, predicate_bytes, 4, 4, predicate_bytes}, asked};
  }
  const Type source = instruction.source_type;
  const bool packed = source == Type::f16x2 || source == Type::bf16x2;
  return {of_type(source, false, modifiers.ftz),
          {4, 4, 4, predicate_bytes},
          asked | truth_of(instruction.type, packed) << truth_shift};
}

}  // namespace warplens::simt::WARPLENS_ISA
