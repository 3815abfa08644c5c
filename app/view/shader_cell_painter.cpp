#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "gl/objects.h"
#include "gl/program.h"
#include "view/cell_painter.h"

namespace warplens::view {

namespace {

std::array<float, 4> unit(Colour c) { return {c.r / 255.0f, c.g / 255.0f, c.b / 255.0f, c.a / 255.0f}; }

/// Bits of a row of the texture that holds `texels`: rows of 4096, longer only where there would be too many.
std::uint32_t row_bits_for(std::uint64_t texels) {
  const std::uint64_t limit = gl::max_texture_size();
  std::uint32_t bits = 12;
  while ((texels >> bits) + 1 > limit && (std::uint64_t{2} << bits) <= limit) ++bits;
  return bits;
}

/// The texels as rows of a texture (OpenGL ES 3.0 has no buffer textures). Rows of 4096 hold 50 million cells with their levels
/// where a texture may have 16384 rows.
gl::Texture upload(const Cells& cells, std::uint32_t row_bits) {
  static_assert(sizeof(Cells::Texel) == 8);
  const std::uint32_t width = 1u << row_bits;
  const auto full = static_cast<std::uint32_t>(cells.texels.size() >> row_bits);
  gl::Texture texture(gl::PixelFormat::rg32ui, width, full + 1);
  const std::span<const Cells::Texel> all(cells.texels);
  if (full > 0) texture.upload(0, full, std::as_bytes(all.first(std::size_t{full} << row_bits)));
  std::vector<Cells::Texel> last(width);
  std::ranges::copy(all.subspan(std::size_t{full} << row_bits), last.begin());
  texture.upload(full, 1, std::as_bytes(std::span(last)));
  return texture;
}

void set_look(const gl::Program& program, const Cells& cells, const CellLook& look) {
  program.set("texels", 0);
  program.set("size", static_cast<std::uint32_t>(cells.size));
  for (std::size_t level = 0; level < Cells::levels; ++level)
    program.set(("start[" + std::to_string(level) + "]").c_str(), static_cast<std::uint32_t>(cells.start[level]));
  program.set("mode", static_cast<int>(look.mode));
  program.set("group", std::max(look.group, 1u));
  program.set("groups", look.groups);
  program.set("lightness_from", look.lightness_from);
  program.set("lightness_to", look.lightness_to);
  program.set("saturation", look.saturation);
  for (std::size_t k = 0; k < look.ramp.size(); ++k) program.set(("ramp[" + std::to_string(k) + "]").c_str(), unit(look.ramp[k]));
  program.set("background", unit(look.background));
  program.set("empty", unit(look.empty));
  program.set("empty_line", unit(look.empty_line));
  program.set("marked", unit(look.marked));
  program.set("marks", look.marks ? 1 : 0);
  program.set("tile_cells", look.tile_cells);
  program.set("tiles_across", look.tiles_across);
  program.set("columns", look.columns);
  program.set("first_column", look.first_column);
  program.set("first_row", look.first_row);
  program.set("origin", std::array<float, 2>{look.origin_x, look.origin_y});
  program.set("cell", std::array<float, 2>{look.cell_width, look.cell_height});
  program.set("tile", std::array<float, 2>{std::max(look.tile_width, 1.0f), std::max(look.tile_height, 1.0f)});
  program.set("gap", look.gap);
  program.set("radius", look.radius);
  program.set("rare_share", rare_share);
}

class ShaderCellPainter : public CellPainter {
 public:
  explicit ShaderCellPainter(gl::Program program) : program_(std::move(program)) {}

  Image paint(int slot, std::uint64_t version, const std::function<Cells()>& make, const CellLook& look, Rectangle at,
              float scale) override {
    Kept& kept = kept_[static_cast<std::size_t>(slot) % kept_.size()];
    const auto side = [&](float points) {
      return static_cast<std::uint32_t>(std::clamp<long>(std::lround(points * scale), 1, gl::max_texture_size()));
    };
    const std::uint32_t width = side(at.width), height = side(at.height);
    bool same = kept.target && kept.look == look;
    if (!kept.texels || kept.version != version) {
      kept.cells = make();
      kept.row_bits = row_bits_for(kept.cells.texels.size());
      kept.texels = upload(kept.cells, kept.row_bits);
      kept.cells.texels = {};
      kept.version = version;
      same = false;
    }
    if (!kept.target || kept.target->texture().width() != width || kept.target->texture().height() != height) {
      base::Result<gl::Framebuffer> target = gl::Framebuffer::create(width, height);
      if (!target) return {at, 0, nullptr};
      kept.target = std::move(*target);
      same = false;
    }
    if (!same) draw(kept, look);
    return {at, kept.target->texture().name(), nullptr};
  }

 private:
  struct Kept {
    std::uint64_t version = 0;
    Cells cells;  ///< without its texels, which are in the texture
    CellLook look;
    std::uint32_t row_bits = 0;
    std::optional<gl::Texture> texels;
    std::optional<gl::Framebuffer> target;
  };

  void draw(Kept& kept, const CellLook& look) {
    std::array<GLint, 4> viewport{};
    GLint framebuffer = 0;
    glGetIntegerv(GL_VIEWPORT, viewport.data());
    glGetIntegerv(GL_FRAMEBUFFER_BINDING, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, kept.target->name());
    glViewport(0, 0, static_cast<GLsizei>(kept.target->texture().width()), static_cast<GLsizei>(kept.target->texture().height()));
    glDisable(GL_BLEND);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    program_.use();
    set_look(program_, kept.cells, look);
    program_.set("row_bits", kept.row_bits);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, kept.texels->name());
    glBindVertexArray(vertices_.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    glBindTexture(GL_TEXTURE_2D, 0);
    glUseProgram(0);
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<gl::Name>(framebuffer));
    glViewport(viewport[0], viewport[1], viewport[2], viewport[3]);
    kept.look = look;
  }

  gl::Program program_;
  gl::VertexArray vertices_;
  std::array<Kept, 4> kept_;
};

}  // namespace

base::Result<std::unique_ptr<CellPainter>> make_shader_cell_painter() {
  base::Result<gl::Program> program = gl::Program::load("cells");
  if (!program) return program.error();
  return std::unique_ptr<CellPainter>(std::make_unique<ShaderCellPainter>(std::move(*program)));
}

}  // namespace warplens::view
