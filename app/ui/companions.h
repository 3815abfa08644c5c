#pragma once

#include "ui/window/app.h"

namespace warplens::ui {

// The race view sets what an entry gave beside what the experiment's other entries give with the same settings: racy beside
// atomic. Those others are run without a trace while nothing else is to do.

/// Results of a run's repeats; empty for a failed run (null).
std::shared_ptr<const analysis::Distribution> distribution_of(const RunTables* tables);

/// Keep the outcomes that belong to the settings of the run just shown, and add its own.
void keep_outcomes(App& app, const RunTables* before);

/// The run of another entry that is still missing; nothing where there is none, or where it would take long.
std::optional<RunRequest> missing_companion(const App& app);

}  // namespace warplens::ui
