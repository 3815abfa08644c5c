#define GLFW_INCLUDE_NONE
#include "ui/window/shortcuts.h"

#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "desk/asking/asking.h"
#include "desk/playback/playback.h"
#include "desk/playback/program_calls.h"
#include "desk/playback/step_search.h"
#include "desk/pointer/findings.h"
#include "ui/widgets/imgui_internals.h"
#include "ui/widgets/number_slider.h"
#include "ui/window/app.h"
#include "ui/window/pasting.h"

namespace warplens::ui {
namespace {

/// Open the list of commands, which contains the lessons.
void find_command(App& app) {
  await_lessons(app.lessons);
  open_palette(app, app.palette);
}

constexpr float zoom_step = 1.1f, smallest_zoom = 0.6f, max_zoom = 3.0f;

void zoom_by(App& app, float factor) { app.zoom = std::clamp(app.zoom * factor, smallest_zoom, max_zoom); }

void next_theme(App& app) { app.choices.session.theme = base::next_enumerator(app.choices.session.theme); }

/// What ← and → go along.
std::unique_ptr<desk::Path> path_of(App& app) { return path_of(app.playback, app.stepping, app.choices, app.runs); }

/// A field that is being typed in has an undo of its own.
template <void (desk::Desk::*Act)(), bool (desk::Editor::*ActInSource)(desk::Editor::Clock::time_point)>
void undo_where_typed(App& app) {
  if (app.editing.keyboard)
    (app.editor.*ActInSource)(desk::Editor::Clock::now());
  else if (!ImGui::GetIO().WantTextInput)
    (app.*Act)();
}

void next_finding(App& app, int by) {
  if (app.runs.shown) move_finding(app.findings, app.pointer, *app.runs.shown, by);
}

/// Another warp in Steps, another launch in Program.
void next_in_view(App& app, int by) {
  if (app.choices.row().needs.stepping) move_warp(app.stepping, by);
  if (app.choices.row().needs.program && calls_of(app.choices) > 0) notify(app.notice, move_entry(app.choices, by));
}

void ask_why(App& app) { notify(app.notice, ask(app.asking, app.asked_in())); }

void next_lesson_step(App& app, int by) { notify(app.notice, move_lesson_step(app.lessons, app.choices, app.runs, by)); }

/// Fields take what is pasted into them.
void paste_where_nothing_is_typed(App& app) {
  if (!ImGui::GetIO().WantTextInput) open_clipboard(app);
}

void run(App& app) {
  if (app.choices.row().needs.sweep)
    app.choices.sweep_order = desk::SweepOrder::start;
  else
    app.choices.run_wanted = true;
}

bool is_dialog_open(const App& app) {
  return app.help.show || app.lessons.show_catalogue || app.open_dialog.show || app.save_dialog.show ||
         app.permissions.question() || app.template_question;
}

/// Whether a key still means what it does without the dialog that is open: closing it, and the size of everything.
bool goes_past_dialog(const App& app, const KeyPress& key) {
  constexpr int sizes[] = {GLFW_KEY_EQUAL, GLFW_KEY_KP_ADD, GLFW_KEY_MINUS, GLFW_KEY_KP_SUBTRACT, GLFW_KEY_0};
  if ((key.modifiers & GLFW_MOD_CONTROL) != 0) return std::ranges::find(sizes, key.key) != std::end(sizes);
  return key.key == GLFW_KEY_ESCAPE || key.key == GLFW_KEY_F11 || (key.key == GLFW_KEY_F1 && app.help.show) ||
         (key.key == GLFW_KEY_F2 && app.lessons.show_catalogue);
}

const Shortcut before_views[] = {
    {GLFW_KEY_TAB, 0, "Tab", "to the next control, which is framed (Shift Tab: back)", nullptr},
    {GLFW_KEY_F6, 0, "F6", "to the next panel's controls", nullptr},
    {GLFW_KEY_ENTER, 0, "Enter", "press the control that is framed, else run", run},
    {GLFW_KEY_ENTER, GLFW_MOD_CONTROL, "Ctrl Enter", "run, whatever is framed", run},
    {GLFW_KEY_KP_ENTER, 0, nullptr, nullptr, run},
    {GLFW_KEY_ESCAPE, 0, "Esc", "stop what runs; close what is open; drop a finding",
     [](App& app) {
       app.focus.stop_explaining();
       if (close_popups()) return;
       if (!is_dialog_open(app)) app.focus.hide();
       app.runs.worker.cancel();
       app.choices.sweep_order = desk::SweepOrder::stop;
       app.search.worker.cancel();
       app.programs.stop();
       if (app.stepping.asked) app.stepping.asked->progress->cancel = true;  // nothing to it once it stands still
       app.help.show = false;
       app.lessons.show_catalogue = false;
       app.open_dialog.show = false;
       app.save_dialog.show = false;
       app.answer(false);
       app.pointer.kept = {};
       app.choices.session.why.clear();
     }},
    {GLFW_KEY_SPACE, 0, "Space", "play or pause the trace, in Program the calls",
     [](App& app) { press_play(app.playback, app.stepping, app.choices, app.runs); }},
    {GLFW_KEY_RIGHT, 0, "→", "one memory access forward, in Steps one instruction, in Program one call",
     [](App& app) { notify(app.notice, path_of(app)->forward()); }},
    {GLFW_KEY_LEFT, 0, "←", "one memory access back, in Steps one instruction, in Program one call",
     [](App& app) { path_of(app)->back(); }},
    {GLFW_KEY_HOME, 0, "Home", "to the start of the trace", [](App& app) { path_of(app)->go_to(0); }},
    {GLFW_KEY_END, 0, "End", "to the end of the trace",
     [](App& app) {
       const auto path = path_of(app);
       path->go_to(path->length());
     }},
    {GLFW_KEY_N, 0, "N", "next finding (Shift N: the one before)", [](App& app) { next_finding(app, 1); }},
    {GLFW_KEY_N, GLFW_MOD_SHIFT, nullptr, nullptr, [](App& app) { next_finding(app, -1); }},
    {GLFW_KEY_Y, 0, "Y", "why is it so? Also a right click; again: the next place", ask_why},
    {GLFW_KEY_Y, GLFW_MOD_SHIFT, nullptr, nullptr, [](App& app) { move_cause(app.asking, -1, app.asked_in()); }},
    {GLFW_KEY_B, 0, "B", "keep this run, to see the next one beside it; or only one again",
     [](App& app) {
       if (app.choices.session.beside)
         drop_beside(app.choices);
       else
         keep_beside(app.choices, app.runs);
     }},
    {GLFW_KEY_A, 0, "A", "adversary: look for the smallest and largest outcome",
     [](App& app) { start_search(app.search, app.choices, app.runs); }},
};

const Shortcut after_views[] = {
    {GLFW_KEY_LEFT, GLFW_MOD_SHIFT, "Shift ←", "in Scene: turn the camera; also → ↑ ↓",
     [](App& app) { turn_camera(app.choices, -10, 0); }},
    {GLFW_KEY_RIGHT, GLFW_MOD_SHIFT, nullptr, nullptr, [](App& app) { turn_camera(app.choices, 10, 0); }},
    {GLFW_KEY_UP, GLFW_MOD_SHIFT, nullptr, nullptr, [](App& app) { turn_camera(app.choices, 0, 8); }},
    {GLFW_KEY_DOWN, GLFW_MOD_SHIFT, nullptr, nullptr, [](App& app) { turn_camera(app.choices, 0, -8); }},
    {GLFW_KEY_PAGE_UP, GLFW_MOD_SHIFT, "Shift PgUp", "in Scene: nearer; with Page Down further",
     [](App& app) { turn_camera(app.choices, 0, 0, 1.15f); }},
    {GLFW_KEY_PAGE_DOWN, GLFW_MOD_SHIFT, nullptr, nullptr, [](App& app) { turn_camera(app.choices, 0, 0, 1 / 1.15f); }},
    {GLFW_KEY_R, 0, "R", "in Scene: show the rays", [](App& app) { app.choices.session.rays = !app.choices.session.rays; }},
    {GLFW_KEY_DOWN, 0, "↑ ↓", "in Steps: another warp; in Program: another launch", [](App& app) { next_in_view(app, 1); }},
    {GLFW_KEY_UP, 0, nullptr, nullptr, [](App& app) { next_in_view(app, -1); }},
    {GLFW_KEY_W, 0, "W", "in Steps: the warp's next instruction (Shift W: next line)",
     [](App& app) {
       if (app.choices.row().needs.stepping) notify(app.notice, step_warp(app.stepping));
     }},
    {GLFW_KEY_W, GLFW_MOD_SHIFT, nullptr, nullptr,
     [](App& app) {
       if (app.choices.row().needs.stepping) notify(app.notice, search_step(app.stepping, desk::StepGoal::line, false));
     }},
    {GLFW_KEY_F2, 0, "F2", "lessons", [](App& app) { app.lessons.show_catalogue = !app.lessons.show_catalogue; }},
    {GLFW_KEY_PAGE_DOWN, 0, "PgDn", "in a lesson: the next step (Page Up: the one before)",
     [](App& app) { next_lesson_step(app, 1); }},
    {GLFW_KEY_PAGE_UP, 0, nullptr, nullptr, [](App& app) { next_lesson_step(app, -1); }},
    {GLFW_KEY_U, 0, "U", "in a lesson: set the step up once more",
     [](App& app) { notify(app.notice, restore_lesson_step(app.lessons, app.choices, app.runs)); }},
    {GLFW_KEY_EQUAL, GLFW_MOD_CONTROL, "Ctrl +", "everything larger", [](App& app) { zoom_by(app, zoom_step); }},
    {GLFW_KEY_EQUAL, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT, nullptr, nullptr, [](App& app) { zoom_by(app, zoom_step); }},
    {GLFW_KEY_KP_ADD, GLFW_MOD_CONTROL, nullptr, nullptr, [](App& app) { zoom_by(app, zoom_step); }},
    {GLFW_KEY_MINUS, GLFW_MOD_CONTROL, "Ctrl −", "everything smaller", [](App& app) { zoom_by(app, 1 / zoom_step); }},
    {GLFW_KEY_KP_SUBTRACT, GLFW_MOD_CONTROL, nullptr, nullptr, [](App& app) { zoom_by(app, 1 / zoom_step); }},
    {GLFW_KEY_0, GLFW_MOD_CONTROL, "Ctrl 0", "as large as the display asks for", [](App& app) { app.zoom = 1; }},
    {GLFW_KEY_T, 0, "T", "dark, light or projector colours", next_theme},
    {GLFW_KEY_H, 0, "H", "only the picture (Shift H: and the source; F11: full screen)",
     [](App& app) { toggle_panels(app.arrangement, ShownPanels::picture, app.notice); }},
    {GLFW_KEY_H, GLFW_MOD_SHIFT, nullptr, nullptr,
     [](App& app) { toggle_panels(app.arrangement, ShownPanels::picture_and_source, app.notice); }},
    {GLFW_KEY_F11, 0, nullptr, nullptr,
     [](App& app) {
       if (app.toggle_full_screen) app.toggle_full_screen();
     }},
    {GLFW_KEY_X, 0, "X", "PTX next to the source",
     [](App& app) { app.choices.session.show_ptx = !app.choices.session.show_ptx; }},
    {GLFW_KEY_L, 0, "L", "another cost next to the lines of the source",
     [](App& app) { app.choices.session.line_measure = base::next_enumerator(app.choices.session.line_measure); }},
    {GLFW_KEY_Z, GLFW_MOD_CONTROL, "Ctrl Z", "undo a change of a setting or of the edited source (Ctrl Shift Z: redo)",
     undo_where_typed<&App::undo_change, &desk::Editor::undo>},
    {GLFW_KEY_Z, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT, nullptr, nullptr, undo_where_typed<&App::redo_change, &desk::Editor::redo>},
    {GLFW_KEY_P, GLFW_MOD_CONTROL, "Ctrl P", "find kernels, views, lessons, actions … by name", find_command},
    {GLFW_KEY_G, GLFW_MOD_CONTROL, "Ctrl G", "go to an element or thread by its number", find_command},
    {GLFW_KEY_V, GLFW_MOD_CONTROL, nullptr, nullptr, paste_where_nothing_is_typed},
    {GLFW_KEY_O, GLFW_MOD_CONTROL, "Ctrl O", "open or make a kernel (Ctrl V: a copied one)",
     [](App& app) {
       open_dialog(app.recent, app.open_dialog);
       app.open_dialog.keyboard_wanted = true;
     }},
    {GLFW_KEY_E, GLFW_MOD_CONTROL, "Ctrl E", "the edited source wide or narrow",
     [](App& app) { app.editing.wide = !app.editing.wide; }},
    {GLFW_KEY_F, GLFW_MOD_CONTROL, "Ctrl F", "find in the edited source",
     [](App& app) { app.editing.find_wanted = app.editing.finding = !app.editing.finding && !app.editor.file().empty(); }},
    {GLFW_KEY_S, GLFW_MOD_CONTROL, "Ctrl S", "save the session as a .warplens file",
     [](App& app) { open_save_dialog(app, SavedThing::session); }},
    {GLFW_KEY_P, 0, "P", "save the window, or only the picture (PNG, SVG)",
     [](App& app) { open_save_dialog(app, SavedThing::window); }},
    {GLFW_KEY_F1, 0, "F1", "this help", [](App& app) { app.help = {!app.help.show}; }},
};

/// The views' keys: 1 to 9, then 0, then letters.
std::vector<Shortcut> view_keys() {
  static constexpr const char* letters[] = {"A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M",
                                            "N", "O", "P", "Q", "R", "S", "T", "U", "V", "W", "X", "Y", "Z"};
  static constexpr const char* digits[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
  std::vector<Shortcut> keys;
  for (const char digit : std::string_view("1234567890")) {
    for (const view::Row& row : view::table())
      if (row.key == digit)
        keys.push_back({GLFW_KEY_0 + digit - '0', 0, digits[digit - '0'], row.help,
                        [name = row.name](App& app) { choose_view(app.choices, name); }});
  }
  for (const view::Row& row : view::table())
    if (row.key >= 'A' && row.key <= 'Z')
      keys.push_back({GLFW_KEY_A + row.key - 'A', 0, letters[row.key - 'A'], row.help,
                      [name = row.name](App& app) { choose_view(app.choices, name); }});
  return keys;
}

std::vector<Shortcut> all_shortcuts() {
  std::vector<Shortcut> all(std::begin(before_views), std::end(before_views));
  std::ranges::copy(view_keys(), std::back_inserter(all));
  std::ranges::copy(after_views, std::back_inserter(all));
  return all;
}

/// Keys for the control that has the focus.
constexpr struct {
  int key, modifiers;
  FocusKey meaning;
} focus_keys[] = {{GLFW_KEY_TAB, 0, FocusKey::next},
                  {GLFW_KEY_TAB, GLFW_MOD_SHIFT, FocusKey::previous},
                  {GLFW_KEY_F6, 0, FocusKey::next_panel},
                  {GLFW_KEY_ENTER, 0, FocusKey::press},
                  {GLFW_KEY_KP_ENTER, 0, FocusKey::press},
                  {GLFW_KEY_SPACE, 0, FocusKey::press},
                  {GLFW_KEY_LEFT, 0, FocusKey::left},
                  {GLFW_KEY_RIGHT, 0, FocusKey::right},
                  {GLFW_KEY_UP, 0, FocusKey::up},
                  {GLFW_KEY_DOWN, 0, FocusKey::down},
                  {GLFW_KEY_EQUAL, 0, FocusKey::nearer},
                  {GLFW_KEY_EQUAL, GLFW_MOD_SHIFT, FocusKey::nearer},
                  {GLFW_KEY_KP_ADD, 0, FocusKey::nearer},
                  {GLFW_KEY_MINUS, 0, FocusKey::farther},
                  {GLFW_KEY_KP_SUBTRACT, 0, FocusKey::farther}};

/// The help has ← and → for its pages.
bool press_in_help(HelpState& help, const KeyPress& key) {
  if (!help.show || (key.key != GLFW_KEY_LEFT && key.key != GLFW_KEY_RIGHT)) return false;
  turn_page(help, key.key == GLFW_KEY_RIGHT ? 1 : -1);
  return true;
}

/// The text of the answer that a prediction or a lesson awaits as a number; null: none does.
std::string* awaited_number(App& app) {
  const desk::PredictionQuestion* const question = app.prediction.question();
  if (app.prediction.hides() && question->choices.empty()) return &app.prediction.typed;
  const bool asks = !app.lessons.step.done && awaited_answer(app.lessons, app.choices.session, app.runs);
  return asks ? &app.lessons.step.typed : nullptr;
}

void give_answer(App& app, double number) {
  if (app.prediction.hides())
    app.prediction.answer(number);
  else
    app.lessons.step.answer = number;
}

/// Add a figure to the awaited answer, which needs no click into its field; Enter gives the answer.
bool press_in_answer(App& app, int key) {
  std::string* const typed = awaited_number(app);
  if (typed == nullptr) return false;
  const bool of_pad = key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9;
  if (of_pad || (key >= GLFW_KEY_0 && key <= GLFW_KEY_9)) {
    // After a wrong answer comes another one.
    if (!app.prediction.hides() && std::exchange(app.lessons.step.answer, std::nullopt)) typed->clear();
    *typed += static_cast<char>('0' + key - (of_pad ? GLFW_KEY_KP_0 : GLFW_KEY_0));
    return true;
  }
  if (typed->empty()) return false;
  double number = 0;
  switch (key) {
    case GLFW_KEY_BACKSPACE:
      typed->pop_back();
      return true;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
      if (typed_number(typed->c_str(), false, number)) give_answer(app, number);
      return true;
    default:
      return false;
  }
}

bool press_in_focus(Focus& focus, int key, int modifiers) {
  const auto row =
      std::ranges::find_if(focus_keys, [&](const auto& each) { return each.key == key && each.modifiers == modifiers; });
  return row != std::end(focus_keys) && focus.press(row->meaning);
}

/// Enter and Tab belong to the source. Esc leaves it, before ImGui sees the key and takes back all that was typed.
void press_in_editor(EditorState& editing, int key) {
  if (key == GLFW_KEY_ENTER || key == GLFW_KEY_KP_ENTER) editing.entered = true;
  if (key == GLFW_KEY_TAB) editing.change.insert += desk::indentation_step(editing.text);
  if (key != GLFW_KEY_ESCAPE) return;
  end_typing();
  editing.finding = false;
}

/// The list of commands has the keyboard for itself.
void press_in_palette(App& app, const KeyPress& key) {
  PaletteState& palette = app.palette;
  const auto move = [&](std::ptrdiff_t by) {
    const auto last = static_cast<std::ptrdiff_t>(palette.found.size()) - 1;
    palette.chosen = static_cast<std::size_t>(
        std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(palette.chosen) + by, 0, std::max<std::ptrdiff_t>(last, 0)));
    palette.chosen_by_key = true;
  };
  constexpr std::ptrdiff_t page = 10;
  switch (key.key) {
    case GLFW_KEY_DOWN:
      return move(1);
    case GLFW_KEY_UP:
      return move(-1);
    case GLFW_KEY_PAGE_DOWN:
      return move(page);
    case GLFW_KEY_PAGE_UP:
      return move(-page);
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
      palette.entered = true;
      return;
    case GLFW_KEY_ESCAPE:
      palette.show = false;
      app.typing_ends = true;
      return;
    default:
      return;
  }
}

}  // namespace

void carry_out(App& app, const Command& command) {
  app.palette.show = false;
  app.typing_ends = true;
  command.act(app);
}

std::span<const Shortcut> shortcuts() {
  static const std::vector<Shortcut> all = all_shortcuts();
  return all;
}

void press(App& app, const KeyPress& key) {
  constexpr int relevant = GLFW_MOD_CONTROL | GLFW_MOD_SHIFT | GLFW_MOD_ALT | GLFW_MOD_SUPER;
  const int modifiers = key.modifiers & relevant;
  if (app.palette.show) return press_in_palette(app, key);
  // While a number is typed, plain keys belong to it. Enter and Esc end it: ImGui itself misses a key that goes down and up
  // within a slow frame. Digits that came with it in that frame still belong to the number.
  const bool enter = key.key == GLFW_KEY_ENTER || key.key == GLFW_KEY_KP_ENTER;
  const FocusStop* const stop = app.focus.at();
  if (app.save_dialog.show && enter && modifiers == 0 && (stop == nullptr || stop->kind == ControlKind::field))
    return save_named(app);
  if ((app.save_dialog.show || app.open_dialog.show) && key.key == GLFW_KEY_ESCAPE) {
    app.save_dialog.show = app.open_dialog.show = false;
    app.typing_ends = true;
    return;
  }
  const bool typing = ImGui::GetIO().WantTextInput || app.focus.awaits_typing();
  if (typing && (modifiers & GLFW_MOD_CONTROL) == 0 && key.key < GLFW_KEY_F1) {
    if (app.editing.keyboard) return press_in_editor(app.editing, key.key);
    if (key.key == GLFW_KEY_ESCAPE) app.focus.stop_explaining();
    if (enter || key.key == GLFW_KEY_ESCAPE) app.typing_ends = true;
    if (key.key != GLFW_KEY_TAB) return;
    app.typing_ends = true;
  }
  if (modifiers == 0 && press_in_help(app.help, key)) return;
  const bool figures_free = stop == nullptr || stop->kind == ControlKind::picture || app.lessons.answer_reached;
  if (modifiers == 0 && figures_free && !is_dialog_open(app) && press_in_answer(app, key.key)) return;
  if (press_in_focus(app.focus, key.key, modifiers)) return;
  const bool letter = (modifiers & ~GLFW_MOD_SHIFT) == 0 && key.key >= GLFW_KEY_SPACE && key.key <= GLFW_KEY_GRAVE_ACCENT;
  if (letter && has_popups()) return;  // a list is open over the window
  if (is_dialog_open(app)) {
    if (enter && modifiers == 0 && app.template_question) return app.answer_template();
    if (!goes_past_dialog(app, key)) return;
  }
  const auto row = std::ranges::find_if(
      shortcuts(), [&](const Shortcut& entry) { return entry.key == key.key && entry.modifiers == modifiers; });
  if (row != shortcuts().end() && row->act) row->act(app);
}

}  // namespace warplens::ui
