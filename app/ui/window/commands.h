#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::ui {

struct App;

/// An entry of the list of commands: an action of the window, or a thing to show.
struct Command {
  std::string kind;   ///< "Kernel", "View", …
  std::string label;  ///< text that people search for
  std::string keys;   ///< shortcut: "Ctrl S"; "": none
  std::function<void(App& app)> act;
};

/// All commands that make sense now: kernels, views, experiments, lessons, themes, machines, files to save, and every shortcut.
std::vector<Command> commands(const App& app);

/// Commands for a number or another search of the values, such as "785", "=3.5" or "wrong": go to the element, or to the thread
/// of that number. Empty if no run is shown, or `query` is no such search.
std::vector<Command> places(const App& app, const std::string& query);

/// The commands in which every word of `query` occurs, those that begin with it first: positions in `all`.
std::vector<std::size_t> matching(const std::vector<Command>& all, std::string_view query);

}  // namespace warplens::ui
