#include <algorithm>
#include <bit>
#include <charconv>

#include "ptx/nvvm/function_writer.h"

// PTX in the source: asm("…"). LLVM Language Reference Manual, "Inline Assembler Expressions".

namespace warplens::ptx::nvvm {
namespace {

struct Constraint {
  bool output = false;
  char letter = 'r';
  std::size_t tied = none;  ///< to this output
};

/// "=r,l,0,~{memory}" as constraints; what is clobbered is left out. Nothing if it cannot be read.
std::optional<std::vector<Constraint>> read_constraints(std::string_view text) {
  std::vector<Constraint> all;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    std::string_view one = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    if (one.starts_with('~') || one.empty()) continue;
    Constraint constraint;
    if (one.starts_with('=')) {
      constraint.output = true;
      one.remove_prefix(one.starts_with("=&") ? 2 : 1);
    }
    if (one.starts_with('*') || one.empty()) return std::nullopt;
    if (one[0] >= '0' && one[0] <= '9')
      std::from_chars(one.data(), one.data() + one.size(), constraint.tied);
    else
      constraint.letter = one[0];
    all.push_back(constraint);
  }
  return all;
}

RegisterKind kind_of(char letter) {
  switch (letter) {
    case 'b':
      return RegisterKind::predicate;
    case 'c':
    case 'h':
      return RegisterKind::b16;
    case 'l':
      return RegisterKind::b64;
    case 'f':
      return RegisterKind::f32;
    case 'd':
      return RegisterKind::f64;
    default:
      return RegisterKind::b32;
  }
}

}  // namespace

void FunctionWriter::write_assembly(const Instruction& instruction) {
  const auto constraints = read_constraints(instruction.assembly->constraints);
  if (!constraints) return fail(fmt::format("the constraints \"{}\" of an asm statement", instruction.assembly->constraints));
  std::vector<std::string> names;
  Registers outputs;
  const bool returns = layout_.part_count(instruction.type) != 0;
  const std::vector<Part> made = parts(instruction.type);
  for (const Constraint& constraint : *constraints) {
    if (!constraint.output) continue;
    outputs.push_back(new_register(kind_of(constraint.letter)));
    names.push_back(outputs.back());
  }
  if (outputs.size() != made.size()) return fail("an asm statement whose results are not numbers, one for each of its outputs");
  std::size_t argument = 0;
  for (const Constraint& constraint : *constraints) {
    if (constraint.output) continue;
    if (argument == instruction.operands.size()) return fail("an asm statement with fewer arguments than constraints");
    const Value& value = instruction.operands[argument++];
    const bool is_constant = constraint.letter == 'n' || constraint.letter == 'i';
    if (constraint.tied != none) {
      if (constraint.tied >= outputs.size()) return fail("an asm statement with an argument tied to no output");
      std::size_t output = 0;
      for (std::size_t i = 0; i < constraint.tied; ++i) output += (*constraints)[i].output ? 1 : 0;
      const RegisterKind kind = kind_of((*constraints)[constraint.tied].letter);
      move(kind, outputs[output], as_kind(value, kind));
      names.push_back(outputs[output]);
    } else if (is_constant) {
      names.push_back(operand(value));
    } else {
      names.push_back(as_kind(value, kind_of(constraint.letter)));
    }
  }
  std::string text;
  const std::string& from = instruction.assembly->text;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i] != '$') {
      text += from[i];
      continue;
    }
    const char next = i + 1 < from.size() ? from[++i] : '$';
    if (next == '$' || next == '(' || next == ')' || next == '|') {
      // $( a $| b $) are the forms for two syntaxes; PTX has one.
      if (next == '$') text += '$';
      continue;
    }
    const bool braces = next == '{';
    std::size_t number = 0;
    const char* const start = from.data() + i + (braces ? 1 : 0);
    const auto [end, code] = std::from_chars(start, from.data() + from.size(), number);
    if (code != std::errc() || number >= names.size()) return fail("an asm statement that names an operand it has not");
    i = static_cast<std::size_t>(end - from.data()) - 1;
    if (braces) i = std::min(from.find('}', i), from.size() - 1);
    text += names[number];
  }
  // The text may end in the middle of a line, and may begin a scope: a line of its own for each.
  if (text.find_first_not_of(" \t\n") != text.npos) body_ += "\t// begin inline asm\n\t" + text + "\n\t// end inline asm\n";
  if (!returns || instruction.result == none) return;
  const Registers& to = result(instruction);
  for (std::size_t i = 0; i < made.size(); ++i) {
    const RegisterKind kind = outputs[i].starts_with("%rs")   ? RegisterKind::b16
                              : outputs[i].starts_with("%rd") ? RegisterKind::b64
                              : outputs[i].starts_with("%r")  ? RegisterKind::b32
                                                              : made[i].kind;
    if (kind == made[i].kind || register_bits(kind) == register_bits(made[i].kind))
      emit("mov.b{} {}, {};", register_bits(kind), to[i], outputs[i]);
    else
      cast_integer(Opcode::trunc, {kind, register_bits(kind), 0}, made[i], to[i], outputs[i]);
  }
}

/// A value in a register of a kind that may be wider, as asm("…" :: "r"(a short)) has it.
std::string FunctionWriter::as_kind(const Value& value, RegisterKind kind) {
  const std::vector<Part> all = parts(value.type);
  const auto fits = [&](const Part& part) {
    return part.bits == all[0].bits && part.bits >= 8 && std::has_single_bit(part.bits);
  };
  if (all.size() > 1) {
    const bool fills = std::ranges::all_of(all, fits) && all.size() * all[0].bits == register_bits(kind);
    const Registers units = fills ? bits_of(operands(value), all, kind) : Registers();
    if (units.size() == 1) return units[0];
    fail("an argument of an asm statement that does not fit a register");
    return "0";
  }
  if (kind == RegisterKind::b64)
    if (const std::string address = address_for_assembly(value); !address.empty()) return address;
  const std::string number = in_register(value);
  if (all.empty() || all[0].kind == kind) return number;
  const std::string other = new_register(kind);
  if (register_bits(all[0].kind) == register_bits(kind))
    emit("mov.b{} {}, {};", register_bits(kind), other, number);
  else
    cast_integer(register_bits(all[0].kind) < register_bits(kind) ? Opcode::zext : Opcode::trunc, all[0],
                 {kind, register_bits(kind), 0}, other, number);
  return other;
}

}  // namespace warplens::ptx::nvvm
