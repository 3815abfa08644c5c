#pragma once

#include "ui/window/app.h"
#include "view/table.h"

namespace warplens::ui {

// What the table's rows make their inputs of, from the state of the window: one way for the window, pictures, SVG and films.

/// The shown run as the views see it. Needs `App::shown`.
view::Subject subject_of(const App& app);

/// What a row with these needs may use. Where it needs a run, so does this: `App::shown`.
view::Material material_of(const App& app, const view::Needs& needs);

/// Whether the shown view's inputs are available: a run with the tables it needs, or a sweep that has started.
bool has_picture(const App& app);

/// The shown view's input. Needs has_picture(), but for the sweep.
view::Input input_of(const App& app);

/// The sentence above the picture: a finding's, else the shown view's.
view::Headline headline_of(const App& app);

}  // namespace warplens::ui
