#pragma once

#include <cstdint>
#include <span>

#include "view/drawing/drawing.h"

namespace warplens::ui {

/// A rectangle of one opaque colour under everything that ImGui draws; whole points of ImGui from the window's upper left corner.
struct Ground {
  int x = 0, y = 0, width = 0, height = 0;
  view::Colour colour;
  bool operator==(const Ground&) const = default;
};

/// Fill the current framebuffer, `height` pixels high, and set the viewport for it: all of it with `colour`, then the grounds,
/// `scale` pixels per point. OpenGL without a GPU clears a rectangle in a third of the time that it takes to draw it by ImGui's
/// shader, which samples and blends every pixel.
void clear(int width, int height, view::Colour colour, std::span<const Ground> grounds, float scale = 1);

/// Read the pixels of the current framebuffer, top row first, opaque.
view::Raster read_pixels(std::uint32_t width, std::uint32_t height);

}  // namespace warplens::ui
