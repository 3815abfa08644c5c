#include "view/drawing/texels.h"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace warplens::view {

namespace {

/// log2 of the row length of a texture that holds `texels`: rows of 4096 texels, longer only if there would be too many rows.
/// (OpenGL ES 3.0 has no buffer textures.) With at most 16384 rows, rows of 4096 hold 67 million cells.
std::uint32_t row_bits_for(std::uint64_t texels) {
  const std::uint64_t limit = gl::max_texture_size();
  std::uint32_t bits = 12;
  while ((texels >> bits) + 1 > limit && (std::uint64_t{2} << bits) <= limit) ++bits;
  return bits;
}

std::uint32_t rows_of(std::uint64_t texels, std::uint32_t row_bits) { return static_cast<std::uint32_t>(texels >> row_bits) + 1; }

/// `before` if it has the format and the size, else a new texture with undefined content.
gl::Texture sized(gl::PixelFormat format, std::uint32_t width, std::uint32_t height, gl::Texture before) {
  if (before.name() != 0 && before.format() == format && before.width() == width && before.height() == height) return before;
  return {format, width, height};
}

/// Copies the bytes of the values into `texture` as words; returns its row_bits.
std::uint32_t unpack(const Values& values, gl::Texture& texture) {
  const std::size_t words = (values.size * launch::bytes(values.type) + 3) / 4;
  const std::uint32_t row_bits = row_bits_for(words);
  texture = sized(gl::PixelFormat::r32ui, 1u << row_bits, rows_of(words, row_bits), std::move(texture));
  texture.fill(values.gl_buffer, words * 4);
  return row_bits;
}

/// Power of two by which values are scaled so that no difference overflows in single precision.
int exponent_of(const Values& values, const ValueRange& range) {
  const int exponent = std::ilogb(std::max({std::abs(range.low), std::abs(range.high), 1e-300}));
  return values.type == launch::ElementType::f64 ? exponent : std::clamp(exponent, -100, 100);
}

void set_values(const gl::Program& program, const Values& values, const ValueRange& range) {
  const int exponent = exponent_of(values, range);
  const double low = std::ldexp(range.low, -exponent);
  program.set("kind", launch::is_floating(values.type) ? 2 : launch::is_signed(values.type) ? 1 : 0);
  program.set("width", static_cast<std::uint32_t>(launch::bytes(values.type)));
  program.set("nan", range.nan ? 1 : 0);
  program.set("exponent", exponent);
  program.set("low", static_cast<float>(low));
  program.set("span", static_cast<float>(std::ldexp(range.high, -exponent) - low));
}

Texels filled(gl::PixelFormat format, std::uint64_t count, std::span<const std::byte> bytes, Texels before) {
  Texels made;
  made.row_bits = row_bits_for(count);
  made.count = count;
  made.texture = sized(format, 1u << made.row_bits, rows_of(count, made.row_bits), std::move(before.texture));
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

base::Result<Texels> texels_of(const Values& values, const ValueRange& range, const gl::Program& program,
                               const gl::VertexArray& vertices, Texels before, gl::Texture& words) {
  const std::uint32_t word_bits = unpack(values, words);
  Texels made;
  made.count = values.size;
  made.row_bits = row_bits_for(values.size);
  auto target = gl::Framebuffer::around(
      sized(gl::PixelFormat::r32ui, 1u << made.row_bits, rows_of(values.size, made.row_bits), std::move(before.texture)));
  if (!target) return target.error();
  program.use();
  program.set("words", 0);
  program.set("word_bits", word_bits);
  program.set("row_bits", made.row_bits);
  program.set("size", static_cast<std::uint32_t>(values.size));
  set_values(program, values, range);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, words.name());
  draw_over(*target, vertices);
  glBindTexture(GL_TEXTURE_2D, 0);
  glUseProgram(0);
  made.texture = std::move(*target).take();
  return made;
}

}  // namespace warplens::view
