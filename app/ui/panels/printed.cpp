#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/number_format.h"
#include "desk/source/source_text.h"
#include "launch/recording/recording.h"
#include "ui/panels/panel.h"
#include "ui/widgets/text_field.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

constexpr TextStyle style{view::Face::mono, 15};
constexpr float row_height = 22, max_rows = 14, max_rows_of_program = 5;  // points, rows in sight
constexpr std::size_t continuation = 2;                                   // columns by which the rest of a folded line stands in

/// Rows of at most `columns` letters, in order; a line that is longer goes on in the next row.
std::vector<PrintedRow> printed_rows(std::string_view text, std::size_t columns) {
  std::vector<PrintedRow> rows;
  std::size_t number = 0;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    std::string_view line = text.substr(from, end - from);
    while (line.ends_with('\r')) line.remove_suffix(1);
    ++number;
    for (const desk::Fold& fold : desk::fold(line, columns, continuation))
      rows.push_back({from + fold.begin, from + fold.end, fold.begin == 0 ? 0 : continuation, number});
    from = end + 1;
  }
  return rows;
}

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

/// The next place of what is looked for, after the one that was found last and then from the start; capitals do not matter.
void find_next(std::string_view text, PrintedState& state) {
  const auto look_in = [&](std::size_t from) -> std::optional<std::size_t> {
    const auto begin = text.begin() + static_cast<std::ptrdiff_t>(std::min(from, text.size()));
    const auto at = std::search(begin, text.end(), state.search.begin(), state.search.end(), same_letter);
    if (at == text.end()) return std::nullopt;
    return static_cast<std::size_t>(at - text.begin());
  };
  const std::size_t from = state.found ? *state.found + 1 : 0;
  state.found = look_in(from);
  if (!state.found && from > 0) state.found = look_in(0);
  state.scroll_wanted = state.found.has_value();
  state.unfound = state.found ? "" : "No line has " + state.search;
}

/// A row's line number, where the line begins, and its text; what was found in it stands out.
void draw_printed_row(const Look& look, std::string_view printed, const PrintedState& state, const PrintedRow& part, ImVec2 at,
                      float gutter) {
  const view::Theme& theme = look.colours();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float baseline = middle_baseline(look, at.y, look.px(row_height), style.size);
  const float x = at.x + gutter + text_width(look, style, "0") * static_cast<float>(part.indent);
  const std::string_view text = printed.substr(part.begin, part.end - part.begin);
  if (part.indent == 0) {
    const std::string number = std::to_string(part.line);
    draw_text(list, look, style, {at.x + gutter - look.px(14) - text_width(look, style, number), baseline}, faint(theme), number);
  }
  if (state.found) {
    const std::size_t begin = std::clamp(*state.found, part.begin, part.end) - part.begin,
                      end = std::clamp(*state.found + state.search.size(), part.begin, part.end) - part.begin;
    const float from = x + text_width(look, style, text.substr(0, begin));
    const float to = from + text_width(look, style, text.substr(begin, end - begin));
    if (begin < end) list.AddRectFilled({from, at.y}, {to, at.y + look.px(row_height)}, packed(faded(theme.accent, 0.4f)));
  }
  draw_text(list, look, style, {x, baseline}, theme.text, text);
}

/// The field for what is looked for, and how to go on from there.
void show_printed_search(const Look& look, std::string_view printed, PrintedState& state) {
  bool left = false;
  const float next_width = text_width(look, small_text, "Next"), width = ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (text_field(look, "##find printed", state.search, width - next_width - look.px(14), "Find these letters in what was printed",
                 state.unfound, &left)) {
    state.found.reset();
    state.unfound.clear();
  }
  if (state.search.empty()) draw_placeholder(look, at, "Find");
  const ImVec2 below = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({at.x + width - next_width, at.y + look.px(5)});
  const bool next = link(look, "next printed", "Next", "The next line that has it; from the last one to the first");
  ImGui::SetCursorScreenPos(below);
  if (state.search.empty()) {
    state.found.reset();
    state.unfound.clear();
  } else if (next || (left && !state.found)) {
    find_next(printed, state);
  }
  if (!state.unfound.empty()) note(look, state.unfound, look.colours().wrong);
}

