#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "ui/widgets/look.h"
#include "ui/window/commands.h"

namespace warplens::ui {

/// The list of commands (Ctrl P): what is typed finds them, Enter carries the chosen one out.
struct PaletteState {
  bool show = false;
  std::string query;
  std::vector<Command> all;    ///< as of when it was opened
  std::vector<Command> found;  ///< by `found_for`, best first
  std::optional<std::string> found_for;
  std::size_t chosen = 0;        ///< of `found`
  bool entered = false;          ///< Enter was pressed, maybe after letters that the field has still to take
  bool keyboard_wanted = false;  ///< its field is to take what is typed
  bool chosen_by_key = false;    ///< it is to be brought into view
};

/// Open it with nothing typed.
void open_palette(const App& app, PaletteState& state);

/// Draw it; the command that was clicked or entered.
std::optional<Command> show_palette(const App& app, PaletteState& state);

}  // namespace warplens::ui
