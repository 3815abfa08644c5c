#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "gl/objects.h"
#include "view/drawing/cell_painter.h"
#include "view/drawing/texels.h"

namespace warplens::view {

namespace {

/// The shader loops over a bar's elements: more than this would be too slow.
constexpr std::uint32_t max_a_bar = 64;
/// Cells that are uploaded all at once, 4 MiB; of more, only the rows that are seen.
constexpr std::uint64_t max_at_once = 1u << 20;

std::array<float, 4> rgba(Colour c) { return {c.r / 255.0f, c.g / 255.0f, c.b / 255.0f, c.a / 255.0f}; }

void set_look(const gl::Program& program, const CellLook& look) {
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
  gl::Program large_cells, small_cells, coarse_cells, bars;
};

class ShaderCellPainter : public CellPainter {
 public:
  explicit ShaderCellPainter(Programs programs) : programs_(std::move(programs)) {}

  Image paint(int slot, std::uint64_t version, const MakeCells& make, const CellLook& look, Rectangle at, float scale) override {
    Kept& kept = kept_[static_cast<std::size_t>(slot) % kept_.size()];
    if (!kept.cells || kept.version != version) {
      kept.renew(version);
      kept.cells = make();
    }
    return image_of(kept, kept.cells->size(), reader_of(*kept.cells), look, at, scale);
  }

  Image paint_values(int slot, std::uint64_t version, const Values& values, const ValueRange& range, const CellLook& look,
                     Rectangle at, float scale) override {
    Kept& kept = kept_[static_cast<std::size_t>(slot) % kept_.size()];
    if (!take_values(kept, version, values, range)) return {at, 0, nullptr};
    return image_of(kept, values.size, reader_of(values, range), look, at, scale);
  }

  std::optional<Image> paint_bars(int slot, std::uint64_t version, const Values& values, const ValueRange& range,
                                  const BarLook& look, Rectangle at, float scale) override {
    if (look.each > max_a_bar) return std::nullopt;
    Kept& kept = kept_[static_cast<std::size_t>(slot) % kept_.size()];
    if (!take_values(kept, version, values, range)) return std::nullopt;
    if (!kept.texels || kept.texels->count != values.size) kept.texels = upload(value_cells(values, range), 0);
    return image_of(kept, look, at, scale);
  }

  std::string in_place_problem() const override { return in_place_.problem(); }

 private:
  struct Kept {
    std::uint64_t version = 0;
    std::shared_ptr<const Cells> cells;  ///< null where values are painted
    std::optional<ValueRange> range;     ///< of the values; nullopt for cells
    Levels levels;
    /// The cells, or those of them that are seen; and the level that was drawn last.
    std::optional<Texels> texels, coarse;
    std::shared_ptr<const Level> level;  ///< of `coarse`; null where the cells themselves were drawn
    bool in_place = false;               ///< all cells are in `texels`, made of values in a buffer of OpenGL
    /// The one shown, and the one drawn next: pixels that change get another name (ui/window/last_frame.h).
    std::optional<gl::Framebuffer> target, other;
    CellLook look;
    BarLook bars;
    bool drawn = false;     ///< whether the target matches the cells and the look
    bool has_bars = false;  ///< whether the target was drawn with `bars` instead of `look`

    /// Cells or values of another version come; the textures stay, to be filled again.
    void renew(std::uint64_t other_version) {
      version = other_version;
      range.reset();
      cells.reset();
      levels.forget();
      level.reset();
      in_place = false;
      if (texels) texels->count = 0;
      drawn = false;
    }
  };

  static ReadCells reader_of(const Cells& cells) { return view::reader_of(cells); }
  static ReadCells reader_of(const Values& values, const ValueRange& range) {
    return [&values, &range](std::uint64_t first, std::span<Cell> to) { read_value_cells(values, range, first, to); };
  }

  /// Those in a buffer of OpenGL become cells there; others are read when they are drawn.
  bool take_values(Kept& kept, std::uint64_t version, const Values& values, const ValueRange& range) {
    if (kept.version == version && kept.range == range) return true;
    kept.renew(version);
    if (values.gl_buffer != 0) {
      auto texels = in_place_.make(values, range, vertices_, kept.texels ? std::move(*kept.texels) : Texels());
      if (!texels && values.bytes.empty()) return false;
      kept.in_place = texels.ok();
      kept.texels = texels ? std::optional(std::move(*texels)) : std::nullopt;
    }
    kept.range = range;
    return true;
  }

  /// Upload what a look shows of cells that are not all there.
  void upload_seen(Kept& kept, std::uint64_t size, const ReadCells& read, const CellLook& look, float height) {
    if (kept.in_place) return;
    const bool large = look.cell_width >= 1 && look.cell_height >= 1;
    const auto level = large ? nullptr : kept.levels.level_for(look, size, read);
    if (level != nullptr) {
      if (kept.level != level) kept.coarse = upload(*level, kept.coarse ? std::move(*kept.coarse) : Texels());
      kept.level = level;
      return;
    }
    kept.level.reset();
    std::uint64_t first = 0, end = size;
    if (size > max_at_once && look.tile_cells == 0) {
      const std::uint64_t rows = static_cast<std::uint64_t>((height - look.origin_y) / look.cell_height) + 2;
      first = std::min(std::uint64_t{look.first_row} * look.columns, size);
      end = std::min(first + rows * look.columns, size);
    }
    if (kept.texels && kept.texels->first <= first && end <= kept.texels->first + kept.texels->count) return;
    std::vector<Cell> seen(end - first);
    read(first, seen);
    kept.texels = upload(seen, first, kept.texels ? std::move(*kept.texels) : Texels());
  }

