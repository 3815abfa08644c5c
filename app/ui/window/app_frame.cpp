#include "ui/window/app_frame.h"

#include <imgui_internal.h>

#include <algorithm>
#include <utility>

#include "ui/panels/panel.h"
#include "ui/requests.h"
#include "ui/source_link.h"
#include "ui/transport.h"
#include "ui/view_inputs.h"
#include "ui/widgets/theme_style.h"
#include "ui/window/app_work.h"

namespace warplens::ui {
namespace {

void play(App& app) {
  if (!app.playing) return;
  if (app.row().needs.stepping) {
    app.played_to += play_speed(app.stepping.length()) * std::min(ImGui::GetIO().DeltaTime, 0.1f);
    const auto to = static_cast<std::uint64_t>(app.played_to);
    if (to > app.stepping.step()) go_to_step(app, to);
    app.playing = app.stepping.step() < app.stepping.length();
    return;
  }
  app.played_to += play_speed(app.steps()) * std::min(ImGui::GetIO().DeltaTime, 0.1f);
  const bool done = app.played_to >= static_cast<double>(app.steps());
  go_to_place(app, done ? app.steps() : static_cast<std::uint64_t>(app.played_to));
  app.playing = !done;
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
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(panel.padding_x), look.px(panel.padding_y)});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, packed(look.colours().*panel.ground));
  constexpr ImGuiWindowFlags still = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                     ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNavInputs |
                                     ImGuiWindowFlags_NoNavFocus;
  constexpr ImGuiWindowFlags held = ImGuiWindowFlags_NoScrollWithMouse;
  const ImGuiWindowFlags flags = panel.scrolls ? still & ~ImGuiWindowFlags_NoScrollbar : still | held;
  ImGui::Begin(panel.id, nullptr, flags);
  ImGui::PushClipRect({place.x, place.y}, {place.x + place.width, place.y + place.height}, false);
  draw_edge(look, panel.edge, place);
  ImGui::PopClipRect();
  panel.show(app);
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
}

}  // namespace

void app_frame(App& app, float width, float height) {
  take_answers(app);
  play(app);
  update_deferred(app);
  update_lesson(app);
  const Places at = places(width, height, app.look.scale, app.session.show_ptx);
  app.next_target = {};
  for (const Panel& panel : panels()) show(app, panel, at.*panel.place);
  if (app.lessons.show_catalogue) show_lesson_catalogue(app);
  if (app.show_help) show_help(app);
  if (std::exchange(app.typing_ends, false)) ImGui::ClearActiveID();
  app.undo.note(app.session, ImGui::IsAnyMouseDown() || ImGui::GetIO().WantTextInput);
  app.target = app.next_target.empty() ? app.kept_target : app.next_target;
  request_work(app);
}

double next_frame_in(const App& app) {
  if (app.playing) return 0;
  if (app.worker.progress().running || app.search.running() || app.sweeping.running) return 0.05;
  const double left = app.notice.until - ImGui::GetTime();
  return !app.notice.text.empty() && left > 0 ? left : -1;
}

std::string window_title(const App& app) {
  if (!app.row().needs.run) return "Warplens — " + view::plain(headline_of(app).title);
  if (const std::string refusal = refusal_of(app); !refusal.empty()) return "Warplens — Refused: " + refusal;
  if (app.failure) return "Warplens — It did not run: " + base::describe(*app.failure);
  if (!has_picture(app)) return "Warplens";
  return "Warplens — " + view::plain(headline_of(app).title);
}

base::Result<bool> update_look(App& app, float scale) {
  const view::Theme& theme = view::theme(app.session.theme);
  const bool rescaled = app.look.scale != scale || app.look.theme == nullptr;
  if (!rescaled && app.look.theme == &theme) return false;
  app.look.theme = &theme;
  app.look.scale = scale;
  if (rescaled) {
    if (const auto built = app.look.fonts.build(scale); !built) return built.error();
  }
  apply_style(app.look);
  return rescaled;
}

}  // namespace warplens::ui