bool shows_program(const App& app) { return app.choices.row().needs.program && app.choices.experiment().recording; }

}  // namespace

std::string_view printed_text(const App& app) {
  if (shows_program(app)) {
    const desk::OpenProgram* const program = app.program();
    return program != nullptr ? app.programs.printed(*program) : app.choices.experiment().recording->output;
  }
  return app.runs.shown ? std::string_view(app.runs.shown->run.result.printed) : "";
}

void show_printed(const App& app, desk::Notice& notice, PrintedState& state) {
  const bool of_program = shows_program(app);
  const std::string_view printed = printed_text(app);
  if (printed.empty()) return;
  const Look& look = app.look;
  const view::Theme& theme = look.colours();
  const float copy_width = text_width(look, small_text, "Copy");
  const auto lines = static_cast<std::uint64_t>(std::count(printed.begin(), printed.end(), '\n')) + (printed.back() != '\n');
  section(look, (of_program ? "Printed by the program · " : "Printed · ") + base::counted(lines, "line"), false,
          copy_width + look.px(10));
  const ImVec2 below = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::SetCursorScreenPos({below.x + width - copy_width, below.y - look.px(30)});
  if (link(look, "copy printed", "Copy",
           of_program ? "Copy what the program printed" : "Copy all that the kernel's printf wrote")) {
    ImGui::SetClipboardText(std::string(printed).c_str());
    notify(notice, "Copied");
  }
  ImGui::SetCursorScreenPos(below);

  if (lines > 1) show_printed_search(look, printed, state);
  const float letter = text_width(look, style, "0");
  const float gutter = letter * static_cast<float>(std::to_string(lines).size()) + look.px(14);
  const float room = width - gutter - 2 * look.px(14) - ImGui::GetStyle().ScrollbarSize;
  const auto columns = static_cast<std::size_t>(std::max(room / letter, 8.0f));
  if (state.version != app.runs.version || state.text != printed.data() || state.bytes != printed.size() ||
      state.columns != columns)
    state = {
        app.runs.version, printed.data(), printed.size(), columns, printed_rows(printed, columns), state.search, {}, {}, false};
  const float shown_rows = std::min(static_cast<float>(state.rows.size()), of_program ? max_rows_of_program : max_rows);
  const float height = look.px(row_height) * shown_rows + look.px(20);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, packed(theme.background));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(14), look.px(10)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, look.px(1));
  ImGui::BeginChild("printed", {width, height}, true, ImGuiWindowFlags_NoNav);
  if (state.scroll_wanted) {
    const auto row = std::ranges::find_if(state.rows, [&](const PrintedRow& each) { return each.end > *state.found; });
    const float y = look.px(row_height) * static_cast<float>(row - state.rows.begin());
    if (y < ImGui::GetScrollY() || y + look.px(row_height) > ImGui::GetScrollY() + height - look.px(20))
      ImGui::SetScrollY(std::max(y - height / 3, 0.0f));
    state.scroll_wanted = false;
  }
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(state.rows.size()), look.px(row_height));
  while (clipper.Step()) {
    for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
      const PrintedRow& part = state.rows[static_cast<std::size_t>(row)];
      const ImVec2 at = ImGui::GetCursorScreenPos();
      draw_printed_row(look, printed, state, part, {at.x, at.y}, gutter);
      ImGui::Dummy({1, look.px(row_height)});
    }
  }
  clipper.End();
  ImGui::EndChild();
  ImGui::PopStyleVar(3);
  ImGui::PopStyleColor();
}

}  // namespace warplens::ui
