#include "ptx/nvvm/function_writer.h"

// Arithmetic of floating point numbers.

namespace warplens::ptx::nvvm {
std::string FunctionWriter::flush(std::uint32_t index) const {
  return scalar(index).kind == TypeKind::float32 ? flush_of_function() : "";
}

/// ".ftz" in a function that flushes denormal floats.
std::string FunctionWriter::flush_of_function() const {
  for (const char* name : {"denormal-fp-math-f32", "denormal_fpenv", "nvptx-f32ftz"}) {
    const auto found = function_.attributes.find(name);
    if (found == function_.attributes.end()) continue;
    if (found->second.find("preserve") != found->second.npos || found->second == "true") return ".ftz";
  }
  return "";
}

/// A half or a bfloat as a float, which holds all of theirs.
std::string FunctionWriter::as_float(const std::string& operand, TypeKind kind) {
  const std::string from = in_register(operand, RegisterKind::b16), to = new_register(RegisterKind::f32);
  if (kind == TypeKind::half) {
    emit("cvt.f32.f16 {}, {};", to, from);
  } else {
    // A bfloat is the upper half of a float.
    const std::string zero = in_register("0", RegisterKind::b16), both = new_register(RegisterKind::b32);
    emit("mov.b32 {}, {{{}, {}}};", both, zero, from);
    emit("mov.b32 {}, {};", to, both);
  }
  return to;
}

void FunctionWriter::from_float(const std::string& to, const std::string& value, TypeKind kind) {
  emit("cvt.rn.{}.f32 {}, {};", float_name(kind), to, value);
}

void FunctionWriter::write_floating(Opcode opcode, std::uint32_t index, const std::string& to, const std::string& a,
                                    const std::string& b) {
  const TypeKind kind = type(index).kind;
  const bool short_float = kind == TypeKind::half || kind == TypeKind::bfloat;
  const bool direct = kind == TypeKind::half && (opcode == Opcode::fadd || opcode == Opcode::fsub || opcode == Opcode::fmul);
  if (short_float && !direct) {
    // As LLVM: in single precision, whose rounding of these operations is that of the shorter type.
    const std::string left = as_float(a, kind), right = as_float(b, kind), wide = new_register(RegisterKind::f32);
    write_floating_as(opcode, RegisterKind::f32, "f32", wide, left, right);
    return from_float(to, wide, kind);
  }
  const RegisterKind registers = parts(index)[0].kind;
  const std::string left = short_float ? in_register(a, registers) : a, right = short_float ? in_register(b, registers) : b;
  const std::string suffix = (flush(index).empty() ? "" : "ftz.") + std::string(float_name(kind));
  write_floating_as(opcode, registers, suffix, to, left, right);
}

void FunctionWriter::write_floating_as(Opcode opcode, RegisterKind kind, const std::string& suffix, const std::string& to,
                                       const std::string& a, const std::string& b) {
  switch (opcode) {
    case Opcode::fadd:
      return emit("add.rn.{} {}, {}, {};", suffix, to, a, b);
    case Opcode::fsub:
      return emit("sub.rn.{} {}, {}, {};", suffix, to, a, b);
    case Opcode::fmul:
      return emit("mul.rn.{} {}, {}, {};", suffix, to, a, b);
    case Opcode::fdiv:
      if (a == "0f3F800000" || a == "0d3FF0000000000000") return emit("rcp.rn.{} {}, {};", suffix, to, b);
      return emit("div.rn.{} {}, {}, {};", suffix, to, a, b);
    default:
      return write_remainder(suffix, kind, to, a, b);
  }
}

/// x - y × trunc(x / y), and x where y is infinite (LLVM: NVPTXInstrInfo.td, FREM).
void FunctionWriter::write_remainder(std::string_view suffix, RegisterKind kind, const std::string& to, const std::string& a,
                                     const std::string& b) {
  const std::string quotient = new_register(kind), whole = new_register(kind), product = new_register(kind),
                    difference = new_register(kind), infinite = new_register(RegisterKind::predicate);
  const std::string x = in_register(a, kind), y = in_register(b, kind);
  const std::string_view plain = kind == RegisterKind::f32 ? "f32" : "f64";
  emit("div.rn.{} {}, {}, {};", suffix, quotient, x, y);
  emit("cvt.rzi.{}.{} {}, {};", suffix, plain, whole, quotient);
  emit("mul.rn.{} {}, {}, {};", suffix, product, whole, y);
  emit("sub.rn.{} {}, {}, {};", suffix, difference, x, product);
  emit("testp.infinite.{} {}, {};", plain, infinite, y);
  emit("selp.{} {}, {}, {}, {};", plain, to, x, difference, infinite);
}

/// The other sign.
void FunctionWriter::write_sign(std::uint32_t index, const std::string& to, const std::string& value) {
  const TypeKind kind = type(index).kind;
  if (kind == TypeKind::half || kind == TypeKind::bfloat) return emit("xor.b16 {}, {}, -32768;", to, value);
  emit("neg{}.{} {}, {};", flush(index), float_name(kind), to, value);
}

void FunctionWriter::write_negation(const Instruction& instruction) {
  const std::uint32_t element = scalar_type(module_, instruction.type);
  const Registers from = operands(instruction.operands[0]);
  const std::vector<Part> all = parts(instruction.type);
  for (std::size_t i = 0; i < from.size(); ++i) write_sign(element, result(instruction)[i], in_register(from[i], all[i].kind));
}

/// a × b + c, rounded once.
void FunctionWriter::write_fused(std::uint32_t index, const std::string& to, const std::string& a, const std::string& b,
                                 const std::string& c) {
  const TypeKind kind = type(index).kind;
  if (kind != TypeKind::bfloat) return emit("fma.rn{}.{} {}, {}, {}, {};", flush(index), float_name(kind), to, a, b, c);
  const std::string x = as_float(a, kind), y = as_float(b, kind), z = as_float(c, kind), wide = new_register(RegisterKind::f32);
  emit("fma.rn.f32 {}, {}, {}, {};", wide, x, y, z);
  from_float(to, wide, kind);
}

}  // namespace warplens::ptx::nvvm
