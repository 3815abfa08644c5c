#pragma once

#include <functional>

#include "ui/widgets/look.h"

namespace warplens::ui {

/// A framed window in the middle of the screen, over the others. Sizes in points, the frame's size with its padding; a small
/// screen makes it smaller.
struct OverlayStyle {
  const char* id;
  ImVec2 size, padding;
};

/// Draw `content` in an overlay; a click outside of it sets `open` to false.
void show_overlay(const Look& look, const OverlayStyle& style, bool& open, const std::function<void()>& content);

}  // namespace warplens::ui
