#include "view/drawing/levels.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/threads.h"
#include "view/drawing/cell_colours.h"

namespace warplens::view {

namespace {

/// A colour with 16 bits a part, so that sums of 256 colours fit.
using WideColour = std::uint64_t;

WideColour wide(std::uint32_t colour) {
  return (colour & 0xff) | WideColour{colour >> 8 & 0xff} << 16 | WideColour{colour >> 16 & 0xff} << 32;
}

/// The colour of a key. Ramps, and groups without shades, use a table. If there are more groups than table entries, neighbouring
/// groups share an entry; their colours look the same.
class KeyColours {
 public:
  explicit KeyColours(const CellLook& look)
      : look_(look),
        ramp_(look.mode == CellLook::Mode::ramp),
        shades_(!ramp_ && look.lightness_from != look.lightness_to),
        group_(std::max(look.group, 1u)),
        groups_(std::max(look.groups, 1u)) {
    if (shades_) return;
    const std::uint32_t used = ramp_ ? entries : std::min(groups_, entries);
    for (std::uint32_t k = 0; k < used; ++k) {
      const std::uint64_t group = std::uint64_t{k} * groups_ / used;
      table_[k] = colour_of(ramp_ ? (2 * k + 1) << (ramp_shift - 1) : static_cast<std::uint32_t>(group * group_));
    }
    in_table_ = static_cast<float>(used) / static_cast<float>(groups_);
  }
  WideColour of(std::uint32_t key) {
    if (ramp_) return table_[key >> ramp_shift];
    if (shades_) return colour_of(key);
    if (key - first_ >= group_ || !known_) {
      const std::uint32_t group = std::min(key / group_, groups_ - 1);
      first_ = key / group_ * group_;
      colour_ = table_[std::min(static_cast<std::uint32_t>(static_cast<float>(group) * in_table_), entries - 1)];
      known_ = true;
    }
    return colour_;
  }

 private:
  static constexpr std::uint32_t ramp_shift = 18, entries = 1u << (Cell::key_bits - ramp_shift);

  WideColour colour_of(std::uint32_t key) const {
    const Colour colour = stored(key_colour(look_, key));
    return wide(colour.r | std::uint32_t{colour.g} << 8 | std::uint32_t{colour.b} << 16);
  }

