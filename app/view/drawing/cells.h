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
  /// Of a key the lowest `key_bits` count.
  Cell(Kind kind, std::uint32_t key) : bits_(static_cast<std::uint32_t>(kind) << key_bits | (key & max_key)) {}
  Kind kind() const { return static_cast<Kind>(bits_ >> key_bits); }
  std::uint32_t key() const { return bits_ & max_key; }
  bool operator==(const Cell&) const = default;

 private:
  std::uint32_t bits_ = 0;
};
using Cells = std::vector<Cell>;

/// Cells that are worked out where they are needed: writes those from `first` on.
using ReadCells = std::function<void(std::uint64_t first, std::span<Cell> to)>;
/// Reads cells that are there; they must outlive the reader.
ReadCells reader_of(const Cells& cells);

/// How cells become colours.
struct CellLook {
  enum class Mode : std::uint32_t { hue = 0, ramp = 1 };
  Mode mode = Mode::hue;
  std::uint32_t group = 256;  ///< hue: cells of equal key / group have one hue; key % group sets the lightness
  std::uint32_t groups = 1;   ///< hue: number of groups
  float lightness_from = 0.38f, lightness_to = 0.68f, saturation = 0.56f;  ///< hue
  std::array<Colour, 8> ramp{};  ///< ramp: key / 2^30 from the first colour to the last, evenly spaced
  Colour background;             ///< where there is no cell
  Colour empty, empty_line;      ///< an empty cell and its outline; small cells have the mean of both
  Colour marked;
  bool marks = true;  ///< marked cells show as `marked`, not by their key

  // Positions of the cells, in pixels of the image. Cell i lies in tile i / tile_cells, tiles in rows of `tiles_across`; in a
  // tile, rows of `columns`. A panned grid has one tile and starts at cell (first_column, first_row).
  std::uint32_t tile_cells = 0;  ///< 0: one tile holds all
  std::uint32_t tiles_across = 1, columns = 1;
  std::uint32_t first_column = 0, first_row = 0;
  float origin_x = 0, origin_y = 0;       ///< top-left corner of the first cell; down to one cell outside when panned
  float cell_width = 1, cell_height = 1;  ///< pitch
  float gap = 0;                          ///< left free at the right and bottom of a cell
  float radius = 0;                       ///< of a cell's corners
  float tile_width = 0, tile_height = 0;  ///< pitch; unused with tile_cells 0
  bool operator==(const CellLook&) const = default;
};

/// The rule for a pixel. Where cells are at least a pixel in both directions it shows the cell under its centre. Where they are
/// smaller it shows the mean of all cells under it by kind (shown, empty, marked), where each kind that is there at all weighs
/// at least this share before the weights are made to sum to 1: one untouched element among a thousand stays visible, and so does
/// one touched. Of four cells a pixel or more it takes sums of neighbours (levels.h), each of which belongs to one pixel.
inline constexpr float rare_share = 0.4f;

class Levels;

/// The pixels computed on the CPU, by the shader's rule. `levels` are those of the cells, kept by the caller between calls.
Raster rasterise(const Cells& cells, Levels& levels, const CellLook& look, std::uint32_t width, std::uint32_t height);

}  // namespace warplens::view
