#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "ui/widgets/look.h"
#include "ui/window/commands.h"

namespace warplens::ui {

/// The list of commands (Ctrl P): typing finds commands, Enter carries the chosen one out.
struct PaletteState {
  bool show = false;
  std::string query;
  std::vector<Command> all;    ///< commands at the time of opening
  std::vector<Command> found;  ///< matches of `found_for`, best first
  std::optional<std::string> found_for;
  std::size_t chosen = 0;        ///< index in `found`
  bool entered = false;          ///< Enter was pressed, perhaps after letters not yet in the field
  bool keyboard_wanted = false;  ///< give the keyboard to its field
  bool chosen_by_key = false;    ///< scroll the chosen command into view
};

/// Open the list with an empty field.
void open_palette(const App& app, PaletteState& state);

/// Draw the list; return the command that was clicked or entered.
std::optional<Command> show_palette(const App& app, PaletteState& state);

}  // namespace warplens::ui
