#include "view/drawing/texels.h"

#include <glad/gl.h>

#include <array>
#include <utility>

namespace warplens::view {

std::uint32_t row_bits_for(std::uint64_t texels) {
  const std::uint64_t limit = gl::max_texture_size();
  std::uint32_t bits = 12;
  while ((texels >> bits) + 1 > limit && (std::uint64_t{2} << bits) <= limit) ++bits;
  return bits;
}

gl::Texture sized(gl::PixelFormat format, std::uint64_t texels, std::uint32_t row_bits, gl::Texture before) {
  const std::uint32_t width = 1u << row_bits, height = static_cast<std::uint32_t>(texels >> row_bits) + 1;
  if (before.name() != 0 && before.format() == format && before.width() == width && before.height() == height) return before;
  return {format, width, height};
}

namespace {

Texels filled(gl::PixelFormat format, std::uint64_t count, std::span<const std::byte> bytes, Texels before) {
  Texels made;
  made.row_bits = row_bits_for(count);
  made.count = count;
  made.texture = sized(format, count, made.row_bits, std::move(before.texture));
  made.texture.fill(bytes);
  return made;
}

}  // namespace

Texels upload(std::span<const Cell> cells, std::uint64_t first, Texels before) {
  static_assert(sizeof(Cell) == 4);
  Texels made = filled(gl::PixelFormat::r32ui, cells.size(), std::as_bytes(cells), std::move(before));
  made.first = first;
  return made;
}

Texels upload(const Level& level, Texels before) {
  static_assert(sizeof(CoarseCell) == 8);
  return filled(gl::PixelFormat::rg32ui, level.cells.size(), std::as_bytes(std::span(level.cells)), std::move(before));
}

void draw_over(const gl::Framebuffer& target, const gl::VertexArray& vertices) {
  std::array<GLint, 4> viewport{};
  GLint framebuffer = 0;
  glGetIntegerv(GL_VIEWPORT, viewport.data());
  glGetIntegerv(GL_FRAMEBUFFER_BINDING, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, target.name());
  glViewport(0, 0, static_cast<GLsizei>(target.texture().width()), static_cast<GLsizei>(target.texture().height()));
  glDisable(GL_BLEND);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glBindVertexArray(vertices.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glBindVertexArray(0);
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<gl::Name>(framebuffer));
  glViewport(viewport[0], viewport[1], viewport[2], viewport[3]);
}

}  // namespace warplens::view
