#include "ptx/form.h"

#include <array>

namespace warplens::ptx {
namespace {

using enum SuffixGroup;

constexpr Types b16_64 = types(Type::b16, Type::b32, Type::b64);
constexpr Types unsigned_16_64 = types(Type::u16, Type::u32, Type::u64);
constexpr Types signed_16_64 = types(Type::s16, Type::s32, Type::s64);
constexpr Types integers = unsigned_16_64 | signed_16_64;
constexpr Types words = types(Type::u32, Type::s32);
constexpr Types words_and_longs = types(Type::u32, Type::s32, Type::u64, Type::s64);
constexpr Types floats = types(Type::f32, Type::f64);
constexpr Types bytes8 = types(Type::b8, Type::u8, Type::s8);
constexpr Types predicate = types(Type::pred);
constexpr Types memory = b16_64 | integers | floats | bytes8;
constexpr Types convertible = integers | floats | types(Type::u8, Type::s8);
constexpr Types b32 = types(Type::b32);
constexpr Types b32_64 = types(Type::b32, Type::b64);

constexpr SuffixGroups float_suffixes = groups(rounding, ftz, sat);
constexpr SuffixGroups memory_suffixes = groups(space, ordering, scope, vector, cache, prefetch);
constexpr SuffixGroups special_suffixes = groups(precision, rounding, ftz);

/// In the order of the opcodes.
constexpr std::array forms{
    Form{Opcode::abs, signed_16_64 | floats, 0, groups(ftz), 0, "ds"},
    Form{Opcode::add, integers | floats, 0, float_suffixes, 0, "dss"},
    Form{Opcode::and_, b16_64 | predicate, 0, 0, 0, "dss"},
    Form{Opcode::atom, b32_64 | words_and_longs | floats, 0, groups(space, ordering, scope, atomic), groups(atomic), ""},
    Form{Opcode::bar, types(Type::u32, Type::pred), 0, groups(barrier, warp_barrier, aligned, boolean, count), groups(barrier),
         ""},
    Form{Opcode::barrier, types(Type::u32, Type::pred), 0, groups(barrier, aligned, boolean, count), groups(barrier), ""},
    Form{Opcode::bfe, words_and_longs, 0, 0, 0, "dsuu"},
    Form{Opcode::bfi, b32_64, 0, 0, 0, "dssuu"},
    Form{Opcode::bfind, words_and_longs, 0, groups(shift_amount), 0, "cs"},
    Form{Opcode::bra, 0, 0, groups(uniform), 0, "b"},
    Form{Opcode::brev, b32_64, 0, 0, 0, "ds"},
    Form{Opcode::clz, b32_64, 0, 0, 0, "cs"},
    Form{Opcode::copysign, floats, 0, 0, 0, "dss"},
    Form{Opcode::cos, types(Type::f32), 0, special_suffixes, groups(precision), "ds"},
    Form{Opcode::cvt, convertible, convertible, float_suffixes, 0, "lt"},
    Form{Opcode::cvta, types(Type::u64), 0, groups(to, space), groups(space), "dC"},
    Form{Opcode::div, integers | floats, 0, special_suffixes, 0, "dss"},
    Form{Opcode::ex2, types(Type::f32), 0, special_suffixes, groups(precision), "ds"},
    Form{Opcode::exit, 0, 0, 0, 0, ""},
    Form{Opcode::fence, 0, 0, groups(ordering, scope), groups(scope), ""},
    Form{Opcode::fma, floats, 0, float_suffixes, groups(rounding), "dsss"},
    Form{Opcode::ld, memory, 0, memory_suffixes | groups(read_only), 0, "la"},
    Form{Opcode::ldu, memory, 0, groups(space, vector), 0, "la"},
    Form{Opcode::lg2, types(Type::f32), 0, special_suffixes, groups(precision), "ds"},
    Form{Opcode::lop3, b32, 0, 0, 0, "dsssi"},
    Form{Opcode::mad, integers | floats, 0, groups(part) | float_suffixes, 0, "Dssw"},
    Form{Opcode::max, integers | floats, 0, groups(ftz, nan), 0, "dss"},
    Form{Opcode::membar, 0, 0, groups(scope), groups(scope), ""},
    Form{Opcode::min, integers | floats, 0, groups(ftz, nan), 0, "dss"},
    Form{Opcode::mov, b16_64 | integers | floats | predicate, 0, 0, 0, "mM"},
    Form{Opcode::mul, integers | floats, 0, groups(part) | float_suffixes, 0, "Dss"},
    Form{Opcode::mul24, words, 0, groups(part), groups(part), "dss"},
    Form{Opcode::mad24, words, 0, groups(part), groups(part), "dsss"},
    Form{Opcode::neg, signed_16_64 | floats, 0, groups(ftz), 0, "ds"},
    Form{Opcode::not_, b16_64 | predicate, 0, 0, 0, "ds"},
    Form{Opcode::or_, b16_64 | predicate, 0, 0, 0, "dss"},
    Form{Opcode::popc, b32_64, 0, 0, 0, "cs"},
    Form{Opcode::prmt, b32, 0, groups(permute), 0, "dssu"},
    Form{Opcode::rcp, floats, 0, special_suffixes, 0, "ds"},
    Form{Opcode::red, b32_64 | words_and_longs | floats, 0, groups(space, ordering, scope, atomic), groups(atomic), "as"},
    Form{Opcode::rem, integers, 0, 0, 0, "dss"},
    Form{Opcode::ret, 0, 0, groups(uniform), 0, ""},
    Form{Opcode::rsqrt, floats, 0, special_suffixes, groups(precision), "ds"},
    Form{Opcode::sad, integers, 0, 0, 0, "dsss"},
    Form{Opcode::selp, b16_64 | integers | floats, 0, 0, 0, "dssp"},
    Form{Opcode::set, types(Type::u32, Type::s32, Type::f32), b16_64 | integers | floats, groups(comparison, boolean, ftz),
         groups(comparison), ""},
    Form{Opcode::setp, b16_64 | integers | floats, 0, groups(comparison, boolean, ftz), groups(comparison), ""},
    Form{Opcode::shf, b32, 0, groups(shift_side, shift), groups(shift_side, shift), "dssu"},
    Form{Opcode::shfl, b32, 0, groups(sync, shuffle), groups(sync, shuffle), "Ssuuu"},
    Form{Opcode::shl, b16_64, 0, 0, 0, "dsu"},
    Form{Opcode::shr, b16_64 | integers, 0, 0, 0, "dsu"},
    Form{Opcode::sin, types(Type::f32), 0, special_suffixes, groups(precision), "ds"},
    Form{Opcode::slct, b16_64 | integers | floats, types(Type::s32, Type::f32), groups(ftz), 0, "dsst"},
    Form{Opcode::sqrt, floats, 0, special_suffixes, 0, "ds"},
    Form{Opcode::st, memory, 0, memory_suffixes, 0, "av"},
    Form{Opcode::sub, integers | floats, 0, float_suffixes, 0, "dss"},
    Form{Opcode::testp, floats, 0, groups(test), groups(test), "qs"},
    Form{Opcode::trap, 0, 0, 0, 0, ""},
    Form{Opcode::vote, types(Type::pred, Type::b32), 0, groups(sync, vote), groups(sync, vote), ""},
    Form{Opcode::activemask, b32, 0, 0, 0, "d"},
    Form{Opcode::xor_, b16_64 | predicate, 0, 0, 0, "dss"},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < forms.size(); ++i) {
    if (static_cast<std::size_t>(forms[i].opcode) != i) return false;
  }
  return static_cast<std::size_t>(Opcode::xor_) + 1 == forms.size();
}
static_assert(in_order(), "a form for every opcode, in the order of the opcodes");

std::string barrier_roles(const Modifiers& modifiers) {
  switch (modifiers.barrier) {
    case BarrierMode::sync:
      return "uu?";
    case BarrierMode::arrive:
      return "uu";
    case BarrierMode::warp_sync:
      return "u";
    default:
      return modifiers.boolean == BooleanOp::none ? "cun" : "qun";
  }
}

}  // namespace

const Form& form(Opcode opcode) { return forms[static_cast<std::size_t>(opcode)]; }

std::string operand_roles(const Instruction& instruction) {
  const Modifiers& modifiers = instruction.modifiers;
  switch (instruction.opcode) {
    case Opcode::atom:
      return modifiers.atomic == AtomicOp::cas ? "rass" : "ras";
    case Opcode::bar:
    case Opcode::barrier:
      return barrier_roles(modifiers);
    case Opcode::setp:
      return modifiers.boolean == BooleanOp::none ? "Pss" : "Pssn";
    case Opcode::set:
      return modifiers.boolean == BooleanOp::none ? "dtt" : "dttn";
    case Opcode::vote:
      return modifiers.vote == VoteMode::ballot ? "dnu" : "qnu";
    default:
      return std::string(form(instruction.opcode).operands);
  }
}

}  // namespace warplens::ptx
