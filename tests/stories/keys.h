#pragma once

#include <string>

#include "ui/window/shortcuts.h"

namespace warplens::stories {

/// Find a key by its name in the help: "Ctrl P", "Shift Tab", "→", "PgDn", "F2", "b". An empty key for other names.
ui::KeyPress key_named(const std::string& name);

/// Set ImGui's keys as the window's back end does (imgui_impl_glfw.cpp).
void map_keys();

}  // namespace warplens::stories
