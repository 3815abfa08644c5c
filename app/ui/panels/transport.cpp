#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/number_format.h"
#include "desk/playback/playback.h"
#include "desk/playback/program_calls.h"
#include "ui/panels/panel.h"
#include "ui/widgets/focus.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

/// What the bar moves through: the trace, or the steps of a paused launch.
struct Path {
  std::uint64_t length = 0, place = 0;
  std::function<void(std::uint64_t place)> go;
  std::function<void()> forward, back;
  const char* unit;  ///< of its smallest move
};

Path path_of(const App& app, desk::Choices& choices, desk::Notice& notice, desk::Playback& playback, desk::Stepping& stepping) {
  if (app.choices.row().needs.stepping) {
    return {stepping.length(),
            stepping.step(),
            [&](std::uint64_t place) { go_to_step(stepping, place); },
            [&] { notify(notice, step_on(stepping)); },
            [&] { go_to_step(stepping, stepping.step() - std::min<std::uint64_t>(stepping.step(), 1)); },
            "instruction"};
  }
  if (app.choices.row().needs.program) {
    const std::uint64_t calls = calls_of(choices), place = call_place(choices);
    const auto go = [&](std::uint64_t to) { go_to_call(playback, choices, to); };
    return {calls, place, go, [=] { go(std::min(place + 1, calls)); }, [=] { go(place - std::min<std::uint64_t>(place, 1)); },
            "call"};
  }
  const auto go = [&](std::uint64_t place) { go_to_place(playback, choices.session, app.runs, place); };
  return {app.runs.steps(),
          playback.place,
          go,
          [&, go] { go(desk::next_access(app.runs.shown->trace(), playback.place)); },
          [&, go] { go(desk::previous_access(app.runs.shown->trace(), playback.place)); },
          "memory access"};
}

bool timed(const App& app) { return app.runs.shown && launch::has_time(app.runs.shown->run.launch); }

std::string label_of(const App& app, std::uint64_t place) {
  if (app.choices.row().needs.program) return call_label(app.choices);
  if (!app.choices.row().needs.stepping)
    return app.runs.shown ? desk::place_label(app.runs.shown->trace(), place, timed(app) ? "cycle" : "step") : "no run yet";
  return app.stepping.ready() ? "step " + base::grouped(place) + " of " + base::grouped(app.stepping.length()) : "no steps yet";
}

/// How a GPU's output got into the picture.
constexpr std::string_view copied = "copied", in_place = "in place";

/// What stands at the end of the bar: how cycles came about, or with a GPU the output; empty where there is nothing to say.
std::string_view tag_of(const App& app, bool any) {
  if (!app.runs.shown || app.choices.row().needs.stepping || app.choices.row().needs.program) return "";
  if (!app.runs.shown->run.result.modelled)
    return app.runs.output.note().empty() ? "" : app.runs.output.copies() ? copied : in_place;
  return !any ? "" : timed(app) ? "modelled" : "counted";
}

