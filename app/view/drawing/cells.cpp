#include "view/drawing/cells.h"

#include <algorithm>
#include <cmath>

#include "base/threads.h"
#include "view/drawing/cell_colours.h"
#include "view/drawing/levels.h"

namespace warplens::view {

namespace {

/// key_colour(), computed once for neighbouring pixels of one cell.
class KeyColour {
 public:
  explicit KeyColour(const CellLook& look) : look_(look), colour_(key_colour(look, 0)) {}
  const Rgb& of(std::uint32_t key) {
    if (key != key_) colour_ = key_colour(look_, key_ = key);
    return colour_;
  }

 private:
  const CellLook& look_;
  std::uint32_t key_ = 0;
  Rgb colour_;
};

/// Fraction of a pixel that the cell covers, 0 to 1, for antialiasing. (x, y): the pixel, relative to the cell's corner. The cell
/// is a rounded rectangle, shrunk by `inset` pixels on each side.
float coverage(const CellLook& look, float x, float y, float inset) {
  const float half_x = (look.cell_width - look.gap) / 2, half_y = (look.cell_height - look.gap) / 2;
  const float radius = std::max(look.radius - inset, 0.0f);
  const float dx = std::abs(x - half_x) - (half_x - inset) + radius, dy = std::abs(y - half_y) - (half_y - inset) + radius;
  const float outside = dx > 0 && dy > 0 ? std::hypot(dx, dy) : std::max(dx, dy);
  return std::clamp(0.5f - (outside - radius), 0.0f, 1.0f);
}

/// The tile and the cell that contain a pixel's centre, along one axis.
struct PixelCell {
  bool before = false;  ///< in front of the first cell
  std::uint32_t tile = 0, cell = 0;
  float inside = 0;  ///< pixels from the cell's edge

