#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "desk/lesson/lessons.h"
#include "ui/panels/lesson_text.h"
#include "ui/panels/panel.h"
#include "ui/widgets/focus.h"
#include "ui/widgets/number_slider.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

using view::Face;

constexpr float max_share = 0.66f;             // of the right panel: the rest is the source's
constexpr float share_beside_answer = 0.5f;    // of it, for all of the lesson, where an answer to "Why …?" stands below
constexpr float min_below = 130;               // points that are enough for the rest where the panel is low …
constexpr float min_of_all = 50;               // … and where the whole text fits then
constexpr float min_text = 60, min_read = 30;  // points of the text: two lines, or one where the task is done …
constexpr float min_seen = 46;                 // … and of what was seen: two lines
constexpr float above_task = 12;               // points between the text and the task …
constexpr float above_edge = 12;               // … and, where what was seen is cut, below the buttons
constexpr float buttons = 38, padding = 14;

bool was_done(const App& app, std::uint32_t step) {
  const auto found = app.lessons.progress.done.find(app.choices.session.lesson);
  return found != app.lessons.progress.done.end() && found->second.contains(step);
}

LessonSize size_of_text(const App& app) { return app.places.low(app.look.scale) ? small_lesson_size : lesson_size; }

/// The number that a step asks for, given when the field is left: by Enter, or by a click elsewhere.
void show_answer(const Look& look, desk::Lessons& lessons, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  char text[40] = {};
  lessons.step.typed.copy(text, sizeof text - 1);
  ImGui::PushFont(look.fonts.at(Face::mono, 17));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {look.px(10), (look.px(34) - ImGui::GetFontSize()) / 2});
  ImGui::SetNextItemWidth(look.px(130));
  begin_field(look, "##answer");
  ImGui::InputText("##answer", text, sizeof text, ImGuiInputTextFlags_CharsDecimal | ImGuiInputTextFlags_AutoSelectAll);
  end_field(look, "##answer");
  note_field(look, {Face::mono, 17}, text);
  ImGui::PopStyleVar();
  ImGui::PopFont();
  lessons.step.typed = text;
  const bool left = lessons.typing && !ImGui::IsItemActive();
  lessons.typing = ImGui::IsItemActive();
  const FocusStop* const stop = look.focus != nullptr ? look.focus->at() : nullptr;
  lessons.answer_reached = stop != nullptr && stop->id == ImGui::GetID("##answer");
  tip_of_reached(look, ImGui::GetID("##answer"), "Your answer, a number; then Enter", {at.x, at.y, look.px(130), look.px(34)});
  double number = 0;
  if (left && typed_number(text, false, number)) lessons.step.answer = number;
  if (lessons.step.done) return;
  const bool wrong = lessons.step.answer.has_value();
  const view::Colour colour = wrong ? look.colours().wrong : look.colours().muted;
  constexpr TextStyle style{Face::regular, 15};
  const bool wide = text_width(look, style, "your answer, then Enter") <= width - look.px(144);
  const std::string words = wrong  ? (wide ? "Not that: look again" : "Not that")
                            : wide ? "your answer, then Enter"
                                   : "then Enter";
  draw_text(*ImGui::GetWindowDrawList(), look, style, {at.x + look.px(144), middle_baseline(look, at.y, look.px(34), style.size)},
            colour, shortened(look, style, words, width - look.px(144)));
}

/// What was seen, in at most `most` pixels: it scrolls where that is too little.
void show_seen(const Look& look, const LessonSize& size, desk::Lessons& lessons, float width, float most) {
  lessons.seen_shown = std::min(lessons.seen_height, most);
  const bool scrolls = lessons.seen_height > most;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  // The bar is in the frame's padding.
  ImGui::BeginChild("seen", {width + (scrolls ? ImGui::GetStyle().ScrollbarSize : 0), std::max(lessons.seen_shown, 1.0f)}, false,
                    ImGuiWindowFlags_NoNav | (scrolls ? 0 : ImGuiWindowFlags_NoScrollWithMouse));
  ImGui::PopStyleVar();
  const float top = ImGui::GetCursorPosY();
  show_lesson_text(look, size, lessons.step.seen, lessons.all->glossary, width);
  lessons.seen_height = ImGui::GetCursorPosY() - top;
  ImGui::EndChild();
}

