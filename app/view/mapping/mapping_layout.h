#pragma once

#include <cstdint>
#include <optional>

#include "view/mapping/mapping_picture.h"

namespace warplens::view {

/// Cells in a rectangle of the picture: in tiles, or as one grid of which a camera shows a part. Units: points.
struct CellGrid {
  Rectangle at;  ///< visible part
  std::uint64_t cells = 0;
  std::uint32_t columns = 1;  ///< in a tile, or in the whole
  float cell_width = 1, cell_height = 1;
  float gap = 0;
  std::uint64_t tile_cells = 0;  ///< 0: no tiles
  std::uint32_t tiles_across = 1;
  float tile_width = 0, tile_height = 0;  ///< pitch
  float label_height = 0;                 ///< above each tile, inside its pitch
  bool short_names = false;               ///< the label is the block's number, without the word
  float left = 0, top = 0;                ///< pan offset: content hidden left of and above `at`, points

  std::uint64_t rows() const { return (cells + columns - 1) / columns; }
};

/// Position of a cell in the picture; may be outside grid.at after panning.
Rectangle cell_at(const CellGrid& grid, std::uint64_t cell);
/// The cell at a point of the picture.
std::optional<std::uint64_t> cell_under(const CellGrid& grid, Point point);
/// True where a cell is in the visible part at least with its centre.
bool visible(const CellGrid& grid, std::uint64_t cell);

/// Colours with the grid's place in pixels added to them. Where a block is a few pixels, its threads have one lightness.
CellLook placed(CellLook look, const CellGrid& grid, float scale);

struct MappingLayout {
  float threads_title = 0, elements_title = 0;  ///< baselines
  CellGrid threads, elements;
  float legend_top = 0;
};

/// Height of the legend under the picture.
float mapping_legend_height(const MappingInput& input, float width);

/// `legend` is the height that the legend needs.
MappingLayout mapping_layout(const MappingInput& input, float width, float height, float legend);

}  // namespace warplens::view
