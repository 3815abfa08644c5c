#pragma once

#include <functional>

#include "ui/widgets/look.h"

namespace warplens::ui {

/// Style of a framed window in the middle of the screen, over the others. Sizes in points, `size` includes the padding; on a
/// small screen the window is smaller.
struct OverlayStyle {
  const char* id;
  ImVec2 size, padding;
};

/// Draw `content` in an overlay; a click outside of it sets `open` to false.
void show_overlay(const Look& look, const OverlayStyle& style, bool& open, const std::function<void()>& content);

}  // namespace warplens::ui
