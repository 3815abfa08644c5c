#pragma once

#include <optional>

#include "desk/run/run_tables.h"
#include "lesson/facts.h"
#include "session/session.h"

namespace warplens::desk {

/// Facts for a lesson's condition: about the shown run, the hovered target and the typed answer.
lesson::Facts facts_of(const Session& session, const RunTables& shown, const view::Target& target, std::optional<double> answer);

/// Whether a run has exactly the settings of a step's state: it is the step's first run, with which later runs are compared.
bool is_run_of(const Session& state, const RunTables& shown);

}  // namespace warplens::desk
