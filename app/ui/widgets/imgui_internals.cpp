#include "ui/widgets/imgui_internals.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

namespace warplens::ui {
namespace {

/// Pixels that the field is scrolled to the right. The value has two names in the history of Dear ImGui.
template <typename State>
float scrolled_right(const State& state) {
  if constexpr (requires { state.ScrollX; }) {
    return state.ScrollX;
  } else {
    return state.Scroll.x;
  }
}

bool is_behind(const ImGuiWindow* window) {
  const float height = window->DC.CursorMaxPos.y - window->DC.CursorStartPos.y;
  return window->Active && window->ScrollbarY && std::abs(height - window->ContentSize.y) >= 1;
}

}  // namespace

bool is_active(ImGuiID control) { return ImGui::GetActiveID() == control; }

ImGuiID last_control() { return ImGui::GetItemID(); }

void end_typing() { ImGui::ClearActiveID(); }

float seconds_hovered() { return ImGui::GetCurrentContext()->HoveredIdTimer; }

bool has_popups() { return !ImGui::GetCurrentContext()->OpenPopupStack.empty(); }

bool close_popups() {
  if (ImGui::GetCurrentContext()->OpenPopupStack.empty()) return false;
  ImGui::ClosePopupToLevel(0, false);
  return true;
}

std::string_view hovered_panel() {
  const ImGuiWindow* const window = ImGui::GetCurrentContext()->HoveredWindow;
  return window != nullptr ? window->RootWindow->Name : "";
}

bool scrolls_under_pointer() {
  for (const ImGuiWindow* window = ImGui::GetCurrentContext()->HoveredWindow; window != nullptr; window = window->ParentWindow)
    if (window->ScrollMax.y > 0) return true;
  return false;
}

ImGuiID outermost_window() { return ImGui::GetCurrentWindow()->RootWindow->ID; }

bool is_scroll_bar_behind() { return std::ranges::any_of(ImGui::GetCurrentContext()->Windows, is_behind); }

FieldInside inside_of_field(ImGuiID field, ImVec2 padding) {
  const ImGuiWindow* parent = ImGui::GetCurrentWindow();
  if (parent->DC.ChildWindows.empty()) return {};
  ImGuiWindow& inner = *parent->DC.ChildWindows.back();
  const ImGuiInputTextState* state = ImGui::GetInputTextState(field);
  const float right = is_active(field) && state != nullptr ? scrolled_right(*state) : 0;
  const ImVec2 text_at(inner.Pos.x - inner.Scroll.x + padding.x - right, inner.Pos.y - inner.Scroll.y + padding.y);
  return {inner.DrawList, text_at, inner.InnerRect.Min, inner.InnerRect.Max, &inner};
}

void scroll_field(ImGuiWindow& window, float y) { ImGui::SetScrollY(&window, y); }

}  // namespace warplens::ui
