#include "view/drawing/texels.h"

#include <glad/gl.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <utility>

#include "gl/buffer_texture.h"

namespace warplens::view {
namespace {

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

/// Whether none of a few cells was drawn, although some of them should not be zero.
bool drew_nothing(const gl::Framebuffer& target, const Texels& made, const Values& values, const ValueRange& range) {
  constexpr std::uint64_t looked_at = 4;
  if (values.bytes.empty() || values.size == 0) return false;
  GLint before = 0;
  glGetIntegerv(GL_FRAMEBUFFER_BINDING, &before);
  glBindFramebuffer(GL_FRAMEBUFFER, target.name());
  bool wanted = false, drawn = false;
  for (std::uint64_t k = 0; k < looked_at; ++k) {
    const std::uint64_t at = (values.size - 1) * k / (looked_at - 1);
    Cell cell{};
    read_value_cells(values, range, at, {&cell, 1});
    wanted = wanted || std::bit_cast<std::uint32_t>(cell) != 0;
    std::uint32_t texel = 0;
    glReadPixels(static_cast<GLint>(at & ((1u << made.row_bits) - 1)), static_cast<GLint>(at >> made.row_bits), 1, 1,
                 GL_RED_INTEGER, GL_UNSIGNED_INT, &texel);
    drawn = drawn || texel != 0;
  }
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<gl::Name>(before));
  return wanted && !drawn;
}

}  // namespace

base::Result<Texels> TexelsInPlace::make(const Values& values, const ValueRange& range, const gl::VertexArray& vertices,
                                         Texels before) {
  if (!problem_.empty()) return base::error(problem_);
  if (!program_) {
    auto loaded = gl::Program::load("values");
    if (!loaded) return loaded.error();
    program_ = std::move(*loaded);
  }
  const std::uint64_t words = (values.size * launch::bytes(values.type) + 3) / 4;
  if (words > gl::BufferTexture::max_words())
    return base::error("OpenGL reads at most " + std::to_string(gl::BufferTexture::max_words()) + " words of a buffer here");
  Texels made;
  made.count = values.size;
  made.row_bits = row_bits_for(values.size);
  auto target = gl::Framebuffer::around(sized(gl::PixelFormat::r32ui, values.size, made.row_bits, std::move(before.texture)));
  if (!target) return target.error();
  const gl::BufferTexture texture(values.gl_buffer);
  program_->use();
  program_->set("words", 0);
  program_->set("row_bits", made.row_bits);
  program_->set("size", static_cast<std::uint32_t>(values.size));
  set_values(*program_, values, range);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_BUFFER, texture.name());
  draw_over(*target, vertices);
  glBindTexture(GL_TEXTURE_BUFFER, 0);
  glUseProgram(0);
  if (drew_nothing(*target, made, values, range)) {
    problem_ = "OpenGL drew nothing from the GPU's memory";
    return base::error(problem_);
  }
  made.texture = std::move(*target).take();
  return made;
}

}  // namespace warplens::view
