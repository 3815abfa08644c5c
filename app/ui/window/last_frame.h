#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ui/window/framebuffer.h"

struct ImDrawData;

namespace warplens::ui {

/// Remembers the last frame, so that an equal frame need not be drawn again. A texture whose pixels change must get another
/// name.
class LastFrame {
 public:
  /// Remember this frame; return whether it differs from the one before.
  bool replace(const ImDrawData& drawn, view::Colour colour, std::span<const Ground> grounds);
  /// Treat the next frame as different: the contents of the screen are unknown.
  void forget() { content_.clear(); }

 private:
  std::vector<std::byte> content_, next_;  ///< everything that determines the pixels
};

}  // namespace warplens::ui
