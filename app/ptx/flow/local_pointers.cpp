#include "ptx/flow/local_pointers.h"

#include "ptx/flow/registers.h"

namespace warplens::ptx {

LocalPointers::LocalPointers(const Module& module, const Function& function)
    : module_(module), pointers_(function.registers.size()) {
  std::vector<std::uint32_t> writes(function.registers.size());
  for (const Instruction& instruction : function.instructions)
    for (std::size_t d = 0; d < instruction.destinations; ++d)
      if (instruction.operands[d].kind != OperandKind::address)
        each_register(instruction.operands[d], [&](std::uint32_t r) { ++writes[r]; });
  for (const Instruction& instruction : function.instructions) {
    if (const auto place = made_by(instruction)) {
      const std::uint32_t to = instruction.operands[0].index;
      if (writes[to] == 1) pointers_[to] = place;
    }
  }
}

std::optional<LocalPlace> LocalPointers::place_of(OperandKind kind, const Operand& operand) const {
  if (kind == OperandKind::variable && module_.variables[operand.index].space == Space::local)
    return LocalPlace{operand.index, operand.offset};
  if (kind != OperandKind::reg || operand.index >= pointers_.size() || !pointers_[operand.index]) return std::nullopt;
  return LocalPlace{pointers_[operand.index]->variable, pointers_[operand.index]->offset + operand.offset};
}

std::optional<LocalPlace> LocalPointers::accessed(const Instruction& instruction, std::size_t o) const {
  const bool is_address = (instruction.opcode == Opcode::ld && o == 1) || (instruction.opcode == Opcode::st && o == 0);
  const Operand& operand = instruction.operands[o];
  return is_address && operand.kind == OperandKind::address ? place_of(operand.base, operand) : std::nullopt;
}

bool LocalPointers::makes_pointer(const Instruction& instruction) const {
  return made_by(instruction) && pointers_[instruction.operands[0].index];
}

std::optional<LocalPlace> LocalPointers::made_by(const Instruction& instruction) const {
  const auto& operands = instruction.operands;
  const bool adds = instruction.opcode == Opcode::add && operands.size() == 3 && operands[2].kind == OperandKind::immediate;
  const bool moves = (instruction.opcode == Opcode::mov || instruction.opcode == Opcode::cvta) && operands.size() == 2;
  if ((!adds && !moves) || operands[0].kind != OperandKind::reg || instruction.guard != no_index) return std::nullopt;
  auto place = place_of(operands[1].kind, operands[1]);
  if (place && adds) place->offset += static_cast<std::int64_t>(operands[2].bits);
  return place;
}

}  // namespace warplens::ptx
