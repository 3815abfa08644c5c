#include "ui/window/framebuffer.h"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>

namespace warplens::ui {
namespace {

void set_clear_colour(view::Colour colour) {
  glClearColor(static_cast<float>(colour.r) / 255, static_cast<float>(colour.g) / 255, static_cast<float>(colour.b) / 255, 1);
}

}  // namespace

void clear(int width, int height, view::Colour colour, std::span<const Ground> grounds, float scale) {
  glViewport(0, 0, width, height);
  glDisable(GL_SCISSOR_TEST);
  set_clear_colour(colour);
  glClear(GL_COLOR_BUFFER_BIT);
  const auto pixels = [scale](int points) { return static_cast<int>(std::lround(static_cast<float>(points) * scale)); };
  glEnable(GL_SCISSOR_TEST);
  for (const Ground& ground : grounds) {
    const int left = pixels(ground.x), right = pixels(ground.x + ground.width);
    const int top = pixels(ground.y), bottom = pixels(ground.y + ground.height);
    glScissor(left, height - bottom, right - left, bottom - top);
    set_clear_colour(ground.colour);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  glDisable(GL_SCISSOR_TEST);
}

view::Raster read_pixels(std::uint32_t width, std::uint32_t height) {
  view::Raster raster{width, height, std::vector<view::Colour>(std::size_t{width} * height)};
  static_assert(sizeof(view::Colour) == 4, "read straight into the raster");
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, static_cast<int>(width), static_cast<int>(height), GL_RGBA, GL_UNSIGNED_BYTE, raster.pixels.data());
  const auto row = [&raster](std::uint32_t y) {
    return raster.pixels.begin() + static_cast<std::ptrdiff_t>(std::size_t{y} * raster.width);
  };
  for (std::uint32_t y = 0; y < height / 2; ++y) std::swap_ranges(row(y), row(y) + width, row(height - 1 - y));
  for (view::Colour& pixel : raster.pixels) pixel.a = 255;
  return raster;
}

}  // namespace warplens::ui
