#pragma once

#include <optional>

#include "analysis/why/executed.h"

namespace warplens::analysis {

/// Why a warp waited in a cycle: for one of its requests, and what served it; at a barrier, for the warp that came last, and why
/// that one was late; for its scheduler; for a busy unit. Modelled, as all waits are. Nothing if the warp did not wait in that
/// cycle. `warp`: linear in the grid.
std::optional<Answer> why_waited(const Executed& executed, std::uint32_t warp, std::uint64_t cycle);

}  // namespace warplens::analysis
