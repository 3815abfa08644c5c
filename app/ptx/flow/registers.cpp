#include "ptx/flow/registers.h"

namespace warplens::ptx {

bool is_pure(const Instruction& instruction) {
  if (instruction.modifiers.cc || instruction.destinations != 1) return false;
  switch (instruction.opcode) {
    case Opcode::mov:
    case Opcode::cvt:
    case Opcode::cvta:
    case Opcode::add:
    case Opcode::sub:
    case Opcode::mul:
    case Opcode::mad:
    case Opcode::fma:
    case Opcode::div:
    case Opcode::rem:
    case Opcode::neg:
    case Opcode::abs:
    case Opcode::min:
    case Opcode::max:
    case Opcode::and_:
    case Opcode::or_:
    case Opcode::xor_:
    case Opcode::not_:
    case Opcode::shl:
    case Opcode::shr:
    case Opcode::setp:
    case Opcode::selp:
      return true;
    default:
      return false;
  }
}

bool is_dimension(SpecialRegister special) {
  return (special >= SpecialRegister::ntid_x && special <= SpecialRegister::ntid_z) ||
         (special >= SpecialRegister::nctaid_x && special <= SpecialRegister::nctaid_z);
}

std::vector<std::uint32_t> single_definitions(const Function& function) {
  std::vector<std::uint32_t> definitions(function.registers.size(), no_index), counts(function.registers.size(), 0);
  for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
    const Instruction& instruction = function.instructions[i];
    each_defined(instruction, [&](std::uint32_t reg) {
      const bool is_only = ++counts[reg] == 1 && instruction.guard == no_index;
      definitions[reg] = is_only ? i : no_index;
    });
  }
  return definitions;
}

}  // namespace warplens::ptx
