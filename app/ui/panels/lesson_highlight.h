#pragma once

#include <imgui.h>

#include <cstdint>
#include <string_view>

#include "ui/widgets/number_slider.h"

namespace warplens::ui {

struct App;

/// Whether the open step of a lesson has this label in bold.
bool lesson_names(const App& app, std::string_view label);

/// What of a named item has to be visible.
enum class Highlight : std::uint8_t {
  control,    ///< all of it
  beginning,  ///< its top, as of a section's title or a card
};
/// If the open step of a lesson names this label (of a kernel, section, slider, figure or finding) in bold, mark the area
/// drawn from `at` to the cursor. In each window, the first marked item that is not visible is scrolled into view: once after the
/// step's first run, each time the window comes back, and once when the task is done, for what is named then.
void highlight_named(const App& app, std::string_view label, ImVec2 at, Highlight extent = Highlight::control);

/// Scroll the current ImGui window to its top, once after each change of the lesson's step.
void begin_step_at_top(const App& app);

/// Draw a number_slider, highlighted if the open lesson's step names it.
bool highlighted_slider(const App& app, const NumberSlider& slider, double& value);
/// Draw a section's title, highlighted if the open lesson's step names it.
void highlighted_section(const App& app, std::string_view title);

}  // namespace warplens::ui
