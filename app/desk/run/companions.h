#pragma once

#include "desk/run/runs.h"

namespace warplens::desk {

// Some views compare an entry with the experiment's other entries at the same settings: the race view racy with atomic, the
// roofline naive with tiled. The other entries run without a trace while the worker is idle.

/// Whether the experiment's file launches both entries alike: with the same grid, block and arguments.
bool launched_alike(const experiment::Entry& a, const experiment::Entry& b);

/// Whether a run is short enough to repeat `times` times unasked, about a tenth of a second. Decided by its work, not by the
/// clock, so that equal sessions make equal pictures.
bool may_run_unasked(const RunTables& tables, std::uint64_t times);

/// Result of a run; an empty one for a failed run (null).
std::shared_ptr<const EntryResult> entry_result(const RunTables* tables);

/// Keep the results that have the settings of the run just shown, and add its own.
void keep_results(Runs& runs, const RunTables* before);

/// The next missing run of another entry; empty if none is missing or it would take too long.
std::optional<RunRequest> missing_companion(const Runs& runs, const Choices& choices);

}  // namespace warplens::desk
