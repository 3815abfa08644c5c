#include <algorithm>

#include "ui/panel.h"
#include "ui/transport.h"
#include "ui/widgets.h"

namespace warplens::ui {
namespace {

/// The bar itself: what has happened is filled; places where updates are lost have a tick.
void show_scrubber(App& app, float width) {
  const Look& look = app.look;
  const view::Theme& theme = look.colours();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = look.px(38), thick = look.px(8), thumb = look.px(10), middle = at.y + height / 2;
  const std::uint64_t steps = app.steps();
  ImGui::InvisibleButton("scrub", {std::max(width, look.px(20)), height});
  const float from = at.x + thumb, length = width - 2 * thumb;
  if (ImGui::IsItemActive() && steps > 0) {
    go_to_place(app, place_of((ImGui::GetIO().MousePos.x - from) / length, steps));
  }
  const bool hot = ImGui::IsItemHovered() || ImGui::IsItemActive();
  const float x = from + length * static_cast<float>(scrub_of(app.place, steps));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({at.x, middle - thick / 2}, {at.x + width, middle + thick / 2}, packed(theme.line), thick / 2);
  if (steps > 0) list.AddRectFilled({at.x, middle - thick / 2}, {x, middle + thick / 2}, packed(theme.accent), thick / 2);
  if (app.shown) {
    float last = -1e9f;
    for (const std::uint32_t step : app.shown->erasing_steps) {
      const float tick = from + length * static_cast<float>(scrub_of(step + std::uint64_t{1}, steps));
      if (tick - last < look.px(4)) continue;
      last = tick;
      list.AddRectFilled({tick - look.px(1.5f), middle - look.px(9)}, {tick + look.px(1.5f), middle + look.px(9)},
                         packed(theme.wrong), look.px(2));
    }
  }
  if (steps == 0) return;
  if (hot) list.AddCircleFilled({x, middle}, thumb * 1.4f, packed(faded(theme.accent, 0.25f)), 32);
  list.AddCircleFilled({x, middle}, thumb, IM_COL32_WHITE, 32);
  list.AddCircle({x, middle}, thumb, packed(faint(theme)), 32, look.px(1));
  tip(look, app.shown && !app.shown->erasing_steps.empty()
                ? "Drag to any moment of the run. A tick is a write that erased an update."
                : "Drag to any moment of the run.");
}

}  // namespace

void show_transport(App& app) {
  const Look& look = app.look;
  const bool any = app.steps() > 0;
  const float top = ImGui::GetCursorPosY();
  float x = look.px(22);
  const auto next = [&] {
    ImGui::SetCursorPos({x, top});
    x += look.px(48);
  };
  next();
  if (icon_button(look, "start", icon::to_start, "To the start (Home)", ButtonTone::quiet, any)) go_to_place(app, 0);
  next();
  if (icon_button(look, "back", icon::step_back, "One memory access back (←)", ButtonTone::quiet, any)) {
    go_to_place(app, previous_access(app.shown->trace(), app.place));
  }
  next();
  if (icon_button(look, "play", app.playing ? icon::pause : icon::play, app.playing ? "Pause (Space)" : "Play the run (Space)",
                  ButtonTone::accent, any)) {
    press_play(app);
  }
  next();
  if (icon_button(look, "forward", icon::step_forward, "One memory access forward (→)", ButtonTone::quiet, any)) {
    go_to_place(app, next_access(app.shown->trace(), app.place));
  }
  next();
  if (icon_button(look, "end", icon::to_end, "To the end (End)", ButtonTone::quiet, any)) go_to_place(app, app.steps());

  const std::string label = app.shown ? place_label(app.shown->trace(), app.place) : "no run yet";
  // Room for the longest label of this run, so that the bar does not change its length while it is dragged.
  std::string longest = label;
  if (app.shown) longest = place_label(app.shown->trace(), 1) + "00";
  const bool modelled = app.shown && app.shown->run.result.modelled && any;
  const float tag = modelled ? tag_width(look, "modelled") + look.px(12) : 0;
  const float label_width = std::max(text_width(look, figure, label), text_width(look, figure, longest)) + tag;
  const float right = ImGui::GetWindowWidth() - look.px(22);
  ImGui::SetCursorPos({x + look.px(10), top});
  show_scrubber(app, right - label_width - look.px(20) - (x + look.px(10)));
  ImGui::SetCursorPos({right - text_width(look, figure, label) - tag, top});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_text(list, look, figure, {at.x, middle_baseline(look, at.y, look.px(38), figure.size)}, look.colours().muted, label);
  if (modelled) draw_tag(list, look, {at.x + text_width(look, figure, label) + look.px(12), at.y + look.px(19)}, "modelled");
}

}  // namespace warplens::ui
