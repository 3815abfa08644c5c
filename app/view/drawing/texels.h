#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/result.h"
#include "gl/objects.h"
#include "view/drawing/cells.h"
#include "view/drawing/levels.h"
#include "view/drawing/values.h"

namespace warplens::view {

/// Cells, or the coarse cells of a level, in an integer texture for the shaders: one after another, in rows of
/// 2^row_bits.
struct Texels {
  gl::Texture texture;
  std::uint32_t row_bits = 0;
  std::uint64_t first = 0, count = 0;  ///< number of the first cell in the texture, and of cells
};

/// Upload cells, beginning with cell number `first`, or a level (Texels::first is 0). The texture of `before` is reused if its
/// size fits, since allocating a large texture takes as long as filling it.
Texels upload(std::span<const Cell> cells, std::uint64_t first, Texels before = {});
Texels upload(const Level& level, Texels before = {});

/// log2 of the row length of a texture that holds `texels`: rows of 4096 texels, longer only if there would be too many rows.
/// (OpenGL ES 3.0 has no buffer textures.) With at most 16384 rows, rows of 4096 hold 67 million cells.
std::uint32_t row_bits_for(std::uint64_t texels);
/// A texture for `texels` texels in rows of 2^row_bits: `before` if it has this format and size, otherwise a new one. Its content
/// is undefined.
gl::Texture sized(gl::PixelFormat format, std::uint64_t texels, std::uint32_t row_bits, gl::Texture before);

/// Draw one triangle over a whole target with the current program, then restore the framebuffer and the viewport.
void draw_over(const gl::Framebuffer& target, const gl::VertexArray& vertices);

/// Makes cells of values in an OpenGL buffer, on the GPU, with shaders/values.*.
class TexelsInPlace {
 public:
  /// `values` must have an OpenGL buffer, whose size is a multiple of 4 bytes. Reuses the texture of `before` if it has the right
  /// size. Errors: OpenGL refuses the size or the shader, or draws nothing, as NVIDIA's driver 580 did on an H100 after a kernel
  /// of another program had failed (tests/gpu/MEASURED.md). To detect this, a few cells are compared with the cells of
  /// `values.bytes`, unless that is empty.
  base::Result<Texels> make(const Values& values, const ValueRange& range, const gl::VertexArray& vertices, Texels before);
  /// Set once OpenGL has drawn nothing: a sentence without a full stop. make() then fails at once.
  const std::string& problem() const { return problem_; }

 private:
  std::optional<gl::Program> program_;  // loaded when it is needed first
  std::string problem_;
};

}  // namespace warplens::view