/// What to do, in a frame of its own; a tick and what was seen, in at most `max_seen` pixels, once it is done.
void show_task(const App& app, desk::Lessons& lessons, const lesson::Step& step, float width, float max_seen) {
  const Look& look = app.look;
  const view::Theme& theme = look.colours();
  const bool done = app.lessons.step.done, before = was_done(app, app.choices.session.lesson_step);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float side = look.px(padding), inner = width - 2 * side;
  list.ChannelsSplit(2);
  list.ChannelsSetCurrent(1);
  ImGui::SetCursorScreenPos({at.x + side, at.y + look.px(10)});
  ImGui::BeginGroup();
  const ImVec2 head = ImGui::GetCursorScreenPos();
  constexpr TextStyle style{Face::semibold, 14};
  const view::Colour colour = done || before ? theme.good : theme.accent;
  const float baseline = middle_baseline(look, head.y, look.px(22), style.size);
  const float mark = look.px(8), middle = head.y + look.px(11);
  if (done || before) {
    draw_text(list, look, {Face::regular, 17}, {head.x, middle_baseline(look, head.y, look.px(22), 17)}, theme.good, icon::check);
  } else {
    list.AddCircle({head.x + mark, middle}, mark, packed(theme.accent), 24, look.px(2));
  }
  draw_text(list, look, style, {head.x + look.px(26), baseline}, colour, done ? "DONE" : before ? "DONE BEFORE" : "TO DO");
  ImGui::Dummy({inner, look.px(26)});
  const LessonSize size = size_of_text(app);
  show_lesson_text(look, size, step.task, app.lessons.all->glossary, inner);
  if (step.asks && !done) {  // what was seen then says the number
    gap(look, 8);
    show_answer(look, lessons, inner);
  }
  if (!app.lessons.step.seen.empty()) {
    gap(look, 10);
    const ImVec2 rule = ImGui::GetCursorScreenPos();
    list.AddLine(rule, {rule.x + inner, rule.y}, packed(faded(theme.good, 0.5f)), look.px(1));
    gap(look, 8);
    show_seen(look, size, lessons, inner, max_seen);
  } else {
    lessons.seen_height = lessons.seen_shown = 0;
  }
  ImGui::EndGroup();
  const float bottom = ImGui::GetItemRectMax().y + look.px(12);
  list.ChannelsSetCurrent(0);
  list.AddRectFilled(at, {at.x + width, bottom}, packed(theme.control), look.px(10));
  list.AddRect(at, {at.x + width, bottom}, packed(faded(colour, 0.55f)), look.px(10), 0, look.px(1.2f));
  list.ChannelsMerge();
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({width, bottom - at.y});
}

/// A dot for each step: full if it was done, ringed if it is open. The step that was clicked.
std::optional<std::uint32_t> show_dots(const App& app, const lesson::Lesson& lesson, ImVec2 at, float width) {
  const Look& look = app.look;
  const view::Theme& theme = look.colours();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float each = std::min(look.px(22), width / static_cast<float>(lesson.steps.size())), height = look.px(buttons);
  float x = at.x + (width - each * static_cast<float>(lesson.steps.size())) / 2;
  std::optional<std::uint32_t> clicked;
  for (std::uint32_t step = 1; step <= lesson.steps.size(); ++step, x += each) {
    const bool open = step == app.choices.session.lesson_step;
    ImGui::SetCursorScreenPos({x, at.y});
    ImGui::PushID(static_cast<int>(step));
    if (ImGui::InvisibleButton("step", {each, height})) clicked = step;
    const ImVec2 centre(x + each / 2, at.y + height / 2);
    const float radius = each * (ImGui::IsItemHovered() ? 0.27f : 0.22f);
    list.AddCircleFilled(centre, radius, packed(was_done(app, step) ? theme.good : theme.line), 20);
    if (open) list.AddCircle(centre, each * 0.4f, packed(theme.accent), 24, look.px(2));
    tip(look, fmt::format("{}. {}", step, lesson.steps[step - 1].title));
    ImGui::PopID();
  }
  const int turned = keyed(look, ImGui::GetID("steps"), ControlKind::group, at, {at.x + width, at.y + height}).across;
  if (const std::uint32_t step = app.choices.session.lesson_step; step >= 1 && step <= lesson.steps.size())
    tip_of_reached(look, ImGui::GetID("steps"), fmt::format("{}. {}", step, lesson.steps[step - 1].title),
                   {at.x, at.y, width, height});
  const auto open = static_cast<std::int64_t>(app.choices.session.lesson_step) + turned;
  if (turned != 0 && open >= 1 && open <= static_cast<std::int64_t>(lesson.steps.size()))
    clicked = static_cast<std::uint32_t>(open);
  return clicked;
}

