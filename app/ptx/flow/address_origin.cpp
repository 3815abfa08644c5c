#include "ptx/flow/address_origin.h"

#include <algorithm>

#include "ptx/flow/registers.h"

namespace warplens::ptx {
namespace {

void add_once(std::vector<std::uint32_t>& list, std::uint32_t index) {
  if (std::ranges::find(list, index) == list.end()) list.push_back(index);
}

}  // namespace

AddressOrigin address_origin(const Function& function, std::uint32_t instruction) {
  AddressOrigin origin;
  const Instruction& access = function.instructions[instruction];
  const auto place = std::ranges::find(access.operands, OperandKind::address, &Operand::kind);
  if (place == access.operands.end()) return origin;
  const std::vector<std::uint32_t> definitions = single_definitions(function);
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
    if (seen[reg] || definitions[reg] == no_index) continue;
    seen[reg] = true;
    const Instruction& writer = function.instructions[definitions[reg]];
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
