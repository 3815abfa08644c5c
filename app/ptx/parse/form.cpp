#include "ptx/parse/form.h"

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
constexpr Types b128 = types(Type::b128);
constexpr Types memory = b16_64 | b128 | integers | floats | bytes8;
constexpr Types singles2 = types(Type::f32x2);
constexpr Types mixed = types(Type::f16, Type::bf16);  // what is added to .f32
constexpr Types halves = types(Type::f16, Type::f16x2, Type::bf16, Type::bf16x2);
constexpr Types pairs = types(Type::u16x2, Type::s16x2);
constexpr Types convertible = integers | floats | types(Type::u8, Type::s8, Type::f16, Type::bf16);
constexpr Types packed_halves = types(Type::f16x2, Type::bf16x2);
constexpr Types tiny = types(Type::e4m3x2, Type::e5m2x2, Type::e2m3x2, Type::e3m2x2, Type::e2m1x2, Type::ue8m0x2);
constexpr Types b32 = types(Type::b32);
constexpr Types b64 = types(Type::b64);
constexpr Types stack_pointer = types(Type::u64);
constexpr Types b32_64 = types(Type::b32, Type::b64);
constexpr Types atomics = types(Type::b16) | b32_64 | b128 | words_and_longs | floats | halves;

constexpr Types multiplied =
    types(Type::f16, Type::bf16, Type::tf32, Type::f64, Type::s8, Type::u8, Type::s4, Type::u4) | types(Type::e4m3, Type::e5m2);

constexpr Types wmma_types = types(Type::f16, Type::bf16, Type::tf32, Type::f64, Type::s8, Type::u8);

constexpr SuffixGroups matrix_memory_required = groups(sync, aligned, shape, matrices);
constexpr SuffixGroups matrix_memory_suffixes = matrix_memory_required | groups(transposed, space);
constexpr SuffixGroups float_suffixes = groups(rounding, ftz, sat);
constexpr SuffixGroups memory_suffixes = groups(space, ordering, scope, vector, cache, prefetch, cache_hint, memory_mapped);
constexpr SuffixGroups atomic_suffixes = groups(space, ordering, scope, atomic, noftz, vector, cache_hint);
constexpr SuffixGroups special_suffixes = groups(precision, rounding, ftz);
constexpr SuffixGroups extreme_suffixes = groups(ftz, nan, xorsign, absolute, relu);
constexpr SuffixGroups barrier_suffixes = groups(barrier, cta, aligned, boolean, count);

