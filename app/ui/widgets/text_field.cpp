#include "ui/widgets/text_field.h"

#include <imgui_stdlib.h>

#include "ui/widgets/focus.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {

bool text_field(const Look& look, const char* id, std::string& text, float width, std::string_view tooltip,
                std::string_view problem, bool* left) {
  ImGui::PushFont(look.fonts.at(view::Face::mono, 15));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {look.px(9), (look.px(32) - ImGui::GetFontSize()) / 2});
  if (!problem.empty()) ImGui::PushStyleColor(ImGuiCol_Border, packed(look.colours().wrong));
  ImGui::SetNextItemWidth(width);
  begin_field(look, id);
  const bool changed = ImGui::InputText(id, &text);
  end_field(look, id);
  note_field(look, figure, text);
  if (left != nullptr) *left = ImGui::IsItemDeactivated();
  if (!problem.empty()) ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  ImGui::PopFont();
  tip(look, problem.empty() ? tooltip : problem);
  return changed;
}

}  // namespace warplens::ui
