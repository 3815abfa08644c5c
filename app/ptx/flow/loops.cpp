#include "ptx/flow/loops.h"

#include <algorithm>
#include <map>

#include "ptx/flow/cfg.h"

namespace warplens::ptx {
namespace {

/// Which blocks dominate which, of those that can be reached.
class Dominance {
 public:
  explicit Dominance(const ControlFlow& flow) : number_(flow.exit, no_index) {
    Edges all(flow.exit);
    for (std::uint32_t block = 0; block < flow.exit; ++block) {
      for (const std::uint32_t to : flow.blocks[block].successors)
        if (to != flow.exit) all[block].push_back(to);
    }
    const std::vector<std::uint32_t> reached = preorder(all, 0);
    std::vector<std::uint32_t> index(flow.exit, no_index);
    for (std::uint32_t i = 0; i < reached.size(); ++i) index[reached[i]] = i;
    Edges edges(reached.size()), tree(reached.size());
    for (std::uint32_t i = 0; i < reached.size(); ++i) {
      for (const std::uint32_t to : all[reached[i]]) edges[i].push_back(index[to]);
    }
    const std::vector<std::uint32_t> dominators = immediate_dominators(edges, 0);
    for (std::uint32_t i = 1; i < reached.size(); ++i) tree[dominators[i]].push_back(i);
    // In preorder of the tree of dominators, all that a node dominates follows it without a gap.
    std::vector<std::uint32_t> parents;
    const std::vector<std::uint32_t> order = preorder(tree, 0, &parents);
    below_.assign(order.size(), 1);
    for (std::size_t i = order.size(); i-- > 1;) below_[parents[i]] += below_[i];
    for (std::uint32_t i = 0; i < order.size(); ++i) number_[reached[order[i]]] = i;
  }

  bool reached(std::uint32_t block) const { return number_[block] != no_index; }
  /// Of reached blocks.
  bool dominates(std::uint32_t a, std::uint32_t b) const {
    return number_[b] >= number_[a] && number_[b] - number_[a] < below_[number_[a]];
  }

 private:
  std::vector<std::uint32_t> number_;  ///< per block, in preorder of the tree of dominators
  std::vector<std::uint32_t> below_;   ///< per number: how many blocks it dominates, itself included
};

}  // namespace

std::size_t Loop::size() const { return static_cast<std::size_t>(std::ranges::count(contains, true)); }

std::vector<Loop> natural_loops(const Function& function, std::size_t max_loops) {
  if (function.instructions.empty()) return {};
  const ControlFlow flow = control_flow(function);
  const Dominance dominance(flow);
  Edges entering(flow.exit);
  std::map<std::uint32_t, std::vector<std::uint32_t>> latches;  // blocks that jump back, by header
  for (std::uint32_t from = 0; from < flow.exit; ++from) {
    if (!dominance.reached(from)) continue;
    for (const std::uint32_t to : flow.blocks[from].successors) {
      if (to == flow.exit) continue;
      entering[to].push_back(from);
      if (dominance.dominates(to, from)) latches[to].push_back(from);
    }
  }
  if (latches.size() > max_loops) return {};
  std::vector<Loop> loops;
  for (auto& [header, from] : latches) {
    Loop& loop = loops.emplace_back();
    for (const std::uint32_t latch : from) loop.jumps_back.push_back(flow.blocks[latch].last);
    std::ranges::sort(loop.jumps_back);
    std::vector<bool> inside(flow.exit, false);
    inside[header] = true;
    for (std::vector<std::uint32_t> left = from; !left.empty();) {
      const std::uint32_t block = left.back();
      left.pop_back();
      if (inside[block]) continue;
      inside[block] = true;
      left.insert(left.end(), entering[block].begin(), entering[block].end());
    }
    loop.contains.resize(function.instructions.size());
    for (std::uint32_t i = 0; i < loop.contains.size(); ++i) loop.contains[i] = inside[flow.block_of[i]];
  }
  std::ranges::stable_sort(loops, std::ranges::greater{}, &Loop::size);
  return loops;
}

}  // namespace warplens::ptx
