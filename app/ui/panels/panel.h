#pragma once

#include <functional>
#include <initializer_list>
#include <span>

#include "ui/window/app.h"
#include "ui/window/layout.h"

namespace warplens::ui {

/// The side of a panel with a line between it and the picture.
enum class Edge { none, top, bottom, left, right };

/// A panel of the window and its position. To add a panel, add a row to the table in panel.cpp.
struct Panel {
  const char* id;
  view::Rectangle Places::*place;
  void (*show)(App& app);  ///< draw the panel; passes only the parts that it may change
  view::Colour view::Theme::*ground;
  float padding_x, padding_y;  ///< points
  bool scrolls;
  Edge edge;
};
std::span<const Panel> panels();

// The panels and their sections read all of App and change only the parts passed to them.

void show_top_bar(const App& app, desk::Choices& choices, desk::Notice& notice, OpenFileState& open_file, bool& paste_wanted,
                  bool& show_lessons, bool& show_help);
void show_picture(const App& app, desk::Choices& choices, desk::Notice& notice, desk::Playback& playback,
                  desk::Stepping& stepping, desk::Pointer& pointer, PictureState& picture, PictureState& picture_beside);
/// Say why the picture shows an older run: an error, or a next run that has not ended. "" if it shows the current one.
std::string older_run_words(const App& app);
/// In place of the picture, while desk::Prediction hides results: the question, the field for the answer, and other questions.
void show_prediction(const App& app, desk::Prediction& prediction);
void show_transport(const App& app, desk::Choices& choices, desk::Notice& notice, desk::Playback& playback,
                    desk::Stepping& stepping);

/// The parts that the controls may change.
struct ControlParts {
  desk::Choices& choices;
  desk::Notice& notice;
  desk::Runs& runs;
  desk::Search& search;
  desk::Stepping& stepping;
  desk::Sweeping& sweeping;
  desk::Pointer& pointer;
  desk::RemotePlaces& elsewhere;
  desk::Programs& programs;
  desk::Prediction& prediction;
  ControlsState& state;
};
void show_controls(const App& app, const ControlParts& parts);

/// Contents of the controls panel: scrolling `sections` with `footer` fixed below them. `id`: unique for each such list.
using Section = std::function<void()>;
void show_controls_and_footer(const App& app, ControlsState& state, const char* id, std::initializer_list<Section> sections,
                              const Section& footer);

/// Draw the settings of the sweep, instead of the other controls.
void show_sweep_controls(const App& app, const ControlParts& parts);

/// Sections of the controls. Entries: those of the experiment, or the kernels of the user's file. Launches: those of a sequence,
/// instead of the entries. Arguments: sizes and contents of the buffers
/// of a kernel that the user opened. Program: its arguments, and how its last run ended; for a kernel of an open program, the way
/// back. Steps: recorded order or by hand, and the next step; nothing in other views. Machine: choice
/// and settings of the machine, and the GPU's properties. Elsewhere: the user's list of devices on other computers. Adversary:
/// search for the SIMT machine's worst schedules.
void show_entries(const App& app, desk::Choices& choices, desk::Notice& notice, EntryTexts& texts);
void show_launches(const App& app, desk::Choices& choices, desk::Notice& notice);
void show_program(const App& app, const ControlParts& parts);
void show_arguments(const App& app, desk::Choices& choices, desk::Notice& notice);
void show_step_controls(const App& app, desk::Choices& choices, desk::Notice& notice, desk::Stepping& stepping);
void show_machine(const App& app, desk::Choices& choices, desk::Notice& notice, bool& show_properties);
void show_elsewhere(const App& app, desk::Choices& choices, desk::Notice& notice, desk::RemotePlaces& elsewhere,
                    ControlsState& state);
void show_adversary(const App& app, desk::Choices& choices, desk::Notice& notice, desk::Search& search);

/// Show a dialog over the window: templates, copies, recent files, and folders. Opening a file changes all parts of the desk.
void show_open_file(const Look& look, desk::Desk& desk, OpenFileState& state);

/// While desk::Permissions asks: a dialog over the window, whether an opened file may read files outside of its folder.
void show_permission(const Look& look, desk::Desk& desk);
/// Ask for the instances of a file whose kernels are templates.
void show_template_question(const Look& look, desk::Desk& desk);

/// Show all lessons over the window, with the progress in each.
void show_lesson_catalogue(const App& app, desk::Choices& choices, desk::Notice& notice, desk::Lessons& lessons);

// The parts of the right panel.

/// Show the open lesson's step, above the other parts; nothing if none is open.
void show_lesson(const App& app, desk::Choices& choices, desk::Notice& notice, desk::Lessons& lessons);
/// The parts that the source panel may change.
struct SourceParts {
  desk::Choices& choices;
  desk::Pointer& pointer;
  desk::Editor& editor;
  SourceState& state;
  EditorState& editing;
};
void show_source(const App& app, const SourceParts& parts);
/// What the reader's prediction was worth; nothing without one. `why`: Session::why.
void show_verdict(const App& app, std::string& why);
/// `why`: Session::why.
void show_findings(const App& app, desk::FindingCursor& cursor, desk::Pointer& pointer, std::string& why);
/// The parts that the answer to "Why …?" may change.
struct WhyParts {
  desk::Asking& asking;
  desk::Pointer& pointer;
  desk::Playback& playback;
  desk::Stepping& stepping;
  desk::Choices& choices;
};
/// Show the answer to the question asked last; nothing without one.
void show_why(const App& app, const WhyParts& parts);
/// The parts that the findings of a whole program may change.
struct ProgramFindingParts {
  desk::Choices& choices;
  desk::Notice& notice;
  desk::Playback& playback;
};
/// Everything that was found in a recorded program, on its host and in all of its launches.
void show_program_findings(const App& app, const ProgramFindingParts& parts);
void show_printed(const App& app, desk::Notice& notice, PrintedState& state);
/// What that is: printed by the program that is shown, or by the kernel; "" if nothing is shown.
std::string_view printed_text(const App& app);
/// `why`: Session::why.
void show_inspector(const App& app, CountersState& counters, std::string& why);

}  // namespace warplens::ui
