#include <fmt/format.h>

#include <algorithm>

#include "desk/lesson/lessons.h"
#include "ui/panels/panel.h"
#include "ui/widgets/focus.h"
#include "ui/widgets/overlay.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

using view::Face;

constexpr float row_height = 42;  // points

std::size_t steps_done(const App& app, const lesson::Lesson& lesson) {
  const auto found = app.lessons.progress.done.find(lesson.id);
  if (found == app.lessons.progress.done.end()) return 0;
  return static_cast<std::size_t>(
      std::count_if(found->second.begin(), found->second.end(), [&](std::uint32_t step) { return step <= lesson.steps.size(); }));
}

/// A lesson to click: its number and title, and under them how far it was done.
/// True when it was clicked.
bool show_row(const App& app, const lesson::Lesson& lesson, std::size_t number, ImVec2 at, float width) {
  const Look& look = app.look;
  const view::Theme& theme = look.colours();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float height = look.px(row_height - 4), pad = look.px(12);
  ImGui::SetCursorScreenPos(at);
  ImGui::PushID(static_cast<int>(number));
  const bool clicked = press_area(look, "lesson", {width, height}, ControlKind::row);
  const bool open = app.choices.session.lesson == lesson.id;
  if (open || ImGui::IsItemHovered())
    list.AddRectFilled(at, {at.x + width, at.y + height}, packed(faded(theme.selected, open ? 1.0f : 0.6f)), look.px(8));
  const std::size_t done = steps_done(app, lesson), all = lesson.steps.size();
  const std::string count = fmt::format("{} of {}", done, all);
  const float count_width = text_width(look, figure, count), line = look.px(30);
  draw_text(list, look, figure, {at.x + pad, middle_baseline(look, at.y + look.px(3), line, 17)}, theme.muted,
            fmt::format("{:>2}", number));
  const float x = at.x + pad + look.px(36), right = at.x + width - pad;
  draw_text(list, look, body, {x, middle_baseline(look, at.y + look.px(3), line, 17)}, theme.text,
            shortened(look, body, lesson.title, right - x - count_width - look.px(40)));
  const bool whole = done == all;
  if (whole)
    draw_text(list, look, {Face::regular, 15},
              {right - count_width - look.px(26), middle_baseline(look, at.y + look.px(3), line, 15)}, theme.good, icon::check);
  draw_text(list, look, figure, {right - count_width, middle_baseline(look, at.y + look.px(3), line, 15)},
            whole ? theme.good : theme.muted, count);
  const float y = at.y + look.px(35), share = static_cast<float>(done) / static_cast<float>(all);
  list.AddRectFilled({x, y}, {right, y + look.px(4)}, packed(faded(theme.line, 0.35f)), look.px(2));
  if (done > 0) list.AddRectFilled({x, y}, {x + (right - x) * share, y + look.px(4)}, packed(theme.good), look.px(2));
  ImGui::PopID();
  return clicked;
}

}  // namespace

void show_lesson_catalogue(const App& app, desk::Choices& choices, desk::Notice& notice, desk::Lessons& lessons) {
  const Look& look = app.look;
  const view::Theme& theme = look.colours();
  const lesson::Lessons& all = *lessons.all;
  constexpr float side = 28, top = 24, head = 66, note_height = 46, narrow = 500, wide = 560;  // points
  // Three columns where the titles have room in them; one on a phone.
  const float room = ImGui::GetIO().DisplaySize.x;
  const bool roomy = room >= look.px(3 * narrow + 2 * side);
  const std::size_t columns = roomy ? 3 : room >= look.px(800) ? 2 : 1, rows = (all.lessons.size() + columns - 1) / columns;
  const float width = (roomy ? narrow : wide) * static_cast<float>(columns);
  const float height =
      row_height * static_cast<float>(rows) + head + note_height * static_cast<float>(all.errors.size()) + 2 * side;
  show_overlay(look, {"lessons", {width + 2 * side, height}, {side, top}}, lessons.show_catalogue, [&] {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    paragraph(look, 21, 30, {{"Lessons", theme.text, Face::semibold}}, ImGui::GetContentRegionAvail().x);
    note(look,
         "Short steps next to a live picture: read, do, see. ↑ ↓ choose a lesson, Enter opens it; Page Down and Page Up go "
         "through its steps.",
         theme.muted);
    const float each = ImGui::GetContentRegionAvail().x / static_cast<float>(columns);
    const float first = std::max(look.px(head), ImGui::GetCursorScreenPos().y - at.y);  // below the note, however it wraps
    for (std::size_t k = 0; k < all.lessons.size(); ++k) {
      const std::size_t column_of = k / rows, row_of = k % rows;
      const ImVec2 place(at.x + each * static_cast<float>(column_of),
                         at.y + first + look.px(row_height) * static_cast<float>(row_of));
      const lesson::Lesson& lesson = all.lessons[k];
      if (show_row(app, lesson, k + 1, place, each - look.px(12)))
        notify(notice, open_lesson_step(lessons, choices, app.runs, lesson.id, first_step_to_do(lessons, lesson)));
    }
    ImGui::SetCursorScreenPos({at.x, at.y + first + look.px(row_height) * static_cast<float>(rows)});
    for (const base::Error& error : all.errors) note(look, base::describe(error), theme.wrong);
  });
}

}  // namespace warplens::ui
