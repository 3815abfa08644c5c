#include "ptx/flow/value_flow.h"

#include <algorithm>
#include <vector>

#include "ptx/flow/cfg.h"
#include "ptx/flow/registers.h"

namespace warplens::ptx {
namespace {

/// Finds which instructions may read what another has written to a register.
class Readers {
 public:
  explicit Readers(const Function& function)
      : function_(function), readers_(function.registers.size()), writers_(function.registers.size(), 0) {
    for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
      const Instruction& instruction = function.instructions[i];
      each_defined(instruction, [&](std::uint32_t reg) { ++writers_[reg]; });
      for (std::size_t k = instruction.destinations; k < instruction.operands.size(); ++k) {
        // A store's address is none of its values.
        if (instruction.opcode == Opcode::st && instruction.operands[k].kind == OperandKind::address) continue;
        each_register(instruction.operands[k], [&](std::uint32_t reg) { readers_[reg].push_back(i); });
      }
    }
  }

  /// Add the readers of what `writer` writes to a register. Where others write it as well, only those that a way leads to on
  /// which nobody else does.
  void add(std::uint32_t reg, std::uint32_t writer, std::vector<std::uint32_t>& found) {
    constexpr std::size_t max_instructions = 1 << 14;  // larger kernels would take seconds
    if (writers_[reg] == 1 || function_.instructions.size() > max_instructions) {
      found.insert(found.end(), readers_[reg].begin(), readers_[reg].end());
      return;
    }
    if (flow_.blocks.empty()) flow_ = control_flow(function_);
    const auto reads = [&](std::uint32_t i) { return std::ranges::binary_search(readers_[reg], i); };
    const auto ends = [&](std::uint32_t i) {
      const Instruction& instruction = function_.instructions[i];
      bool writes = false;
      each_defined(instruction, [&](std::uint32_t each) { writes = writes || each == reg; });
      return writes && instruction.guard == no_index;
    };
    // Whether the register keeps its value from `first` to the end of the block.
    const auto passes = [&](std::uint32_t first, std::uint32_t last) {
      for (std::uint32_t i = first; i <= last; ++i) {
        if (reads(i)) found.push_back(i);
        if (ends(i)) return false;
      }
      return true;
    };
    std::vector<bool> seen(flow_.blocks.size() + 1, false);
    std::vector<std::uint32_t> left;
    const BasicBlock& own = flow_.blocks[flow_.block_of[writer]];
    if (passes(writer + 1, own.last)) left = own.successors;
    while (!left.empty()) {
      const std::uint32_t block = left.back();
      left.pop_back();
      if (block == flow_.exit || seen[block]) continue;
      seen[block] = true;
      const BasicBlock& next = flow_.blocks[block];
      if (passes(next.first, next.last)) left.insert(left.end(), next.successors.begin(), next.successors.end());
    }
  }

 private:
  const Function& function_;
  std::vector<std::vector<std::uint32_t>> readers_;  ///< per register: instructions, ascending
  std::vector<std::uint32_t> writers_;               ///< per register: how many
  ControlFlow flow_;                                 ///< once it is needed
};

}  // namespace

bool flows_into_store(const Function& function, std::uint32_t from, std::uint32_t to) {
  const Instruction &load = function.instructions[from], &store = function.instructions[to];
  if (load.opcode != Opcode::ld || store.opcode != Opcode::st) return true;
  Readers readers(function);
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
      each_register(writer.operands[d], [&](std::uint32_t reg) { readers.add(reg, at, left); });
  }
  return false;
}

}  // namespace warplens::ptx
