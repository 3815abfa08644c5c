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

// With a GPU, the views compare both machines at the same settings: the results of all repeats in the race view, the
// multiprocessors' blocks in the blocks view. The other machine's launch runs while the worker is idle.

/// The other machine's run with the shown run's settings; null if there is none yet.
const RunTables* counterpart(const Runs& runs);

/// Take the result of missing_counterpart()'s request; null if it failed.
void take_counterpart(Runs& runs, std::shared_ptr<const RunTables> tables);

/// The missing run on the other machine; empty if no view shows it or it would take too long.
std::optional<RunRequest> missing_counterpart(const Runs& runs, const Choices& choices);

// The runs behind "how latency hides" in the schedulers view: the shown launch is repeated with at most 1, 2, 4 … resident blocks
// per multiprocessor, without a trace, while the worker is idle.

/// The runs with fewer blocks, known or not, then the shown run. Empty if nothing is modelled, only one block is resident, or
/// they would take long.
std::vector<view::Residency> residencies_of(const Runs& runs);

/// The next missing run; empty if none is missing, if no view shows them, or if it would take too long.
std::optional<RunRequest> missing_residency(const Runs& runs, const Choices& choices);

/// Take the result of missing_residency()'s request.
void take_residency(Runs& runs, const RunReport& report);

}  // namespace warplens::desk
