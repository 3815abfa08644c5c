#pragma once

#include "ui/window/app.h"

namespace warplens::ui {

// Where there is a GPU, what one machine gave stands beside what the other gives with the same settings: the results of all
// repeats in the race view, the multiprocessors' blocks in the blocks view. The other machine runs while nothing else is to do.

/// The other machine's run with the shown run's settings; null if there is none yet.
const RunTables* counterpart(const App& app);

/// What came of missing_counterpart()'s request; null where it failed.
void take_counterpart(App& app, std::shared_ptr<const RunTables> tables);

/// The run on the other machine that is still missing; nothing where no view shows it, or where it would take long.
std::optional<RunRequest> missing_counterpart(const App& app);

}  // namespace warplens::ui