void show_buttons(const App& app, desk::Choices& choices, desk::Notice& notice, desk::Lessons& lessons,
                  const lesson::Lesson& lesson, float width) {
  const Look& look = app.look;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float side = look.px(buttons), room = look.px(8);
  const auto to = [&](float x) { ImGui::SetCursorScreenPos({at.x + x, at.y}); };
  if (icon_button(look, "back", icon::back, "The step before (Page Up)"))
    notify(notice, move_lesson_step(lessons, choices, app.runs, -1));
  to(side + room);
  if (icon_button(look, "restore", icon::undo, "Set this step up once more, as it was (U)"))
    notify(notice, restore_lesson_step(lessons, choices, app.runs));
  to(width - 2 * side - room);
  if (icon_button(look, "show", icon::magic, "Show me: do what the step asks for", ButtonTone::quiet, !app.lessons.step.done))
    notify(notice, show_lesson_step(lessons, choices));
  to(width - side);
  const ButtonTone tone = app.lessons.step.done ? ButtonTone::accent : ButtonTone::quiet;
  if (icon_button(look, "next", icon::forward, "The next step (Page Down)", tone))
    notify(notice, move_lesson_step(lessons, choices, app.runs, 1));
  if (const auto step = show_dots(app, lesson, {at.x + 2 * (side + room), at.y}, width - 4 * (side + room)))
    notify(notice, open_lesson_step(lessons, choices, app.runs, lesson.id, *step));
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({width, side});
}

constexpr const char* close_label = "Close";

void show_close(const Look& look, desk::Choices& choices, desk::Lessons& lessons) {
  if (link(look, "close lesson", close_label, "Close the lesson; the state stays as it is"))
    close_lesson(lessons, choices.session);
}

