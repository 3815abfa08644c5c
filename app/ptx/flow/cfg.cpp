#include "ptx/flow/cfg.h"

#include <utility>

#include "ptx/flow/dominators.h"

namespace warplens::ptx {
namespace {

bool leaves(const Instruction& instruction) {
  return instruction.opcode == Opcode::ret || instruction.opcode == Opcode::exit || instruction.opcode == Opcode::trap;
}

bool branches(const Instruction& instruction) { return instruction.opcode == Opcode::bra || instruction.opcode == Opcode::brx; }

bool ends_block(const Instruction& instruction) { return branches(instruction) || leaves(instruction); }

/// Visit the instructions that a branch may go to.
template <typename Visit>
void each_target(const Instruction& instruction, Visit visit) {
  if (!branches(instruction)) return;
  for (const Operand& operand : instruction.operands) {
    if (operand.kind == OperandKind::label) visit(operand.index);
  }
}

/// Divide the instructions into blocks, without successors.
void cut(const Function& function, ControlFlow& flow) {
  const auto count = static_cast<std::uint32_t>(function.instructions.size());
  std::vector<bool> leader(count + 1, false);
  leader[0] = true;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Instruction& instruction = function.instructions[i];
    if (!ends_block(instruction)) continue;
    leader[i + 1] = true;
    each_target(instruction, [&](std::uint32_t target) { leader[target] = true; });
  }
  flow.block_of.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (leader[i]) flow.blocks.push_back({i, i, {}, 0});
    flow.blocks.back().last = i;
    flow.block_of[i] = static_cast<std::uint32_t>(flow.blocks.size() - 1);
  }
  flow.exit = static_cast<std::uint32_t>(flow.blocks.size());
}

void link(const Function& function, ControlFlow& flow) {
  const auto block_at = [&](std::uint32_t instruction) {
    return instruction < flow.block_of.size() ? flow.block_of[instruction] : flow.exit;
  };
  std::vector<std::uint32_t> linked_from(flow.blocks.size() + 1, no_index);  // per successor, the last block that has it
  for (std::uint32_t from = 0; from < flow.blocks.size(); ++from) {
    BasicBlock& block = flow.blocks[from];
    const Instruction& last = function.instructions[block.last];
    const bool guarded = last.guard != no_index;
    const auto add = [&](std::uint32_t to) {
      if (std::exchange(linked_from[to], from) != from) block.successors.push_back(to);
    };
    each_target(last, [&](std::uint32_t target) { add(block_at(target)); });
    if (leaves(last)) add(flow.exit);
    if (!ends_block(last) || guarded) add(block_at(block.last + 1));
  }
}

/// Dominators of the reversed graph, whose root is the exit. Blocks that cannot reach the exit get an edge to it, so that
/// infinite loops reconverge at the exit only.
void find_post_dominators(ControlFlow& flow) {
  Edges reversed(flow.exit + 1);
  for (std::uint32_t block = 0; block < flow.exit; ++block) {
    for (const std::uint32_t to : flow.blocks[block].successors) reversed[to].push_back(block);
  }
  std::vector<bool> leaving(flow.exit + 1, false);
  for (const std::uint32_t block : preorder(reversed, flow.exit)) leaving[block] = true;
  for (std::uint32_t block = 0; block < flow.exit; ++block) {
    if (!leaving[block]) reversed[flow.exit].push_back(block);
  }
  const std::vector<std::uint32_t> dominators = immediate_dominators(reversed, flow.exit);
  for (std::uint32_t block = 0; block < flow.exit; ++block) flow.blocks[block].immediate_post_dominator = dominators[block];
}

}  // namespace

std::uint32_t ControlFlow::reconvergence(std::uint32_t instruction) const {
  const std::uint32_t meeting = blocks[block_of[instruction]].immediate_post_dominator;
  return meeting == exit ? static_cast<std::uint32_t>(block_of.size()) : blocks[meeting].first;
}

ControlFlow control_flow(const Function& function) {
  ControlFlow flow;
  if (function.instructions.empty()) return flow;
  cut(function, flow);
  link(function, flow);
  find_post_dominators(flow);
  return flow;
}

}  // namespace warplens::ptx
