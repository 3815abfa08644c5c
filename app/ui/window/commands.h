#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::ui {

struct App;

/// Something that the window can do or show, as the list of commands has it.
struct Command {
  std::string kind;   ///< "Kernel", "View", …
  std::string label;  ///< what people look for
  std::string keys;   ///< that do the same: "Ctrl S"; "": none
  std::function<void(App& app)> act;
};

/// All commands that make sense now: kernels, views, experiments, lessons, themes, machines, files to save, and every shortcut.
std::vector<Command> commands(const App& app);

/// What a number or another search of the values asks for, such as "785", "=3.5" or "wrong": the element, and the thread of that
/// number. Nothing where no run is shown, or none is meant.
std::vector<Command> places(const App& app, const std::string& query);

/// The commands in which every word of `query` occurs, those that begin with it first: positions in `all`.
std::vector<std::size_t> matching(const std::vector<Command>& all, std::string_view query);

}  // namespace warplens::ui
