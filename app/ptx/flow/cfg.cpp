#include "ptx/flow/cfg.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace warplens::ptx {
namespace {

constexpr std::uint32_t nowhere = 0xffffffffu;

/// The forest of Lengauer and Tarjan: nodes by preorder number, linked to their parents in descending order.
class Forest {
 public:
  explicit Forest(std::size_t nodes) : semi(nodes), ancestor_(nodes, nowhere), best_(nodes) {
    std::iota(semi.begin(), semi.end(), 0u);
    std::iota(best_.begin(), best_.end(), 0u);
  }

  void link(std::uint32_t parent, std::uint32_t node) { ancestor_[node] = parent; }

  /// The node with the smallest semidominator on the path from `node` to the root of its tree, root excluded.
  std::uint32_t least(std::uint32_t node) {
    if (ancestor_[node] == nowhere) return node;
    path_.clear();
    for (std::uint32_t at = node; ancestor_[ancestor_[at]] != nowhere; at = ancestor_[at]) path_.push_back(at);
    // Path compression, from the upper end.
    for (auto at = path_.rbegin(); at != path_.rend(); ++at) {
      const std::uint32_t above = ancestor_[*at];
      if (semi[best_[above]] < semi[best_[*at]]) best_[*at] = best_[above];
      ancestor_[*at] = ancestor_[above];
    }
    return best_[node];
  }

  std::vector<std::uint32_t> semi;  ///< semidominators

 private:
  std::vector<std::uint32_t> ancestor_, best_, path_;
};

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

std::vector<std::uint32_t> preorder(const Edges& edges, std::uint32_t root, std::vector<std::uint32_t>* parents) {
  struct Visit {
    std::uint32_t node, place;
    std::size_t next;
  };
  std::vector<bool> seen(edges.size(), false);
  std::vector<std::uint32_t> order{root};
  std::vector<Visit> path{{root, 0, 0}};  // not recursive: the graph may be deep
  seen[root] = true;
  if (parents) parents->assign(1, 0);
  while (!path.empty()) {
    Visit& visit = path.back();
    if (visit.next == edges[visit.node].size()) {
      path.pop_back();
      continue;
    }
    const std::uint32_t to = edges[visit.node][visit.next++];
    if (seen[to]) continue;
    seen[to] = true;
    if (parents) parents->push_back(visit.place);
    order.push_back(to);
    path.push_back({to, static_cast<std::uint32_t>(order.size() - 1), 0});
  }
  return order;
}

std::vector<std::uint32_t> immediate_dominators(const Edges& edges, std::uint32_t root) {
  std::vector<std::uint32_t> parents;
  const std::vector<std::uint32_t> order = preorder(edges, root, &parents);
  const std::size_t count = order.size();
  std::vector<std::uint32_t> number(edges.size());
  for (std::uint32_t i = 0; i < count; ++i) number[order[i]] = i;
  Edges entering(count), semidominated(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    for (const std::uint32_t to : edges[order[i]]) entering[number[to]].push_back(i);
  }

  Forest forest(count);
  std::vector<std::uint32_t> dominator(count, 0);
  for (auto i = static_cast<std::uint32_t>(count); i-- > 1;) {
    for (const std::uint32_t from : entering[i]) forest.semi[i] = std::min(forest.semi[i], forest.semi[forest.least(from)]);
    semidominated[forest.semi[i]].push_back(i);
    forest.link(parents[i], i);
    for (const std::uint32_t node : semidominated[parents[i]]) {
      const std::uint32_t least = forest.least(node);
      dominator[node] = forest.semi[least] < forest.semi[node] ? least : parents[i];
    }
    semidominated[parents[i]].clear();
  }
  for (std::uint32_t i = 1; i < count; ++i) {
    if (dominator[i] != forest.semi[i]) dominator[i] = dominator[dominator[i]];
  }

  std::vector<std::uint32_t> result(edges.size(), root);
  for (std::uint32_t i = 0; i < count; ++i) result[order[i]] = order[dominator[i]];
  return result;
}

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
