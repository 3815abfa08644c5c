#pragma once

#include <cstdint>
#include <optional>

#include "view/mapping/mapping_picture.h"

namespace warplens::view {

/// Cells in a rectangle of the picture: in tiles, or as one grid, partly shown by a camera. Units: points.
struct CellGrid {
  Rectangle at;  ///< visible part
  std::uint64_t cells = 0;
  std::uint32_t columns = 1;  ///< in a tile, or in the whole grid
  float cell_width = 1, cell_height = 1;
  float gap = 0;
  std::uint64_t tile_cells = 0;  ///< 0: no tiles
  std::uint32_t tiles_across = 1;
  float tile_width = 0, tile_height = 0;  ///< pitch
  float label_height = 0;                 ///< above each tile, inside its pitch
  bool short_names = false;               ///< labels are block numbers without the word "block"
  float left = 0, top = 0;                ///< pan offset: content hidden left of and above `at`, points

  std::uint64_t rows() const { return (cells + columns - 1) / columns; }
};

/// Lanes of a block's last warp that have no thread.
std::uint64_t empty_lanes(const Subject& subject);
/// Position of the place after `inside` others in a tile.
Rectangle place_in_tile(const CellGrid& grid, std::uint64_t tile, std::uint64_t inside);
/// Position of a cell in the picture; may be outside grid.at after panning.
Rectangle cell_at(const CellGrid& grid, std::uint64_t cell);
/// The cell at a point of the picture.
std::optional<std::uint64_t> cell_under(const CellGrid& grid, Point point);
/// Whether at least the centre of a cell is in the visible part.
bool visible(const CellGrid& grid, std::uint64_t cell);

/// Add the grid's position in pixels to the colours. If a block is only a few pixels large, its threads get one lightness.
CellLook placed(CellLook look, const CellGrid& grid, float scale);

struct MappingLayout {
  float threads_title = 0, elements_title = 0;  ///< baselines
  CellGrid threads, elements;
  float legend_top = 0;
};

/// Height of the legend under the picture.
float mapping_legend_height(const MappingInput& input, float width);

/// `legend`: the height that the legend needs.
MappingLayout mapping_layout(const MappingInput& input, float width, float height, float legend);

}  // namespace warplens::view
