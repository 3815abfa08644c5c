#include "ui/window/app_frame.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "desk/choices/question.h"
#include "desk/choices/refusal.h"
#include "desk/lesson/lessons.h"
#include "desk/playback/playback.h"
#include "desk/view_inputs.h"
#include "ui/panels/help.h"
#include "ui/panels/panel.h"
#include "ui/widgets/imgui_internals.h"
#include "ui/widgets/look.h"
#include "ui/widgets/shown.h"
#include "ui/widgets/widgets.h"
#include "ui/window/shortcuts.h"

namespace warplens::ui {
namespace {

/// Set the style of the current ImGui context: colours of the theme, sizes in points of the design.
void apply_style(const Look& look) {
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  style.WindowPadding = {look.px(20), look.px(20)};
  style.FramePadding = {look.px(9), look.px(6)};
  style.ItemSpacing = {look.px(10), look.px(8)};
  style.ItemInnerSpacing = {look.px(8), look.px(6)};
  style.WindowRounding = 0;
  style.ChildRounding = look.px(10);
  style.PopupRounding = look.px(10);
  style.FrameRounding = look.px(8);
  style.GrabRounding = look.px(8);
  style.ScrollbarRounding = look.px(6);
  style.ScrollbarSize = look.px(10);
  style.WindowBorderSize = 0;
  style.ChildBorderSize = 0;
  style.FrameBorderSize = look.px(1);
  style.PopupBorderSize = look.px(1);
  style.AntiAliasedLinesUseTex = false;

  const view::Theme& theme = look.colours();
  const auto set = [&style](ImGuiCol slot, view::Colour colour) { style.Colors[slot] = floating(colour); };
  set(ImGuiCol_Text, theme.text);
  set(ImGuiCol_TextDisabled, theme.muted);
  set(ImGuiCol_WindowBg, theme.panel);
  set(ImGuiCol_ChildBg, faded(theme.panel, 0));
  set(ImGuiCol_PopupBg, theme.control);
  set(ImGuiCol_Border, theme.line);
  set(ImGuiCol_FrameBg, theme.background);
  set(ImGuiCol_FrameBgHovered, theme.background);
  set(ImGuiCol_FrameBgActive, theme.background);
  set(ImGuiCol_ScrollbarBg, faded(theme.panel, 0));
  set(ImGuiCol_ScrollbarGrab, theme.line);
  set(ImGuiCol_ScrollbarGrabHovered, faint(theme));
  set(ImGuiCol_ScrollbarGrabActive, faint(theme));
  set(ImGuiCol_Header, theme.selected);
  set(ImGuiCol_HeaderHovered, theme.selected);
  set(ImGuiCol_HeaderActive, theme.selected);
  set(ImGuiCol_Button, theme.control);
  set(ImGuiCol_ButtonHovered, theme.selected);
  set(ImGuiCol_ButtonActive, theme.selected);
  set(ImGuiCol_CheckMark, theme.accent);
  set(ImGuiCol_TextSelectedBg, faded(theme.accent, 0.35f));
  set(ImGuiCol_NavHighlight, theme.accent);
}

void draw_edge(const Look& look, Edge edge, const view::Rectangle& at) {
  const float half = look.px(0.5f), x = at.x + (edge == Edge::right ? at.width - half : half),
              y = at.y + (edge == Edge::bottom ? at.height - half : half);
  const ImU32 colour = packed(look.colours().line);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (edge == Edge::left || edge == Edge::right) list.AddLine({x, at.y}, {x, at.y + at.height}, colour, look.px(1));
  if (edge == Edge::top || edge == Edge::bottom) list.AddLine({at.x, y}, {at.x + at.width, y}, colour, look.px(1));
}

void show(App& app, const Panel& panel, const view::Rectangle& place) {
  const Look& look = app.look;
  ImGui::SetNextWindowPos({place.x, place.y});
  ImGui::SetNextWindowSize({place.width, place.height});
  // The switch of the sides has room below itself already.
  const float padding_y = app.places.one_side() && place.y == app.places.sides.y + app.places.sides.height ? 4 : panel.padding_y;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(panel.padding_x), look.px(padding_y)});
  app.grounds.push_back({static_cast<int>(place.x), static_cast<int>(place.y), static_cast<int>(place.width),
                         static_cast<int>(place.height), look.colours().*panel.ground});
  constexpr ImGuiWindowFlags still = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                     ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNavInputs |
                                     ImGuiWindowFlags_NoNavFocus | ImGuiWindowFlags_NoBackground;
  constexpr ImGuiWindowFlags held = ImGuiWindowFlags_NoScrollWithMouse;
  const ImGuiWindowFlags flags = panel.scrolls ? still & ~ImGuiWindowFlags_NoScrollbar : still | held;
  ImGui::Begin(panel.id, nullptr, flags);
  ImGui::PushClipRect({place.x, place.y}, {place.x + place.width, place.y + place.height}, false);
  draw_edge(look, panel.edge == Edge::right && place.x > 0 ? Edge::left : panel.edge, place);
  ImGui::PopClipRect();
  panel.show(app);
  ImGui::End();
  ImGui::PopStyleVar();
}

