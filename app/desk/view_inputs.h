#pragma once

#include "desk/desk.h"
#include "view/table.h"

namespace warplens::desk {

// Build the views' inputs from the window's state, for the window, pictures, SVG and films.

/// Selects one of two runs side by side (desk/run/beside.h): the shown one, or the kept one, which needs draws_beside().
enum class WhichRun : std::uint8_t { shown, beside };

/// Return the shown run as input for the views. Needs `Runs::shown`.
view::Subject subject_of(const Desk& desk);

/// Gather the material for a row with these needs. If it needs a run, `Runs::shown` must be set.
view::Material material_of(const Desk& desk, const view::Needs& needs, WhichRun which = WhichRun::shown);

/// Say whether the shown view's inputs are available: a run with the tables it needs, or a sweep that has started.
bool has_picture(const Desk& desk, WhichRun which = WhichRun::shown);

/// Build the shown view's input. Needs has_picture(), except for the sweep.
view::Input input_of(const Desk& desk, WhichRun which = WhichRun::shown);

/// Return the sentence above the picture: of the current finding, else of the shown view.
view::Headline headline_of(const Desk& desk, WhichRun which = WhichRun::shown);

}  // namespace warplens::desk
