#include "ptx/cfg.h"

#include <algorithm>

namespace warplens::ptx {
namespace {

bool leaves(const Instruction& instruction) {
  return instruction.opcode == Opcode::ret || instruction.opcode == Opcode::exit || instruction.opcode == Opcode::trap;
}

bool ends_block(const Instruction& instruction) { return instruction.opcode == Opcode::bra || leaves(instruction); }

/// Cuts the instructions into blocks; successors are not linked yet.
void cut(const Function& function, ControlFlow& flow) {
  const auto count = static_cast<std::uint32_t>(function.instructions.size());
  std::vector<bool> leader(count + 1, false);
  leader[0] = true;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Instruction& instruction = function.instructions[i];
    if (!ends_block(instruction)) continue;
    leader[i + 1] = true;
    if (instruction.opcode == Opcode::bra) leader[instruction.operands[0].index] = true;
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
  for (BasicBlock& block : flow.blocks) {
    const Instruction& last = function.instructions[block.last];
    const bool guarded = last.guard != no_index;
    if (last.opcode == Opcode::bra) block.successors.push_back(block_at(last.operands[0].index));
    if (leaves(last)) block.successors.push_back(flow.exit);
    if (!ends_block(last) || guarded) {
      const std::uint32_t next = block_at(block.last + 1);
      if (std::find(block.successors.begin(), block.successors.end(), next) == block.successors.end()) {
        block.successors.push_back(next);
      }
    }
  }
}

using Edges = std::vector<std::vector<std::uint32_t>>;

/// Nodes reachable from `root` over `edges`, in postorder, appended to `order`. Not recursive: the graph may be deep.
void postorder(const Edges& edges, std::uint32_t root, std::vector<bool>& seen, std::vector<std::uint32_t>& order) {
  struct Visit {
    std::uint32_t node;
    std::size_t next;
  };
  std::vector<Visit> path{{root, 0}};
  seen[root] = true;
  while (!path.empty()) {
    Visit& visit = path.back();
    if (visit.next == edges[visit.node].size()) {
      order.push_back(visit.node);
      path.pop_back();
      continue;
    }
    const std::uint32_t to = edges[visit.node][visit.next++];
    if (!seen[to]) {
      seen[to] = true;
      path.push_back({to, 0});
    }
  }
}

/// Blocks from which the exit cannot be reached get an edge to it: what loops for ever meets at the exit only.
void tie_endless_loops(Edges& successors, Edges& predecessors, std::uint32_t exit) {
  std::vector<bool> leaving(exit + 1, false);
  std::vector<std::uint32_t> order;
  postorder(predecessors, exit, leaving, order);
  for (std::uint32_t block = 0; block < exit; ++block) {
    if (leaving[block]) continue;
    successors[block].push_back(exit);
    predecessors[exit].push_back(block);
  }
}

void find_post_dominators(ControlFlow& flow) {
  const std::uint32_t exit = flow.exit;
  Edges successors(exit + 1), predecessors(exit + 1);
  for (std::uint32_t block = 0; block < exit; ++block) {
    for (const std::uint32_t to : flow.blocks[block].successors) {
      successors[block].push_back(to);
      predecessors[to].push_back(block);
    }
  }
  tie_endless_loops(successors, predecessors, exit);

  std::vector<bool> seen(exit + 1, false);
  std::vector<std::uint32_t> order;
  postorder(predecessors, exit, seen, order);
  std::vector<std::uint32_t> number(exit + 1), dominator(exit + 1, no_index);
  for (std::uint32_t i = 0; i < order.size(); ++i) number[order[i]] = i;
  dominator[exit] = exit;
  const auto meet = [&](std::uint32_t a, std::uint32_t b) {
    while (a != b) {
      while (number[a] < number[b]) a = dominator[a];
      while (number[b] < number[a]) b = dominator[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (auto block = order.rbegin() + 1; block != order.rend(); ++block) {
      std::uint32_t best = no_index;
      for (const std::uint32_t to : successors[*block]) {
        if (dominator[to] != no_index) best = best == no_index ? to : meet(to, best);
      }
      if (dominator[*block] != best) {
        dominator[*block] = best;
        changed = true;
      }
    }
  }
  for (std::uint32_t block = 0; block < exit; ++block) flow.blocks[block].immediate_post_dominator = dominator[block];
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
