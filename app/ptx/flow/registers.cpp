#include "ptx/flow/registers.h"

namespace warplens::ptx {

std::vector<std::uint32_t> single_definitions(const Function& function) {
  std::vector<std::uint32_t> definitions(function.registers.size(), no_index), counts(function.registers.size(), 0);
  for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
    const Instruction& instruction = function.instructions[i];
    // A call names its results among other operands.
    const std::size_t written = instruction.opcode == Opcode::call ? instruction.operands.size() : instruction.destinations;
    for (std::size_t k = 0; k < written; ++k) {
      if (instruction.operands[k].kind == OperandKind::address) continue;
      each_register(instruction.operands[k], [&](std::uint32_t reg) {
        const bool is_only = ++counts[reg] == 1 && instruction.guard == no_index;
        definitions[reg] = is_only ? i : no_index;
      });
    }
  }
  return definitions;
}

}  // namespace warplens::ptx
