#pragma once

#include <imgui.h>

#include <cstddef>
#include <string>
#include <vector>

#include "view/drawing/drawing.h"

namespace warplens::ui {

/// A text as it was drawn; places in pixels of the screen.
struct ShownText {
  std::string text;
  float size = 17;           ///< points
  view::Rectangle ink;       ///< from the top of its capitals to the bottom of its letters
  view::Rectangle clip;      ///< what is outside of it is not seen
  const ImDrawList* list{};  ///< that it is in; ImGui::GetDrawData() has them in the order in which they are painted
};

/// An area without a gap, painted over what its draw list held before.
struct ShownCover {
  view::Rectangle at;
  const ImDrawList* list{};
  std::size_t texts_before = 0;
};

/// What can be read in a frame, in the order in which it was drawn: for those who cannot look, such as tests.
struct Shown {
  std::vector<ShownText> texts;
  std::vector<ShownCover> covers;
};

}  // namespace warplens::ui
