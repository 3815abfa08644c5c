#pragma once

#include "desk/run/runs.h"

namespace warplens::desk {

// The runs behind "how latency hides" in the schedulers view: the shown launch is repeated with at most 1, 2, 4 … resident blocks
// per multiprocessor, without a trace, while the worker is idle.

/// The runs with fewer blocks, known or not, then the shown run. Empty if nothing is modelled or only one block is resident.
std::vector<view::Residency> residencies_of(const Runs& runs);

/// The next missing run; empty if none is missing, if no view shows them, or if it would take too long.
std::optional<RunRequest> missing_residency(const Runs& runs, const Choices& choices);

/// Take the result of missing_residency()'s request.
void take_residency(Runs& runs, const RunReport& report);

}  // namespace warplens::desk
