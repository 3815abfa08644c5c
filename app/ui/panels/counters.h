#pragma once

#include <optional>
#include <string>
#include <vector>

#include "desk/run/beside.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {

struct App;

/// The figures of the shown run and of the one shown before it, so that two of them are compared without remembering numbers.
/// The runs while a slider is dragged are compared with the one before the drag.
struct CountersState {
  std::optional<desk::RunIdentity> now, before;
  std::vector<Fact> now_facts, before_facts;
  bool held = false;  ///< the shown run is of a drag that goes on
};

/// Once a frame: if another run is shown, the one that was shown is the one before, unless it was of another experiment. `held`:
/// a control is being dragged.
void note_run(const desk::RunIdentity& shown, std::vector<Fact> facts, bool held, CountersState& state);

/// The figure of that label in the run before, where it differs from `value`.
std::optional<std::string> was(const CountersState& state, const std::string& label, const std::string& value);

/// What the machine counted: needs Runs::shown.
void show_counters(const App& app, CountersState& state);

}  // namespace warplens::ui
