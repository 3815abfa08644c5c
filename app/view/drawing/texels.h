#pragma once

#include <array>
#include <cstdint>

#include "base/result.h"
#include "gl/objects.h"
#include "gl/program.h"
#include "view/drawing/cells.h"
#include "view/drawing/values.h"

namespace warplens::view {

/// Cells in an integer texture, as the shaders read them: the texels of all levels one after another, in rows of 2^row_bits.
struct Texels {
  gl::Texture texture;
  std::uint32_t row_bits = 0;
  std::uint64_t size = 0;                            ///< cells
  std::array<std::uint64_t, Cells::levels> start{};  ///< first texel of each level
};

/// Upload cells made on the CPU. The texture of `before` is reused if its size fits, since allocating a large texture takes as
/// long as filling it.
Texels upload(const Cells& cells, Texels before = {});

/// Cells of values, made on the GPU: their bytes are unpacked from the buffer of OpenGL that holds them, or copied there from
/// this computer's memory, and the rest is the same. `program` is shaders/values.*. The error says that the texture was refused.
base::Result<Texels> texels_of(const Values& values, const ValueRange& range, const gl::Program& program,
                               const gl::VertexArray& vertices);

/// Draw one triangle over a whole target with the program in use; the framebuffer and the viewport are then as they were.
void draw_over(const gl::Framebuffer& target, const gl::VertexArray& vertices);

}  // namespace warplens::view
