#include "ptx/form.h"

// What suffixes go with which types and with each other (PTX ISA, "Instruction Set", each instruction's "Semantics" and notes).
// A rule a function: it says what is wrong, or null.

namespace warplens::ptx {
namespace {

bool is_integral(Rounding rounding) { return rounding >= Rounding::rni; }
bool is_float(Type type) { return kind(type) == TypeKind::floating; }
bool is_signed(Type type) { return kind(type) == TypeKind::signed_integer; }

/// The type that an instruction's comparison, flushing and rounding speak about.
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
  return fits() ? nullptr : "this comparison means nothing for its type";
}

const char* atomic_rule(const Instruction& instruction) {
  const Type type = instruction.type;
  const bool is_bits = kind(type) == TypeKind::bits;
  const auto fits = [&] {
    switch (instruction.modifiers.atomic) {
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
    case Opcode::mul24:
    case Opcode::mad24:
      return part == MultiplyPart::wide ? "part .lo or .hi is missing" : nullptr;
    default:
      return nullptr;
  }
}

const char* convert_rule(const Instruction& instruction) {
  if (instruction.opcode != Opcode::cvt) return nullptr;
  const Rounding rounding = instruction.modifiers.rounding;
  const Type to = instruction.type, from = instruction.source_type;
  const bool rounded = rounding != Rounding::none;
  if (!is_float(to) && !is_float(from)) {
    if (rounded) return "rounding means nothing between integers";
    const bool holds_all = is_signed(to) == is_signed(from) ? bits(to) >= bits(from) : is_signed(to) && bits(to) > bits(from);
    return instruction.modifiers.sat && holds_all ? ".sat means nothing where the type holds every value" : nullptr;
  }
  if (!is_float(to)) {
    if (!rounded) return "rounding is missing";
    return is_integral(rounding) ? nullptr : "rounding to an integer is one of .rni .rzi .rmi .rpi";
  }
  if (!is_float(from) || bits(to) < bits(from)) {
    if (!rounded) return "rounding is missing";
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
  if (!is_float(instruction.type)) return nullptr;
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
  return instruction.type == Type::f32 ? nullptr : "there is an approximation for .f32 only";
}

const char* flush_rule(const Instruction& instruction) {
  if (!instruction.modifiers.ftz) return nullptr;
  const bool inverse = instruction.opcode == Opcode::rcp || instruction.opcode == Opcode::rsqrt;
  if (inverse && instruction.type == Type::f64 && instruction.modifiers.approx) return nullptr;
  const bool converts = instruction.opcode == Opcode::cvt && instruction.type == Type::f32;
  return converts || computed_type(instruction) == Type::f32 ? nullptr : ".ftz takes .f32";
}

const char* saturation_rule(const Instruction& instruction) {
  if (!instruction.modifiers.sat || instruction.opcode == Opcode::cvt || instruction.type == Type::f32) return nullptr;
  const bool high = instruction.opcode != Opcode::mad || instruction.modifiers.part == MultiplyPart::hi;
  return instruction.type == Type::s32 && instruction.opcode != Opcode::mul && high ? nullptr : ".sat takes .s32 and .f32";
}

const char* nan_rule(const Instruction& instruction) {
  return instruction.modifiers.nan && instruction.type != Type::f32 ? ".NaN takes .f32" : nullptr;
}

const char* ordering_rule(const Instruction& instruction) {
  const Ordering ordering = instruction.modifiers.ordering;
  const bool scoped = instruction.modifiers.scope != Scope::none;
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
    case Opcode::fence:
      return ordering == Ordering::volatile_ || ordering == Ordering::relaxed ? "a fence is .sc, .acq_rel, .acquire or .release"
                                                                              : nullptr;
    default:
      return nullptr;
  }
  if (ordering >= Ordering::relaxed) return scoped ? nullptr : "a scope such as .gpu is missing";
  return scoped ? "a scope means nothing without an ordering such as .relaxed" : nullptr;
}

const char* vector_rule(const Instruction& instruction) {
  constexpr int widest = 128;
  return instruction.vector * bits(instruction.type) > widest ? "a vector has at most 128 bits" : nullptr;
}

const char* result_rule(const Instruction& instruction) {
  const Modifiers& modifiers = instruction.modifiers;
  if (instruction.opcode == Opcode::vote) {
    const bool fits = (modifiers.vote == VoteMode::ballot) == (instruction.type == Type::b32);
    return fits ? nullptr : "ballot gives .b32, the other votes .pred";
  }
  if (instruction.opcode == Opcode::bar || instruction.opcode == Opcode::barrier) {
    const Type reduced = modifiers.boolean == BooleanOp::none ? Type::u32 : Type::pred;
    const Type given = modifiers.barrier == BarrierMode::red ? reduced : Type::none;
    return instruction.type == given ? nullptr : ".red.popc gives .u32, .red.and and .red.or .pred, other barriers nothing";
  }
  return nullptr;
}

constexpr const char* (*rules[])(const Instruction&) = {comparison_rule, atomic_rule,    part_rule,   convert_rule,
                                                        rounding_rule,   precision_rule, flush_rule,  saturation_rule,
                                                        nan_rule,        ordering_rule,  vector_rule, result_rule};

}  // namespace

const char* suffix_problem(const Instruction& instruction) {
  for (const auto rule : rules) {
    if (const char* problem = rule(instruction)) return problem;
  }
  return nullptr;
}

}  // namespace warplens::ptx