  bool has_same_cell(const PixelCell& other) const { return before == other.before && tile == other.tile && cell == other.cell; }
};

/// `at`, `origin`: pixels; `pitch`, `tile_pitch`: of cells and tiles, 0 for one tile.
PixelCell place_at(float at, float origin, float pitch, float tile_pitch) {
  PixelCell place;
  at -= origin;
  if (at < 0) return {.before = true};
  if (tile_pitch > 0) {
    place.tile = static_cast<std::uint32_t>(at / tile_pitch);
    at -= static_cast<float>(place.tile) * tile_pitch;
  }
  place.cell = static_cast<std::uint32_t>(at / pitch);
  place.inside = at - static_cast<float>(place.cell) * pitch;
  return place;
}

bool has_outlines(const CellLook& look) { return std::min(look.cell_width, look.cell_height) >= outlined_from; }

Rgb single_cell(const Cells& cells, const CellLook& look, KeyColour& colours, const PixelCell& x, const PixelCell& y) {
  const Rgb background = unit(look.background);
  if (x.before || y.before) return background;
  const bool tiled = look.tile_cells > 0;
  if (tiled && x.tile >= look.tiles_across) return background;
  if (x.cell + look.first_column >= look.columns) return background;
  const std::uint64_t tile = tiled ? std::uint64_t{y.tile} * look.tiles_across + x.tile : 0;
  const std::uint64_t in_tile = std::uint64_t{y.cell + look.first_row} * look.columns + x.cell + look.first_column;
  const std::uint64_t index = tile * look.tile_cells + in_tile;
  if (in_tile >= (tiled ? look.tile_cells : cells.size()) || index >= cells.size()) return background;
  const Cell cell = cells[index];
  Rgb colour;
  if (cell.kind() == Cell::Kind::empty) {
    const float inner = has_outlines(look) ? coverage(look, x.inside, y.inside, 1) : 0.5f;
    colour = mix(unit(look.empty_line), unit(look.empty), inner);
  } else {
    colour = look.marks && cell.kind() == Cell::Kind::marked ? unit(look.marked) : colours.of(cell.key());
  }
  return mix(background, colour, look.gap > 0 ? coverage(look, x.inside, y.inside, 0) : 1.0f);
}

/// Draws pixel rows [begin, end) of a picture whose cells are at least one pixel wide and high.
void rasterise_large(const Cells& cells, const CellLook& look, std::uint32_t begin, std::uint32_t end, Raster& raster) {
  const bool tiled = look.tile_cells > 0, is_flat = look.gap <= 0 && !has_outlines(look);  // each cell has one colour
  std::vector<PixelCell> places(raster.width);
  for (std::uint32_t x = 0; x < raster.width; ++x)
    places[x] = place_at(static_cast<float>(x) + 0.5f, look.origin_x, look.cell_width, tiled ? look.tile_width : 0);
  KeyColour colours(look);
  PixelCell before;
  for (std::uint32_t y = begin; y < end; ++y) {
    const PixelCell down = place_at(static_cast<float>(y) + 0.5f, look.origin_y, look.cell_height, tiled ? look.tile_height : 0);
    Colour* const row = raster.pixels.data() + std::size_t{y} * raster.width;
    if (is_flat && y > begin && down.has_same_cell(before)) {
      std::copy_n(row - raster.width, raster.width, row);
      continue;
    }
    before = down;
    for (std::uint32_t x = 0; x < raster.width; ++x)
      row[x] = is_flat && x > 0 && places[x].has_same_cell(places[x - 1])
                   ? row[x - 1]
                   : stored(single_cell(cells, look, colours, places[x], down));
  }
}

/// Cells of a pixel summed up by kind.
struct Kinds {
  Rgb colour;  ///< of the shown ones, added
  float shown = 0, empty = 0, marked = 0;
};

Rgb mean_colour(const Kinds& kinds, const CellLook& look) {
  const float all = kinds.shown + kinds.empty + kinds.marked;
  if (all <= 0) return unit(look.background);
  Rgb colour;
  if (kinds.shown == all) {  // the usual case
    colour.add(kinds.colour, 1 / all);
    return colour;
  }
  const auto share = [&](float count) { return count > 0 ? std::max(count / all, rare_share) : 0.0f; };
  const float shown = share(kinds.shown), empty = share(kinds.empty), marked = share(kinds.marked);
  const float sum = shown + empty + marked;
  if (kinds.shown > 0) colour.add(kinds.colour, shown / sum / kinds.shown);
  colour.add(mix(unit(look.empty_line), unit(look.empty), 0.5f), empty / sum);
  colour.add(unit(look.marked), marked / sum);
  return colour;
}

/// Columns and rows of the cells that begin in a pixel, at least one of each.
struct Block {
  std::uint32_t column, columns_end, row, rows_end;
};

Block block_under(const CellLook& look, float left, float top) {
  const auto first = [](float edge, float pitch) { return static_cast<std::uint32_t>(std::max(edge / pitch, 0.0f)); };
  const std::uint32_t column = first(left - look.origin_x, look.cell_width) + look.first_column;
  const std::uint32_t row = first(top - look.origin_y, look.cell_height) + look.first_row;
  return {column, std::max(first(left + 1 - look.origin_x, look.cell_width) + look.first_column, column + 1), row,
          std::max(first(top + 1 - look.origin_y, look.cell_height) + look.first_row, row + 1)};
}

Rgb many_cells(const Cells& cells, const CellLook& look, const Block& block) {
  Kinds kinds;
  for (std::uint32_t row = block.row; row < block.rows_end; ++row)
    for (std::uint32_t column = block.column; column < std::min(block.columns_end, look.columns); ++column) {
      const std::uint64_t index = std::uint64_t{row} * look.columns + column;
      if (index >= cells.size()) break;
      const Cell cell = cells[index];
      if (cell.kind() == Cell::Kind::empty) {
        kinds.empty += 1;
      } else if (cell.kind() == Cell::Kind::marked && look.marks) {
        kinds.marked += 1;
      } else {
        kinds.shown += 1;
        kinds.colour.add(key_colour(look, cell.key()), 1);
      }
    }
  return mean_colour(kinds, look);
}

Rgb coarse_cells(const Level& level, const CellLook& look, const Block& block) {
  Kinds kinds;
  const std::uint32_t first_column = block.column >> level.across_bits, first_row = block.row >> level.down_bits;
  const std::uint32_t columns_end = std::max(block.columns_end >> level.across_bits, first_column + 1);
  const std::uint32_t rows_end = std::max(block.rows_end >> level.down_bits, first_row + 1);
  for (std::uint32_t row = first_row; row < std::min(rows_end, level.rows); ++row)
    for (std::uint32_t column = first_column; column < std::min(columns_end, level.columns); ++column) {
      const CoarseCell& cell = level.cells[std::size_t{row} * level.columns + column];
      const auto shown = static_cast<float>(cell.counts & 0xff);
      const auto part = [&](int shift) { return static_cast<float>(cell.colour >> shift & 0xff) / 255.0f; };
      kinds.colour.add({part(0), part(8), part(16)}, shown);
      kinds.shown += shown;
      kinds.empty += static_cast<float>(cell.counts >> 8 & 0xff);
      kinds.marked += static_cast<float>(cell.counts >> 16 & 0xff);
    }
  return mean_colour(kinds, look);
}

}  // namespace

ReadCells reader_of(const Cells& cells) {
  return [&cells](std::uint64_t first, std::span<Cell> to) {
    std::copy_n(cells.begin() + static_cast<std::ptrdiff_t>(first), to.size(), to.begin());
  };
}

Raster rasterise(const Cells& cells, Levels& levels, const CellLook& look, std::uint32_t width, std::uint32_t height) {
  Raster raster{width, height, std::vector<Colour>(std::size_t{width} * height)};
  const bool large = look.cell_width >= 1 && look.cell_height >= 1;
  const auto level = large ? nullptr : levels.level_for(look, cells.size(), reader_of(cells));
  constexpr std::uint64_t worth_a_thread = 1u << 16;  // pixels
  base::in_parts(height, worth_a_thread / width + 1, [&](std::uint64_t begin, std::uint64_t end) {
    if (large) return rasterise_large(cells, look, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), raster);
    for (auto y = static_cast<std::uint32_t>(begin); y < end; ++y)
      for (std::uint32_t x = 0; x < width; ++x) {
        const Block block = block_under(look, static_cast<float>(x), static_cast<float>(y));
        const Rgb colour = level != nullptr ? coarse_cells(*level, look, block) : many_cells(cells, look, block);
        raster.pixels[std::size_t{y} * width + x] = stored(colour);
      }
  });
  return raster;
}

}  // namespace warplens::view
