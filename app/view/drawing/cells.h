#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "view/drawing/drawing.h"

namespace warplens::view {

/// A cell of a picture as a texel of an integer texture (R32UI): its kind in the two highest bits, its colour key in the others
/// (meaning: CellLook::mode).
class Cell {
 public:
  enum class Kind : std::uint32_t { shown, empty, marked };  ///< empty: untouched, idle; marked: touched by many, wrong
  static constexpr std::uint32_t key_bits = 30, max_key = (1u << key_bits) - 1;

  Cell() = default;
  /// Uses only the lowest `key_bits` of a key.
  Cell(Kind kind, std::uint32_t key) : bits_(static_cast<std::uint32_t>(kind) << key_bits | (key & max_key)) {}
  Kind kind() const { return static_cast<Kind>(bits_ >> key_bits); }
  std::uint32_t key() const { return bits_ & max_key; }
  bool operator==(const Cell&) const = default;

 private:
  std::uint32_t bits_ = 0;
};
using Cells = std::vector<Cell>;

/// Computes cells on demand: writes the cells from `first` on to `to`.
using ReadCells = std::function<void(std::uint64_t first, std::span<Cell> to)>;
/// A reader of existing cells, which must outlive it.
ReadCells reader_of(const Cells& cells);

/// Minimum cell size, in pixels, for rounded corners and the outline of empty cells.
inline constexpr float outlined_from = 6;

/// How cells become colours.
struct CellLook {
  enum class Mode : std::uint32_t { hue = 0, ramp = 1 };
  Mode mode = Mode::hue;
  std::uint32_t group = 256;  ///< hue: cells of equal key / group have one hue; key % group sets the lightness
  std::uint32_t groups = 1;   ///< hue: number of groups
  float lightness_from = 0.38f, lightness_to = 0.68f, saturation = 0.56f;  ///< hue
  std::array<Colour, 8> ramp{};  ///< ramp: key / 2^30 from the first colour to the last, evenly spaced
  Colour background;             ///< pixels without a cell
  Colour empty, empty_line;      ///< an empty cell and its outline; small cells have the mean of both
  Colour marked;
  bool marks = true;  ///< draw marked cells in colour `marked`, not by their key

  // Positions of the cells, in pixels of the image. Cell i lies in tile i / tile_cells, tiles in rows of `tiles_across`; in a
  // tile, rows of `columns`. A panned grid has one tile and starts at cell (first_column, first_row).
  std::uint32_t tile_cells = 0;  ///< 0: one tile holds all
  std::uint32_t tiles_across = 1, columns = 1;
  std::uint32_t first_column = 0, first_row = 0;
  float origin_x = 0, origin_y = 0;       ///< top-left corner of the first cell; when panned, up to one cell outside
  float cell_width = 1, cell_height = 1;  ///< pitch
  float gap = 0;                          ///< free space at the right and bottom of a cell
  float radius = 0;                       ///< radius of a cell's corners
  float tile_width = 0, tile_height = 0;  ///< pitch; unused with tile_cells 0
  bool operator==(const CellLook&) const = default;
};

/// The rule for a pixel. If cells are at least a pixel wide and high, it shows the cell under its centre. If they are smaller, it
/// shows the mean of all cells under it by kind (shown, empty, marked). Each kind present weighs at least this share before the
/// weights are scaled to sum to 1, so one untouched element among a thousand stays visible, and so does one touched. With four or
/// more cells per pixel it uses sums of neighbours (levels.h), each of which belongs to one pixel.
inline constexpr float rare_share = 0.4f;

class Levels;

/// Compute the pixels on the CPU, by the shader's rule. `levels`: of these cells, kept by the caller between calls.
Raster rasterise(const Cells& cells, Levels& levels, const CellLook& look, std::uint32_t width, std::uint32_t height);

}  // namespace warplens::view
