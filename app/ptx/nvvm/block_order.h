#pragma once

#include <cstdint>
#include <vector>

#include "ptx/nvvm/ir.h"

namespace warplens::ptx::nvvm {

/// Order a function's blocks so that only loops jump backwards: a block follows its predecessors, and the blocks of a loop stay
/// together. Unreachable blocks are left out. Functions of more than 4,096 blocks keep the order of the text.
std::vector<std::uint32_t> block_order(const Function& function);

}  // namespace warplens::ptx::nvvm
