#pragma once

#include <optional>

#include "analysis/why/executed.h"

namespace warplens::analysis {

/// Explain why a warp waited in a cycle: for which request, for the last warp at which barrier (and why that warp was late), for
/// its scheduler, or for a busy unit. Modelled. Nothing if the warp did not wait then. `warp`: linear in the grid.
std::optional<Answer> why_waited(const Executed& executed, std::uint32_t warp, std::uint64_t cycle);

}  // namespace warplens::analysis
