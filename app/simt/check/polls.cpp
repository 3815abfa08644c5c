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

/// Visit the reads of a function, of those for which `is_one` is true, whose value decides whether a loop around them goes on.
template <typename IsOne, typename Visit>
void each_deciding_read(const ptx::Function& function, IsOne is_one, Visit visit) {
  const auto& instructions = function.instructions;
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    if (!is_branch(instructions[i]) || instructions[i].operands[0].index > i) continue;
    const Loop loop{instructions[i].operands[0].index, i + 1};
    const auto has_one = std::any_of(instructions.begin() + static_cast<std::ptrdiff_t>(loop.begin),
                                     instructions.begin() + static_cast<std::ptrdiff_t>(loop.end), is_one);
    if (!has_one) continue;
    const std::vector<bool> deciding = deciding_registers(function, loop);
    for (std::size_t j = loop.begin; j < loop.end; ++j) {
      if (!is_one(instructions[j])) continue;
      bool decides = false;
      each_register(instructions[j].operands[0], [&](std::uint32_t r) { decides = decides || deciding[r]; });
      if (decides) visit(j);
    }
  }
}

bool is_strong_read(const ptx::Instruction& instruction) {
  const bool atomic = instruction.opcode == Opcode::atom && instruction.destinations != 0;
  return atomic || (instruction.opcode == Opcode::ld && instruction.modifiers.ordering != ptx::Ordering::weak);
}

/// Whether an operand is a constant, also in unoptimised code, which keeps constants in registers.
bool is_constant(const ptx::Function& function, const ptx::Operand& operand) {
  if (operand.kind == OperandKind::immediate) return true;
  if (operand.kind != OperandKind::reg) return false;
  bool constant = false;
  for (const ptx::Instruction& each : function.instructions) {
    for (std::size_t d = 0; d < each.destinations; ++d) {
      if (each.operands[d].kind != OperandKind::reg || each.operands[d].index != operand.index) continue;
      if (each.opcode != Opcode::mov || each.operands[1].kind != OperandKind::immediate) return false;
      constant = true;
    }
  }
  return constant;
}

/// atomicCAS(lock, 0, 1) and atomicExch(lock, 1), unlike a swap loop that computes a new value.
bool replaces_by_constant(const ptx::Function& function, const ptx::Instruction& instruction) {
  using enum ptx::AtomicOp;
  const ptx::AtomicOp operation = instruction.modifiers.atomic;
  if (instruction.opcode != Opcode::atom || (operation != cas && operation != exch)) return false;
  const std::size_t values = operation == cas ? 2 : 1, first = instruction.destinations + std::size_t{1};
  for (std::size_t i = first; i < first + values && i < instruction.operands.size(); ++i) {
    if (!is_constant(function, instruction.operands[i])) return false;
  }
  return true;
}

}  // namespace

std::vector<bool> volatile_loads_of_data(const ptx::Module& module, const ptx::Listing& listing) {
  std::vector<bool> data(listing.size());
  for (std::size_t k = 0; k < listing.functions().size(); ++k) {
    const ptx::Function& function = module.functions[listing.functions()[k]];
    const auto& instructions = function.instructions;
    if (std::none_of(instructions.begin(), instructions.end(), is_volatile_load)) continue;
    for (std::size_t i = 0; i < instructions.size(); ++i) data[listing.first(k) + i] = is_volatile_load(instructions[i]);
    each_deciding_read(function, is_volatile_load, [&](std::size_t i) { data[listing.first(k) + i] = false; });
  }
  return data;
}

Waits waits_of(const ptx::Module& module, const ptx::Listing& listing) {
  Waits waits{std::vector<bool>(listing.size()), std::vector<bool>(listing.size())};
  for (std::size_t k = 0; k < listing.functions().size(); ++k) {
    const ptx::Function& function = module.functions[listing.functions()[k]];
    each_deciding_read(function, is_strong_read, [&](std::size_t i) {
      waits.polls[listing.first(k) + i] = true;
      waits.takes_lock[listing.first(k) + i] = replaces_by_constant(function, function.instructions[i]);
    });
  }
  return waits;
}

}  // namespace warplens::simt