  const CellLook& look_;
  bool ramp_, shades_;
  std::uint32_t group_, groups_;
  float in_table_ = 1;
  std::array<WideColour, entries> table_{};
  bool known_ = false;  // the colour of the group whose keys begin at first_
  std::uint32_t first_ = 0;
  WideColour colour_ = 0;
};

/// A coarse cell while it is summed up.
struct Sum {
  WideColour colour = 0;
  std::uint32_t counts = 0;  ///< as in CoarseCell, but of `shown` up to 256: bits 0 to 9, empty from 10, marked from 20
};

constexpr std::uint32_t one_shown = 1, one_empty = 1u << 10, one_marked = 1u << 20;

CoarseCell mean_of(const Sum& sum, bool quarter) {
  const std::uint32_t shown = sum.counts & 0x3ff, empty = sum.counts >> 10 & 0x3ff, marked = sum.counts >> 20;
  const auto part = [&](int shift) {
    const auto of_all = static_cast<std::uint32_t>(sum.colour >> shift & 0xffff);
    return shown == 0 ? 0 : (of_all + shown / 2) / shown;
  };
  const auto count = [&](std::uint32_t of_all) { return quarter ? (of_all + 3) / 4 : of_all; };
  return {part(0) | part(16) << 8 | part(32) << 16, count(shown) | count(empty) << 8 | count(marked) << 16};
}

std::uint32_t shifted_up(std::uint64_t size, std::uint32_t bits) {
  return static_cast<std::uint32_t>((size + (std::uint64_t{1} << bits) - 1) >> bits);
}

/// Coarse cells of the last level, at most.
constexpr std::size_t smallest_level = 64;

/// Bits of level `k`, across and down, for coarse cells with 4^shape times as many columns as rows of cells.
Level level_of(std::uint32_t k, int shape, std::uint64_t columns, std::uint64_t rows) {
  const int both = 2 * static_cast<int>(k);
  const auto across = static_cast<std::uint32_t>(std::clamp(both / 2 + shape, 0, both));
  const std::uint32_t down = 2 * k - across;
  Level level{across, down, shifted_up(columns, across), shifted_up(rows, down), {}};
  level.cells.resize(std::size_t{level.columns} * level.rows);
  return level;
}

/// Rows of a level that are worth a thread of their own.
std::uint64_t min_rows(const Level& level) { return (1u << 18) / std::max(level.columns, 1u) + 1; }

/// The first level, of the cells themselves, which lie in rows of `columns`.
Level sum_cells(std::uint64_t size, std::uint64_t columns, const ReadCells& read, const CellLook& look, int shape) {
  Level level = level_of(1, shape, columns, (size + columns - 1) / columns);
  constexpr std::uint32_t chunk = 1024;  // coarse cells at a time
  base::in_parts(level.rows, min_rows(level), [&](std::uint64_t first, std::uint64_t end) {
    KeyColours colours(look);
    std::array<Cell, 4 * chunk> cells;
    std::array<Sum, chunk> sums;
    for (std::uint64_t row = first; row < end; ++row)
      for (std::uint32_t from = 0; from < level.columns; from += chunk) {
        const std::uint32_t wanted = std::min(chunk, level.columns - from);
        sums.fill({});
        for (std::uint64_t r = row << level.down_bits; r < (row + 1) << level.down_bits; ++r) {
          const std::uint64_t column = std::uint64_t{from} << level.across_bits, begin = r * columns + column;
          if (begin >= size) break;
          const std::uint64_t count = std::min({std::uint64_t{wanted} << level.across_bits, columns - column, size - begin});
          read(begin, std::span(cells).first(count));
          for (std::uint32_t k = 0; k < count; ++k) {
            Sum& sum = sums[k >> level.across_bits];
            const Cell cell = cells[k];
            if (cell.kind() == Cell::Kind::empty) {
              sum.counts += one_empty;
            } else if (cell.kind() == Cell::Kind::marked && look.marks) {
              sum.counts += one_marked;
            } else {
              sum.counts += one_shown;
              sum.colour += colours.of(cell.key());
            }
          }
        }
        CoarseCell* const to = level.cells.data() + row * level.columns + from;
        for (std::uint32_t k = 0; k < wanted; ++k) to[k] = mean_of(sums[k], false);
      }
  });
  return level;
}

/// Level `k` from the one below.
Level sum_level(const Level& below, std::uint32_t k, int shape, std::uint64_t columns, std::uint64_t rows) {
  Level level = level_of(k, shape, columns, rows);
  const std::uint32_t across = level.across_bits - below.across_bits, down = level.down_bits - below.down_bits;
  const bool quarter = k > 3;
  for (std::uint32_t row = 0; row < level.rows; ++row)
    for (std::uint32_t column = 0; column < level.columns; ++column) {
      Sum sum;
      for (std::uint32_t r = row << down; r < std::min((row + 1) << down, below.rows); ++r)
        for (std::uint32_t c = column << across; c < std::min((column + 1) << across, below.columns); ++c) {
          const CoarseCell& part = below.cells[std::size_t{r} * below.columns + c];
          const std::uint32_t shown = part.counts & 0xff;
          sum.colour += wide(part.colour) * shown;
          sum.counts += shown * one_shown + (part.counts >> 8 & 0xff) * one_empty + (part.counts >> 16 & 0xff) * one_marked;
        }
      level.cells[std::size_t{row} * level.columns + column] = mean_of(sum, quarter);
    }
  return level;
}

/// What levels depend on: two looks for which it is equal have the same ones, but for the shape of coarse cells.
CellLook without_place(CellLook look) {
  look.background = look.empty = look.empty_line = look.marked = {};
  look.first_column = look.first_row = 0;
  look.origin_x = look.origin_y = look.gap = look.radius = 0;
  look.cell_width = look.cell_height = 1;
  return look;
}

}  // namespace

std::shared_ptr<const Level> Levels::level_for(const CellLook& look, std::uint64_t size, const ReadCells& read) {
  const auto a_pixel = [](double size) { return std::max(1 / size, 1.0); };
  const double cells_a_pixel = a_pixel(look.cell_width) * a_pixel(look.cell_height);
  if (cells_a_pixel < 4 || size == 0 || look.columns == 0) return nullptr;
  const double shape = std::log2(look.cell_height / look.cell_width) / 2;
  const CellLook basis = without_place(look);
  // The same shape is a little different at each magnification.
  if (levels_.empty() || basis_ != basis || std::abs(shape - shape_) > 0.1) {
    basis_ = basis;
    shape_ = shape;
    const int whole = static_cast<int>(std::lround(shape));
    const std::uint64_t columns = look.columns, rows = (size + columns - 1) / columns;
    levels_.clear();
    levels_.push_back(std::make_shared<const Level>(sum_cells(size, columns, read, look, whole)));
    while (levels_.back()->cells.size() > smallest_level) {
      const auto next = static_cast<std::uint32_t>(levels_.size()) + 1;
      levels_.push_back(std::make_shared<const Level>(sum_level(*levels_.back(), next, whole, columns, rows)));
    }
  }
  const auto level = static_cast<std::size_t>(std::log2(cells_a_pixel) / 2);
  return levels_[std::min(level, levels_.size()) - 1];
}

}  // namespace warplens::view
