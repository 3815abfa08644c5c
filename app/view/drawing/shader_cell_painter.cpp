#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "gl/objects.h"
#include "gl/program.h"
#include "view/drawing/cell_painter.h"
#include "view/drawing/texels.h"

namespace warplens::view {

namespace {

/// The shader loops over a bar's elements: more than this would be too slow.
constexpr std::uint32_t most_a_bar = 64;

std::array<float, 4> rgba(Colour c) { return {c.r / 255.0f, c.g / 255.0f, c.b / 255.0f, c.a / 255.0f}; }

void set_look(const gl::Program& program, const Texels& texels, const CellLook& look) {
  for (std::size_t level = 0; level < Cells::levels; ++level)
    program.set(("start[" + std::to_string(level) + "]").c_str(), static_cast<std::uint32_t>(texels.start[level]));
  program.set("mode", static_cast<int>(look.mode));
  program.set("group", std::max(look.group, 1u));
  program.set("groups", look.groups);
  program.set("lightness_from", look.lightness_from);
  program.set("lightness_to", look.lightness_to);
  program.set("saturation", look.saturation);
  for (std::size_t k = 0; k < look.ramp.size(); ++k) program.set(("ramp[" + std::to_string(k) + "]").c_str(), rgba(look.ramp[k]));
  program.set("background", rgba(look.background));
  program.set("empty", rgba(look.empty));
  program.set("empty_line", rgba(look.empty_line));
  program.set("marked", rgba(look.marked));
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

void set_look(const gl::Program& program, const BarLook& look, float height) {
  program.set("each", look.each);
  program.set("pitch", look.pitch);
  program.set("gap", look.gap);
  program.set("radius", look.radius);
  program.set("height", height);
  program.set("fill", rgba(look.fill));
  program.set("lit", rgba(look.lit));
  program.set("lit_bar", look.lit_bar);
}

/// shaders/NAME.*, one program per kind of picture.
struct Programs {
  gl::Program large_cells, small_cells, values, bars;
};

class ShaderCellPainter : public CellPainter {
 public:
  explicit ShaderCellPainter(Programs programs) : programs_(std::move(programs)) {}

  Image paint(int slot, std::uint64_t version, const MakeCells& make, const CellLook& look, Rectangle at, float scale) override {
    Kept& kept = kept_[static_cast<std::size_t>(slot) % kept_.size()];
    if (!kept.texels || kept.version != version || kept.range) {
      kept.texels = upload(*make(), kept.texels ? std::move(*kept.texels) : Texels());
      kept.version = version;
      kept.range.reset();
      kept.drawn = false;
    }
    return image_of(kept, look, at, scale);
  }

  Image paint_values(int slot, std::uint64_t version, const Values& values, const ValueRange& range, const CellLook& look,
                     Rectangle at, float scale) override {
    Kept& kept = kept_[static_cast<std::size_t>(slot) % kept_.size()];
    if (!make_texels(kept, version, values, range)) return {at, 0, nullptr};
    return image_of(kept, look, at, scale);
  }

  std::optional<Image> paint_bars(int slot, std::uint64_t version, const Values& values, const ValueRange& range,
                                  const BarLook& look, Rectangle at, float scale) override {
    if (look.each > most_a_bar) return std::nullopt;
    Kept& kept = kept_[static_cast<std::size_t>(slot) % kept_.size()];
    if (!make_texels(kept, version, values, range)) return std::nullopt;
    return image_of(kept, look, at, scale);
  }

 private:
  struct Kept {
    std::uint64_t version = 0;
    std::optional<ValueRange> range;  ///< of the values that the texels were computed from; nullopt for cells
    std::optional<Texels> texels;
    /// The one shown, and the one drawn next: pixels that change get another name (ui/window/last_frame.h).
    std::optional<gl::Framebuffer> target, other;
    CellLook look;
    BarLook bars;
    bool drawn = false;     ///< whether the target matches the texels and the look
    bool has_bars = false;  ///< whether the target was drawn with `bars` instead of `look`
  };

  bool make_texels(Kept& kept, std::uint64_t version, const Values& values, const ValueRange& range) {
    if (kept.texels && kept.version == version && kept.range == range) return true;
    auto texels = texels_of(values, range, programs_.values, vertices_);
    if (!texels) return false;
    kept.texels = std::move(*texels);
    kept.version = version;
    kept.range = range;
    kept.drawn = false;
    return true;
  }

  bool same_look(const Kept& kept, const CellLook& look) { return !kept.has_bars && kept.look == look; }
  bool same_look(const Kept& kept, const BarLook& look) { return kept.has_bars && kept.bars == look; }

  template <typename Look>
  Image image_of(Kept& kept, const Look& look, Rectangle at, float scale) {
    const auto side = [&](float points) {
      return static_cast<std::uint32_t>(std::clamp<long>(std::lround(points * scale), 1, gl::max_texture_size()));
    };
    const std::uint32_t width = side(at.width), height = side(at.height);
    const auto fits = [&](const std::optional<gl::Framebuffer>& target) {
      return target && target->texture().width() == width && target->texture().height() == height;
    };
    if (kept.drawn && fits(kept.target) && same_look(kept, look)) return {at, kept.target->texture().name(), nullptr};
    if (!fits(kept.other)) {
      base::Result<gl::Framebuffer> target = gl::Framebuffer::create(width, height);
      if (!target) return {at, 0, nullptr};
      kept.other = std::move(*target);
    }
    std::swap(kept.target, kept.other);
    draw(kept, look);
    return {at, kept.target->texture().name(), nullptr};
  }

  void draw(Kept& kept, const CellLook& look) {
    const gl::Program& program = look.cell_width >= 1 && look.cell_height >= 1 ? programs_.large_cells : programs_.small_cells;
    program.use();
    set_look(program, *kept.texels, look);
    draw_with(program, kept);
    kept.look = look;
    kept.has_bars = false;
  }

  void draw(Kept& kept, const BarLook& look) {
    programs_.bars.use();
    set_look(programs_.bars, look, static_cast<float>(kept.target->texture().height()));
    draw_with(programs_.bars, kept);
    kept.bars = look;
    kept.has_bars = true;
  }

  /// `program` is in use and its uniforms for the look are set.
  void draw_with(const gl::Program& program, Kept& kept) {
    program.set("texels", 0);
    program.set("row_bits", kept.texels->row_bits);
    program.set("size", static_cast<std::uint32_t>(kept.texels->size));
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, kept.texels->texture.name());
    draw_over(*kept.target, vertices_);
    glBindTexture(GL_TEXTURE_2D, 0);
    glUseProgram(0);
    kept.drawn = true;
  }

  Programs programs_;
  gl::VertexArray vertices_;
  std::array<Kept, 4> kept_;
};

}  // namespace

base::Result<std::unique_ptr<CellPainter>> make_shader_cell_painter() {
  base::Result<gl::Program> large_cells = gl::Program::load_variant("cells", "LARGE_CELLS");
  if (!large_cells) return large_cells.error();
  base::Result<gl::Program> small_cells = gl::Program::load("cells");
  if (!small_cells) return small_cells.error();
  base::Result<gl::Program> values = gl::Program::load("values");
  if (!values) return values.error();
  base::Result<gl::Program> bars = gl::Program::load("bars");
  if (!bars) return bars.error();
  return std::unique_ptr<CellPainter>(std::make_unique<ShaderCellPainter>(
      Programs{std::move(*large_cells), std::move(*small_cells), std::move(*values), std::move(*bars)}));
}

}  // namespace warplens::view
