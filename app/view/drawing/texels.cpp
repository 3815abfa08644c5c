#include "view/drawing/texels.h"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace warplens::view {

namespace {

/// log2 of the row length of a texture that holds `texels`: rows of 4096 texels, longer only if there would be too many rows.
/// (OpenGL ES 3.0 has no buffer textures.) With at most 16384 rows, rows of 4096 hold 50 million cells and their coarser levels.
std::uint32_t row_bits_for(std::uint64_t texels) {
  const std::uint64_t limit = gl::max_texture_size();
  std::uint32_t bits = 12;
  while ((texels >> bits) + 1 > limit && (std::uint64_t{2} << bits) <= limit) ++bits;
  return bits;
}

std::uint32_t rows_of(std::uint64_t texels, std::uint32_t row_bits) { return static_cast<std::uint32_t>(texels >> row_bits) + 1; }

gl::Texture unpacked(const Values& values, std::uint32_t& row_bits) {
  const std::size_t bytes = values.size * launch::bytes(values.type), words = (bytes + 3) / 4;
  row_bits = row_bits_for(words);
  gl::Texture texture(gl::PixelFormat::r32ui, 1u << row_bits, rows_of(words, row_bits));
  if (values.gl_buffer != 0) {
    texture.fill(values.gl_buffer, words * 4);
    return texture;
  }
  if (bytes % 4 == 0) {
    texture.fill(values.bytes);
    return texture;
  }
  std::vector<std::byte> whole_words(values.bytes.begin(), values.bytes.end());
  whole_words.resize(words * 4);
  texture.fill(whole_words);
  return texture;
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

}  // namespace

Texels upload(const Cells& cells, Texels before) {
  static_assert(sizeof(Cells::Texel) == 8);
  Texels made;
  made.row_bits = row_bits_for(cells.texels.size());
  made.size = cells.size;
  made.start = cells.start;
  const std::uint32_t width = 1u << made.row_bits, rows = rows_of(cells.texels.size(), made.row_bits);
  const gl::Texture& old = before.texture;
  const bool fits = old.format() == gl::PixelFormat::rg32ui && old.width() == width && old.height() == rows;
  made.texture = fits ? std::move(before.texture) : gl::Texture(gl::PixelFormat::rg32ui, width, rows);
  made.texture.fill(std::as_bytes(std::span(cells.texels)));
  return made;
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
                               const gl::VertexArray& vertices) {
  std::uint32_t word_bits = 0;
  const gl::Texture words = unpacked(values, word_bits);
  Texels made;
  made.size = values.size;
  std::uint64_t texels = values.size;
  for (std::size_t level = 1, below = values.size; level < Cells::levels; ++level) {
    made.start[level] = texels;
    below = (below + 3) / 4;
    texels += below;
  }
  made.row_bits = row_bits_for(texels);
  auto target = gl::Framebuffer::create(1u << made.row_bits, rows_of(texels, made.row_bits), gl::PixelFormat::rg32ui);
  if (!target) return target.error();
  program.use();
  program.set("words", 0);
  program.set("word_bits", word_bits);
  program.set("row_bits", made.row_bits);
  program.set("size", static_cast<std::uint32_t>(values.size));
  for (std::size_t level = 0; level < Cells::levels; ++level)
    program.set(("start[" + std::to_string(level) + "]").c_str(), static_cast<std::uint32_t>(made.start[level]));
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
