#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.h"

namespace warplens::ptx {

/// Visit the registers in an operand: the register itself, the base of an address, the elements of a vector.
template <typename Visit>
void each_register(const Operand& operand, Visit visit) {
  const bool named =
      operand.kind == OperandKind::reg || (operand.kind == OperandKind::address && operand.base == OperandKind::reg);
  if (named) visit(operand.index);
  for (const Operand& element : operand.elements) each_register(element, visit);
}

/// Visit the registers that an instruction writes, or, of a call, may write.
template <typename Visit>
void each_defined(const Instruction& instruction, Visit visit) {
  // A call names its results among other operands.
  const std::size_t written = instruction.opcode == Opcode::call ? instruction.operands.size() : instruction.destinations;
  for (std::size_t k = 0; k < written; ++k)
    if (instruction.operands[k].kind != OperandKind::address) each_register(instruction.operands[k], visit);
}

/// Whether the result of an instruction depends on nothing but its operands.
bool is_pure(const Instruction& instruction);

/// Whether a special register is a size of the grid or the block, the same for every thread.
bool is_dimension(SpecialRegister special);

/// For each register of a function, the only instruction that writes it. no_index if none does, if several do, or if the one does
/// so under a guard.
std::vector<std::uint32_t> single_definitions(const Function& function);

}  // namespace warplens::ptx
