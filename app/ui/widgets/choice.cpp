#include "ui/widgets/choice.h"

#include <algorithm>

#include "ui/widgets/focus.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

constexpr float padding = 14, caret = 22, field_height = 38, list_row_height = 36, min_list = 260,
                heading_height = 30;  // points

}  // namespace

float choice_width(const Look& look, std::string_view label) {
  return text_width(look, body, label) + look.px(2 * padding + caret + 1);
}

std::optional<std::size_t> choice(const Look& look, const char* id, std::span<const ChoiceRow> rows, std::size_t chosen,
                                  float width, std::string_view tooltip, const std::function<void()>& below) {
  std::optional<std::size_t> clicked;
  const view::Theme& theme = look.colours();
  const float height = look.px(field_height), pad = look.px(padding);
  ImGui::PushID(id);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (press_area(look, "field", {width, height})) ImGui::OpenPopup("list");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + width, at.y + height}, packed(ImGui::IsItemHovered() ? theme.selected : theme.control),
                     look.px(8));
  list.AddRect(at, {at.x + width, at.y + height}, packed(theme.line), look.px(8), 0, look.px(1));
  const float baseline = middle_baseline(look, at.y, height, body.size);
  const std::string label = chosen < rows.size() ? rows[chosen].label : std::string(id);
  draw_text(list, look, body, {at.x + pad, baseline}, theme.text, shortened(look, body, label, width - 2 * pad - look.px(caret)));
  draw_text(list, look, {view::Face::regular, 15}, {at.x + width - pad - look.px(9), baseline}, theme.muted, icon::caret_down);
  tip(look, tooltip);

  // Below the field, or above it where the list would leave the window.
  const auto headed = [&](std::size_t k) {
    return !rows[k].heading.empty() && (k == 0 || rows[k - 1].heading != rows[k].heading);
  };
  std::size_t headings = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) headings += headed(k) ? 1 : 0;
  const float tall_list = look.px(list_row_height + 2) * static_cast<float>(rows.size()) +
                          look.px(heading_height) * static_cast<float>(headings) + look.px(16);
  const bool above = at.y + height + tall_list > ImGui::GetIO().DisplaySize.y && tall_list < at.y;
  ImGui::SetNextWindowPos({at.x, above ? at.y - look.px(6) : at.y + height + look.px(6)}, ImGuiCond_Always,
                          {0, above ? 1.0f : 0.0f});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(8), look.px(8)});
  if (ImGui::BeginPopup("list")) {
    const FocusLayer layer(look);
    float widest = std::max(look.px(min_list), width - look.px(16));
    for (const ChoiceRow& row : rows) widest = std::max(widest, text_width(look, body, row.label) + 2 * pad);
    ImDrawList& popup = *ImGui::GetWindowDrawList();
    for (std::size_t k = 0; k < rows.size(); ++k) {
      if (headed(k)) {
        const ImVec2 at_heading = ImGui::GetCursorScreenPos();
        draw_text(popup, look, small_text,
                  {at_heading.x + pad, middle_baseline(look, at_heading.y, look.px(heading_height), small_text.size)},
                  theme.muted, rows[k].heading);
        ImGui::Dummy({widest, look.px(heading_height)});
        gap(look, -6);
      }
      const ImVec2 from = ImGui::GetCursorScreenPos();
      const float tall = look.px(list_row_height);
      ImGui::PushID(static_cast<int>(k));
      if (k == chosen && look.focus != nullptr && ImGui::IsWindowAppearing()) look.focus->go_to(ImGui::GetID("row"));
      if (press_area(look, "row", {widest, tall}, ControlKind::row)) {
        clicked = k;
        ImGui::CloseCurrentPopup();
      }
      if (k == chosen || ImGui::IsItemHovered()) {
        popup.AddRectFilled(from, {from.x + widest, from.y + tall}, packed(theme.selected), look.px(7));
      }
      draw_text(popup, look, body, {from.x + pad, middle_baseline(look, from.y, tall, body.size)}, theme.text, rows[k].label);
      tip(look, rows[k].tooltip);
      ImGui::PopID();
      gap(look, -6);
    }
    gap(look, 6);
    if (below) below();
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
  ImGui::PopID();
  return clicked;
}

}  // namespace warplens::ui
