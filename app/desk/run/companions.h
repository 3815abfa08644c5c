#pragma once

#include "desk/run/runs.h"

namespace warplens::desk {

// The race view compares an entry's results with those of the experiment's other entries at the same settings: racy beside
// atomic. The other entries run without a trace while the worker is idle.

/// Results of a run's repeats; empty for a failed run (null).
std::shared_ptr<const analysis::Distribution> distribution_of(const RunTables* tables);

/// Keep the outcomes with the settings of the run just shown, and add this run's.
void keep_outcomes(Runs& runs, const RunTables* before);

/// The next missing run of another entry; empty if none is missing or it would take too long.
std::optional<RunRequest> missing_companion(const Runs& runs, const Choices& choices);

}  // namespace warplens::desk
