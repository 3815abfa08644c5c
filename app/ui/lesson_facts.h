#pragma once

#include <optional>

#include "lesson/facts.h"
#include "session/session.h"
#include "ui/run_tables.h"

namespace warplens::ui {

/// Facts for a lesson's condition: about the shown run, the hovered target and the typed answer.
lesson::Facts facts_of(const Session& session, const RunTables& shown, const view::Target& target, std::optional<double> answer);

/// Whether a run is that of a step's state as it was set: the first of the step, with which later ones are compared.
bool is_run_of(const Session& state, const RunTables& shown);

}  // namespace warplens::ui
