#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ui/window/grounds.h"

struct ImDrawData;

namespace warplens::ui {

/// What was drawn last, so that a frame that would look the same need not be drawn again. A texture whose pixels change is to
/// have another name, too.
class LastFrame {
 public:
  /// Whether a frame differs from the one before; it is the last one from now on.
  bool replace(const ImDrawData& drawn, view::Colour colour, std::span<const Ground> grounds);
  /// The next frame differs: nobody knows what is on the screen.
  void forget() { content_.clear(); }

 private:
  std::vector<std::byte> content_, next_;  ///< all that the pixels follow from
};

}  // namespace warplens::ui