  bool same_look(const Kept& kept, const CellLook& look) { return !kept.has_bars && kept.look == look; }
  bool same_look(const Kept& kept, const BarLook& look) { return kept.has_bars && kept.bars == look; }

  Image image_of(Kept& kept, std::uint64_t size, const ReadCells& read, const CellLook& look, Rectangle at, float scale) {
    if (!needs_drawing(kept, look, at, scale)) return shown(kept, at);
    if (!next_target(kept, at, scale)) return {at, 0, nullptr};
    upload_seen(kept, size, read, look, static_cast<float>(kept.target->texture().height()));
    const bool large = look.cell_width >= 1 && look.cell_height >= 1;
    const gl::Program& program = kept.level != nullptr ? programs_.coarse_cells
                                 : large               ? programs_.large_cells
                                                       : programs_.small_cells;
    program.use();
    set_look(program, look);
    program.set("size", static_cast<std::uint32_t>(size));
    if (kept.level != nullptr) {
      program.set("across_bits", kept.level->across_bits);
      program.set("down_bits", kept.level->down_bits);
      program.set("level_columns", kept.level->columns);
      program.set("level_rows", kept.level->rows);
    }
    draw_with(program, kept, kept.level != nullptr ? *kept.coarse : *kept.texels);
    kept.look = look;
    kept.has_bars = false;
    return shown(kept, at);
  }

  Image image_of(Kept& kept, const BarLook& look, Rectangle at, float scale) {
    if (!needs_drawing(kept, look, at, scale)) return shown(kept, at);
    if (!next_target(kept, at, scale)) return {at, 0, nullptr};
    programs_.bars.use();
    set_look(programs_.bars, look, static_cast<float>(kept.target->texture().height()));
    programs_.bars.set("size", static_cast<std::uint32_t>(kept.texels->count));
    draw_with(programs_.bars, kept, *kept.texels);
    kept.bars = look;
    kept.has_bars = true;
    return shown(kept, at);
  }

  static Image shown(const Kept& kept, Rectangle at) { return {at, kept.target->texture().name(), nullptr}; }

  static std::pair<std::uint32_t, std::uint32_t> pixels_of(Rectangle at, float scale) {
    const auto side = [&](float points) {
      return static_cast<std::uint32_t>(std::clamp<long>(std::lround(points * scale), 1, gl::max_texture_size()));
    };
    return {side(at.width), side(at.height)};
  }
  static bool fits(const std::optional<gl::Framebuffer>& target, std::pair<std::uint32_t, std::uint32_t> pixels) {
    return target && std::pair(target->texture().width(), target->texture().height()) == pixels;
  }

  template <typename Look>
  bool needs_drawing(const Kept& kept, const Look& look, Rectangle at, float scale) {
    return !kept.drawn || !fits(kept.target, pixels_of(at, scale)) || !same_look(kept, look);
  }

  /// The other target becomes the shown one; false where it is refused.
  static bool next_target(Kept& kept, Rectangle at, float scale) {
    const auto pixels = pixels_of(at, scale);
    if (!fits(kept.other, pixels)) {
      base::Result<gl::Framebuffer> target = gl::Framebuffer::create(pixels.first, pixels.second);
      if (!target) return false;
      kept.other = std::move(*target);
    }
    std::swap(kept.target, kept.other);
    return true;
  }

  /// `program` is in use and its other uniforms are set.
  void draw_with(const gl::Program& program, Kept& kept, const Texels& texels) {
    program.set("texels", 0);
    program.set("row_bits", texels.row_bits);
    program.set("first_texel", static_cast<std::uint32_t>(texels.first));
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texels.texture.name());
    draw_over(*kept.target, vertices_);
    glBindTexture(GL_TEXTURE_2D, 0);
    glUseProgram(0);
    kept.drawn = true;
  }

  Programs programs_;
  gl::VertexArray vertices_;
  TexelsInPlace in_place_;
  std::array<Kept, 4> kept_;
};

}  // namespace

base::Result<std::unique_ptr<CellPainter>> make_shader_cell_painter() {
  base::Result<gl::Program> large_cells = gl::Program::load_variant("cells", "LARGE_CELLS");
  if (!large_cells) return large_cells.error();
  base::Result<gl::Program> small_cells = gl::Program::load("cells");
  if (!small_cells) return small_cells.error();
  base::Result<gl::Program> coarse_cells = gl::Program::load_variant("cells", "COARSE_CELLS");
  if (!coarse_cells) return coarse_cells.error();
  base::Result<gl::Program> bars = gl::Program::load("bars");
  if (!bars) return bars.error();
  return std::unique_ptr<CellPainter>(std::make_unique<ShaderCellPainter>(
      Programs{std::move(*large_cells), std::move(*small_cells), std::move(*coarse_cells), std::move(*bars)}));
}

}  // namespace warplens::view
