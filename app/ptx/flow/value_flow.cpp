#include "ptx/flow/value_flow.h"

#include <vector>

#include "ptx/flow/registers.h"

namespace warplens::ptx {
bool flows_into_store(const Function& function, std::uint32_t from, std::uint32_t to) {
  const Instruction &load = function.instructions[from], &store = function.instructions[to];
  if (load.opcode != Opcode::ld || store.opcode != Opcode::st) return true;
  std::vector<std::vector<std::uint32_t>> readers(function.registers.size());  // instructions
  for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
    const Instruction& instruction = function.instructions[i];
    for (std::size_t k = instruction.destinations; k < instruction.operands.size(); ++k) {
      // A store's address is none of its values.
      if (instruction.opcode == Opcode::st && instruction.operands[k].kind == OperandKind::address) continue;
      each_register(instruction.operands[k], [&](std::uint32_t reg) { readers[reg].push_back(i); });
    }
  }
  std::vector<bool> seen(function.instructions.size(), false);
  std::vector<std::uint32_t> left{from};
  while (!left.empty()) {
    const std::uint32_t at = left.back();
    left.pop_back();
    if (at == to) return true;
    if (seen[at]) continue;
    seen[at] = true;
    if (function.instructions[at].opcode == Opcode::st && function.instructions[at].space == Space::local) return true;
    const Instruction& writer = function.instructions[at];
    for (std::size_t d = 0; d < writer.destinations; ++d)
      each_register(writer.operands[d],
                    [&](std::uint32_t reg) { left.insert(left.end(), readers[reg].begin(), readers[reg].end()); });
  }
  return false;
}

}  // namespace warplens::ptx
