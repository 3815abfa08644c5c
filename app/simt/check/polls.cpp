#include "simt/check/polls.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "simt/decode/decoder.h"

namespace warplens::simt {
namespace {

using ptx::Opcode;
using ptx::OperandKind;

bool is_volatile_load(const ptx::Instruction& instruction) {
  return instruction.opcode == Opcode::ld && instruction.modifiers.ordering == ptx::Ordering::volatile_;
}

bool is_branch(const ptx::Instruction& instruction) {
  return instruction.opcode == Opcode::bra && !instruction.operands.empty() && instruction.operands[0].kind == OperandKind::label;
}

/// The instructions from a label to a branch back to it.
struct Loop {
  std::size_t begin = 0, end = 0;

  bool contains(std::size_t i) const { return begin <= i && i < end; }
  bool is_left_by(const ptx::Instruction& instruction) const {
    return instruction.opcode == Opcode::ret || instruction.opcode == Opcode::exit ||
           (is_branch(instruction) && !contains(instruction.operands[0].index));
  }
};

/// Registers of a function that decide whether a loop goes on, directly, through others, or through memory, in which unoptimised
/// code keeps its variables: then all that the loop stores may decide.
std::vector<bool> deciding_registers(const ptx::Function& function, const Loop& loop) {
  std::vector<bool> deciding(function.registers.size());
  const auto body = std::span(function.instructions).subspan(loop.begin, loop.end - loop.begin);
  for (std::size_t i = loop.begin; i < loop.end; ++i) {
    const ptx::Instruction& instruction = function.instructions[i];
    if (instruction.guard == ptx::no_index) continue;
    bool leaves = loop.is_left_by(instruction);
    if (is_branch(instruction)) {  // or if the branch is not taken
      leaves = leaves || i + 1 == loop.end ||
               (function.instructions[i + 1].guard == ptx::no_index && loop.is_left_by(function.instructions[i + 1]));
    }
    if (leaves) deciding[instruction.guard] = true;
  }
  bool through_memory = false;
  for (bool grown = true; grown;) {
    grown = false;
    const auto decides = [&](std::uint32_t r) {
      grown = grown || !deciding[r];
      deciding[r] = true;
    };
    for (const ptx::Instruction& instruction : body) {
      bool matters = false;
      for (std::size_t i = 0; i < instruction.destinations; ++i)
        each_register(instruction.operands[i], [&](std::uint32_t r) { matters = matters || deciding[r]; });
      if (matters && instruction.opcode == Opcode::ld && !is_volatile_load(instruction)) {
        grown = grown || !through_memory;
        through_memory = true;
      }
      matters = matters ? instruction.opcode != Opcode::ld : through_memory && instruction.opcode == Opcode::st;
      if (!matters) continue;
      if (instruction.guard != ptx::no_index) decides(instruction.guard);
      for (std::size_t i = instruction.destinations; i < instruction.operands.size(); ++i)
        each_register(instruction.operands[i], decides);
    }
  }
  return deciding;
}

}  // namespace

std::vector<bool> volatile_loads_of_data(const ptx::Module& module, const ptx::Listing& listing) {
  std::vector<bool> data(listing.size());
  for (std::size_t k = 0; k < listing.functions().size(); ++k) {
    const ptx::Function& function = module.functions[listing.functions()[k]];
    const auto& instructions = function.instructions;
    if (std::none_of(instructions.begin(), instructions.end(), is_volatile_load)) continue;
    for (std::size_t i = 0; i < instructions.size(); ++i) data[listing.first(k) + i] = is_volatile_load(instructions[i]);
    for (std::size_t i = 0; i < instructions.size(); ++i) {
      if (!is_branch(instructions[i]) || instructions[i].operands[0].index > i) continue;
      const Loop loop{instructions[i].operands[0].index, i + 1};
      const auto has_one = std::any_of(instructions.begin() + static_cast<std::ptrdiff_t>(loop.begin),
                                       instructions.begin() + static_cast<std::ptrdiff_t>(loop.end), is_volatile_load);
      if (!has_one) continue;
      const std::vector<bool> deciding = deciding_registers(function, loop);
      for (std::size_t j = loop.begin; j < loop.end; ++j) {
        if (!is_volatile_load(instructions[j])) continue;
        each_register(instructions[j].operands[0],
                      [&](std::uint32_t r) { data[listing.first(k) + j] = data[listing.first(k) + j] && !deciding[r]; });
      }
    }
  }
  return data;
}

}  // namespace warplens::simt
