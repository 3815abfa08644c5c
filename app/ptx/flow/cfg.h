#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.h"

namespace warplens::ptx {

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

/// Find blocks and immediate post-dominators (dominators of the reversed graph; see dominators.h). An infinite loop
/// post-dominates nothing; its reconvergence point is the exit.
ControlFlow control_flow(const Function& function);

}  // namespace warplens::ptx