/// In the order of the opcodes.
constexpr std::array forms{
    Form{Opcode::abs, signed_16_64 | floats | halves, 0, groups(ftz), 0, "ds"},
    Form{Opcode::activemask, b32, 0, 0, 0, "d"},
    Form{Opcode::add, integers | floats | halves | pairs | singles2, mixed, float_suffixes | groups(carry), 0, ""},
    Form{Opcode::addc, words_and_longs, 0, groups(carry), 0, "dss"},
    Form{Opcode::and_, b16_64 | predicate, 0, 0, 0, "dss"},
    Form{Opcode::applypriority, 0, 0, groups(space, cache), 0, "ai"},
    Form{Opcode::atom, atomics, 0, atomic_suffixes, groups(atomic), ""},
    Form{Opcode::bar, types(Type::u32, Type::pred), 0, barrier_suffixes | groups(warp_barrier), groups(barrier), ""},
    Form{Opcode::barrier, types(Type::u32, Type::pred), 0, barrier_suffixes, groups(barrier), ""},
    Form{Opcode::bfe, words_and_longs, 0, 0, 0, "dsuu"},
    Form{Opcode::bfi, b32_64, 0, 0, 0, "dssuu"},
    Form{Opcode::bfind, words_and_longs, 0, groups(shift_amount), 0, "cs"},
    Form{Opcode::bmsk, b32, 0, groups(shift), groups(shift), "dss"},
    Form{Opcode::bra, 0, 0, groups(uniform), 0, "b"},
    Form{Opcode::brev, b32_64, 0, 0, 0, "ds"},
    Form{Opcode::clz, b32_64, 0, 0, 0, "cs"},
    Form{Opcode::cnot, b16_64, 0, 0, 0, "ds"},
    Form{Opcode::copysign, floats, 0, 0, 0, "dss"},
    Form{Opcode::cos, types(Type::f32), 0, special_suffixes, groups(precision), "ds"},
    Form{Opcode::cp, b64, 0,
         groups(async, copy, copied_to, copied_from, cache_hint, prefetch, mbarrier, no_increment, completion),
         groups(async, copy), ""},
    Form{Opcode::createpolicy, b64, 0, groups(policy, space, cache), groups(policy), ""},
    Form{Opcode::cvt, convertible | packed_halves | tiny | types(Type::tf32), convertible | packed_halves | tiny,
         float_suffixes | groups(relu, pack, finite), 0, "", b32},
    Form{Opcode::cvta, types(Type::u64), 0, groups(to, space), groups(space), "dC"},
    Form{Opcode::discard, 0, 0, groups(space, cache), groups(cache), "ai"},
    Form{Opcode::div, integers | floats, 0, special_suffixes, 0, "dss"},
    Form{Opcode::dp2a, words, words, groups(part), groups(part), "cstu"},
    Form{Opcode::dp4a, words, words, 0, 0, "cstu"},
    Form{Opcode::elect, 0, 0, groups(sync), groups(sync), "ku"},
    Form{Opcode::ex2, types(Type::f32) | halves, 0, special_suffixes, groups(precision), "ds"},
    Form{Opcode::exit, 0, 0, 0, 0, ""},
    Form{Opcode::fence, 0, 0, groups(ordering, scope, proxy, proxy_kind, proxied), 0, ""},
    Form{Opcode::fma, floats | halves | singles2, mixed, float_suffixes | groups(relu), groups(rounding), ""},
    Form{Opcode::fns, b32, 0, 0, 0, "dsss"},
    Form{Opcode::griddepcontrol, 0, 0, groups(dependency), groups(dependency), ""},
    Form{Opcode::isspacep, 0, 0, groups(space), groups(space), "qx"},
    Form{Opcode::ld, memory, 0, memory_suffixes | groups(read_only), 0, ""},
    Form{Opcode::ldmatrix, types(Type::b16), 0, matrix_memory_suffixes, matrix_memory_required, "1a"},
    Form{Opcode::ldu, memory, 0, groups(space, vector), 0, "la"},
    Form{Opcode::lg2, types(Type::f32), 0, special_suffixes, groups(precision), "ds"},
    Form{Opcode::lop3, b32, 0, groups(boolean), 0, ""},
    Form{Opcode::mad, integers | floats, 0, groups(part, carry) | float_suffixes, 0, "Dssw"},
    Form{Opcode::mad24, words, 0, groups(part, sat), groups(part), "dsss"},
    Form{Opcode::madc, words_and_longs, 0, groups(part, carry), groups(part), "dsss"},
    Form{Opcode::match, b32_64, 0, groups(vote, sync), groups(vote, sync), ""},
    Form{Opcode::max, integers | floats | halves | pairs, 0, extreme_suffixes, 0, ""},
    Form{Opcode::mbarrier, b64, 0, groups(mbarrier, transaction, no_complete, parity, ordering, scope, space), 0, ""},
    Form{Opcode::membar, 0, 0, groups(scope, proxy, proxy_kind, proxied), 0, ""},
    Form{Opcode::min, integers | floats | halves | pairs, 0, extreme_suffixes, 0, ""},
    Form{Opcode::mma, types(Type::f16, Type::f32, Type::f64, Type::s32), multiplied,
         groups(sync, aligned, shape, layout_a, layout_b, finite), groups(sync, aligned, shape, layout_a, layout_b), "1234",
         multiplied, types(Type::f16, Type::f32, Type::f64, Type::s32)},
    Form{Opcode::mov, b16_64 | b128 | integers | floats | predicate, 0, groups(vector), 0, "mM"},
    Form{Opcode::movmatrix, types(Type::b16), 0, groups(sync, aligned, shape, transposed),
         groups(sync, aligned, shape, transposed), "cu"},
    Form{Opcode::mul, integers | floats | halves | singles2, 0, groups(part) | float_suffixes, 0, "Dss"},
    Form{Opcode::mul24, words, 0, groups(part), groups(part), "dss"},
    Form{Opcode::nanosleep, types(Type::u32), 0, 0, 0, "s"},
    Form{Opcode::neg, signed_16_64 | floats | halves, 0, groups(ftz), 0, "ds"},
    Form{Opcode::not_, b16_64 | predicate, 0, 0, 0, "ds"},
    Form{Opcode::or_, b16_64 | predicate, 0, 0, 0, "dss"},
    Form{Opcode::pmevent, 0, 0, groups(mask), 0, "i"},
    Form{Opcode::popc, b32_64, 0, 0, 0, "cs"},
    Form{Opcode::prefetch, 0, 0, groups(space, cache), groups(cache), "a"},
    Form{Opcode::prefetchu, 0, 0, groups(cache), groups(cache), "a"},
    Form{Opcode::prmt, b32, 0, groups(permute), 0, "dssu"},
    Form{Opcode::rcp, floats, 0, special_suffixes, 0, "ds"},
    Form{Opcode::red, b32_64 | words_and_longs | floats | halves, 0, atomic_suffixes, groups(atomic), ""},
    Form{Opcode::redux, b32 | words | types(Type::f32), 0, groups(sync, atomic, nan, absolute), groups(sync, atomic), "dsu"},
    Form{Opcode::rem, integers, 0, 0, 0, "dss"},
    Form{Opcode::ret, 0, 0, groups(uniform), 0, ""},
    Form{Opcode::rsqrt, floats, 0, special_suffixes, groups(precision), "ds"},
    Form{Opcode::sad, integers, 0, 0, 0, "dsss"},
    Form{Opcode::selp, b16_64 | integers | floats, 0, 0, 0, "dssp"},
    Form{Opcode::set, types(Type::u16, Type::s16, Type::u32, Type::s32, Type::f32) | halves, b16_64 | integers | floats | halves,
         groups(comparison, boolean, ftz), groups(comparison), ""},
    Form{Opcode::setp, b16_64 | integers | floats | halves, 0, groups(comparison, boolean, ftz), groups(comparison), ""},
    Form{Opcode::shf, b32, 0, groups(shift_side, shift), groups(shift_side, shift), "dssu"},
    Form{Opcode::shfl, b32, 0, groups(sync, shuffle), groups(shuffle), ""},
    Form{Opcode::shl, b16_64, 0, 0, 0, "dsu"},
    Form{Opcode::shr, b16_64 | integers, 0, 0, 0, "dsu"},
    Form{Opcode::sin, types(Type::f32), 0, special_suffixes, groups(precision), "ds"},
    Form{Opcode::slct, b16_64 | integers | floats, types(Type::s32, Type::f32), groups(ftz), 0, "dsst"},
    Form{Opcode::sqrt, floats, 0, special_suffixes, 0, "ds"},
    Form{Opcode::st, memory, 0, memory_suffixes | groups(async_store, completion), 0, ""},
    Form{Opcode::stmatrix, types(Type::b16), 0, matrix_memory_suffixes, matrix_memory_required, "a2"},
    Form{Opcode::sub, integers | floats | halves | singles2, mixed, float_suffixes | groups(carry), 0, ""},
    Form{Opcode::subc, words_and_longs, 0, groups(carry), 0, "dss"},
    Form{Opcode::szext, words, 0, groups(shift), groups(shift), "dsu"},
    Form{Opcode::tanh, types(Type::f32) | halves, 0, groups(precision), groups(precision), "ds"},
    Form{Opcode::testp, floats, 0, groups(test), groups(test), "qs"},
    Form{Opcode::trap, 0, 0, 0, 0, ""},
    Form{Opcode::vabsdiff, words, words, groups(sat, secondary), 0, "duuu?", words},
    Form{Opcode::vabsdiff2, words, words, groups(sat, secondary), 0, "duuu", words},
    Form{Opcode::vabsdiff4, words, words, groups(sat, secondary), 0, "duuu", words},
    Form{Opcode::vadd, words, words, groups(sat, secondary), 0, "duuu?", words},
    Form{Opcode::vadd2, words, words, groups(sat, secondary), 0, "duuu", words},
    Form{Opcode::vadd4, words, words, groups(sat, secondary), 0, "duuu", words},
    Form{Opcode::vavrg2, words, words, groups(sat, secondary), 0, "duuu", words},
    Form{Opcode::vavrg4, words, words, groups(sat, secondary), 0, "duuu", words},
    Form{Opcode::vmad, words, words, groups(sat, plus_one, scale), 0, "duuu", words},
    Form{Opcode::vmax, words, words, groups(sat, secondary), 0, "duuu?", words},
    Form{Opcode::vmax2, words, words, groups(sat, secondary), 0, "duuu", words},
    Form{Opcode::vmax4, words, words, groups(sat, secondary), 0, "duuu", words},
    Form{Opcode::vmin, words, words, groups(sat, secondary), 0, "duuu?", words},
    Form{Opcode::vmin2, words, words, groups(sat, secondary), 0, "duuu", words},
    Form{Opcode::vmin4, words, words, groups(sat, secondary), 0, "duuu", words},
    Form{Opcode::vset, words, words, groups(comparison, secondary), groups(comparison), "duuu?"},
    Form{Opcode::vset2, words, words, groups(comparison, secondary), groups(comparison), "duuu"},
    Form{Opcode::vset4, words, words, groups(comparison, secondary), groups(comparison), "duuu"},
    Form{Opcode::vshl, words, words, groups(sat, shift, secondary), groups(shift), "duuu?", types(Type::u32)},
    Form{Opcode::vshr, words, words, groups(sat, shift, secondary), groups(shift), "duuu?", types(Type::u32)},
    Form{Opcode::vsub, words, words, groups(sat, secondary), 0, "duuu?", words},
    Form{Opcode::vsub2, words, words, groups(sat, secondary), 0, "duuu", words},
    Form{Opcode::vsub4, words, words, groups(sat, secondary), 0, "duuu", words},
    Form{Opcode::vote, types(Type::pred, Type::b32), 0, groups(sync, vote), groups(vote), ""},
    Form{Opcode::wmma, wmma_types | types(Type::f32, Type::s32), wmma_types | types(Type::f32),
         groups(step, matrix, sync, aligned, shape, layout_a, layout_b, finite, space),
         groups(step, sync, aligned, shape, layout_a), "", wmma_types, types(Type::f16, Type::f32, Type::f64, Type::s32)},
    Form{Opcode::alloca, stack_pointer, 0, 0, 0, "dsi?"},
    Form{Opcode::brkpt, 0, 0, 0, 0, ""},
    Form{Opcode::brx, 0, 0, groups(uniform, branch_table), groups(branch_table), ""},
    Form{Opcode::call, 0, 0, groups(uniform), 0, ""},
    Form{Opcode::stackrestore, stack_pointer, 0, 0, 0, "s"},
    Form{Opcode::stacksave, stack_pointer, 0, 0, 0, "d"},
    Form{Opcode::xor_, b16_64 | predicate, 0, 0, 0, "dss"},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < forms.size(); ++i) {
    if (static_cast<std::size_t>(forms[i].opcode) != i) return false;
  }
  return static_cast<std::size_t>(Opcode::xor_) + 1 == forms.size();
}
static_assert(in_order(), "a form for every opcode, in the order of the opcodes");

