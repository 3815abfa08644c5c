#include "tests/stories/keys.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <cctype>
#include <map>

namespace warplens::stories {

ui::KeyPress key_named(const std::string& name) {
  static const std::map<std::string, int> named{
      {"←", GLFW_KEY_LEFT},      {"→", GLFW_KEY_RIGHT},    {"↑", GLFW_KEY_UP},           {"↓", GLFW_KEY_DOWN},
      {"Enter", GLFW_KEY_ENTER}, {"Esc", GLFW_KEY_ESCAPE}, {"Space", GLFW_KEY_SPACE},    {"Tab", GLFW_KEY_TAB},
      {"Home", GLFW_KEY_HOME},   {"End", GLFW_KEY_END},    {"PgDn", GLFW_KEY_PAGE_DOWN}, {"PgUp", GLFW_KEY_PAGE_UP},
      {"+", GLFW_KEY_EQUAL},     {"−", GLFW_KEY_MINUS},    {"Del", GLFW_KEY_DELETE},     {"Backspace", GLFW_KEY_BACKSPACE},
      {"F1", GLFW_KEY_F1},       {"F2", GLFW_KEY_F2},      {"F6", GLFW_KEY_F6}};
  if (name.starts_with("Ctrl ")) {
    const ui::KeyPress key = key_named(name.substr(5));
    return {key.key, key.modifiers | GLFW_MOD_CONTROL};
  }
  if (name.starts_with("Shift ")) {
    const ui::KeyPress key = key_named(name.substr(6));
    return {key.key, key.modifiers | GLFW_MOD_SHIFT};
  }
  if (const auto found = named.find(name); found != named.end()) return {found->second, 0};
  // GLFW's codes of letters and digits are those of ASCII.
  if (name.size() == 1 && std::isalnum(static_cast<unsigned char>(name[0])) != 0)
    return {std::toupper(static_cast<unsigned char>(name[0])), 0};
  return {};
}

void map_keys() {
  constexpr std::pair<ImGuiKey_, int> keys[] = {{ImGuiKey_Tab, GLFW_KEY_TAB},
                                                {ImGuiKey_LeftArrow, GLFW_KEY_LEFT},
                                                {ImGuiKey_RightArrow, GLFW_KEY_RIGHT},
                                                {ImGuiKey_UpArrow, GLFW_KEY_UP},
                                                {ImGuiKey_DownArrow, GLFW_KEY_DOWN},
                                                {ImGuiKey_PageUp, GLFW_KEY_PAGE_UP},
                                                {ImGuiKey_PageDown, GLFW_KEY_PAGE_DOWN},
                                                {ImGuiKey_Home, GLFW_KEY_HOME},
                                                {ImGuiKey_End, GLFW_KEY_END},
                                                {ImGuiKey_Delete, GLFW_KEY_DELETE},
                                                {ImGuiKey_Backspace, GLFW_KEY_BACKSPACE},
                                                {ImGuiKey_Space, GLFW_KEY_SPACE},
                                                {ImGuiKey_Enter, GLFW_KEY_ENTER},
                                                {ImGuiKey_Escape, GLFW_KEY_ESCAPE},
                                                {ImGuiKey_A, GLFW_KEY_A},
                                                {ImGuiKey_C, GLFW_KEY_C},
                                                {ImGuiKey_V, GLFW_KEY_V},
                                                {ImGuiKey_X, GLFW_KEY_X},
                                                {ImGuiKey_Y, GLFW_KEY_Y},
                                                {ImGuiKey_Z, GLFW_KEY_Z}};
  for (const auto& [meaning, key] : keys) ImGui::GetIO().KeyMap[meaning] = key;
}

}  // namespace warplens::stories
