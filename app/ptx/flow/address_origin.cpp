#include "ptx/flow/address_origin.h"

#include <algorithm>

namespace warplens::ptx {
namespace {

constexpr std::uint32_t several = no_index - 1;  ///< instructions write it

/// Per register, the instruction that writes it.
std::vector<std::uint32_t> writers(const Function& function) {
  std::vector<std::uint32_t> by(function.registers.size(), no_index);
  const auto note = [&](const auto& self, const Operand& operand, std::uint32_t instruction) -> void {
    for (const Operand& element : operand.elements) self(self, element, instruction);
    if (operand.kind == OperandKind::reg) by[operand.index] = by[operand.index] == no_index ? instruction : several;
  };
  for (std::uint32_t i = 0; i < function.instructions.size(); ++i)
    for (std::uint32_t d = 0; d < function.instructions[i].destinations; ++d) note(note, function.instructions[i].operands[d], i);
  return by;
}

void add_once(std::vector<std::uint32_t>& list, std::uint32_t index) {
  if (std::ranges::find(list, index) == list.end()) list.push_back(index);
}

}  // namespace

AddressOrigin address_origin(const Function& function, std::uint32_t instruction) {
  AddressOrigin origin;
  const Instruction& access = function.instructions[instruction];
  const auto place = std::ranges::find(access.operands, OperandKind::address, &Operand::kind);
  if (place == access.operands.end()) return origin;
  const std::vector<std::uint32_t> by = writers(function);
  std::vector<bool> seen(function.registers.size(), false);
  std::vector<std::uint32_t> left;
  const auto follow = [&](const Operand& operand) {
    const OperandKind kind = operand.kind == OperandKind::address ? operand.base : operand.kind;
    if (kind == OperandKind::variable) add_once(origin.variables, operand.index);
    if (kind == OperandKind::reg && !seen[operand.index]) left.push_back(operand.index);
  };
  follow(*place);
  while (!left.empty()) {
    const std::uint32_t reg = left.back();
    left.pop_back();
    if (seen[reg] || by[reg] >= several) continue;
    seen[reg] = true;
    const Instruction& writer = function.instructions[by[reg]];
    if (writer.opcode == Opcode::ld) {
      const Operand& from = writer.operands[1];
      const bool pointer = writer.space == Space::param && from.base == OperandKind::parameter && bits(writer.type) == 64;
      if (pointer) add_once(origin.parameters, from.index);
      continue;  // what is loaded from elsewhere is no part of the address
    }
    for (std::size_t k = writer.destinations; k < writer.operands.size(); ++k) follow(writer.operands[k]);
  }
  return origin;
}

}  // namespace warplens::ptx
