#include "analysis/why/signs.h"

namespace warplens::analysis {

using ptx::Opcode;

std::string sign_of(ptx::Comparison comparison) {
  using enum ptx::Comparison;
  switch (comparison) {
    case eq:
    case equ:
      return "==";
    case ne:
    case neu:
      return "!=";
    case lt:
    case lo:
    case ltu:
      return "<";
    case le:
    case ls:
    case leu:
      return "<=";
    case gt:
    case hi:
    case gtu:
      return ">";
    case ge:
    case hs:
    case geu:
      return ">=";
    default:
      return "compare";
  }
}

std::string sign_of(const ptx::Instruction& instruction) {
  const bool of_predicates = instruction.type == ptx::Type::pred;
  switch (instruction.opcode) {
    case Opcode::add:
      return "+";
    case Opcode::sub:
    case Opcode::neg:
      return "-";
    case Opcode::mul:
      return instruction.modifiers.part == ptx::MultiplyPart::hi ? "mulhi" : "*";
    case Opcode::div:
      return "/";
    case Opcode::rem:
      return "%";
    case Opcode::and_:
      return of_predicates ? "&&" : "&";
    case Opcode::or_:
      return of_predicates ? "||" : "|";
    case Opcode::xor_:
      return "^";
    case Opcode::shl:
      return "<<";
    case Opcode::shr:
      return ">>";
    case Opcode::not_:
      return of_predicates ? "not" : "~";
    case Opcode::ex2:
      return "exp2";
    case Opcode::lg2:
      return "log2";
    case Opcode::rcp:
      return "1 / ";
    default:
      return std::string(ptx::row(instruction.opcode).mnemonic);
  }
}

}  // namespace warplens::analysis
