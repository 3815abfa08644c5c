#include <fmt/format.h>

#include "base/number_format.h"
#include "desk/pointer/findings.h"
#include "session/asked.h"
#include "ui/panels/lesson_highlight.h"
#include "ui/panels/panel.h"
#include "ui/widgets/focus.h"
#include "ui/widgets/widgets.h"
#include "view/subject.h"

namespace warplens::ui {
namespace {

using view::Face;

constexpr TextStyle kind_style{Face::semibold, 16}, place_style{Face::regular, 15};
constexpr float place_height = 26, line_height = 23;  // points

/// One side of a finding as a line to click: a mark in the colour that its source line has, the line, who did what.
void show_place(const App& app, desk::FindingCursor& cursor, desk::Pointer& pointer, std::size_t index, desk::Side side,
                const launch::Witness& witness, float width) {
  const Look& look = app.look;
  const view::Theme& theme = look.colours();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = look.px(place_height);
  ImGui::PushID(static_cast<int>(side));
  if (press_area(look, "place", {width, height})) choose_finding(cursor, pointer, *app.runs.shown, index, side);
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float square = look.px(10), middle = at.y + height / 2;
  list.AddRectFilled({at.x, middle - square / 2}, {at.x + square, middle + square / 2},
                     packed(desk::witness_colour(theme, witness)), look.px(3));
  const std::string line = witness.line > 0 ? fmt::format("line {}", witness.line) : "no line";
  const float baseline = middle_baseline(look, at.y, height, place_style.size), x = at.x + look.px(20);
  draw_text(list, look, place_style, {x, baseline}, hovered ? theme.text : theme.accent, line);
  const float after = x + text_width(look, place_style, line) + look.px(10);
  const std::string who = side_text(*app.runs.shown, witness);
  draw_text(list, look, place_style, {after, baseline}, hovered ? theme.text : theme.muted,
            shortened(look, place_style, who, at.x + width - after));
  std::string meaning = who + (witness.column > 0 ? fmt::format(", line {}, column {}", witness.line, witness.column) : "");
  tip(look, meaning + ". Click to light this thread in every view.");
  if (hovered && witness.line > 0) pointer.next.line = witness.line;
  ImGui::PopID();
}

void show_card(const App& app, desk::FindingCursor& cursor, desk::Pointer& pointer, std::size_t index,
               const launch::Finding& finding) {
  const Look& look = app.look;
  const view::Theme& theme = look.colours();
  const bool current = index == cursor.current;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, side = look.px(16), top = look.px(11), inner = width - 2 * side;
  const float head = look.px(26), sides = look.px(place_height) * (finding.second ? 2.0f : 1.0f);
  const auto lines = wrapped(look, 16, {{view::sentence(finding.message), theme.text, Face::regular}}, inner);
  const float text = look.px(line_height) * static_cast<float>(lines.size());
  const float height = 2 * top + head + text + look.px(4) + sides;

  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + width, at.y + height}, packed(theme.control), look.px(10));
  list.AddRect(at, {at.x + width, at.y + height}, packed(current ? faded(theme.wrong, 0.7f) : theme.line), look.px(10), 0,
               look.px(1));
  if (current) {
    list.AddRectFilled({at.x, at.y + look.px(10)}, {at.x + look.px(3), at.y + height - look.px(10)}, packed(theme.wrong));
  }
  ImGui::PushID(static_cast<int>(index));
  if (press_area(look, "card", {width, top + head + text})) choose_finding(cursor, pointer, *app.runs.shown, index);
  tip(look, "Click to light the element and both lines (N: next finding, Shift N: previous)");
  if (current && cursor.wanted) {
    if (!ImGui::IsItemVisible()) ImGui::SetScrollHereY(0.2f);
    cursor.wanted = false;
  }

  const std::string times = base::grouped(finding.count) + " ×";
  const float times_x = at.x + width - side - text_width(look, figure, times);
  const float baseline = middle_baseline(look, at.y + top, head, kind_style.size);
  draw_text(list, look, figure, {times_x, baseline}, theme.text, times);
  std::string kind = launch::title(finding.kind);
  kind[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(kind[0])));
  if (finding.benign_looking) kind += " · looks benign";
  // In a narrow card the name of the finding is worth more than the tag.
  float room = times_x - at.x - side - look.px(8);
  const float with_tag = room - tag_width(look, "counted") - look.px(10);
  if (text_width(look, kind_style, kind) <= with_tag) {
    room = with_tag;
    draw_tag(list, look, {at.x + side + room + look.px(8), at.y + top + head / 2}, "counted");
  }
  draw_text(list, look, kind_style, {at.x + side, baseline}, theme.wrong, shortened(look, kind_style, kind, room));
  draw_lines(list, look, 16, line_height, lines, {at.x + side, at.y + top + head});

  float y = at.y + top + head + text + look.px(4);
  const auto place = [&](desk::Side which, const launch::Witness& witness) {
    ImGui::SetCursorScreenPos({at.x + side, y});
    show_place(app, cursor, pointer, index, which, witness, inner);
    y += look.px(place_height);
  };
  place(desk::Side::first, finding.first);
  if (finding.second) place(desk::Side::second, *finding.second);
  ImGui::PopID();
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({width, height});
}

}  // namespace

void show_findings(const App& app, desk::FindingCursor& cursor, desk::Pointer& pointer, std::string& why) {
  const launch::LaunchResult& result = app.runs.shown->run.result;
  const std::vector<launch::Finding>& findings = result.findings;
  if (!findings.empty()) highlighted_section(app, "Found · " + base::grouped(std::uint64_t{findings.size()}));
  for (std::size_t index = 0; index < findings.size(); ++index) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    show_card(app, cursor, pointer, index, findings[index]);
    highlight_named(app, launch::title(findings[index].kind), at, Highlight::beginning);
    const std::string about = finding_text(index);
    if (index == cursor.current && why != about &&
        link(app.look, "why this finding", "Why is this so?", "Both accesses, and how the element came to its value"))
      why = about;
  }
  if (!result.notes.empty()) highlighted_section(app, "Harmless races · " + base::grouped(std::uint64_t{result.notes.size()}));
  for (const launch::Finding& harmless : result.notes) note(app.look, view::sentence(harmless.message), app.look.colours().muted);
}

}  // namespace warplens::ui
