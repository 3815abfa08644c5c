#pragma once

#include <string>

#include "ui/window/shortcuts.h"

namespace warplens::stories {

/// A key as the help names it: "Ctrl P", "Shift Tab", "→", "PgDn", "F2", "b". An empty key for what is none.
ui::KeyPress key_named(const std::string& name);

/// ImGui's keys as the window's back end sets them (imgui_impl_glfw.cpp).
void map_keys();

}  // namespace warplens::stories
