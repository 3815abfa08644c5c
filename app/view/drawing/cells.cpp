#include "view/drawing/cells.h"

#include <algorithm>
#include <cmath>

namespace warplens::view {

namespace {

struct Rgb {
  float r = 0, g = 0, b = 0;
  void add(const Rgb& other, float weight) {
    r += other.r * weight;
    g += other.g * weight;
    b += other.b * weight;
  }
};

Rgb unit(Colour c) { return {c.r / 255.0f, c.g / 255.0f, c.b / 255.0f}; }

Rgb mix(const Rgb& a, const Rgb& b, float t) { return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t}; }

Colour stored(const Rgb& c) {
  const auto byte = [](float v) { return static_cast<std::uint8_t>(std::clamp(v, 0.0f, 1.0f) * 255.0f + 0.5f); };
  return {byte(c.r), byte(c.g), byte(c.b), 255};
}

/// `value` modulo `period`, for values from 0 to less than twice the period: std::fmod() takes ten times as long.
float wrap(float value, float period) { return value < period ? value : value - period; }

Rgb hue_colour(const CellLook& look, std::uint32_t key) {
  const std::uint32_t group = std::max(look.group, 1u);
  const float hue = group_hue(key / group, look.groups);
  const float place = static_cast<float>(key % group) / static_cast<float>(group);
  const float lightness = look.lightness_from + (look.lightness_to - look.lightness_from) * place;
  const float reach = look.saturation * std::min(lightness, 1 - lightness);
  const auto part = [&](float n) {
    const float k = wrap(n + hue / 30.0f, 12.0f);
    return lightness - reach * std::max(-1.0f, std::min({k - 3, 9 - k, 1.0f}));
  };
  return {part(0), part(8), part(4)};
}

Rgb ramp_colour(const CellLook& look, std::uint32_t key) {
  const float place = static_cast<float>(key) / 4294967296.0f * 7.0f;
  const int from = std::min(static_cast<int>(place), 6);
  const auto index = static_cast<std::size_t>(from);
  return mix(unit(look.ramp[index]), unit(look.ramp[index + 1]), place - static_cast<float>(from));
}

Rgb key_colour(const CellLook& look, std::uint32_t key) {
  return look.mode == CellLook::Mode::hue ? hue_colour(look, key) : ramp_colour(look, key);
}

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

/// Minimum cell size, in pixels, for rounded corners and the outline of empty cells.
constexpr float outlined_from = 6;

Rgb single_cell(const Cells& cells, const CellLook& look, KeyColour& colours, float x, float y) {
  const Rgb background = unit(look.background);
  x -= look.origin_x;
  y -= look.origin_y;
  if (x < 0 || y < 0) return background;
  std::uint64_t tile = 0;
  std::uint64_t in_tile = cells.size;
  if (look.tile_cells > 0) {
    const auto across = static_cast<std::uint32_t>(x / look.tile_width), down = static_cast<std::uint32_t>(y / look.tile_height);
    if (across >= look.tiles_across) return background;
    tile = std::uint64_t{down} * look.tiles_across + across;
    x -= static_cast<float>(across) * look.tile_width;
    y -= static_cast<float>(down) * look.tile_height;
    in_tile = look.tile_cells;
  }
  const auto column = static_cast<std::uint32_t>(x / look.cell_width), row = static_cast<std::uint32_t>(y / look.cell_height);
  if (column + look.first_column >= look.columns) return background;
  const std::uint64_t place = std::uint64_t{row + look.first_row} * look.columns + column + look.first_column;
  const std::uint64_t index = tile * look.tile_cells + place;
  if (place >= in_tile || index >= cells.size) return background;
  const Cells::Texel texel = cells.texels[index];
  const float in_x = x - static_cast<float>(column) * look.cell_width, in_y = y - static_cast<float>(row) * look.cell_height;
  Rgb colour;
  if ((texel.counts & 0xff) > 0) {
    const bool outlined = std::min(look.cell_width, look.cell_height) >= outlined_from;
    colour = mix(unit(look.empty_line), unit(look.empty), outlined ? coverage(look, in_x, in_y, 1) : 0.5f);
  } else {
    colour = look.marks && (texel.counts >> 8 & 0xff) > 0 ? unit(look.marked) : colours.of(texel.key);
  }
  return mix(background, colour, look.gap > 0 ? coverage(look, in_x, in_y, 0) : 1.0f);
}

Rgb many_cells(const Cells& cells, const CellLook& look, float left, float top) {
  const auto first = [](float edge, float pitch) { return static_cast<std::uint32_t>(std::max(edge / pitch, 0.0f)); };
  const std::uint32_t column = first(left - look.origin_x, look.cell_width) + look.first_column;
  const std::uint32_t row = first(top - look.origin_y, look.cell_height) + look.first_row;
  const std::uint32_t columns_end =
      std::min(std::max(first(left + 1 - look.origin_x, look.cell_width) + look.first_column, column + 1), look.columns);
  const std::uint32_t rows_end = std::max(first(top + 1 - look.origin_y, look.cell_height) + look.first_row, row + 1);
  if (column >= look.columns) return unit(look.background);
  std::uint32_t level = 0;
  while (level + 1 < Cells::levels && 4u << (2 * level) <= columns_end - column) ++level;
  Rgb touched;
  float touched_cells = 0, empty = 0, marked = 0;
  for (std::uint32_t r = row; r < rows_end; ++r) {
    const std::uint64_t begin = std::uint64_t{r} * look.columns + column;
    if (begin >= cells.size) break;
    const std::uint64_t end = std::min(begin + columns_end - column, cells.size);
    for (std::uint64_t t = begin >> (2 * level); t <= (end - 1) >> (2 * level); ++t) {
      const Cells::Texel texel = cells.texels[cells.start[level] + t];
      const auto of_empty = static_cast<float>(texel.counts & 0xff), all = static_cast<float>(texel.counts >> 16 & 0xff);
      const float of_marked = look.marks ? static_cast<float>(texel.counts >> 8 & 0xff) : 0;
      const float weight = all - of_empty - of_marked;
      if (weight > 0) touched.add(key_colour(look, texel.key), weight);
      touched_cells += weight;
      empty += of_empty;
      marked += of_marked;
    }
  }
  const float all = touched_cells + empty + marked;
  if (all <= 0) return unit(look.background);
  const auto share = [&](float count) { return count > 0 ? std::max(count / all, rare_share) : 0.0f; };
  const float touched_share = share(touched_cells), empty_share = share(empty), marked_share = share(marked);
  const float sum = touched_share + empty_share + marked_share;
  Rgb colour;
  if (touched_cells > 0) colour.add(touched, touched_share / sum / touched_cells);
  colour.add(mix(unit(look.empty_line), unit(look.empty), 0.5f), empty_share / sum);
  colour.add(unit(look.marked), marked_share / sum);
  return colour;
}

}  // namespace

