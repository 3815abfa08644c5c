#pragma once

#include "desk/run/runs.h"

namespace warplens::desk {

// With a GPU, the views compare both machines at the same settings: the results of all repeats in the race view, the
// multiprocessors' blocks in the blocks view. The other machine's launch runs while the worker is idle.

/// The other machine's run with the shown run's settings; null if there is none yet.
const RunTables* counterpart(const Runs& runs);

/// Take the result of missing_counterpart()'s request; null if it failed.
void take_counterpart(Runs& runs, std::shared_ptr<const RunTables> tables);

/// The missing run on the other machine; empty if no view shows it or it would take too long.
std::optional<RunRequest> missing_counterpart(const Runs& runs, const Choices& choices);

}  // namespace warplens::desk
