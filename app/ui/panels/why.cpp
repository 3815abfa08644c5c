#include "desk/asking/asking.h"
#include "ui/panels/lesson_highlight.h"
#include "ui/panels/panel.h"
#include "ui/widgets/focus.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

using view::Face;

constexpr float text_size = 16, line_height = 22, indent = 12;  // points

/// A sentence of the answer, which goes to its place when clicked.
void show_cause(const App& app, const WhyParts& parts, std::size_t index, const desk::ListedCause& listed) {
  const Look& look = app.look;
  const view::Theme& theme = look.colours();
  const bool current = index == parts.asking.current;
  const bool has_place = listed.cause.line != 0;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, left = look.px(24 + indent * static_cast<float>(listed.depth));
  const auto lines = wrapped(look, text_size, {{listed.cause.sentence, theme.text, Face::regular}}, width - left - look.px(8));
  const float height = look.px(line_height) * static_cast<float>(lines.size()) + look.px(8);
  ImGui::PushID(static_cast<int>(index));
  if (press_area(look, "cause", {width, height}, ControlKind::button, has_place))
    go_to_cause(parts.asking, index, {parts.pointer, parts.playback, parts.stepping, parts.choices.session, app.runs});
  const bool hovered = has_place && ImGui::IsItemHovered();
  if (hovered) parts.pointer.next.line = listed.cause.line;
  if (has_place) tip(look, "Click to go there: its step in the trace, its thread in every view (Y: next, Shift Y: previous)");
  ImGui::PopID();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (hovered || current) list.AddRectFilled(at, {at.x + width, at.y + height}, packed(theme.control), look.px(6));
  // The number that the place has in the picture.
  const std::string number = std::to_string(index + 1);
  const ImVec2 disc{at.x + left - look.px(13), at.y + look.px(4 + line_height / 2)};
  const float radius = look.px(9);
  if (current) list.AddCircleFilled(disc, radius, packed(theme.accent));
  list.AddCircle(disc, radius, packed(has_place ? theme.accent : theme.line), 0, look.px(1));
  draw_text(list, look, {Face::semibold, 13},
            {disc.x - text_width(look, {Face::semibold, 13}, number) / 2, middle_baseline(look, disc.y - radius, 2 * radius, 13)},
            current ? theme.background : theme.text, number);
  draw_lines(list, look, text_size, line_height, lines, {at.x + left, at.y + look.px(4)});
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({width, height});
}

}  // namespace

void show_why(const App& app, const WhyParts& parts) {
  const desk::Asking& asking = parts.asking;
  if (!asking.answer) {
    if (asking.worker.serving()) note(app.look, "Looking for the cause …", app.look.colours().muted);
    return;
  }
  const desk::Explanation& answer = *asking.answer;
  // A section's title is in capitals, which would change the names in the question.
  gap(app.look, 18);
  constexpr const char* close_label = "Close";
  const bool closes = app.places.one_side();  // on a phone, which has no Esc
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, close = text_width(app.look, small_text, close_label);
  const float room = closes ? width - close - app.look.px(12) : width;
  paragraph(app.look, 18, 26, {{answer.asked, app.look.colours().text, Face::semibold}}, room);
  if (closes) {
    const ImVec2 below = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos({at.x + width - close, at.y + app.look.px(3)});
    if (link(app.look, "close answer", close_label, "Close the answer (Esc)")) parts.choices.session.why.clear();
    ImGui::SetCursorScreenPos(below);
  }
  gap(app.look, 4);
  if (parts.asking.wanted) {
    ImGui::SetScrollHereY(0.1f);
    parts.asking.wanted = false;
  }
  for (std::size_t index = 0; index < answer.causes.size(); ++index) show_cause(app, parts, index, answer.causes[index]);
  if (!answer.missing.empty()) note(app.look, answer.missing, app.look.colours().wrong);
}

}  // namespace warplens::ui