float group_hue(std::uint64_t group, std::uint64_t groups) {
  if (groups <= 64) return static_cast<float>((group * 47 + 205) % 360);
  return wrap(205.0f + 300.0f * static_cast<float>(group) / static_cast<float>(groups), 360.0f);
}

std::vector<Cells::Texel> room_for_cells(std::uint64_t size) {
  std::vector<Cells::Texel> cells;
  cells.reserve(size + size / 3 + Cells::levels);
  cells.resize(size);
  return cells;
}

Cells make_cells(std::vector<Cells::Texel> cells) {
  Cells made;
  made.size = cells.size();
  made.texels = std::move(cells);
  made.texels.reserve(made.size + made.size / 3 + Cells::levels);
  std::uint64_t below = 0, below_size = made.size;
  for (std::size_t level = 1; level < Cells::levels; ++level) {
    made.start[level] = made.texels.size();
    for (std::uint64_t from = 0; from < below_size; from += 4) {
      Cells::Texel sum;
      bool has_key = false;
      for (std::uint64_t k = from; k < std::min(from + 4, below_size); ++k) {
        const Cells::Texel& part = made.texels[below + k];
        const bool shows = (part.counts & 0xff) < part.counts >> 16;
        if (shows && !has_key) {
          sum.key = part.key;
          has_key = true;
        }
        sum.counts += part.counts;
      }
      made.texels.push_back(sum);
    }
    below = made.start[level];
    below_size = made.texels.size() - below;
  }
  return made;
}

Raster rasterise(const Cells& cells, const CellLook& look, std::uint32_t width, std::uint32_t height) {
  Raster raster{width, height, {}};
  raster.pixels.reserve(std::size_t{width} * height);
  KeyColour colours(look);
  const bool large = look.cell_width >= 1 && look.cell_height >= 1;
  for (std::uint32_t y = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x) {
      const auto left = static_cast<float>(x), top = static_cast<float>(y);
      raster.pixels.push_back(
          stored(large ? single_cell(cells, look, colours, left + 0.5f, top + 0.5f) : many_cells(cells, look, left, top)));
    }
  return raster;
}

}  // namespace warplens::view
