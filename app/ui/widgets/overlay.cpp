#include "ui/widgets/overlay.h"

#include <algorithm>

#include "ui/widgets/focus.h"
#include "ui/widgets/shown.h"

namespace warplens::ui {

void show_overlay(const Look& look, const OverlayStyle& style, bool& open, const std::function<void()>& content) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float around = look.px(16);
  const ImVec2 size(std::min(look.px(style.size.x), screen.x - around), std::min(look.px(style.size.y), screen.y - around));
  ImGui::SetNextWindowPos({(screen.x - size.x) / 2, (screen.y - size.y) / 2});
  ImGui::SetNextWindowSize(size);
  ImGui::SetNextWindowFocus();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(style.padding.x), look.px(style.padding.y)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, look.px(10));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, look.px(1));
  ImGui::PushStyleColor(ImGuiCol_WindowBg, packed(look.colours().control));
  constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                                     ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNavInputs;
  ImGui::Begin(style.id, nullptr, flags);
  if (look.shown != nullptr) look.shown->dialog = look.shown->texts.size();
  {
    const FocusLayer layer(look);
    content();
  }
  const bool inside = ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !inside && !ImGui::IsWindowAppearing()) open = false;
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(3);
}

}  // namespace warplens::ui
