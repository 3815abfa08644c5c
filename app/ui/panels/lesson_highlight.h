#pragma once

#include <imgui.h>

#include <string_view>

#include "ui/widgets/number_slider.h"

namespace warplens::ui {

struct App;

/// True where the open step of a lesson has this label in bold.
bool lesson_names(const App& app, std::string_view label);

/// Where the open step of a lesson names a kernel, a section, a slider or a figure in bold, mark it: what was drawn from `at` to
/// the cursor. The first such in each window that is out of sight comes into view, once, when the step's first run is there.
void highlight_named(const App& app, std::string_view label, ImVec2 at);

/// Scroll the window that has just begun to its top, once, when another step of a lesson is opened.
void begin_step_at_top(const App& app);

/// A number_slider that a lesson may name.
bool highlighted_slider(const App& app, const NumberSlider& slider, double& value);
/// A section's title that a lesson may name.
void highlighted_section(const App& app, std::string_view title);

}  // namespace warplens::ui
