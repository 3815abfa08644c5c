#pragma once

#include <imgui.h>

#include <cstddef>
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

/// All legible text of a frame, in drawing order: for programs that read the window, such as tests.
struct Shown {
  std::vector<ShownText> texts;
  std::vector<ShownCover> covers;
};

}  // namespace warplens::ui
