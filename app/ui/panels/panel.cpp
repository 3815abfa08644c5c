#include "ui/panels/panel.h"

#include <algorithm>
#include <utility>

#include "ui/panels/lesson_highlight.h"
#include "ui/panels/session_question.h"
#include "ui/window/pasting.h"

namespace warplens::ui {
namespace {

void show_source_and_inspector(App& app) {
  const bool one_side = app.places.one_side();
  if (one_side && app.sides.shown == Side::lesson) return show_lesson(app, app.choices, app.notice, app.lessons);
  const bool lesson = !one_side && desk::open_step(app.lessons, app.choices.session) != nullptr;
  const bool question = has_session_question(app);
  // The lesson or the question stays where it is while what is below it scrolls.
  if (lesson) show_lesson(app, app.choices, app.notice, app.lessons);
  if (question) show_session_question(app, app.choices.session);
  if (lesson || question) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    const ImVec2 room = ImGui::GetContentRegionAvail();
    ImGui::BeginChild(lesson ? "below the lesson" : "below the question", {room.x, std::max(room.y, app.look.px(60))}, false,
                      ImGuiWindowFlags_NoNav);
    ImGui::PopStyleVar();
    begin_step_at_top(app);
    ImGui::Dummy({0, app.look.px(4)});  // the source's switch is higher than its title
  }
  show_source(app, {app.choices, app.pointer, app.editor, app.listing, app.editing});
  if (std::exchange(app.listing.copy_wanted, false)) app.open_copy(desk::folder_for_new_files(app.recent));
  if (app.prediction.hides()) {
    if (lesson || question) ImGui::EndChild();
    return;
  }
  show_verdict(app, app.choices.session.why);
  show_why(app, {app.asking, app.pointer, app.playback, app.stepping, app.choices});
  const bool of_program = app.choices.row().needs.program;
  if (of_program) {
    show_printed(app, app.notice, app.printed);
    show_program_findings(app, {app.choices, app.notice, app.playback});
  } else {
    if (app.runs.shown) show_findings(app, app.findings, app.pointer, app.choices.session.why);
    show_printed(app, app.notice, app.printed);
  }
  show_inspector(app, app.counters, app.choices.session.why);
  if (lesson || question) ImGui::EndChild();
}

constexpr Panel table[] = {
    {"top", &Places::top,
     [](App& app) {
       bool paste_wanted = false;
       show_top_bar(app, app.choices, app.notice, app.open_dialog, paste_wanted, app.lessons.show_catalogue, app.help.show);
       if (paste_wanted) paste_kernel(app);
     },
     &view::Theme::bar, 22, 11, false, Edge::bottom},
    {"controls", &Places::controls,
     [](App& app) {
       if (app.places.one_side() && has_session_question(app)) show_session_question(app, app.choices.session);
       show_controls(app, {app.choices, app.notice, app.runs, app.search, app.stepping, app.sweeping, app.pointer, app.elsewhere,
                           app.programs, app.prediction, app.controls});
     },
     &view::Theme::panel, 20, 20, false, Edge::right},
    {"picture", &Places::centre,
     [](App& app) {
       if (app.prediction.hides()) return show_prediction(app, app.prediction);
       show_picture(app, app.choices, app.notice, app.playback, app.stepping, app.pointer, app.picture, app.picture_beside);
     },
     &view::Theme::background, 28, 22, false, Edge::none},
    {"source and inspector", &Places::right, show_source_and_inspector, &view::Theme::panel, 20, 20, true, Edge::left},
    {"transport", &Places::bar, [](App& app) { show_transport(app, app.choices, app.notice, app.playback, app.stepping); },
     &view::Theme::bar, 22, 14, false, Edge::top},
};

}  // namespace

std::span<const Panel> panels() { return table; }

}  // namespace warplens::ui
