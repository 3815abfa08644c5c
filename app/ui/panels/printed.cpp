#include <imgui.h>

#include <algorithm>
#include <string_view>

#include "base/number_format.h"
#include "desk/source/source_text.h"
#include "launch/recording/recording.h"
#include "ui/panels/panel.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

constexpr TextStyle style{view::Face::mono, 15};
constexpr float row_height = 22, most_rows = 14, most_rows_of_program = 5;  // points, rows in sight
constexpr std::size_t continuation = 2;  // columns by which the rest of a folded line stands in

/// Rows of at most `columns` letters, in order; a line that is longer goes on in the next row.
std::vector<PrintedRow> printed_rows(std::string_view text, std::size_t columns) {
  std::vector<PrintedRow> rows;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    std::string_view line = text.substr(from, end - from);
    while (line.ends_with('\r')) line.remove_suffix(1);
    for (const desk::Fold& fold : desk::fold(line, columns, continuation)) {
      rows.push_back({from + fold.begin, from + fold.end, fold.begin == 0 ? 0 : continuation});
    }
    from = end + 1;
  }
  return rows;
}

}  // namespace

void show_printed(const App& app, desk::Notice& notice, PrintedState& state) {
  const auto& recording = app.choices.experiment().recording;
  const bool of_program = app.choices.row().needs.program && recording;
  if (!of_program && !app.runs.shown) return;
  const std::string& printed = of_program ? recording->output : app.runs.shown->run.result.printed;
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
           of_program ? "Copy what the program wrote to its standard output" : "Copy all that the kernel's printf wrote")) {
    ImGui::SetClipboardText(printed.c_str());
    notify(notice, "Copied");
  }
  ImGui::SetCursorScreenPos(below);

  const float room = width - 2 * look.px(14) - ImGui::GetStyle().ScrollbarSize, letter = text_width(look, style, "0");
  const auto columns = static_cast<std::size_t>(std::max(room / letter, 8.0f));
  if (state.version != app.runs.version || state.text != printed.data() || state.bytes != printed.size() ||
      state.columns != columns)
    state = {app.runs.version, printed.data(), printed.size(), columns, printed_rows(printed, columns)};
  const float shown_rows = std::min(static_cast<float>(state.rows.size()), of_program ? most_rows_of_program : most_rows);
  const float height = look.px(row_height) * shown_rows + look.px(20);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, packed(theme.background));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(14), look.px(10)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, look.px(1));
  ImGui::BeginChild("printed", {width, height}, true, ImGuiWindowFlags_NoNav);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(state.rows.size()), look.px(row_height));
  while (clipper.Step()) {
    for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
      const PrintedRow& part = state.rows[static_cast<std::size_t>(row)];
      const ImVec2 at = ImGui::GetCursorScreenPos();
      draw_text(*ImGui::GetWindowDrawList(), look, style,
                {at.x + letter * static_cast<float>(part.indent), middle_baseline(look, at.y, look.px(row_height), style.size)},
                theme.text, std::string_view(printed).substr(part.begin, part.end - part.begin));
      ImGui::Dummy({1, look.px(row_height)});
    }
  }
  clipper.End();
  ImGui::EndChild();
  ImGui::PopStyleVar(3);
  ImGui::PopStyleColor();
}

}  // namespace warplens::ui
