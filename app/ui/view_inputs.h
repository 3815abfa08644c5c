#pragma once

#include "ui/window/app.h"
#include "view/table.h"

namespace warplens::ui {

// Builds the views' inputs from the window's state; shared by the window, pictures, SVG and films.

/// The shown run as the views see it. Needs `App::shown`.
view::Subject subject_of(const App& app);

/// The material for a row with these needs. If it needs a run, `App::shown` must be set.
view::Material material_of(const App& app, const view::Needs& needs);

/// Whether the shown view's inputs are available: a run with the tables it needs, or a sweep that has started.
bool has_picture(const App& app);

/// The shown view's input. Needs has_picture(), but for the sweep.
view::Input input_of(const App& app);

/// The sentence above the picture: a finding's, else the shown view's.
view::Headline headline_of(const App& app);

}  // namespace warplens::ui
