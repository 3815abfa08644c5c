#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "view/drawing/drawing.h"

namespace warplens::view {

/// Cells of a picture as texels, ready for an integer texture (RG32UI). Level 0 has one texel a cell; each further level sums up
/// 4 cells of the one before, so that a pixel over many cells costs few reads. Texel: .first is the colour key of the first shown
/// cell (meaning: CellLook::mode); .second packs counts of cells, 8 bits each: empty | marked << 8 | all << 16, where `empty`
/// cells are untouched (idle) and `marked` ones touched by many.
struct Cells {
  static constexpr int levels = 4;
  struct Texel {
    std::uint32_t key = 0, counts = 0;
    bool operator==(const Texel&) const = default;
  };
  std::uint64_t size = 0;                     ///< cells
  std::vector<Texel> texels;                  ///< the levels one after another
  std::array<std::uint64_t, levels> start{};  ///< first texel of each level
};

/// `size` texels, with room for the other levels behind them.
std::vector<Cells::Texel> room_for_cells(std::uint64_t size);
/// The texels of level 0 given, add the others; without a copy if they are from room_for_cells().
Cells make_cells(std::vector<Cells::Texel> cells);

/// How cells become colours.
struct CellLook {
  enum class Mode : std::uint32_t { hue = 0, ramp = 1 };
  Mode mode = Mode::hue;
  std::uint32_t group = 256;  ///< hue: cells of equal key / group have one hue; key % group sets the lightness
  std::uint32_t groups = 1;   ///< hue: number of groups
  float lightness_from = 0.38f, lightness_to = 0.68f, saturation = 0.56f;  ///< hue
  std::array<Colour, 8> ramp{};  ///< ramp: key / 2^32 from the first colour to the last, evenly spaced
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
/// smaller it shows the mean of all cells under it by kind (touched, empty, marked), where each kind that is there at all weighs
/// at least this share before the weights are made to sum to 1: one untouched element among a thousand stays visible, and so does
/// one touched.
inline constexpr float rare_share = 0.4f;

/// Hue in degrees of group `group` of `groups`: steps of 47 for up to 64 groups, so that neighbours differ; one turn over all
/// beyond, so that the picture reads from far.
float group_hue(std::uint64_t group, std::uint64_t groups);

/// The pixels computed on the CPU, by the shader's rule.
Raster rasterise(const Cells& cells, const CellLook& look, std::uint32_t width, std::uint32_t height);

}  // namespace warplens::view