/// Whether a lesson is open.
bool shows_lesson(const App& app) { return open_step(app.lessons, app.choices.session) != nullptr; }

/// The switch between the sides, where there is room for one of them.
void show_sides(App& app, const view::Rectangle& place) {
  struct Row {
    Side side;
    const char *label, *tooltip;
  };
  static constexpr Row rows[] = {{Side::controls, "Controls", "The kernel, its data, and how it is launched"},
                                 {Side::lesson, "Lesson", "The open step of the lesson"},
                                 {Side::source, "Source", "The source, what was found, and the counters"}};
  std::vector<Side> sides;
  std::vector<std::string> labels, tips;
  for (const Row& row : rows) {
    if (row.side == Side::lesson && !shows_lesson(app)) continue;
    sides.push_back(row.side);
    const bool done = row.side == Side::lesson && app.lessons.step.done;
    labels.push_back(done ? std::string(icon::check) + " " + row.label : row.label);
    tips.emplace_back(row.tooltip);
  }
  const Look& look = app.look;
  app.grounds.push_back({static_cast<int>(place.x), static_cast<int>(place.y), static_cast<int>(place.width),
                         static_cast<int>(place.height), look.colours().panel});
  ImGui::SetNextWindowPos({place.x, place.y});
  ImGui::SetNextWindowSize({place.width, place.height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(20), look.px(8)});
  ImGui::Begin("sides", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground);
  ImGui::PushClipRect({place.x, place.y}, {place.x + place.width, place.y + place.height}, false);
  draw_edge(look, place.x > 0 ? Edge::left : Edge::top, place);
  ImGui::PopClipRect();
  const auto shown = static_cast<std::size_t>(std::ranges::find(sides, app.sides.shown) - sides.begin());
  if (const auto chosen = segmented(look, "side", labels, shown, ImGui::GetContentRegionAvail().x, tips))
    app.sides.shown = sides[*chosen];
  ImGui::End();
  ImGui::PopStyleVar();
}

/// Turn to what has just been opened: a lesson's step, or an answer.
void turn_sides(App& app) {
  const Session& session = app.choices.session;
  SidesState& sides = app.sides;
  if (session.lesson != sides.lesson || session.lesson_step != sides.step) {
    sides = {shows_lesson(app) ? Side::lesson : Side::controls, session.lesson, session.lesson_step};
  }
  if (sides.shown == Side::lesson && !shows_lesson(app)) sides.shown = Side::source;
  if (app.asking.wanted) sides.shown = Side::source;
}

/// Whether this frame is out of date already, so that only the next needs drawing: the theme has changed, a run has been
/// `requested`, or a scroll bar is one frame behind. Never during a drag.
bool shows_in_next_frame(const App& app, bool requested) {
  if (ImGui::IsAnyMouseDown()) return false;
  return app.look.theme != &view::theme(app.choices.session.theme) || (requested && app.runs.worker.progress().running) ||
         is_scroll_bar_behind();
}

/// Outputs are copied from now on if OpenGL draws nothing from the buffer that a kernel wrote; the notice says so.
void copy_if_nothing_is_drawn(App& app) {
  for (const PictureState* picture : {&app.picture, &app.picture_beside}) {
    const std::string problem = picture->cells ? picture->cells->in_place_problem() : "";
    if (problem.empty() || app.runs.output.copies()) continue;
    app.runs.output.copy_because(problem);
    if (app.runs.output.copies()) notify(app.notice, app.runs.output.note());
  }
}

}  // namespace

/// Make the inputs and headlines of the drawn runs, unless this frame already has them for the chosen view.
static void view_runs(App& app) {
  const view::Row* const row = &app.choices.row();
  if (app.views.shown.row != row || (draws_beside(app.runs, app.choices) && app.views.beside.row != row))
    app.views = views_of_runs(app);
}

