#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"
#include "gl/objects.h"
#include "gl/program.h"
#include "view/drawing/cells.h"
#include "view/drawing/levels.h"
#include "view/drawing/values.h"

namespace warplens::view {

/// Cells, or the coarse cells of a level, in an integer texture, as the shaders read them: one after another, in rows of
/// 2^row_bits.
struct Texels {
  gl::Texture texture;
  std::uint32_t row_bits = 0;
  std::uint64_t first = 0, count = 0;  ///< of the cells that are there
};

/// Upload cells, of which the first is number `first`, or a level (in `first` 0). The texture of `before` is reused if its size
/// fits, since allocating a large texture takes as long as filling it.
Texels upload(std::span<const Cell> cells, std::uint64_t first, Texels before = {});
Texels upload(const Level& level, Texels before = {});

/// Cells of values in a buffer of OpenGL, made on the GPU. `program` is shaders/values.*; `words` holds the values' bytes
/// meanwhile. The textures of `before` and `words` are reused if their size fits. The error says that the texture was refused.
base::Result<Texels> texels_of(const Values& values, const ValueRange& range, const gl::Program& program,
                               const gl::VertexArray& vertices, Texels before, gl::Texture& words);

/// Draw one triangle over a whole target with the program in use; the framebuffer and the viewport are then as they were.
void draw_over(const gl::Framebuffer& target, const gl::VertexArray& vertices);

}  // namespace warplens::view
