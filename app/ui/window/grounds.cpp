#include "ui/window/grounds.h"

#include <glad/gl.h>

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

}  // namespace warplens::ui
