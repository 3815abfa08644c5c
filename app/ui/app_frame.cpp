#include "ui/app_frame.h"

#include <imgui_internal.h>

#include <algorithm>
#include <utility>

#include "ui/companions.h"
#include "ui/counterpart.h"
#include "ui/orders.h"
#include "ui/panel.h"
#include "ui/requests.h"
#include "ui/source_link.h"
#include "ui/theme_style.h"
#include "ui/transport.h"
#include "ui/view_inputs.h"

namespace warplens::ui {
namespace {

/// A finished run becomes the picture; a failed one leaves the last good picture and says why.
void take_report(App& app) {
  app.worker.tend();
  app.output.tend();
  auto report = app.worker.take();
  if (!report) return;
  const bool in_place = report->tables && report->tables->run.result.in_place;
  app.output.take_back(report->request.output, in_place ? report->tables : nullptr);
  if (report->request.counterpart) return take_counterpart(app, report->tables);
  if (report->request.level == trace::Level::none) {
    // A companion's numbers; where it failed there is nothing to set beside the picture.
    app.outcomes[report->request.settings.entry] = report->tables ? report->tables->distribution : analysis::Distribution{};
    return;
  }
  app.failure = report->error;
  if (!report->tables) return;
  const std::shared_ptr<const RunTables> before = std::exchange(app.shown, report->tables);
  keep_outcomes(app, before.get());
  app.place = place_of(app.session.scrub, app.steps());
  app.playing = false;
  app.scrubbed.reset();
  app.scrubbed_place = ~std::uint64_t{0};
  app.finding = 0;
  app.kept_target = {};
  app.printed_of = nullptr;
  app.timeline.first_request.reset();
  ++app.version;
  if (!before || &before->function() != &app.shown->function())
    app.ptx = ptx_of(*app.shown->run.launch.module, app.shown->run.launch.entry);
}

void play(App& app) {
  if (!app.playing) return;
  if (app.stepping.shown) {
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

void send_request(App& app) {
  if (app.sweeping.running || app.sweeping.wanted) return;  // its times would suffer, and its machines are in use
  if (app.run_wanted) {
    if (auto first = first_run(app)) {
      app.run_wanted = first->settings != app.session.settings || first->device != &app.device();
      return app.worker.request(std::move(*first));
    }
    if (awaits_first_run(app)) return;
    app.run_wanted = false;
    if (!refusal_of(app).empty()) return;
    const std::string before = app.output.note();
    app.worker.request(chosen_run(app));
    if (app.output.copies() && app.output.note() != before) say_notice(app, app.output.note());
  } else if (auto companion = missing_companion(app)) {
    app.worker.request(std::move(*companion));
  } else if (auto other = missing_counterpart(app)) {
    app.worker.request(std::move(*other));
  }
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
  take_report(app);
  take_search(app);
  update_stepping(app);
  update_sweeping(app);
  play(app);
  update_deferred(app);
  update_lesson(app);
  const Places at = places(width, height, app.look.scale, app.session.show_ptx);
  app.next_target = {};
  for (const Panel& panel : panels()) show(app, panel, at.*panel.place);
  if (app.lessons.show_catalogue) show_lesson_catalogue(app);
  if (app.show_help) show_help(app);
  if (std::exchange(app.typing_ends, false)) ImGui::ClearActiveID();
  app.target = app.next_target.empty() ? app.kept_target : app.next_target;
  send_request(app);
}

double next_frame_in(const App& app) {
  if (app.playing) return 0;
  if (app.worker.progress().running || app.search.running() || app.sweeping.running) return 0.05;
  const double left = app.notice.until - ImGui::GetTime();
  return !app.notice.text.empty() && left > 0 ? left : -1;
}

std::string window_title(const App& app) {
  if (app.session.show_sweep) return "Warplens — " + view::plain(sweep_headline(app).title);
  if (const std::string refusal = refusal_of(app); !refusal.empty()) return "Warplens — Refused: " + refusal;
  if (app.failure) return "Warplens — It did not run: " + base::describe(*app.failure);
  if (!app.shown) return "Warplens";
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
