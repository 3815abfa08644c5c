#include "simt/check/copies.h"

#include <cstddef>
#include <cstdint>

namespace warplens::simt {
namespace {

using ptx::Opcode;
using ptx::OperandKind;

template <typename Visit>
void each_value(const ptx::Operand& operand, Visit visit) {
  if (operand.kind == OperandKind::reg) visit(operand.index);
  for (const ptx::Operand& element : operand.elements) each_value(element, visit);
}

template <typename Visit>
void each_address(const ptx::Operand& operand, Visit visit) {
  if (operand.kind == OperandKind::address && operand.base == OperandKind::reg) visit(operand.index);
}

/// Instructions that use their operands only to form their result: moves, and bit-field insertion among others.
bool hands_on(Opcode opcode) {
  return opcode == Opcode::mov || opcode == Opcode::and_ || opcode == Opcode::or_ || opcode == Opcode::bfi;
}

/// Registers of a function whose values are used by anything but a copy.
std::vector<bool> used_registers(const ptx::Function& function) {
  std::vector<bool> used(function.registers.size());
  const auto use = [&](std::uint32_t r) { used[r] = true; };
  for (const ptx::Instruction& instruction : function.instructions) {
    const bool only_passes = instruction.opcode == Opcode::st || hands_on(instruction.opcode);
    if (instruction.guard != ptx::no_index) use(instruction.guard);
    for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
      each_address(instruction.operands[i], use);
      if (i >= instruction.destinations && !only_passes) each_value(instruction.operands[i], use);
    }
  }
  for (bool grown = true; grown;) {
    grown = false;
    for (const ptx::Instruction& instruction : function.instructions) {
      if (!hands_on(instruction.opcode) || instruction.operands.empty()) continue;
      bool matters = false;
      each_value(instruction.operands[0], [&](std::uint32_t r) { matters = matters || used[r]; });
      for (std::size_t i = 1; matters && i < instruction.operands.size(); ++i) {
        each_value(instruction.operands[i], [&](std::uint32_t r) {
          grown = grown || !used[r];
          used[r] = true;
        });
      }
    }
  }
  return used;
}

}  // namespace

std::vector<bool> loads_that_only_copy(const ptx::Module& module, const ptx::Listing& listing) {
  std::vector<bool> copies(listing.size());
  for (std::size_t k = 0; k < listing.functions().size(); ++k) {
    const ptx::Function& function = module.functions[listing.functions()[k]];
    const std::vector<bool> used = used_registers(function);
    for (std::size_t i = 0; i < function.instructions.size(); ++i) {
      const ptx::Instruction& instruction = function.instructions[i];
      if (instruction.opcode != Opcode::ld || instruction.operands.empty()) continue;
      bool matters = false;
      each_value(instruction.operands[0], [&](std::uint32_t r) { matters = matters || used[r]; });
      copies[listing.first(k) + i] = !matters;
    }
  }
  return copies;
}

}  // namespace warplens::simt
