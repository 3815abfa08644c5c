#include "ui/widgets/theme_style.h"

namespace warplens::ui {

void apply_style(const Look& look) {
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  style.WindowPadding = {look.px(20), look.px(20)};
  style.FramePadding = {look.px(9), look.px(6)};
  style.ItemSpacing = {look.px(10), look.px(8)};
  style.ItemInnerSpacing = {look.px(8), look.px(6)};
  style.WindowRounding = 0;
  style.ChildRounding = look.px(10);
  style.PopupRounding = look.px(10);
  style.FrameRounding = look.px(8);
  style.GrabRounding = look.px(8);
  style.ScrollbarRounding = look.px(6);
  style.ScrollbarSize = look.px(10);
  style.WindowBorderSize = 0;
  style.ChildBorderSize = 0;
  style.FrameBorderSize = look.px(1);
  style.PopupBorderSize = look.px(1);
  style.AntiAliasedLinesUseTex = false;

  const view::Theme& theme = look.colours();
  const auto set = [&style](ImGuiCol slot, view::Colour colour) { style.Colors[slot] = floating(colour); };
  set(ImGuiCol_Text, theme.text);
  set(ImGuiCol_TextDisabled, theme.muted);
  set(ImGuiCol_WindowBg, theme.panel);
  set(ImGuiCol_ChildBg, faded(theme.panel, 0));
  set(ImGuiCol_PopupBg, theme.control);
  set(ImGuiCol_Border, theme.line);
  set(ImGuiCol_FrameBg, theme.background);
  set(ImGuiCol_FrameBgHovered, theme.background);
  set(ImGuiCol_FrameBgActive, theme.background);
  set(ImGuiCol_ScrollbarBg, faded(theme.panel, 0));
  set(ImGuiCol_ScrollbarGrab, theme.line);
  set(ImGuiCol_ScrollbarGrabHovered, faint(theme));
  set(ImGuiCol_ScrollbarGrabActive, faint(theme));
  set(ImGuiCol_Header, theme.selected);
  set(ImGuiCol_HeaderHovered, theme.selected);
  set(ImGuiCol_HeaderActive, theme.selected);
  set(ImGuiCol_Button, theme.control);
  set(ImGuiCol_ButtonHovered, theme.selected);
  set(ImGuiCol_ButtonActive, theme.selected);
  set(ImGuiCol_CheckMark, theme.accent);
  set(ImGuiCol_TextSelectedBg, faded(theme.accent, 0.35f));
  set(ImGuiCol_NavHighlight, theme.accent);
}

}  // namespace warplens::ui
