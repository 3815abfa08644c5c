#include "simt/code/execute/lanes.h"

// setp set selp slct testp.

namespace warplens::simt::WARPLENS_ISA {
namespace {

using ptx::BooleanOp;
using ptx::Comparison;
using ptx::Type;

/// One comparison; the unordered forms (equ …) are true if an operand is NaN, the ordered ones false.
template <Comparison comparison, typename T>
inline bool holds(T a, T b) {
  const bool unordered = a != a || b != b;
  switch (comparison) {
    case Comparison::eq:
      return a == b;
    case Comparison::ne:
      return a != b && !unordered;
    case Comparison::lt:
    case Comparison::lo:
      return a < b;
    case Comparison::le:
    case Comparison::ls:
      return a <= b;
    case Comparison::gt:
    case Comparison::hi:
      return a > b;
    case Comparison::ge:
    case Comparison::hs:
      return a >= b;
    case Comparison::equ:
      return a == b || unordered;
    case Comparison::neu:
      return a != b;
    case Comparison::ltu:
      return !(a >= b);
    case Comparison::leu:
      return !(a > b);
    case Comparison::gtu:
      return !(a <= b);
    case Comparison::geu:
      return !(a < b);
    case Comparison::num:
      return !unordered;
    case Comparison::nan:
      return unordered;
    case Comparison::none:
      break;
  }
  return false;
}

template <Comparison comparison, typename T, bool ftz>
inline u32 compare(const std::byte* a, const std::byte* b) {
  return gather_bits([&](int lane) {
    if constexpr (ftz)
      return holds<comparison>(flushed(get<T>(a, lane)), flushed(get<T>(b, lane)));
    else
      return holds<comparison>(get<T>(a, lane), get<T>(b, lane));
  });
}

/// setp: operands p, q, a, b, c; q and c may be absent. `immediate` is the boolean operation.
template <Comparison comparison, typename T, bool ftz>
void set_predicate(const Frame& frame, const Decoded& instruction, u32 active) {
  const auto& [p, q, a, b, c, unused] = instruction.operands;
  const u32 bits = compare<comparison, T, ftz>(frame.source(a), frame.source(b));
  const auto operation = static_cast<BooleanOp>(instruction.immediate);
  const u32 predicate = c == no_row ? 0 : frame.predicate(c);
  if (p != no_row) frame.set_predicate(p, combined(operation, bits, predicate), active);
  if (q != no_row) frame.set_predicate(q, combined(operation, ~bits, predicate), active);
}

/// set: operands d, a, b, c; the bits of true are above the boolean operation in `immediate`.
constexpr int truth_shift = 32;
template <Comparison comparison, typename T, bool ftz>
void set_value(const Frame& frame, const Decoded& instruction, u32 active) {
  const u32 bits = compare<comparison, T, ftz>(frame.source(instruction.operands[1]), frame.source(instruction.operands[2]));
  const Row c = instruction.operands[3];
  const auto truth = static_cast<u32>(instruction.immediate >> truth_shift);
  const u32 result = combined(static_cast<BooleanOp>(instruction.immediate & 0xff), bits, c == no_row ? 0 : frame.predicate(c));
  fill<u32>(frame.destination(instruction.operands[0]), active, [&](int lane) { return result >> lane & 1 ? truth : 0u; });
}

/// The operation for a comparison and source type: setp or set.
enum class Form { predicate, value };

template <Comparison comparison, typename T, bool ftz>
Execute of_form(Form form) {
  return form == Form::predicate ? &set_predicate<comparison, T, ftz> : &set_value<comparison, T, ftz>;
}

template <typename T, bool ftz>
Execute of_comparison(Comparison comparison, Form form) {
  constexpr bool floating = std::is_floating_point_v<T>;
  switch (comparison) {
    case Comparison::eq:
      return of_form<Comparison::eq, T, ftz>(form);
    case Comparison::ne:
      return of_form<Comparison::ne, T, ftz>(form);
    case Comparison::lo:
    case Comparison::lt:
      return of_form<Comparison::lt, T, ftz>(form);
    case Comparison::ls:
    case Comparison::le:
      return of_form<Comparison::le, T, ftz>(form);
    case Comparison::hi:
    case Comparison::gt:
      return of_form<Comparison::gt, T, ftz>(form);
    case Comparison::hs:
    case Comparison::ge:
      return of_form<Comparison::ge, T, ftz>(form);
    default:
      break;
  }
  if constexpr (floating) {
    switch (comparison) {
      case Comparison::equ:
        return of_form<Comparison::equ, T, ftz>(form);
      case Comparison::neu:
        return of_form<Comparison::neu, T, ftz>(form);
      case Comparison::ltu:
        return of_form<Comparison::ltu, T, ftz>(form);
      case Comparison::leu:
        return of_form<Comparison::leu, T, ftz>(form);
      case Comparison::gtu:
        return of_form<Comparison::gtu, T, ftz>(form);
      case Comparison::geu:
        return of_form<Comparison::geu, T, ftz>(form);
      case Comparison::num:
        return of_form<Comparison::num, T, ftz>(form);
      case Comparison::nan:
        return of_form<Comparison::nan, T, ftz>(form);
      default:
        break;
    }
  }
  return nullptr;
}

Execute comparison_of(Type type, const ptx::Modifiers& modifiers, Form form) {
  const Comparison comparison = modifiers.comparison;
  switch (type) {
    case Type::b16:
    case Type::u16:
      return of_comparison<u16, false>(comparison, form);
    case Type::s16:
      return of_comparison<s16, false>(comparison, form);
    case Type::b32:
    case Type::u32:
      return of_comparison<u32, false>(comparison, form);
    case Type::s32:
      return of_comparison<s32, false>(comparison, form);
    case Type::b64:
    case Type::u64:
      return of_comparison<u64, false>(comparison, form);
    case Type::s64:
      return of_comparison<s64, false>(comparison, form);
    case Type::f32:
      return modifiers.ftz ? of_comparison<f32, true>(comparison, form) : of_comparison<f32, false>(comparison, form);
    case Type::f64:
      return of_comparison<f64, false>(comparison, form);
    default:
      return nullptr;
  }
}

/// The bits that set writes for true: 1.0, or all ones.
u32 truth_of(Type type) {
  return type == Type::f32 ? 0x3f800000u : type == Type::f16 ? 0x3c00u : type == Type::bf16 ? 0x3f80u : all_lanes;
}

u8 cell_bytes(Type type) { return ptx::bits(type) == 64 ? 8 : 4; }

/// selp: the predicate selects the first or the second source.
template <typename T>
void select_by_predicate(const Frame& frame, const Decoded& instruction, u32 active) {
  const std::byte *a = frame.source(instruction.operands[1]), *b = frame.source(instruction.operands[2]);
  const u32 predicate = frame.predicate(instruction.operands[3]);
  fill<T>(frame.destination(instruction.operands[0]), active,
          [&](int lane) { return predicate >> lane & 1 ? get<T>(a, lane) : get<T>(b, lane); });
}

/// slct: the sign of the third source selects; a NaN selects the second.
template <bool ftz>
struct SelectBySign {
  template <typename T, typename C>
  static T apply(T a, T b, C c) {
    if constexpr (ftz) c = flushed(c);
    return c >= C{0} ? a : b;
  }
};

template <typename T>
bool has_property(ptx::TestProperty property, T x) {
  using ptx::TestProperty;
  const T magnitude = x < T{0} ? -x : x;
  const T largest = std::numeric_limits<T>::max(), smallest = std::numeric_limits<T>::min();
  switch (property) {
    case TestProperty::finite:
      return magnitude <= largest;
    case TestProperty::infinite:
      return magnitude > largest;
    case TestProperty::number:
      return x == x;
    case TestProperty::notanumber:
      return x != x;
    case TestProperty::normal:
      return (magnitude >= smallest && magnitude <= largest) || magnitude == T{0};  // PTX ISA, "testp": zeros count as normal
    case TestProperty::subnormal:
      return magnitude < smallest && magnitude > T{0};
    case TestProperty::none:
      break;
  }
  return false;
}

template <typename T>
void test_property(const Frame& frame, const Decoded& instruction, u32 active) {
  const std::byte* a = frame.source(instruction.operands[1]);
  const auto property = static_cast<ptx::TestProperty>(instruction.immediate);
  frame.set_predicate(instruction.operands[0], gather_bits([&](int lane) { return has_property(property, get<T>(a, lane)); }),
                      active);
}

}  // namespace

Operation select_setp(const ptx::Instruction& instruction, const ptx::Function&) {
  if (is_half(instruction.type)) return select_half_compare(instruction);
  const u8 cell = cell_bytes(instruction.type);
  return {comparison_of(instruction.type, instruction.modifiers, Form::predicate),
          {predicate_bytes, predicate_bytes, cell, cell, predicate_bytes},
          static_cast<u64>(instruction.modifiers.boolean)};
}

Operation select_set(const ptx::Instruction& instruction, const ptx::Function&) {
  if (is_half(instruction.source_type)) return select_half_compare(instruction);
  const u8 cell = cell_bytes(instruction.source_type);
  return {comparison_of(instruction.source_type, instruction.modifiers, Form::value),
          {4, cell, cell, predicate_bytes},
          static_cast<u64>(instruction.modifiers.boolean) | u64{truth_of(instruction.type)} << truth_shift};
}

Operation select_selp(const ptx::Instruction& instruction, const ptx::Function&) {
  const u8 cell = cell_bytes(instruction.type);
  return {cell == 8 ? &select_by_predicate<u64> : &select_by_predicate<u32>, {cell, cell, cell, predicate_bytes}};
}

Operation select_slct(const ptx::Instruction& instruction, const ptx::Function&) {
  const bool wide = ptx::bits(instruction.type) == 64;
  if (instruction.source_type == Type::s32) {
    return wide ? mapped<SelectBySign<false>, u64, u64, u64, s32>() : mapped<SelectBySign<false>, u32, u32, u32, s32>();
  }
  if (instruction.source_type != Type::f32) return {};
  if (instruction.modifiers.ftz) {
    return wide ? mapped<SelectBySign<true>, u64, u64, u64, f32>() : mapped<SelectBySign<true>, u32, u32, u32, f32>();
  }
  return wide ? mapped<SelectBySign<false>, u64, u64, u64, f32>() : mapped<SelectBySign<false>, u32, u32, u32, f32>();
}

Operation select_testp(const ptx::Instruction& instruction, const ptx::Function&) {
  const auto property = static_cast<u64>(instruction.modifiers.test);
  if (instruction.type == Type::f32) return {&test_property<f32>, {predicate_bytes, 4}, property};
  return instruction.type == Type::f64 ? Operation{&test_property<f64>, {predicate_bytes, 8}, property} : Operation{};
}

}  // namespace warplens::simt::WARPLENS_ISA
