#include "ptx/flow/dominators.h"

#include <algorithm>
#include <numeric>

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

}  // namespace warplens::ptx
