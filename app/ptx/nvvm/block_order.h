#pragma once

#include <cstdint>
#include <vector>

#include "ptx/nvvm/ir.h"

namespace warplens::ptx::nvvm {

/// The order in which a function's blocks are written: each after those that lead to it, but for jumps back, and a loop's blocks
/// together, so that only loops jump backwards. Blocks that nothing reaches are left out. Functions of more than 4,096
/// blocks keep the order of the text.
std::vector<std::uint32_t> block_order(const Function& function);

}  // namespace warplens::ptx::nvvm
