#pragma once

#include <initializer_list>
#include <span>

#include "ui/window/app.h"
#include "ui/window/layout.h"
#include "view/headline.h"

namespace warplens::ui {

/// The side of a panel on which a line sets it off from the picture.
enum class Edge { none, top, bottom, left, right };

/// A panel of the window and its position. To add a panel, add a row to the table in panel.cpp.
struct Panel {
  const char* id;
  view::Rectangle Places::*place;
  void (*show)(App& app);
  view::Colour view::Theme::*ground;
  float padding_x, padding_y;  ///< points
  bool scrolls;
  Edge edge;
};
std::span<const Panel> panels();

void show_top_bar(App& app);
void show_controls(App& app);
void show_picture(App& app);
void show_source_and_inspector(App& app);
void show_transport(App& app);
void show_help(App& app);

/// Contents of the controls panel: scrolling `sections` with `footer` fixed below them. `id` is unique to each such list.
void show_controls_and_footer(App& app, const char* id, std::initializer_list<void (*)(App&)> sections, void (*footer)(App&));

/// Controls of the steps view: recorded order or by hand, and the next step; nothing in other views.
void show_step_controls(App& app);

/// Settings of the sweep, in the controls panel.
void show_sweep_controls(App& app);

/// Sections of the controls: choice and settings of the machine with the GPU's properties; search for the SIMT machine's worst
/// schedules.
void show_machine(App& app);
void show_adversary(App& app);

/// All lessons over the window, with how far each was done.
void show_lesson_catalogue(App& app);

/// The parts of the right panel.
/// The open lesson's step, above the others; nothing where none is open.
void show_lesson(App& app);
void show_source(App& app);
void show_findings(App& app);
void show_printed(App& app);
void show_inspector(App& app);
/// What the machine counted: needs App::shown.
void show_counters(App& app);

}  // namespace warplens::ui
