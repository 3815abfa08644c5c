#pragma once

#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "view/drawing/cell_painter.h"
#include "view/drawing/picture.h"
#include "view/drawing/theme.h"
#include "view/input.h"
#include "view/material.h"
#include "view/scene/scene_raster.h"

namespace warplens::view {

/// What the desk does for a row before it is drawn, because it takes longer than a frame and the window waits for nothing: it
/// makes a table of a long trace, or it launches what a run is compared with. All else a view takes from Material as it likes.
struct Needs {
  bool run = true;                   ///< a run at all
  LateTable late = LateTable::none;  ///< made beforehand of a long trace, off the window's thread
  bool history = false;              ///< story of the highlighted element
  bool sibling_outcomes = false;     ///< results of the experiment's other entries with the same settings
  bool rooflines = false;            ///< of the run, and of the experiment's other entries with the same settings
  bool residencies = false;          ///< the run with fewer blocks resident
  bool other_machine = false;        ///< the same launch on the other machine
  bool stepping = false;             ///< the launch paused at one of its steps
  bool sweep = false;                ///< the plot of the sweep
  bool program = false;              ///< the recording of a whole program
  bool values = false;               ///< the shown buffer's values, which can be searched
  bool lights = false;               ///< highlights the threads and elements related to the hovered one
};

/// Features of an experiment besides buffers, which decide on the views to offer.
struct Features {
  bool matrix = false, scene = false, streams = false, program = false;
};

/// A meaning that a view's colours may have.
struct ColourChoice {
  ColourMode mode = ColourMode::block;
  const char* label = "";
  const char* tooltip = "";
};

/// The painters of pictures.
struct Painters {
  CellPainter& cells;
  ScenePainter& scene;
};

/// A view: one row of the table. Its functions only get inputs made by its own `input`.
struct Row {
  std::string_view name;  ///< in files and on the command line: "race"
  const char* title;      ///< on its tab
  char key;               ///< a digit, or a capital letter
  const char* tooltip;    ///< of its tab
  const char* help;       ///< help text of its key
  bool (*offered)(const Features& features);
  Needs needs{};
  bool stays = false;                       ///< stays open when another experiment or entry is chosen
  float min_width = 300, min_height = 300;  ///< points that its picture needs; scaled down in less room
  const char* colours_title = "";
  std::vector<ColourChoice> colours{};  ///< meanings to choose from; empty: no choice
  Input (*input)(const Material& material);
  Headline (*headline)(const Input& input, const Theme& theme);
  Picture (*picture)(const Input& input, const Theme& theme, Size size, Painters painters);
  /// Effect of a drag or the wheel on camera or scroll position; null: none.
  void (*move)(const Input& input, const Theme& theme, Size size, const Gesture& gesture, Navigation& navigation) = nullptr;
  /// Bring the current place in the trace into view; null: nothing has to move.
  void (*follow)(const Input& input, const Theme& theme, Size size, Navigation& navigation) = nullptr;
  /// A paragraph on the current trace position or the hovered target; null or empty: the view has no text of its own.
  std::vector<Span> (*moment)(const Input& input, const Theme& theme) = nullptr;
  /// The entry of `colours` in use; null if there are none.
  ColourMode (*colour)(const Input& input) = nullptr;
};

bool always(const Features&);

/// Adapts `Make`, which makes the input of a view, to Row::input.
template <auto Make>
Input made(const Material& material) {
  return Input(Make(material), material.owners);
}
template <auto Make>
using Made = std::invoke_result_t<decltype(Make), const Material&>;

/// Adapts a view's functions, which take the view's own input type, to the functions of a row. `Make` creates that input.
template <auto Make, auto Say>
Headline said(const Input& input, const Theme& theme) {
  return Say(input.as<Made<Make>>(), theme);
}
template <auto Make, auto Draw>
Picture drawn(const Input& input, const Theme& theme, Size size, [[maybe_unused]] Painters painters) {
  using Value = Made<Make>;
  const Value& value = input.as<Value>();
  if constexpr (std::is_invocable_v<decltype(Draw), const Value&, const Theme&, float, float, CellPainter&>)
    return Draw(value, theme, size.width, size.height, painters.cells);
  else if constexpr (std::is_invocable_v<decltype(Draw), const Value&, const Theme&, float, float, ScenePainter&>)
    return Draw(value, theme, size.width, size.height, painters.scene);
  else
    return Draw(value, theme, size.width, size.height);
}
template <auto Make, auto Move>
void moved(const Input& input, const Theme& theme, Size size, const Gesture& gesture, Navigation& navigation) {
  Move(input.as<Made<Make>>(), theme, size, gesture, navigation);
}
template <auto Make, auto Follow>
void followed(const Input& input, const Theme& theme, Size size, Navigation& navigation) {
  Follow(input.as<Made<Make>>(), theme, size, navigation);
}
template <auto Make, auto Tell>
std::vector<Span> told(const Input& input, const Theme& theme) {
  return Tell(input.as<Made<Make>>(), theme);
}

/// Name of the row that plots the session's sweep.
inline constexpr std::string_view sweep_view = "sweep", memory_view = "memory", race_view = "race";

/// All views, in the order of their tabs. To add a view, add a folder and a row here.
std::span<const Row> table();

/// The row of this name; null if there is none.
const Row* find_row(std::span<const Row> rows, std::string_view name);
/// The row of this name; the first row if there is none.
const Row& row_of(std::string_view name);

/// The views' names as a sentence lists them: "mapping race histogram …".
std::string view_names();
/// The views' names as a list, for readers of files.
std::vector<std::string_view> names_of_views();

}  // namespace warplens::view
