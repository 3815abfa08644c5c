#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "desk/playback/playback.h"
#include "desk/playback/step_search.h"
#include "ui/panels/panel.h"
#include "ui/widgets/focus.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

/// The bar itself: what has happened is filled; places where updates are lost have a tick.
void show_scrubber(const Look& look, desk::Path& path, float width) {
  const view::Theme& theme = look.colours();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = look.px(38), thick = look.px(8), thumb = look.px(10), middle = at.y + height / 2;
  const std::uint64_t steps = path.length();
  press_area(look, "scrub", {std::max(width, look.px(20)), height}, ControlKind::scrubber);
  const float from = at.x + thumb, length = width - 2 * thumb;
  if (ImGui::IsItemActive() && steps > 0) {
    path.go_to(desk::place_of((ImGui::GetIO().MousePos.x - from) / length, steps));
  }
  const bool hot = ImGui::IsItemHovered() || ImGui::IsItemActive();
  const float x = from + length * static_cast<float>(desk::scrub_of(path.place(), steps));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({at.x, middle - thick / 2}, {at.x + width, middle + thick / 2}, packed(theme.line), thick / 2);
  if (steps > 0) list.AddRectFilled({at.x, middle - thick / 2}, {x, middle + thick / 2}, packed(theme.accent), thick / 2);
  float last = -1e9f;
  for (const std::uint32_t step : path.marks()) {
    const float tick = from + length * static_cast<float>(desk::scrub_of(step + std::uint64_t{1}, steps));
    if (tick - last < look.px(4)) continue;
    last = tick;
    list.AddRectFilled({tick - look.px(1.5f), middle - look.px(9)}, {tick + look.px(1.5f), middle + look.px(9)},
                       packed(theme.wrong), look.px(2));
  }
  if (steps == 0) return;
  if (hot) list.AddCircleFilled({x, middle}, thumb * 1.4f, packed(faded(theme.accent, 0.25f)), 32);
  list.AddCircleFilled({x, middle}, thumb, IM_COL32_WHITE, 32);
  list.AddCircle({x, middle}, thumb, packed(faint(theme)), 32, look.px(1));
  tip(look, path.words().drag);
}

/// The bar with its label below, where there is no room beside it. `at` is in the window.
void show_narrow_scrubber(const Look& look, desk::Path& path, ImVec2 at, float width) {
  ImGui::SetCursorPos({at.x, at.y - look.px(8)});
  show_scrubber(look, path, width);
  const std::string label = path.label();
  const desk::PathTag said = path.tag();
  const float tag = said.word.empty() ? 0 : tag_width(look, said.word) + look.px(8);
  const bool tagged = tag > 0 && text_width(look, small_text, label) + tag <= width;
  const std::string fitted = shortened(look, small_text, label, tagged ? width - tag : width);
  ImGui::SetCursorPos({at.x, at.y + look.px(26)});
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float height = look.px(18), label_width = text_width(look, small_text, fitted);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_text(list, look, small_text, {from.x, middle_baseline(look, from.y, height, small_text.size)}, look.colours().muted,
            fitted);
  if (tagged) draw_tag(list, look, {from.x + label_width + look.px(8), from.y + height / 2}, said.word);
}

}  // namespace

void show_transport(const App& app, desk::Choices& choices, desk::Notice& notice, desk::Playback& playback,
                    desk::Stepping& stepping) {
  const Look& look = app.look;
  if (app.prediction.hides()) return note(look, "The run can be played once you have predicted.", look.colours().muted);
  const std::unique_ptr<desk::Path> path = path_of(playback, stepping, choices, app.runs);
  const desk::PathWords words = path->words();
  const bool any = path->length() > 0;
  const std::string back = fmt::format("One {} back (←)", words.unit), forward = fmt::format("One {} forward (→)", words.unit);
  const float top = ImGui::GetCursorPosY();
  const bool narrow = ImGui::GetWindowWidth() < look.px(700);
  float x = look.px(narrow ? 12 : 22);
  const auto next = [&] {
    ImGui::SetCursorPos({x, top});
    x += look.px(narrow ? 42 : 48);
  };
  next();
  if (icon_button(look, "start", icon::to_start, "To the start (Home)", ButtonTone::quiet, any)) path->go_to(0);
  next();
  if (icon_button(look, "back", icon::step_back, back, ButtonTone::quiet, any)) path->back();
  next();
  const std::string play = app.playback.playing ? "Pause (Space)" : fmt::format("{} (Space)", words.play);
  if (icon_button(look, "play", app.playback.playing ? icon::pause : icon::play, play, ButtonTone::accent, any)) {
    press_play(playback, stepping, choices, app.runs);
  }
  next();
  if (icon_button(look, "forward", icon::step_forward, forward, ButtonTone::quiet, path->can_go_forward()))
    notify(notice, path->forward());
  next();
  if (icon_button(look, "end", icon::to_end, "To the end (End)", ButtonTone::quiet, any)) path->go_to(path->length());

  const std::string label = path->label();
  // Room for the longest label of this run, so that the bar does not change its length while it is dragged.
  const std::string longest = path->longest_label();
  const desk::PathTag said = path->tag();
  const float tag = said.word.empty() ? 0 : tag_width(look, said.word) + look.px(12);
  const float label_width = std::max(text_width(look, figure, label), text_width(look, figure, longest)) + tag;
  const float right = ImGui::GetWindowWidth() - look.px(22);
  if (narrow) return show_narrow_scrubber(look, *path, {x + look.px(6), top}, right - x - look.px(6));
  ImGui::SetCursorPos({x + look.px(10), top});
  show_scrubber(look, *path, right - label_width - look.px(20) - (x + look.px(10)));
  ImGui::SetCursorPos({right - text_width(look, figure, label) - tag, top});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_text(list, look, figure, {at.x, middle_baseline(look, at.y, look.px(38), figure.size)}, look.colours().muted, label);
  if (said.word.empty()) return;
  const float tag_x = at.x + text_width(look, figure, label) + look.px(12);
  draw_tag(list, look, {tag_x, at.y + look.px(19)}, said.word);
  if (said.why.empty()) return;
  ImGui::SetCursorScreenPos({tag_x, at.y});
  ImGui::InvisibleButton("how it is drawn", {tag_width(look, said.word), look.px(38)});
  tip(look, said.why);
}

