#include <imgui.h>

#include <algorithm>
#include <string_view>

#include "ui/panel.h"
#include "ui/widgets.h"

namespace warplens::ui {
namespace {

constexpr TextStyle style{view::Face::mono, 15};
constexpr float row_height = 22, most_rows = 14;  // points, rows in sight

/// Offsets at which lines begin; one more behind the last.
std::vector<std::size_t> line_starts(std::string_view text) {
  std::vector<std::size_t> starts{0};
  for (std::size_t at = text.find('\n'); at != std::string_view::npos && at + 1 < text.size(); at = text.find('\n', at + 1)) {
    starts.push_back(at + 1);
  }
  starts.push_back(text.size());
  return starts;
}

}  // namespace

void show_printed(App& app) {
  const std::string& printed = app.shown->run.result.printed;
  if (printed.empty()) return;
  const Look& look = app.look;
  const view::Theme& theme = look.colours();
  const float copy_width = text_width(look, small_text, "Copy");
  section(look, "Printed by the kernel", false, copy_width + look.px(10));
  const ImVec2 below = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::SetCursorScreenPos({below.x + width - copy_width, below.y - look.px(30)});
  if (link(look, "copy printed", "Copy", "Copy all that the kernel's printf wrote")) {
    ImGui::SetClipboardText(printed.c_str());
    say_notice(app, "Copied");
  }
  ImGui::SetCursorScreenPos(below);

  if (app.printed_lines.empty() || app.printed_version != app.shown.get()) {
    app.printed_lines = line_starts(printed);
    app.printed_version = app.shown.get();
  }
  const std::size_t rows = app.printed_lines.size() - 1;
  const float height = look.px(row_height) * std::min(static_cast<float>(rows), most_rows) + look.px(20);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, packed(theme.background));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(14), look.px(10)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, look.px(1));
  ImGui::BeginChild("printed", {width, height}, true, ImGuiWindowFlags_NoNav | ImGuiWindowFlags_HorizontalScrollbar);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(rows), look.px(row_height));
  while (clipper.Step()) {
    for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
      const std::size_t from = app.printed_lines[static_cast<std::size_t>(row)],
                        to = app.printed_lines[static_cast<std::size_t>(row) + 1];
      std::string_view line = std::string_view(printed).substr(from, to - from);
      while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
      const ImVec2 at = ImGui::GetCursorScreenPos();
      draw_text(*ImGui::GetWindowDrawList(), look, style, {at.x, middle_baseline(look, at.y, look.px(row_height), style.size)},
                theme.text, line);
      ImGui::Dummy({text_width(look, style, line), look.px(row_height)});
    }
  }
  clipper.End();
  ImGui::EndChild();
  ImGui::PopStyleVar(3);
  ImGui::PopStyleColor();
}

}  // namespace warplens::ui
