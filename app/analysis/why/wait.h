#pragma once

#include <optional>

#include "analysis/why/executed.h"

namespace warplens::analysis {

/// Why a warp waited in a cycle: for which request of its own and where that was served; for which barrier and the warp that came
/// to it last, which itself waited for …; for its scheduler; for a busy unit. Modelled, as all waits are. Nothing if the warp did
/// not wait in that cycle. `warp`: linear in the grid.
std::optional<Answer> why_waited(const Executed& executed, std::uint32_t warp, std::uint64_t cycle);

}  // namespace warplens::analysis
