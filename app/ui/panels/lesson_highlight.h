#pragma once

#include <imgui.h>

#include <string_view>

#include "ui/widgets/number_slider.h"

namespace warplens::ui {

struct App;

/// True where the open step of a lesson has this label in bold.
bool lesson_names(const App& app, std::string_view label);

/// Where the open step of a lesson names a kernel, a section, a slider or a figure in bold, mark the area drawn from `at`
/// to the cursor. In each window, the first marked item that is not visible is scrolled into view once, after the step's first
/// run.
void highlight_named(const App& app, std::string_view label, ImVec2 at);

/// Scroll the window that has just begun to its top, once, when another step of a lesson is opened.
void begin_step_at_top(const App& app);

/// A number_slider that a lesson may name.
bool highlighted_slider(const App& app, const NumberSlider& slider, double& value);
/// A section's title that a lesson may name.
void highlighted_section(const App& app, std::string_view title);

}  // namespace warplens::ui
