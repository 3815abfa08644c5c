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

/// For each register of a function, the only instruction that writes it. no_index if none does, if several do, or if the one does
/// so under a guard.
std::vector<std::uint32_t> single_definitions(const Function& function);

}  // namespace warplens::ptx
