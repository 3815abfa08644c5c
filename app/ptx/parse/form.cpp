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

constexpr Types texel_bits = types(Type::b8) | types(Type::b16, Type::b32, Type::b64);
constexpr Types fetched_types = types(Type::f32, Type::u32, Type::s32);
constexpr Types coordinate_types = types(Type::f32, Type::s32);

constexpr SuffixGroups surface_required = groups(unformatted, texture_shape, outside);
constexpr SuffixGroups matrix_memory_required = groups(sync, aligned, shape, matrices);
constexpr SuffixGroups matrix_memory_suffixes = matrix_memory_required | groups(transposed, space);
constexpr SuffixGroups float_suffixes = groups(rounding, ftz, sat);
constexpr SuffixGroups memory_suffixes = groups(space, ordering, scope, vector, cache, prefetch, cache_hint, memory_mapped);
constexpr SuffixGroups atomic_suffixes = groups(space, ordering, scope, atomic, noftz, vector, cache_hint);
constexpr SuffixGroups special_suffixes = groups(precision, rounding, ftz);
constexpr SuffixGroups extreme_suffixes = groups(ftz, nan, xorsign, absolute, relu);
constexpr SuffixGroups barrier_suffixes = groups(barrier, cta, aligned, boolean, count);

// Operands that depend on an instruction's suffixes or types.

/// Roles of a barrier with `written` operands: the number of participating threads is optional.
std::string barrier_roles(const Instruction& instruction, std::size_t written) {
  const Modifiers& modifiers = instruction.modifiers;
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

std::string copy_roles(const Instruction& instruction, std::size_t written) {
  const Modifiers& modifiers = instruction.modifiers;
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

std::string mbarrier_roles(const Instruction& instruction) {
  const Modifiers& modifiers = instruction.modifiers;
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

std::string policy_roles(const Instruction& instruction) {
  switch (instruction.modifiers.policy) {
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

std::string sum_roles(const Instruction& instruction) { return instruction.source_type == Type::none ? "dss" : "dts"; }

std::string fma_roles(const Instruction& instruction) { return instruction.source_type == Type::none ? "dsss" : "dtts"; }

/// These may have a cache policy.
std::string with_policy(std::string roles, const Instruction& instruction) {
  return instruction.modifiers.cache_hint ? roles + "x" : roles;
}

std::string atom_roles(const Instruction& instruction) {
  const bool swaps = instruction.modifiers.atomic == AtomicOp::cas;
  return with_policy(instruction.vector > 1 ? "lav" : swaps ? "rass" : "ras", instruction);
}

std::string red_roles(const Instruction& instruction) { return with_policy(instruction.vector > 1 ? "av" : "as", instruction); }

std::string ld_roles(const Instruction& instruction) { return with_policy("la", instruction); }

std::string st_roles(const Instruction& instruction) {
  return with_policy(instruction.modifiers.copy == CopyStep::store ? "ava" : "av", instruction);
}

std::string fence_roles(const Instruction& instruction) {
  const Modifiers& modifiers = instruction.modifiers;
  return modifiers.proxy == Proxy::tensormap && modifiers.ordering == Ordering::acquire ? "ai" : "";
}

/// Whether it combines its result with a predicate.
bool combines(const Instruction& instruction) { return instruction.modifiers.boolean != BooleanOp::none; }

std::string lop3_roles(const Instruction& instruction) { return combines(instruction) ? "ksssin" : "rsssi"; }

std::string setp_roles(const Instruction& instruction) { return combines(instruction) ? "Pssn" : "Pss"; }

std::string set_roles(const Instruction& instruction) { return combines(instruction) ? "dttn" : "dtt"; }

std::string match_roles(const Instruction& instruction) { return instruction.modifiers.vote == VoteMode::all ? "Ksu" : "csu"; }

std::string shfl_roles(const Instruction& instruction) { return instruction.modifiers.sync ? "Ssuuu" : "Ssuu"; }

std::string vote_roles(const Instruction& instruction) {
  const bool sync = instruction.modifiers.sync;
  return instruction.modifiers.vote == VoteMode::ballot ? sync ? "dnu" : "dn" : sync ? "qnu" : "qn";
}

std::string tex_roles(const Instruction& instruction) {
  const MipmapChoice mipmap = instruction.modifiers.mipmap;
  return mipmap == MipmapChoice::level ? "FTf" : mipmap == MipmapChoice::gradient ? "FTGG" : "FT";
}

std::string wmma_roles(const Instruction& instruction) {
  const MatrixStep step = instruction.modifiers.step;
  return step == MatrixStep::load ? "1au?" : step == MatrixStep::store ? "a2u?" : "1234";
}

/// In the order of the opcodes.
constexpr std::array forms{
#define OPERATION(opcode, klass, since, target, ...) Form{__VA_ARGS__},
#define EFFECT OPERATION
#include "ptx/instructions.inc"
};

}  // namespace

const Form& form(Opcode opcode) { return forms[static_cast<std::size_t>(opcode)]; }

std::string operand_roles(const Instruction& instruction, std::size_t written) {
  const Operands& operands = form(instruction.opcode).operands;
  if (operands.by_number != nullptr) return operands.by_number(instruction, written);
  return operands.by_suffixes != nullptr ? operands.by_suffixes(instruction) : std::string(operands.letters);
}

std::size_t operands_but_policy(const Instruction& instruction) {
  const bool policy = instruction.modifiers.cache_hint && !instruction.operands.empty();
  return instruction.operands.size() - (policy ? 1 : 0);
}

}  // namespace warplens::ptx
