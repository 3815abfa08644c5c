#include <algorithm>
#include <bit>

#include "ptx/nvvm/function_writer.h"

// Arithmetic of integers of at most 64 bits. The bits of a register beyond those of its value may be anything.

namespace warplens::ptx::nvvm {
namespace {

std::string_view integer_operation(Opcode opcode) {
  switch (opcode) {
    case Opcode::add:
      return "add.s";
    case Opcode::sub:
      return "sub.s";
    case Opcode::mul:
      return "mul.lo.s";
    case Opcode::udiv:
      return "div.u";
    case Opcode::sdiv:
      return "div.s";
    case Opcode::urem:
      return "rem.u";
    case Opcode::srem:
      return "rem.s";
    case Opcode::and_:
      return "and.b";
    case Opcode::or_:
      return "or.b";
    default:
      return "xor.b";
  }
}

}  // namespace

void FunctionWriter::write_binary(const Instruction& instruction) {
  const Registers a = operands(instruction.operands[0]), b = operands(instruction.operands[1]);
  const Registers& to = result(instruction);
  const std::uint32_t element = scalar_type(module_, instruction.type);
  if (is_wide(element)) {
    const std::size_t words = layout_.part_count(element);
    for (std::size_t i = 0; i + words <= to.size(); i += words) {
      const auto some = [&](const Registers& all) {
        return Registers(all.begin() + static_cast<std::ptrdiff_t>(i), all.begin() + static_cast<std::ptrdiff_t>(i + words));
      };
      write_wide(instruction.opcode, type(element).bits, some(to), some(a), some(b));
    }
    return;
  }
  const std::vector<Part> all = parts(instruction.type);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (is_float(element))
      write_floating(instruction.opcode, element, to[i], a[i], b[i]);
    else
      write_integer(instruction.opcode, all[i], to[i], a[i], b[i]);
  }
}

void FunctionWriter::write_integer(Opcode opcode, const Part& part, const std::string& to, const std::string& a,
                                   const std::string& b) {
  if (part.kind == RegisterKind::predicate) return write_predicate(opcode, to, a, b);
  switch (opcode) {
    case Opcode::shl:
    case Opcode::lshr:
    case Opcode::ashr:
      return write_shift(opcode, part, to, a, b);
    case Opcode::udiv:
    case Opcode::urem:
      return emit("{}{} {}, {}, {};", integer_operation(opcode), register_bits(part.kind), to, extended(a, part, false),
                  extended(b, part, false));
    case Opcode::sdiv:
    case Opcode::srem:
      return emit("{}{} {}, {}, {};", integer_operation(opcode), register_bits(part.kind), to, extended(a, part, true),
                  extended(b, part, true));
    default:
      return emit("{}{} {}, {}, {};", integer_operation(opcode), register_bits(part.kind), to, a, b);
  }
}

/// Arithmetic of i1.
void FunctionWriter::write_predicate(Opcode opcode, const std::string& to, const std::string& a, const std::string& b) {
  const std::string left = in_register(a, RegisterKind::predicate);
  switch (opcode) {
    case Opcode::and_:
    case Opcode::mul:
      return emit("and.pred {}, {}, {};", to, left, in_register(b, RegisterKind::predicate));
    case Opcode::or_:
      return emit("or.pred {}, {}, {};", to, left, in_register(b, RegisterKind::predicate));
    case Opcode::xor_:
    case Opcode::add:
    case Opcode::sub:
      if (b == "-1") return emit("not.pred {}, {};", to, left);
      return emit("xor.pred {}, {}, {};", to, left, in_register(b, RegisterKind::predicate));
    case Opcode::urem:
    case Opcode::srem:  // by 1
      return move(RegisterKind::predicate, to, "0");
    default:  // divided by 1, or shifted by 0: the only operands that mean something
      return move(RegisterKind::predicate, to, left);
  }
}

/// PTX counts places in 32 bits, and shifts further than a register is wide to 0 or to copies of the sign.
void FunctionWriter::write_shift(Opcode opcode, const Part& part, const std::string& to, const std::string& a,
                                 const std::string& places) {
  std::string count = extended(places, part, false);
  if (count.starts_with('%') && part.kind != RegisterKind::b32) {
    const std::string narrow = new_register(RegisterKind::b32);
    emit("cvt.u32.u{} {}, {};", register_bits(part.kind), narrow, count);
    count = narrow;
  }
  const unsigned bits = register_bits(part.kind);
  const std::string from = in_register(a, part.kind);
  if (opcode == Opcode::shl) return emit("shl.b{} {}, {}, {};", bits, to, from, count);
  const bool is_signed = opcode == Opcode::ashr;
  emit("shr.{}{} {}, {}, {};", is_signed ? 's' : 'u', bits, to, extended(from, part, is_signed), count);
}

void FunctionWriter::write_multiply_wide(const Instruction& instruction, const Choice& choice) {
  const unsigned half = type(instruction.type).bits / 2;
  const RegisterKind kind = half == 32 ? RegisterKind::b32 : RegisterKind::b16;
  std::string factor = operand(choice.b);
  if (const auto number = constant_integer(module_, choice.b))
    factor = std::to_string(instruction.opcode == Opcode::shl ? std::int64_t{1} << *number : *number);
  emit("mul.wide.{}{} {}, {}, {};", choice.is_signed ? 's' : 'u', half, result(instruction)[0],
       in_register(operand(choice.a), kind), factor);
}

void FunctionWriter::write_multiply_add(const Instruction& instruction, const Choice& choice) {
  const std::string& to = result(instruction)[0];
  if (!is_float(instruction.type)) {
    const std::string a = operand(choice.a), b = operand(choice.b), c = operand(choice.c);
    return emit("mad.lo.s32 {}, {}, {}, {};", to, a, b, c);
  }
  const RegisterKind kind = parts(instruction.type)[0].kind;
  const auto negated = [&](const std::string& value, bool is_negated) {
    if (!is_negated) return value;
    const std::string other = new_register(kind);
    write_sign(instruction.type, other, value);
    return other;
  };
  const std::string a = negated(in_register(choice.a), choice.negate_product), b = in_register(choice.b);
  const std::string c = negated(in_register(choice.c), choice.negate_addend);
  write_fused(instruction.type, to, a, b, c);
}

}  // namespace warplens::ptx::nvvm