/// A step in a panel of its own. It scrolls as one, to what was seen once the task is done; the buttons stay below.
void show_step(const App& app, desk::Choices& choices, desk::Lessons& lessons, const lesson::Step& step) {
  const Look& look = app.look;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float width = room.x, below_step = look.px(buttons) + ImGui::GetStyle().ItemSpacing.y;
  lessons.text_shown = std::max(room.y - below_step, look.px(min_text));
  const bool had_seen = lessons.seen_shown > 1;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  // The bar is in the panel's padding.
  ImGui::BeginChild("lesson step", {width + ImGui::GetStyle().ScrollbarSize, lessons.text_shown}, false, ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  if (const auto to = std::exchange(lessons.scroll_to, std::nullopt)) ImGui::SetScrollY(*to);
  const ImVec2 top = ImGui::GetCursorScreenPos();
  const float start = ImGui::GetCursorPosY(), close = text_width(look, small_text, close_label);
  const lesson::Lesson& lesson = *open_lesson(lessons, choices.session);
  if (!app.places.low(look.scale))
    note(look, fmt::format("{} · {} of {}", lesson.title, choices.session.lesson_step, lesson.steps.size()),
         look.colours().muted);
  paragraph(look, 21, 30, {{step.title, look.colours().text, Face::semibold}}, width - close - look.px(12));
  const ImVec2 text = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({text.x + width - close, top.y + look.px(4)});
  show_close(look, choices, lessons);
  ImGui::SetCursorScreenPos(text);
  show_lesson_text(look, size_of_text(app), step.text, lessons.all->glossary, width);
  gap(look, above_task);
  const float task = ImGui::GetCursorPosY();
  show_task(app, lessons, step, width, std::numeric_limits<float>::max());
  lessons.text_height = ImGui::GetCursorPosY() - start;
  if (!had_seen && lessons.seen_shown > 1) ImGui::SetScrollY(std::clamp(lessons.text_height - lessons.text_shown, 0.0f, task));
  ImGui::EndChild();
}

/// A step above the source. Its text scrolls where it does not fit, and so does what was seen; the task is always in sight. All
/// were as tall last frame as they will be this one; when they grow, the next frame knows.
void show_step_above_source(const App& app, desk::Lessons& lessons, const lesson::Step& step, float width) {
  const Look& look = app.look;
  const bool answers = app.asking.answer || app.asking.worker.serving();
  const float panel = ImGui::GetWindowHeight() * (answers ? share_beside_answer : 1.0f),
              others = look.px(buttons + 60) + lessons.task_height;
  const float with_source = std::max(panel * max_share, panel - look.px(min_below)) - others;
  const float whole = panel - look.px(min_of_all) - others;
  const float most = lessons.text_height <= whole ? std::max(with_source, whole) : with_source;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  const bool scrolls = lessons.text_height > most;
  const float bar = scrolls ? ImGui::GetStyle().ScrollbarSize : 0;
  const float least = look.px(lessons.step.done ? min_read : min_text);
  lessons.text_shown = std::clamp(lessons.text_height, least, std::max(most, least));
  ImGui::BeginChild("lesson text", {width + bar, lessons.text_shown}, false, ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  if (const auto to = std::exchange(lessons.scroll_to, std::nullopt)) ImGui::SetScrollY(*to);
  const float top = ImGui::GetCursorPosY();
  paragraph(look, 21, 30, {{step.title, look.colours().text, Face::semibold}}, width);
  show_lesson_text(look, size_of_text(app), step.text, lessons.all->glossary, width);
  lessons.text_height = ImGui::GetCursorPosY() - top;
  ImGui::EndChild();
  const float task = ImGui::GetCursorPosY();
  gap(look, above_task);
  const float max_seen = panel - look.px(above_edge) - others + lessons.seen_shown - lessons.text_shown;
  show_task(app, lessons, step, width, std::max(max_seen, look.px(min_seen)));
  lessons.task_height = ImGui::GetCursorPosY() - task;
}

}  // namespace

void show_lesson(const App& app, desk::Choices& choices, desk::Notice& notice, desk::Lessons& lessons) {
  const lesson::Lesson* lesson = open_lesson(lessons, choices.session);
  const lesson::Step* step = open_step(lessons, choices.session);
  lessons.answer_reached = false;
  if (step == nullptr) return;
  const Look& look = app.look;
  // The same with a scroll bar and without, which has room in the padding: else the panel would change its layout in each frame,
  // since other widths make other heights.
  const float width = ImGui::GetWindowWidth() - 2 * ImGui::GetStyle().WindowPadding.x;
  if (app.places.one_side()) {
    show_step(app, choices, lessons, *step);
    show_buttons(app, choices, notice, lessons, *lesson, width);
    return;
  }
  const float close = text_width(look, small_text, close_label);
  section(look, fmt::format("Lesson · {}", lesson->title), true, close + look.px(12));
  const ImVec2 below = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({below.x + width - close, below.y - look.px(30)});
  show_close(look, choices, lessons);
  ImGui::SetCursorScreenPos(below);
  show_step_above_source(app, lessons, *step, width);
  gap(look, 4);
  show_buttons(app, choices, notice, lessons, *lesson, width);
  gap(look, 6);
}

}  // namespace warplens::ui
