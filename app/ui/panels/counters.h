#pragma once

#include <optional>
#include <string>
#include <vector>

#include "desk/run/beside.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {

struct App;

/// The figures of the shown run and of the run before it, so that users can compare them without remembering numbers. Runs during
/// the drag of a slider are compared with the run before the drag.
struct CountersState {
  std::optional<desk::RunIdentity> now, before;
  std::vector<Fact> now_facts, before_facts;
  bool held = false;  ///< the shown run belongs to a drag that still goes on
};

/// The machine's counters of a run, in the order in which they are shown.
std::vector<Fact> counters_of(const desk::RunTables& tables);

/// Call once a frame. If another run is shown now, keep the last one's figures as `before`, unless it was of another experiment.
/// `held`: a control is being dragged.
void note_run(const desk::RunIdentity& shown, std::vector<Fact> facts, bool held, CountersState& state);

/// The figure with this label in the run before; nothing if it equals `value`.
std::optional<std::string> was(const CountersState& state, const std::string& label, const std::string& value);

/// Show the machine's counters; needs Runs::shown. A click on one that has an explanation asks for it in `why`: Session::why.
void show_counters(const App& app, CountersState& state, std::string& why);

}  // namespace warplens::ui
