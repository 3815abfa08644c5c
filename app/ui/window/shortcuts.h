#pragma once

#include <functional>
#include <span>

namespace warplens::ui {

struct App;
struct Command;

/// A key press: GLFW's key code and modifier bits.
struct KeyPress {
  int key = 0, modifiers = 0;
};

/// One row per shortcut: key, action, and name in the help.
struct Shortcut {
  int key = 0, modifiers = 0;
  const char* keys = nullptr;  ///< for people: "Ctrl S"; nullptr: an alternative key for the previous row
  const char* what = nullptr;  ///< for people: "save the session"
  std::function<void(App& app)> act;
};
std::span<const Shortcut> shortcuts();

/// Close the list of commands, and carry out the command chosen there.
void carry_out(App& app, const Command& command);

/// Perform the key's action; keys without a shortcut are ignored.
void press(App& app, const KeyPress& key);

}  // namespace warplens::ui