/// Roles of a barrier with `written` operands: the number of participating threads is optional.
std::string barrier_roles(const Modifiers& modifiers, std::size_t written) {
  constexpr std::size_t all = 4;
  switch (modifiers.barrier) {
    case BarrierMode::sync:
      return "uu?";
    case BarrierMode::arrive:
      return "uu";
    case BarrierMode::warp_sync:
      return "u";
    default:
      return (modifiers.boolean == BooleanOp::none ? "cu" : "qu") + std::string(written >= all ? "un" : "n");
  }
}

std::string copy_roles(const Modifiers& modifiers, std::size_t written) {
  constexpr std::size_t with_source_size = 4;
  switch (modifiers.copy) {
    case CopyStep::copy:
    case CopyStep::copy_by_16: {
      if (!modifiers.cache_hint) return "aaij?";
      return written > with_source_size ? "aaijx" : "aaix";
    }
    case CopyStep::wait_group:
      return "i";
    case CopyStep::mbarrier_arrive:
      return "a";
    case CopyStep::bulk:
      return modifiers.cache_hint ? "aauax" : "aaua";
    default:
      return "";
  }
}

std::string mbarrier_roles(const Modifiers& modifiers) {
  switch (modifiers.mbarrier) {
    case MbarrierOp::init:
    case MbarrierOp::expect_tx:
    case MbarrierOp::complete_tx:
      return "au";
    case MbarrierOp::arrive:
    case MbarrierOp::arrive_drop:
      return modifiers.expects || modifiers.no_complete ? "rau" : "rau?";
    case MbarrierOp::test_wait:
      return modifiers.parity ? "qau" : "qax";
    case MbarrierOp::try_wait:
      return modifiers.parity ? "qauu?" : "qaxu?";
    case MbarrierOp::pending_count:
      return "cx";
    default:
      return "a";
  }
}

