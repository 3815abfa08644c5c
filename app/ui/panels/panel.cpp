#include "ui/panels/panel.h"

#include <algorithm>

#include "ui/panels/lesson_highlight.h"

namespace warplens::ui {
namespace {

constexpr Panel table[] = {
    {"top", &Places::top, show_top_bar, &view::Theme::bar, 22, 11, false, Edge::bottom},
    {"controls", &Places::controls, show_controls, &view::Theme::panel, 20, 20, false, Edge::right},
    {"picture", &Places::centre, show_picture, &view::Theme::background, 28, 22, false, Edge::none},
    {"source and inspector", &Places::right, show_source_and_inspector, &view::Theme::panel, 20, 20, true, Edge::left},
    {"transport", &Places::bar, show_transport, &view::Theme::bar, 22, 14, false, Edge::top},
};

}  // namespace

std::span<const Panel> panels() { return table; }

void show_source_and_inspector(App& app) {
  const bool lesson = open_step(app) != nullptr;
  // The lesson stays where it is while what is below it scrolls.
  if (lesson) {
    show_lesson(app);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    const ImVec2 room = ImGui::GetContentRegionAvail();
    ImGui::BeginChild("below the lesson", {room.x, std::max(room.y, app.look.px(60))}, false, ImGuiWindowFlags_NoNav);
    ImGui::PopStyleVar();
    begin_step_at_top(app);
  }
  show_source(app);
  if (app.shown) {
    show_findings(app);
    show_printed(app);
  }
  show_inspector(app);
  if (lesson) ImGui::EndChild();
}

}  // namespace warplens::ui
