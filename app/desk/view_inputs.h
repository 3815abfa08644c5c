#pragma once

#include "desk/desk.h"
#include "view/table.h"

namespace warplens::desk {

// Build the views' inputs from the window's state, for the window, pictures, SVG and films.

/// Selects one of two runs side by side (desk/run/beside.h): the shown one, or the kept one, which needs draws_beside().
enum class WhichRun : std::uint8_t { shown, beside };

/// Return the shown run as input for the views. Needs `Runs::shown`.
view::Subject subject_of(const Desk& desk);

/// Gather the material for the shown view. If it needs a run, `Runs::shown` must be set. The colours have the meaning `colour`,
/// by default the one that the session says.
view::Material material_of(const Desk& desk, WhichRun which = WhichRun::shown, std::optional<view::ColourMode> colour = {});

/// Say whether the shown view's inputs are available: a run with the late table it needs, or a sweep that has started.
bool has_picture(const Desk& desk, WhichRun which = WhichRun::shown);

/// Build the shown view's input of the shown run. Needs has_picture(), but for the sweep.
view::Input input_of(const Desk& desk);

/// Return the sentence above the picture that an input of the shown view is of: of the current finding, else of the view.
view::Headline headline_of(const Desk& desk, const view::Input& input, WhichRun which = WhichRun::shown);

/// What a view makes of a run. It takes a while: the window does it once a frame.
struct ViewOfRun {
  const view::Row* row = nullptr;            ///< the view; null where the run is not drawn
  view::Input input{};                       ///< empty where there is no picture yet
  std::optional<view::Headline> headline{};  ///< nothing where the view has nothing to say yet

  /// Return the input, if it is one of this view; else null.
  const view::Input* input_for(const view::Row& view) const { return row == &view && !input.empty() ? &input : nullptr; }
};

/// What the chosen view makes of the shown run, and of the run beside it where that is drawn.
struct ViewsOfRuns {
  ViewOfRun shown, beside;
};
ViewsOfRuns views_of_runs(const Desk& desk);

}  // namespace warplens::desk
