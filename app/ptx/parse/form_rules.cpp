#include "ptx/matrix.h"
#include "ptx/parse/form.h"

// Valid combinations of suffixes and types (PTX ISA, "Instruction Set", each instruction's "Semantics" and notes).
// One function per rule, which returns what is wrong, or null.

namespace warplens::ptx {
namespace {

bool is_integral(Rounding rounding) { return rounding >= Rounding::rni; }
bool is_float(Type type) { return kind(type) == TypeKind::floating; }
bool is_signed(Type type) { return kind(type) == TypeKind::signed_integer; }
bool is_packed_half(Type type) { return type == Type::f16x2 || type == Type::bf16x2; }
bool is_f16(Type type) { return type == Type::f16 || type == Type::f16x2; }
bool is_bf16(Type type) { return type == Type::bf16 || type == Type::bf16x2; }
bool is_half(Type type) { return is_f16(type) || is_bf16(type); }
bool is_pair(Type type) { return type == Type::u16x2 || type == Type::s16x2; }

/// The type that comparison, flushing and rounding suffixes apply to.
Type computed_type(const Instruction& instruction) {
  return instruction.source_type != Type::none ? instruction.source_type : instruction.type;
}

const char* comparison_rule(const Instruction& instruction) {
  const Comparison comparison = instruction.modifiers.comparison;
  if (comparison == Comparison::none) return nullptr;
  const auto fits = [&] {
    switch (kind(computed_type(instruction))) {
      case TypeKind::floating:
        return comparison <= Comparison::ge || comparison >= Comparison::equ;
      case TypeKind::unsigned_integer:
        return comparison <= Comparison::hs;
      case TypeKind::signed_integer:
        return comparison <= Comparison::ge;
      default:
        return comparison <= Comparison::ne;
    }
  };
  if (!fits()) return "this comparison means nothing for its type";
  if (instruction.opcode != Opcode::set) return nullptr;
  const Type to = instruction.type, from = instruction.source_type;
  const bool to_integer = kind(to) != TypeKind::floating;
  if (is_packed_half(to) || is_packed_half(from))
    return to == from || (to_integer && bits(to) == 32) ? nullptr : "these types do not go together";
  if (bits(to) == 16 && to_integer) return is_half(from) ? nullptr : "a result of 16 bits is for half-precision sources";
  const bool mixed = is_half(from) && (to == Type::f32 || (is_half(to) && to != from));
  return !mixed ? nullptr : "these types do not go together";
}

const char* atomic_rule(const Instruction& instruction) {
  const Type type = instruction.type;
  const bool is_bits = kind(type) == TypeKind::bits;
  const AtomicOp operation = instruction.modifiers.atomic;
  if (operation == AtomicOp::none) return nullptr;
  if (instruction.opcode == Opcode::redux) {
    const bool bitwise = operation == AtomicOp::and_ || operation == AtomicOp::or_ || operation == AtomicOp::xor_;
    const bool arithmetic = operation == AtomicOp::add || operation == AtomicOp::min || operation == AtomicOp::max;
    const bool fits = is_bits ? bitwise : arithmetic && !(is_float(type) && operation == AtomicOp::add);
    return fits ? nullptr : "this operation means nothing for its type";
  }
  if (instruction.modifiers.noftz != is_half(type)) return ".noftz goes with half-precision types";
  const auto fits = [&] {
    const bool extreme = operation == AtomicOp::min || operation == AtomicOp::max;
    if (is_half(type)) return operation == AtomicOp::add || (extreme && instruction.vector > 1);
    if (type == Type::b16) return operation == AtomicOp::cas;
    if (type == Type::b128) return operation == AtomicOp::exch || operation == AtomicOp::cas;
    switch (operation) {
      case AtomicOp::and_:
      case AtomicOp::or_:
      case AtomicOp::xor_:
      case AtomicOp::exch:
      case AtomicOp::cas:
        return is_bits;
      case AtomicOp::inc:
      case AtomicOp::dec:
        return type == Type::u32;
      case AtomicOp::add:
        return !is_bits && type != Type::s64;
      case AtomicOp::min:
      case AtomicOp::max:
        return !is_bits && !is_float(type);
      default:
        return true;
    }
  };
  if (!fits()) return "this operation means nothing for its type";
  const bool floating = type == Type::f32 || is_half(type);
  const bool fits_vector = operation == AtomicOp::add ? floating : is_half(type);
  if (instruction.vector > 1 && (!fits_vector || instruction.space == Space::shared))
    return "vectors of .f32 and half precision are added to global memory";
  const bool replaces = instruction.modifiers.atomic == AtomicOp::exch || instruction.modifiers.atomic == AtomicOp::cas;
  return instruction.opcode == Opcode::red && replaces ? "red does not give back what it replaced; use atom" : nullptr;
}

const char* part_rule(const Instruction& instruction) {
  const MultiplyPart part = instruction.modifiers.part;
  switch (instruction.opcode) {
    case Opcode::mul:
    case Opcode::mad:
      if (is_float(instruction.type)) return part == MultiplyPart::none ? nullptr : "a part means nothing for a floating type";
      if (part == MultiplyPart::none) return "part .lo, .hi or .wide is missing";
      return part == MultiplyPart::wide && bits(instruction.type) == 64 ? ".wide takes types of 16 and 32 bits" : nullptr;
    case Opcode::madc:
      return part == MultiplyPart::wide ? "part .lo or .hi is missing" : nullptr;
    case Opcode::dp2a:
    case Opcode::mul24:
    case Opcode::mad24:
      return part == MultiplyPart::wide ? "part .lo or .hi is missing" : nullptr;
    default:
      return nullptr;
  }
}

/// cvt to pairs of values of at most 8 bits each, and from them to pairs of halves.
const char* tiny_rule(const Instruction& instruction) {
  const Modifiers& modifiers = instruction.modifiers;
  const Type to = instruction.type, from = instruction.source_type;
  if (modifiers.sat || modifiers.ftz) return ".sat and .ftz mean nothing for it";
  if (to == Type::ue8m0x2) {
    if (from != Type::f32 && from != Type::bf16x2) return "it is made from .f32 or .bf16x2";
    if (modifiers.relu) return ".relu means nothing for it";
    return modifiers.rounding == Rounding::rz || modifiers.rounding == Rounding::rp ? nullptr : "its rounding is .rz or .rp";
  }
  if (modifiers.rounding != Rounding::rn) return "its rounding is .rn";
  if (is_tiny(to)) {
    const bool halves = from == Type::f16x2 && (to == Type::e4m3x2 || to == Type::e5m2x2);
    if (from != Type::f32 && !halves) return "it is made from .f32, of 8 bits also from .f16x2";
    return modifiers.finite ? nullptr : ".satfinite is missing";
  }
  if (modifiers.finite) return ".satfinite means nothing for it";
  if (from == Type::ue8m0x2) return to == Type::bf16x2 && !modifiers.relu ? nullptr : "it becomes .bf16x2";
  return to == Type::f16x2 ? nullptr : "it becomes .f16x2";
}

/// cvt to formats that only .f32 converts to: tf32, and two values in one register.
const char* narrow_rule(const Instruction& instruction) {
  const Rounding rounding = instruction.modifiers.rounding;
  if (instruction.source_type != Type::f32) return "it is made from .f32";
  if (instruction.modifiers.sat) return ".sat means nothing for it";
  if (instruction.modifiers.ftz) return ".ftz means nothing for it";
  const bool fits = rounding == Rounding::rn || rounding == Rounding::rz ||
                    (rounding == Rounding::rna && instruction.type == Type::tf32 && !instruction.modifiers.relu) ||
                    (rounding == Rounding::rs && is_packed_half(instruction.type));
  return fits ? nullptr : "a rounding such as .rn is missing";
}

const char* pack_rule(const Instruction& instruction) {
  const Type to = instruction.type;
  if (!instruction.modifiers.sat) return ".sat is missing";
  if (instruction.source_type != Type::s32) return "it packs .s32";
  const bool two = to == Type::u16 || to == Type::s16, four = to == Type::u8 || to == Type::s8;
  return (two && instruction.third_type == Type::none) || (four && instruction.third_type == Type::b32)
             ? nullptr
             : "it packs to .u16 or .s16, or to .u8 or .s8 above a .b32";
}

const char* convert_rule(const Instruction& instruction) {
  if (instruction.opcode != Opcode::cvt) return nullptr;
  const Modifiers& modifiers = instruction.modifiers;
  const Rounding rounding = modifiers.rounding;
  const Type to = instruction.type, from = instruction.source_type;
  if (modifiers.pack) return pack_rule(instruction);
  if (instruction.third_type != Type::none) return "a third type is for .pack";
  if (is_tiny(to) || is_tiny(from)) return tiny_rule(instruction);
  if (is_packed_half(to) || to == Type::tf32) return narrow_rule(instruction);
  if (is_packed_half(from)) return "its parts are converted one by one";
  if (rounding == Rounding::rna) return ".rna is for .tf32";
  if (rounding == Rounding::rs) return ".rs is for .f16x2 and .bf16x2";
  if (modifiers.relu && !(is_half(to) && from == Type::f32 && !modifiers.sat))
    return ".relu is for conversions of .f32 to narrower types";
  if (modifiers.finite && !(is_half(to) && from == Type::f32 && !modifiers.sat))
    return ".satfinite is for conversions of .f32 to narrower types";
  const bool rounded = rounding != Rounding::none;
  if (!is_float(to) && !is_float(from)) {
    if (rounded) return "rounding means nothing between integers";
    const bool holds_all = is_signed(to) == is_signed(from) ? bits(to) >= bits(from) : is_signed(to) && bits(to) > bits(from);
    return modifiers.sat && holds_all ? ".sat means nothing where the type holds every value" : nullptr;
  }
  if (!is_float(to)) {
    if (!rounded) return "rounding is missing";
    return is_integral(rounding) ? nullptr : "rounding to an integer is one of .rni .rzi .rmi .rpi";
  }
  const bool between_halves = is_float(from) && to != from && bits(to) == bits(from);
  if (is_bf16(to) && bits(from) == 8) return "it is made from 16 bits and more";
  if (modifiers.sat && (is_bf16(to) || is_bf16(from))) return ".sat means nothing for .bf16";
  if (!is_float(from) || bits(to) < bits(from) || between_halves) {
    if (!rounded) return between_halves ? nullptr : "rounding is missing";
    return is_integral(rounding) ? "rounding to a floating type is one of .rn .rz .rm .rp" : nullptr;
  }
  if (bits(to) > bits(from)) return rounded ? "rounding means nothing for a wider type" : nullptr;
  return rounded && !is_integral(rounding) ? "rounding within a floating type is one of .rni .rzi .rmi .rpi" : nullptr;
}

const char* rounding_rule(const Instruction& instruction) {
  if (instruction.opcode == Opcode::cvt) return nullptr;
  const Modifiers& modifiers = instruction.modifiers;
  const bool rounded = modifiers.rounding != Rounding::none;
  if (rounded && !is_float(computed_type(instruction))) return "rounding means nothing for its type";
  if (is_integral(modifiers.rounding)) return "rounding is one of .rn .rz .rm .rp";
  if (modifiers.rounding == Rounding::rna || modifiers.rounding == Rounding::rs) return ".rna and .rs are of cvt alone";
  if (!is_float(instruction.type)) return nullptr;
  if (is_half(instruction.type) && rounded && modifiers.rounding != Rounding::rn) return "half precision is rounded by .rn";
  switch (instruction.opcode) {
    case Opcode::mad:
      return rounded ? nullptr : "rounding is missing";
    case Opcode::div:
    case Opcode::rcp:
    case Opcode::sqrt:
      return rounded || modifiers.approx || modifiers.full ? nullptr : ".approx or a rounding is missing";
    default:
      return nullptr;
  }
}

const char* precision_rule(const Instruction& instruction) {
  const Modifiers& modifiers = instruction.modifiers;
  if (modifiers.full && instruction.opcode != Opcode::div) return ".full is of div alone";
  if (!modifiers.approx && !modifiers.full) return nullptr;
  if (modifiers.rounding != Rounding::none) return "an approximation is not rounded";
  const bool inverse = instruction.opcode == Opcode::rcp || instruction.opcode == Opcode::rsqrt;
  if (instruction.type == Type::f64 && inverse && modifiers.approx) return nullptr;
  const bool has_halves = instruction.opcode == Opcode::ex2 || instruction.opcode == Opcode::tanh;
  if (has_halves && is_half(instruction.type)) return nullptr;
  return instruction.type == Type::f32 ? nullptr : "there is an approximation for .f32 only";
}

const char* flush_rule(const Instruction& instruction) {
  if (instruction.opcode == Opcode::ex2 && is_bf16(instruction.type))
    return instruction.modifiers.ftz ? nullptr : ".ftz is missing";
  if (!instruction.modifiers.ftz) return nullptr;
  const bool approximates = instruction.opcode == Opcode::ex2;
  if (instruction.opcode != Opcode::cvt && !approximates && is_f16(computed_type(instruction))) return nullptr;
  const bool inverse = instruction.opcode == Opcode::rcp || instruction.opcode == Opcode::rsqrt;
  if (inverse && instruction.type == Type::f64 && instruction.modifiers.approx) return nullptr;
  const bool converts = instruction.opcode == Opcode::cvt && instruction.type == Type::f32;
  const bool singles = computed_type(instruction) == Type::f32 || instruction.type == Type::f32x2;
  return converts || singles ? nullptr : ".ftz takes .f32";
}

const char* saturation_rule(const Instruction& instruction) {
  if (instruction.third_type != Type::none) return nullptr;
  if (!instruction.modifiers.sat || instruction.opcode == Opcode::cvt || instruction.type == Type::f32) return nullptr;
  if (is_f16(instruction.type)) return nullptr;
  const bool low = instruction.opcode == Opcode::mad || instruction.opcode == Opcode::mad24;
  const bool high = !low || instruction.modifiers.part == MultiplyPart::hi;
  return instruction.type == Type::s32 && instruction.opcode != Opcode::mul && high ? nullptr : ".sat takes .s32 and .f32";
}

/// add.f32.f16 and the like.
const char* mixed_rule(const Instruction& instruction) {
  const bool adds = instruction.opcode == Opcode::add || instruction.opcode == Opcode::sub || instruction.opcode == Opcode::fma;
  if (!adds || instruction.source_type == Type::none) return nullptr;
  const Modifiers& modifiers = instruction.modifiers;
  if (instruction.type != Type::f32) return "half precision is added to .f32";
  return modifiers.ftz || modifiers.cc || modifiers.relu ? "in mixed precision there are a rounding and .sat" : nullptr;
}

/// The suffixes of min, max and redux, and .relu of fma.
const char* extreme_rule(const Instruction& instruction) {
  const Modifiers& modifiers = instruction.modifiers;
  if (instruction.opcode == Opcode::redux)
    return is_float(instruction.type) || !(modifiers.nan || modifiers.magnitudes) ? nullptr : ".abs and .NaN take .f32";
  const bool floating = instruction.type == Type::f32 || is_half(instruction.type);
  if (modifiers.nan && !floating) return ".NaN takes .f32 and half precision";
  if ((modifiers.xorsign || modifiers.magnitudes) && !floating) return ".xorsign.abs takes .f32 and half precision";
  if (modifiers.xorsign != modifiers.magnitudes && (modifiers.xorsign || instruction.type != Type::f32))
    return ".xorsign and .abs go together";
  if (!modifiers.relu || instruction.opcode == Opcode::cvt) return nullptr;
  if (instruction.opcode == Opcode::fma)
    return is_half(instruction.type) && !modifiers.sat ? nullptr : ".relu takes half precision, without .sat";
  return instruction.type == Type::s32 || instruction.type == Type::s16x2 ? nullptr : ".relu takes .s32 and .s16x2";
}

const char* carry_rule(const Instruction& instruction) {
  const Modifiers& modifiers = instruction.modifiers;
  if (is_pair(instruction.type) && (modifiers.cc || modifiers.sat)) return "pairs are added without carry and saturation";
  if (!modifiers.cc) return nullptr;
  const bool integer = kind(instruction.type) == TypeKind::unsigned_integer || is_signed(instruction.type);
  if (!integer || bits(instruction.type) < 32 || modifiers.sat) return ".cc takes integers of 32 and 64 bits, without .sat";
  return modifiers.part == MultiplyPart::wide ? ".cc goes with .lo and .hi" : nullptr;
}

const char* ordering_rule(const Instruction& instruction) {
  const Ordering ordering = instruction.modifiers.ordering;
  const bool scoped = instruction.modifiers.scope != Scope::none;
  const bool mapped = ordering == Ordering::relaxed && instruction.modifiers.scope == Scope::sys;
  if (instruction.modifiers.memory_mapped && !mapped) return ".mmio goes with .relaxed.sys";
  switch (instruction.opcode) {
    case Opcode::ld:
      if (ordering > Ordering::acquire) return "a load is .weak, .volatile, .relaxed or .acquire";
      break;
    case Opcode::st:
      if (ordering > Ordering::relaxed && ordering != Ordering::release)
        return "a store is .weak, .volatile, .relaxed or .release";
      break;
    case Opcode::atom:
    case Opcode::red:
      return ordering == Ordering::volatile_ || ordering == Ordering::sc ? "an atomic is not .volatile or .sc" : nullptr;
    case Opcode::membar:
    case Opcode::fence: {
      const Proxy proxy = instruction.modifiers.proxy;
      if (proxy == Proxy::unnamed) return "which proxy is missing";
      if (ordering == Ordering::volatile_ || ordering == Ordering::relaxed)
        return "a fence is .sc, .acq_rel, .acquire or .release";
      return scoped || (proxy != Proxy::none && ordering == Ordering::weak) ? nullptr : "a scope such as .gpu is missing";
    }
    default:
      return nullptr;
  }
  if (ordering >= Ordering::relaxed) return scoped ? nullptr : "a scope such as .gpu is missing";
  return scoped ? "a scope means nothing without an ordering such as .relaxed" : nullptr;
}

const char* vector_rule(const Instruction& instruction) {
  constexpr int usual = 128, widest = 256;
  const int size = instruction.vector * bits(instruction.type);
  if (instruction.opcode == Opcode::mov && instruction.vector > 4) return "a vector of mov has 2 or 4 elements";
  const bool atomic_halves = instruction.modifiers.atomic != AtomicOp::none && bits(instruction.type) == 16;
  if (size <= usual && (instruction.vector <= 4 || atomic_halves)) return nullptr;
  const bool global = instruction.space == Space::global || instruction.space == Space::generic;
  const bool wide = size == widest && (instruction.opcode == Opcode::ld || instruction.opcode == Opcode::st) && global &&
                    (bits(instruction.type) == 32 || bits(instruction.type) == 64);
  return wide ? nullptr : "a vector has at most 128 bits, in global memory 256";
}

const char* result_rule(const Instruction& instruction) {
  const Modifiers& modifiers = instruction.modifiers;
  if (instruction.opcode == Opcode::vote) {
    const bool fits = (modifiers.vote == VoteMode::ballot) == (instruction.type == Type::b32);
    return fits ? nullptr : "ballot gives .b32, the other votes .pred";
  }
  if (instruction.opcode == Opcode::lop3) return modifiers.boolean == BooleanOp::xor_ ? "lop3 has .and and .or" : nullptr;
  if (instruction.opcode == Opcode::match) {
    const bool fits = modifiers.vote == VoteMode::any || modifiers.vote == VoteMode::all;
    return fits ? nullptr : "lanes match .any or .all";
  }
  if (instruction.opcode == Opcode::bar || instruction.opcode == Opcode::barrier) {
    const Type reduced = modifiers.boolean == BooleanOp::none ? Type::u32 : Type::pred;
    if (modifiers.boolean == BooleanOp::xor_) return "a barrier reduces by .popc, .and or .or";
    const Type given = modifiers.barrier == BarrierMode::red ? reduced : Type::none;
    return instruction.type == given ? nullptr : ".red.popc gives .u32, .red.and and .red.or .pred, other barriers nothing";
  }
  return nullptr;
}

/// SIMD video instructions saturate or accumulate, not both; a vmad has either .po or negative operands.
const char* video_rule(const Instruction& instruction) {
  if (!is_video(instruction.opcode)) return nullptr;
  const Modifiers& modifiers = instruction.modifiers;
  if (modifiers.comparison > Comparison::ge) return "this comparison means nothing for it";
  if (modifiers.comparison == Comparison::none && instruction.third_type == Type::none) return "its third type is missing";
  if (!is_simd_video(instruction.opcode)) return nullptr;
  if (modifiers.secondary == AtomicOp::min || modifiers.secondary == AtomicOp::max) return "its parts are added up or merged";
  return modifiers.sat && modifiers.secondary != AtomicOp::none ? ".sat and .add exclude each other" : nullptr;
}

const char* mbarrier_rule(const Instruction& instruction) {
  const Modifiers& modifiers = instruction.modifiers;
  if (instruction.opcode == Opcode::cp) {
    const bool arrives = modifiers.copy == CopyStep::mbarrier_arrive;
    if ((modifiers.mbarrier == MbarrierOp::arrive) != arrives || (modifiers.mbarrier != MbarrierOp::none) != arrives)
      return "copies arrive by cp.async.mbarrier.arrive";
    const bool bulk = modifiers.copy == CopyStep::bulk;
    if (modifiers.completes_bytes != bulk || (bulk && instruction.space != Space::shared))
      return "bulk copies go from global to shared memory, with .mbarrier::complete_tx::bytes";
    if ((instruction.type == Type::b64) != arrives) return arrives ? "its type is missing" : "a type means nothing for it";
    return modifiers.no_increment && !arrives ? ".noinc is of cp.async.mbarrier.arrive alone" : nullptr;
  }
  if (instruction.opcode != Opcode::mbarrier) return nullptr;
  const MbarrierOp operation = modifiers.mbarrier;
  const bool arrives = operation == MbarrierOp::arrive || operation == MbarrierOp::arrive_drop;
  const bool waits = operation == MbarrierOp::test_wait || operation == MbarrierOp::try_wait;
  const bool counts = operation == MbarrierOp::expect_tx || operation == MbarrierOp::complete_tx;
  if (operation == MbarrierOp::none) return "an operation such as .arrive is missing";
  if (modifiers.expects && (!arrives || modifiers.no_complete)) return ".expect_tx goes with .arrive and .arrive_drop";
  if (modifiers.no_complete && !arrives) return ".noComplete goes with .arrive and .arrive_drop";
  if (modifiers.parity && !waits) return ".parity goes with .test_wait and .try_wait";
  if (modifiers.scope == Scope::gpu || modifiers.scope == Scope::sys) return "its scope is .cta or .cluster";
  if (operation == MbarrierOp::pending_count && instruction.space != Space::generic) return "it takes a state, no address";
  switch (modifiers.ordering) {
    case Ordering::weak:
      return nullptr;
    case Ordering::relaxed:
      return arrives || waits || counts ? nullptr : "it has no ordering";
    case Ordering::acquire:
      return waits ? nullptr : "a wait acquires";
    case Ordering::release:
      return arrives ? nullptr : "an arrival releases";
    default:
      return "it is .relaxed, .acquire or .release";
  }
}

/// st.async stores in shared memory and completes at an mbarrier.
const char* async_store_rule(const Instruction& instruction) {
  if (instruction.opcode != Opcode::st) return nullptr;
  const Modifiers& modifiers = instruction.modifiers;
  const bool later = modifiers.copy == CopyStep::store;
  if (modifiers.completes_bytes != later) return "st.async and .mbarrier::complete_tx::bytes go together";
  if (!later) return nullptr;
  if (instruction.space != Space::shared) return "st.async stores to .shared::cluster";
  if (modifiers.ordering != Ordering::weak) return "st.async is .weak";
  if (modifiers.cache_hint) return "st.async has no cache policy";
  return bits(instruction.type) == 32 || bits(instruction.type) == 64 ? nullptr : "st.async takes types of 32 and 64 bits";
}

const char* prefetch_rule(const Instruction& instruction) {
  const bool map = instruction.modifiers.proxy == Proxy::tensormap;
  if (instruction.opcode == Opcode::fence || instruction.opcode == Opcode::membar) return nullptr;
  if (instruction.opcode != Opcode::prefetch) return map ? ".tensormap is of prefetch alone" : nullptr;
  const Space space = instruction.space;
  if (space == Space::generic) return nullptr;
  if (map) return space == Space::constant || space == Space::param ? nullptr : "a tensor map is in .const or .param";
  return space == Space::global || space == Space::local ? nullptr : "it is of .global or .local";
}

/// Texels come as four elements; there are lines, planes and volumes of them.
const char* texture_rule(const Instruction& instruction) {
  const Modifiers& modifiers = instruction.modifiers;
  switch (instruction.opcode) {
    case Opcode::tex:
      if (modifiers.mipmap != MipmapChoice::none && instruction.source_type != Type::f32)
        return "with a level or gradients its coordinates are .f32";
      return instruction.vector == 4 ? nullptr : "it fetches .v4";
    case Opcode::tld4:
      if (modifiers.texture != TextureShape::plane) return "it gathers from .2d";
      return instruction.vector == 4 ? nullptr : "it fetches .v4";
    case Opcode::suld:
    case Opcode::sust:
      return instruction.vector <= 4 ? nullptr : "it moves up to four elements";
    default:
      return nullptr;
  }
}

constexpr const char* (*rules[])(const Instruction&) = {
    comparison_rule, atomic_rule,   part_rule,        convert_rule,  rounding_rule, precision_rule, flush_rule,
    saturation_rule, mixed_rule,    extreme_rule,     carry_rule,    ordering_rule, vector_rule,    result_rule,
    video_rule,      mbarrier_rule, async_store_rule, prefetch_rule, texture_rule,  matrix_problem};

}  // namespace

const char* suffix_problem(const Instruction& instruction) {
  for (const auto rule : rules) {
    if (const char* problem = rule(instruction)) return problem;
  }
  return nullptr;
}

}  // namespace warplens::ptx