void app_frame(App& app, float width, float height) {
  app.picture_wanted = std::exchange(app.picture_ordered, std::nullopt);
  if (app.look.shown != nullptr) *app.look.shown = {};
  app.take_answers();
  play_on(app.playback, app.stepping, app.choices, app.runs, std::min(ImGui::GetIO().DeltaTime, 0.1f));
  app.update();
  notify(app.notice, update_lesson(app.lessons, app.choices, app.runs, app.pointer));
  // An answer is in the source's panel.
  if (app.asking.wanted && app.arrangement.shown == ShownPanels::picture) app.arrangement.shown = ShownPanels::picture_and_source;
  const bool wide_editor = app.editing.wide && !app.editor.file().empty();
  const float picture = wide_editor ? picture_left_by_editor : app.choices.session.show_ptx ? picture_left_by_ptx : 0.0f;
  const Places at = app.view_only ? places_of_view(width, height, app.look.scale)
                                  : places(width, height, app.look.scale, picture, app.arrangement);
  app.places = at;
  app.refusal = refusal_of(app.choices);
  app.views = {};
  app.pointer.next = {};
  app.grounds.clear();
  const bool one_side = at.one_side();
  turn_sides(app);
  const auto hidden = app.sides.shown == Side::controls ? &Places::right : &Places::controls;
  for (const Panel& panel : panels())
    if ((at.*panel.place).height > 0 && (!one_side || panel.place != hidden)) {
      view_runs(app);
      show(app, panel, at.*panel.place);
    }
  if (one_side) show_sides(app, at.sides);
  const bool covered = app.lessons.show_catalogue || app.open_dialog.show || app.save_dialog.show || app.palette.show ||
                       app.help.show || app.permissions.question() || app.template_question;
  if (!covered) show_panel_edges(app.look, at, width, app.arrangement);
  if (app.arrangement != app.arrangement_saved && !ImGui::IsAnyMouseDown()) {
    app.arrangement_saved = app.arrangement;
    if (app.remembers) notify(app.notice, save_arrangement(app.arrangement));
  }
  if (app.lessons.show_catalogue) show_lesson_catalogue(app, app.choices, app.notice, app.lessons);
  if (app.open_dialog.show) show_open_file(app.look, app, app.open_dialog);
  if (app.save_dialog.show) show_save_file(app);
  show_permission(app.look, app);
  show_template_question(app.look, app);
  if (app.palette.show)
    if (const auto command = show_palette(app, app.palette)) carry_out(app, *command);
  if (app.help.show) show_help(app.look, app.help);
  app.focus.end_frame(app.look);
  if (std::exchange(app.typing_ends, false)) end_typing();
  desk::keep_question_true(app.choices);
  app.undo.note(app.choices.session, ImGui::IsAnyMouseDown() || ImGui::GetIO().WantTextInput);
  view_runs(app);
  copy_if_nothing_is_drawn(app);
  next_target(app.pointer);
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Right) && !app.pointer.next.empty())
    notify(app.notice, ask(app.asking, app.asked_in()));
  const bool run_wanted = app.choices.run_wanted;
  app.request_work();
  constexpr int max_outdated = 2;  // for the run, and for the scroll bars of what it shows
  const bool outdated = shows_in_next_frame(app, run_wanted && !app.choices.run_wanted);
  app.outdated = outdated && app.outdated < max_outdated ? app.outdated + 1 : 0;
}

void remember_user(App& app) {
  app.lessons.file = desk::progress_file();
  app.lessons.progress = desk::load_progress(app.lessons.file);
  app.elsewhere.remember(desk::places_file());
  app.recent = desk::RecentFiles(desk::recent_files_file());
  app.choices.kept = desk::KeptSettings(desk::kept_settings_folder());
  app.arrangement = app.arrangement_saved = load_arrangement();
  tell_hidden(app.arrangement, app.notice);
  app.remembers = true;
  app.permissions = desk::Permissions(desk::permissions_file());
}

double next_frame_in(const App& app) {
  if (app.playback.playing || app.picture_ordered || app.outdated > 0) return 0;
  constexpr double look_again = 0.5;  // seconds, at a kernel file
  if (app.runs.worker.progress().running || app.search.worker.running() || app.sweeping.running || app.elsewhere.connecting() ||
      app.focus.waits_to_explain())
    return 0.05;
  const desk::Notice& notice = app.notice;
  constexpr double look_soon = 0.1;  // seconds, whether typing has paused
  const double idle = app.editor.dirty() ? look_soon : app.watches() ? look_again : -1;
  if (notice.text.empty()) return idle;
  const double left = notice.until ? *notice.until - ImGui::GetTime() : 0;
  return left >= 0 ? left : idle;
}

std::string window_title(const App& app) {
  const bool of_run = app.choices.row().needs.run;
  if (of_run && !app.refusal.reason.empty()) return "Warplens — Refused: " + app.refusal.reason;
  if (of_run && app.runs.failure) return "Warplens — It did not run: " + base::describe_briefly(*app.runs.failure);
  if (app.prediction.hides()) return "Warplens — " + app.prediction.question()->text;
  const auto& headline = app.views.shown.headline;
  return headline ? "Warplens — " + view::plain(headline->title) : "Warplens";
}

base::Result<bool> update_look(App& app, float scale) {
  const view::Theme& theme = view::theme(app.choices.session.theme);
  const bool rescaled = app.look.scale != scale || app.look.theme == nullptr;
  if (!rescaled && app.look.theme == &theme) return false;
  app.look.theme = &theme;
  app.look.scale = app.scale = scale;
  if (rescaled) {
    if (const auto built = app.look.fonts.build(scale); !built) return built.error();
  }
  apply_style(app.look);
  return rescaled;
}

}  // namespace warplens::ui
