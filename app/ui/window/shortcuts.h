#pragma once

#include <functional>
#include <span>

namespace warplens::ui {

struct App;

/// A key as the window reports it: GLFW's key code and modifier bits.
struct KeyPress {
  int key = 0, modifiers = 0;
};

/// One row per shortcut: what is pressed, what it does, and how the help names it.
struct Shortcut {
  int key = 0, modifiers = 0;
  const char* keys = nullptr;  ///< for people: "Ctrl S"; nullptr: another key for the row before
  const char* what = nullptr;  ///< for people: "save the session"
  std::function<void(App& app)> act;
};
std::span<const Shortcut> shortcuts();

/// Do what the key asks for; keys that nobody asked for are ignored.
void press(App& app, const KeyPress& key);

}  // namespace warplens::ui