std::string policy_roles(const Modifiers& modifiers) {
  switch (modifiers.policy) {
    case PolicySource::fraction:
      return "df?";
    case PolicySource::range:
      return "dauu";
    default:
      return "dx";
  }
}

std::string convert_roles(const Instruction& instruction) {
  if (instruction.modifiers.pack) return instruction.third_type == Type::none ? "ltt" : "lttu";
  if (types(instruction.type) & tiny) return instruction.source_type == Type::f32 ? "dtt" : "dt";
  if (instruction.modifiers.rounding == Rounding::rs) return "lttu";
  return (types(instruction.type) & packed_halves) && instruction.source_type == Type::f32 ? "ltt" : "lt";
}

/// Of .f32 there may be three values, whose signs are then not multiplied.
std::string extreme_roles(const Instruction& instruction) {
  const bool three = instruction.type == Type::f32 && !instruction.modifiers.xorsign;
  return three ? instruction.modifiers.magnitudes ? "dsss" : "dsss?" : "dss";
}

}  // namespace

const Form& form(Opcode opcode) { return forms[static_cast<std::size_t>(opcode)]; }

std::string operand_roles(const Instruction& instruction, std::size_t written) {
  const Modifiers& modifiers = instruction.modifiers;
  const std::string policy = modifiers.cache_hint ? "x" : "";
  switch (instruction.opcode) {
    case Opcode::atom:
      if (instruction.vector > 1) return "lav" + policy;
      return (modifiers.atomic == AtomicOp::cas ? "rass" : "ras") + policy;
    case Opcode::red:
      return (instruction.vector > 1 ? "av" : "as") + policy;
    case Opcode::ld:
      return "la" + policy;
    case Opcode::st:
      return (modifiers.copy == CopyStep::store ? "ava" : "av") + policy;
    case Opcode::bar:
    case Opcode::barrier:
      return barrier_roles(modifiers, written);
    case Opcode::cp:
      return copy_roles(modifiers, written);
    case Opcode::mbarrier:
      return mbarrier_roles(modifiers);
    case Opcode::createpolicy:
      return policy_roles(modifiers);
    case Opcode::add:
    case Opcode::sub:
      return instruction.source_type == Type::none ? "dss" : "dts";
    case Opcode::fma:
      return instruction.source_type == Type::none ? "dsss" : "dtts";
    case Opcode::min:
    case Opcode::max:
      return extreme_roles(instruction);
    case Opcode::cvt:
      return convert_roles(instruction);
    case Opcode::fence:
      return modifiers.proxy == Proxy::tensormap && modifiers.ordering == Ordering::acquire ? "ai" : "";
    case Opcode::lop3:
      return modifiers.boolean == BooleanOp::none ? "rsssi" : "ksssin";
    case Opcode::match:
      return modifiers.vote == VoteMode::all ? "Ksu" : "csu";
    case Opcode::setp:
      return modifiers.boolean == BooleanOp::none ? "Pss" : "Pssn";
    case Opcode::set:
      return modifiers.boolean == BooleanOp::none ? "dtt" : "dttn";
    case Opcode::shfl:
      return modifiers.sync ? "Ssuuu" : "Ssuu";
    case Opcode::wmma:
      return modifiers.step == MatrixStep::load ? "1au?" : modifiers.step == MatrixStep::store ? "a2u?" : "1234";
    case Opcode::vote:
      return (modifiers.vote == VoteMode::ballot ? "dn" : "qn") + std::string(modifiers.sync ? "u" : "");
    default:
      return std::string(form(instruction.opcode).operands);
  }
}

std::size_t operands_but_policy(const Instruction& instruction) {
  const bool policy = instruction.modifiers.cache_hint && !instruction.operands.empty();
  return instruction.operands.size() - (policy ? 1 : 0);
}

}  // namespace warplens::ptx
