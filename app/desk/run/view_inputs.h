#pragma once

#include "desk/desk.h"
#include "view/table.h"

namespace warplens::desk {

// Builds the views' inputs from the window's state; shared by the window, pictures, SVG and films.

/// The shown run as the views see it. Needs `Runs::shown`.
view::Subject subject_of(const Desk& desk);

/// The material for a row with these needs. If it needs a run, `Runs::shown` must be set.
view::Material material_of(const Desk& desk, const view::Needs& needs);

/// Whether the shown view's inputs are available: a run with the tables it needs, or a sweep that has started.
bool has_picture(const Desk& desk);

/// The shown view's input. Needs has_picture(), but for the sweep.
view::Input input_of(const Desk& desk);

/// The sentence above the picture: a finding's, else the shown view's.
view::Headline headline_of(const Desk& desk);

}  // namespace warplens::desk
