#pragma once

#include <cstdint>
#include <vector>

#include "ptx/nvvm/layout.h"
#include "ptx/nvvm/selection.h"

namespace warplens::ptx::nvvm {

/// Find loads, and stores, that one access of two or four numbers can do, as LLVM's LoadStoreVectorizer does: those of a block,
/// of numbers that lie side by side at an aligned address, with nothing between that may touch the same memory. Each
/// group has the numbers of its instructions in the order of their addresses. Only what Selection writes as `plain` is
/// considered.
std::vector<std::vector<std::uint32_t>> merged_accesses(const Module& module, const Layout& layout, const Selection& selection);

}  // namespace warplens::ptx::nvvm