namespace {

/// Links to what the chosen warp does next, and did before.
void show_step_search(const Look& look, desk::Notice& notice, desk::Stepping& stepping) {
  constexpr struct {
    desk::StepGoal goal;
    const char *label, *tooltip;
  } goals[] = {{desk::StepGoal::line, "line", "of the source (Shift W: the next one)"},
               {desk::StepGoal::divergence, "divergence", "where the warp goes on with fewer of its lanes"},
               {desk::StepGoal::barrier, "barrier", "where the warp waits for its block"}};
  for (const bool back : {false, true}) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const std::string head = back ? "Back to" : "On to";
    draw_text(*ImGui::GetWindowDrawList(), look, small_text, {at.x, middle_baseline(look, at.y, look.px(20), small_text.size)},
              look.colours().muted, head);
    float x = at.x + look.px(62);
    ImGui::PushID(back ? "back" : "on");
    for (const auto& [goal, label, tooltip] : goals) {
      ImGui::SetCursorScreenPos({x, at.y});
      x += text_width(look, small_text, label) + look.px(14);
      if (link(look, label, label, std::string(back ? "The last " : "The next ") + label + " of this warp: " + tooltip))
        notify(notice, search_step(stepping, goal, back));
    }
    ImGui::PopID();
  }
}

/// Links to the accesses of the element whose value the view tells.
void show_access_search(const Look& look, desk::Notice& notice, desk::Stepping& stepping) {
  const std::string element = stepped_element_name(stepping);
  if (element.empty()) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::string on = "next", back = "last";
  const float links = text_width(look, small_text, on) + text_width(look, small_text, back) + look.px(14);
  const float room = ImGui::GetContentRegionAvail().x - links - look.px(14);
  const std::string head = shortened(look, small_text, "Access of " + element, room);
  draw_text(*ImGui::GetWindowDrawList(), look, small_text, {at.x, middle_baseline(look, at.y, look.px(20), small_text.size)},
            look.colours().muted, head);
  float x = at.x + text_width(look, small_text, head) + look.px(14);
  for (const bool backward : {false, true}) {
    ImGui::SetCursorScreenPos({x, at.y});
    x += text_width(look, small_text, backward ? back : on) + look.px(14);
    if (link(
            look, backward ? "last access" : "next access", backward ? back : on,
            fmt::format("The {} step of any warp that reads or writes {}. A click on an element, or Ctrl G, chooses another one.",
                        backward ? back : on, element)))
      notify(notice, search_step(stepping, desk::StepGoal::access, backward));
  }
}

/// A link that compiles the source with a value for each variable, or as it was.
void show_variables_link(const App& app, desk::Choices& choices, const desk::Stepping& stepping) {
  const bool compiles =
      app.read_only.empty() && choices.experiment().source.extension() == ".cu" && !choices.experiment().recording;
  if (!compiles || !stepping.moment) return;
  const bool every = is_unoptimised(choices);
  if (link(app.look, "variables", every ? "Optimise again" : "Show every variable",
           every
               ? "Compile as before: the compiler keeps only some of the variables, and leaves out what it does not need"
               : "Compile without optimisation (-O0): the thread's own variables have values at each step, but for some that the "
                 "compiler leaves out all the same. Optimised code keeps fewer."))
    choose_optimised(choices, every);
}

}  // namespace

void show_step_controls(const App& app, desk::Choices& choices, desk::Notice& notice, desk::Stepping& stepping) {
  if (!app.choices.row().needs.stepping) return;
  const Look& look = app.look;
  static const std::string labels[] = {"As it ran", "By hand"};
  static const std::string tips[] = {"Go through the steps of the shown run",
                                     "Choose which warp goes next, one instruction at a time"};
  section(look, "Steps", true);
  const bool by_hand = stepping.by_hand;
  const float width = ImGui::GetContentRegionAvail().x;
  if (const auto chosen = segmented(look, "mode", labels, by_hand ? 1 : 0, width, tips)) stepping.by_hand = *chosen == 1;
  if (!stepping.ready()) return;
  if (button(look, "step", "Step this warp",
             by_hand ? "The chosen warp does its next instruction (W)" : "On to the next instruction of the chosen warp (W)"))
    notify(notice, step_warp(stepping));
  if (!by_hand) {
    show_step_search(look, notice, stepping);
    show_access_search(look, notice, stepping);
  }
  show_variables_link(app, choices, stepping);
  if (by_hand &&
      button(look, "run order", "Run this order", "Run the launch in the order stepped by hand, and see it in every view"))
    run_stepped_order(stepping, choices, app.runs);
}

}  // namespace warplens::ui
