#pragma once

#include <optional>
#include <string>

#include "desk/run/runs.h"

namespace warplens::desk {

// Two runs side by side: the kept run (Session::beside) at the left, the shown run at the right. Both are drawn by the same view,
// with the same camera, at the same cycle, and a target hovered in one is lit in both.

/// Keep the shown run, so that the next run is drawn beside it. Do nothing if no run is shown.
void keep_beside(Choices& choices, Runs& runs);
/// Draw only one run again.
void drop_beside(Choices& choices);

/// Return the kept run; null if there is none, or it has not run yet.
const RunTables* beside(const Runs& runs, const Choices& choices);
/// Say whether the shown view draws two runs: it has a picture of a run, and both experiments offer it.
bool draws_beside(const Runs& runs, const Choices& choices);

/// Return the launch of the kept run if it has not run yet; empty if there is nothing to run or the worker has something else to
/// do.
std::optional<RunRequest> missing_beside(Runs& runs, Choices& choices);
/// Take the result of missing_beside()'s request.
void take_beside(Runs& runs, const RunReport& report);

/// Identifies a run for longer than the run's tables live.
struct RunIdentity {
  const experiment::Experiment* experiment = nullptr;  ///< in the catalogue
  experiment::Settings settings;
  std::string device;  ///< LaunchResult::device
  bool operator==(const RunIdentity&) const = default;
};
/// Return the identity of a run.
RunIdentity identity_of(const RunTables& tables);

/// Describe for people how a run differs from another one: "racy · block 32 · n 512"; for another experiment its title and entry.
/// If nothing differs: its entry.
std::string distinction(const RunIdentity& own, const RunIdentity& other);
std::string distinction(const RunTables& own, const RunTables& other);

}  // namespace warplens::desk