/// The bar itself: what has happened is filled; places where updates are lost have a tick.
void show_scrubber(const App& app, const Path& path, float width) {
  const Look& look = app.look;
  const view::Theme& theme = look.colours();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = look.px(38), thick = look.px(8), thumb = look.px(10), middle = at.y + height / 2;
  const std::uint64_t steps = path.length;
  press_area(look, "scrub", {std::max(width, look.px(20)), height}, ControlKind::scrubber);
  const float from = at.x + thumb, length = width - 2 * thumb;
  if (ImGui::IsItemActive() && steps > 0) {
    path.go(desk::place_of((ImGui::GetIO().MousePos.x - from) / length, steps));
  }
  const bool hot = ImGui::IsItemHovered() || ImGui::IsItemActive();
  const float x = from + length * static_cast<float>(desk::scrub_of(path.place, steps));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({at.x, middle - thick / 2}, {at.x + width, middle + thick / 2}, packed(theme.line), thick / 2);
  if (steps > 0) list.AddRectFilled({at.x, middle - thick / 2}, {x, middle + thick / 2}, packed(theme.accent), thick / 2);
  const bool of_trace = app.runs.shown && !app.choices.row().needs.stepping && !app.choices.row().needs.program;
  if (of_trace) {
    float last = -1e9f;
    for (const std::uint32_t step : app.runs.shown->erasing_steps) {
      const float tick = from + length * static_cast<float>(desk::scrub_of(step + std::uint64_t{1}, steps));
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
  tip(look, app.choices.row().needs.program ? "Drag to any call of the program."
            : of_trace && !app.runs.shown->erasing_steps.empty()
                ? "Drag to any moment of the run. A tick is a write that erased an update."
                : "Drag to any moment of the run.");
}

}  // namespace

void show_transport(const App& app, desk::Choices& choices, desk::Notice& notice, desk::Playback& playback,
                    desk::Stepping& stepping) {
  const Look& look = app.look;
  const Path path = path_of(app, choices, notice, playback, stepping);
  const bool by_hand = app.choices.row().needs.stepping && app.stepping.by_hand;
  const bool any = path.length > 0, on = any || (by_hand && app.stepping.ready());
  const std::string back = fmt::format("One {} back (←)", path.unit), forward = fmt::format("One {} forward (→)", path.unit);
  const float top = ImGui::GetCursorPosY();
  float x = look.px(22);
  const auto next = [&] {
    ImGui::SetCursorPos({x, top});
    x += look.px(48);
  };
  next();
  if (icon_button(look, "start", icon::to_start, "To the start (Home)", ButtonTone::quiet, any)) path.go(0);
  next();
  if (icon_button(look, "back", icon::step_back, back, ButtonTone::quiet, any)) path.back();
  next();
  if (icon_button(look, "play", app.playback.playing ? icon::pause : icon::play,
                  app.playback.playing              ? "Pause (Space)"
                  : app.choices.row().needs.program ? "Play the program's calls (Space)"
                                                    : "Play the run (Space)",
                  ButtonTone::accent, any)) {
    press_play(playback, stepping, choices, app.runs);
  }
  next();
  if (icon_button(look, "forward", icon::step_forward, forward, ButtonTone::quiet, on)) path.forward();
  next();
  if (icon_button(look, "end", icon::to_end, "To the end (End)", ButtonTone::quiet, any)) path.go(path.length);

  const std::string label = label_of(app, path.place);
  // Room for the longest label of this run, so that the bar does not change its length while it is dragged.
  std::string longest = label;
  if (app.choices.row().needs.program)
    longest = "call " + base::grouped(path.length) + " of " + base::grouped(path.length);
  else if (app.runs.shown && !app.choices.row().needs.stepping)
    longest = label_of(app, 1) + "00";
  if (app.choices.row().needs.stepping) longest = label_of(app, path.length);
  const std::string_view word = tag_of(app, any);
  const float tag = word.empty() ? 0 : tag_width(look, word) + look.px(12);
  const float label_width = std::max(text_width(look, figure, label), text_width(look, figure, longest)) + tag;
  const float right = ImGui::GetWindowWidth() - look.px(22);
  ImGui::SetCursorPos({x + look.px(10), top});
  show_scrubber(app, path, right - label_width - look.px(20) - (x + look.px(10)));
  ImGui::SetCursorPos({right - text_width(look, figure, label) - tag, top});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_text(list, look, figure, {at.x, middle_baseline(look, at.y, look.px(38), figure.size)}, look.colours().muted, label);
  if (word.empty()) return;
  const float tag_x = at.x + text_width(look, figure, label) + look.px(12);
  draw_tag(list, look, {tag_x, at.y + look.px(19)}, word);
  if (word != copied && word != in_place) return;
  ImGui::SetCursorScreenPos({tag_x, at.y});
  ImGui::InvisibleButton("how it is drawn", {tag_width(look, word), look.px(38)});
  tip(look, app.runs.output.note());
}

}  // namespace warplens::ui
