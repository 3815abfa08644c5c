#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.h"

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

/// A basic block: a maximal range of instructions [first, last], entered only at the first and left only at the
/// last.
struct BasicBlock {
  std::uint32_t first = 0, last = 0;           ///< indices in Function::instructions, inclusive
  std::vector<std::uint32_t> successors;       ///< indices in ControlFlow::blocks; the exit is ControlFlow::exit
  std::uint32_t immediate_post_dominator = 0;  ///< block index, or ControlFlow::exit
};

/// The control-flow graph of one function.
struct ControlFlow {
  std::vector<BasicBlock> blocks;       ///< in the order of their instructions
  std::vector<std::uint32_t> block_of;  ///< per instruction, its block
  std::uint32_t exit = 0;               ///< the virtual exit: blocks.size()

  /// Reconvergence point of lanes that diverge at `instruction`: index of the first instruction of the immediate
  /// post-dominator of its block, or the number of instructions if they reconverge only at the exit.
  std::uint32_t reconvergence(std::uint32_t instruction) const;
};

/// Find blocks and immediate post-dominators (dominators of the reversed graph; see immediate_dominators()). An infinite loop
/// post-dominates nothing; its reconvergence point is the exit.
ControlFlow control_flow(const Function& function);

}  // namespace warplens::ptx
