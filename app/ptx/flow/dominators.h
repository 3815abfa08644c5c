#pragma once

#include <cstdint>
#include <vector>

namespace warplens::ptx {

/// A directed graph: the successors of each node.
using Edges = std::vector<std::vector<std::uint32_t>>;

/// Find the nodes reachable from `root`, in depth-first preorder. `parents`, if given, receives for each node the position in
/// this order of the node's parent in the search tree (0 for the root).
std::vector<std::uint32_t> preorder(const Edges& edges, std::uint32_t root, std::vector<std::uint32_t>* parents = nullptr);

/// Find the immediate dominator of each node: the last node before it that is on every path from `root`. Every node must be
/// reachable; the root is its own dominator. Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph"
/// (TOPLAS 1979), the simple version, O(edges · log nodes), also for graphs constructed to be slow.
std::vector<std::uint32_t> immediate_dominators(const Edges& edges, std::uint32_t root);

}  // namespace warplens::ptx
