#pragma once

#include <imgui.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "view/drawing/drawing.h"

namespace warplens::ui {

/// A drawn text; positions in pixels of the screen.
struct ShownText {
  std::string text;
  float size = 17;           ///< points
  view::Rectangle ink;       ///< from the top of its capitals to the bottom of its letters
  view::Rectangle clip;      ///< the text is invisible outside of this rectangle
  const ImDrawList* list{};  ///< list with the text; ImGui::GetDrawData() has the lists in painting order
};

/// An opaque area, painted over the earlier contents of its draw list.
struct ShownCover {
  view::Rectangle at;
  const ImDrawList* list{};
  std::size_t texts_before = 0;
};

/// All legible text of a frame, in drawing order: for programs that read the window, such as tests and screen readers.
struct Shown {
  std::vector<ShownText> texts;
  std::vector<ShownCover> covers;
  std::optional<std::size_t> dialog;  ///< index of the first text of the dialog on top
  std::string reached;                ///< the tooltip of the control that has the keyboard, whether it is drawn or not
};

}  // namespace warplens::ui
