#pragma once

#include <cstdint>
#include <vector>

namespace warplens::ptx {

/// A directed graph: per node, the nodes its edges go to.
using Edges = std::vector<std::vector<std::uint32_t>>;

/// The nodes that can be reached from `root`, each before those first reached through it (preorder); `parents`, where given, gets
/// for each of them the place in this order of the node it was reached from (0 for the root).
std::vector<std::uint32_t> preorder(const Edges& edges, std::uint32_t root, std::vector<std::uint32_t>* parents = nullptr);

/// For each node its immediate dominator: the last node that every path from `root` to it passes. Every node must be reachable;
/// the root is its own. Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph" (TOPLAS 1979), the simple
/// version, O(edges · log nodes): a graph made to be slow stays quick.
std::vector<std::uint32_t> immediate_dominators(const Edges& edges, std::uint32_t root);

}  // namespace warplens::ptx
