#include "view/mapping/mapping_layout.h"

#include <algorithm>
#include <cmath>

#include "view/drawing/canvas.h"
#include "view/drawing/text_width.h"

namespace warplens::view {

namespace {

constexpr float title_height = 28, between = 26;
constexpr float max_cell = 26;  ///< of a thread
constexpr float widest_element = 44, highest_element = 28;
constexpr float min_tiled = 1;         ///< pixels; blocks with smaller thread cells are not drawn as tiles …
constexpr float min_mostly_empty = 4;  ///< … nor, where most lanes have no thread, with cells smaller than this
constexpr float flat_lightness = 0.56f;
constexpr float crisp_below = 12;  ///< pixels below which cells are a whole number of pixels

/// Threads per row of a block's tile: block.x for a 2D or 3D block, else the power of two that makes the tile about square, with
/// its empty lanes.
std::uint32_t tile_columns(const Subject& subject) {
  const base::Dim3& block = subject.block;
  if (block.y > 1 || block.z > 1) return std::max(block.x, 1u);
  const std::uint64_t cells = block.x + empty_lanes(subject);
  std::uint32_t columns = 1;
  while (columns < 32 && 4ull * columns * columns <= 2 * cells) columns *= 2;
  return columns;
}

float crisp(float points, float scale) {
  const float pixels = points * scale;
  return pixels >= 1 && pixels < crisp_below ? std::floor(pixels) / scale : points;
}

float gap_for(float cell, float scale) {
  const float pixels = cell * scale;
  if (pixels < 4) return 0;
  return std::round(std::clamp(pixels * 0.1f, 1.0f, 2.0f * scale)) / scale;
}

/// How a tile is named: above it, with the word "block" or without.
enum class Naming : std::uint8_t { words, numbers, none };

/// Blocks as tiles of threads, as large as the room allows; nullopt if the cells would be too small. Tiles of `columns` threads.
std::optional<CellGrid> tiled(const Subject& subject, std::uint32_t columns, float width, float height, float scale) {
  const std::uint64_t blocks = base::count(subject.grid), threads = subject.threads_per_block();
  if (blocks == 0 || threads == 0 || blocks > 20000) return std::nullopt;
  const std::uint64_t empty = empty_lanes(subject);
  const auto rows = static_cast<float>((threads + empty + columns - 1) / columns);
  const float least = empty > threads ? min_mostly_empty : min_tiled;
  const auto name_width = [&](const std::string& name) { return text_width(name, smallest_text) * 1.1f + 6; };
  const float words = name_width(block_name(subject, blocks - 1)), numbers = name_width(block_number(subject, blocks - 1));
  std::optional<CellGrid> best;
  // Prefer names as long as cells keep half of the size. Of equal cell sizes the widest layout leaves most room below.
  const auto worth = [](const CellGrid& grid) {
    return grid.cell_width * (grid.label_height == 0 ? 1.0f : grid.short_names ? 1.9f : 2.0f);
  };
  const auto consider = [&](std::uint64_t across, Naming naming) {
    const bool labelled = naming != Naming::none;
    const float name = naming == Naming::words ? words : numbers;
    const auto down = static_cast<float>((blocks + across - 1) / across);
    const float label = labelled ? 20 : 0, space = naming == Naming::words ? 12
                                                   : naming == Naming::numbers
                                                       ? 5
                                                       : std::clamp(width / static_cast<float>(across) * 0.1f, 1.0f, 8.0f);
    const float tile_width = (width + space) / static_cast<float>(across) - space;
    const float cell_width = tile_width / static_cast<float>(columns);
    const float cell_height = ((height + space) / down - space - label) / rows;
    const float cell = crisp(std::min({cell_width, cell_height, max_cell}), scale);
    if (cell * scale < least) return;
    if (labelled && blocks > 1 && cell * static_cast<float>(columns) + space < name && tile_width < name) return;
    CellGrid grid;
    grid.cells = subject.threads();
    grid.columns = columns;
    grid.cell_width = grid.cell_height = cell;
    grid.gap = gap_for(cell, scale);
    grid.tile_cells = threads;
    grid.tiles_across = static_cast<std::uint32_t>(across);
    grid.tile_width = std::max(cell * static_cast<float>(columns), labelled ? name - space : 0) + space;
    grid.tile_height = cell * rows + space + label;
    grid.label_height = label;
    grid.short_names = naming == Naming::numbers;
    grid.at = {0, 0, std::min(width, grid.tile_width * static_cast<float>(across)), grid.tile_height * down};
    if (!best || worth(grid) >= worth(*best)) best = grid;
  };
  const auto consider_all = [&](std::uint64_t across) {
    for (const Naming naming : {Naming::words, Naming::numbers, Naming::none}) consider(across, naming);
  };
  if (subject.grid.y == 1 && subject.grid.z == 1) {
    // No tiles narrower than a point.
    for (std::uint64_t across = 1; across <= blocks && width / static_cast<float>(across) >= 1; ++across) consider_all(across);
    return best;
  }
  // A grid of more dimensions keeps x in a row, a grid of three may keep a layer in a row.
  consider_all(subject.grid.x);
  if (subject.grid.z > 1 && subject.grid.y > 1) consider_all(std::uint64_t{subject.grid.x} * subject.grid.y);
  return best;
}

/// The same with the better of the shapes that a block's tile may have: a row along x, or in three dimensions along x and y.
std::optional<CellGrid> tiled(const Subject& subject, float width, float height, float scale) {
  const base::Dim3& block = subject.block;
  std::optional<CellGrid> best = tiled(subject, tile_columns(subject), width, height, scale);
  if (block.z == 1 || block.y == 1) return best;
  const std::optional<CellGrid> layers = tiled(subject, block.x * block.y, width, height, scale);
  return layers && (!best || layers->cell_width > best->cell_width) ? layers : best;
}

/// One untiled grid of cells with a round number of columns; `per_block` threads make a block, `threads` the grid. Few cells are
/// in rows as the threads are, of which `alike` make a row.
CellGrid plain(std::uint64_t cells, std::uint64_t per_block, std::uint64_t threads, std::uint32_t alike, float width,
               float height, float scale) {
  CellGrid grid;
  grid.cells = cells;
  double best = 1e300;
  // Where a pixel has many cells, whole turns of a grid-stride loop make a row, so that a column of pixels has few blocks: the
  // mean of all their colours would say nothing.
  const bool many = threads > 0 && static_cast<double>(cells) > 2.0 * width * height * scale * scale;
  const auto consider = [&](std::uint64_t columns) {
    const double across = static_cast<double>(columns), down = static_cast<double>((cells + columns - 1) / columns);
    const double wide = std::min<double>(width / across, widest_element), high = std::min<double>(height / down, highest_element);
    // Prefer rows that align with blocks: a whole number of blocks per row, or of rows per block.
    const bool whole_blocks = per_block >= 8 && (columns % per_block == 0 || per_block % columns == 0);
    const bool whole_grids = many && columns % threads == 0;
    const double badness = std::abs(std::log(wide / high / 1.6)) - 0.5 * std::log(wide * high) - (whole_blocks ? 0.35 : 0) -
                           (whole_grids ? 0.8 : 0) - (columns == alike ? 0.3 : 0);
    if (badness >= best) return;
    best = badness;
    grid.columns = static_cast<std::uint32_t>(columns);
    grid.cell_width = static_cast<float>(wide);
    grid.cell_height = static_cast<float>(high);
  };
  for (std::uint64_t columns = 1; columns < 32 && columns <= std::max<std::uint64_t>(cells, 1); ++columns)
    if (columns <= 10 || columns % 5 == 0 || columns == 16) consider(columns);
  // Whole warps per row.
  for (std::uint64_t warps = 1; 32 * warps <= cells && warps <= (1u << 20); warps = warps < 8 ? warps + 1 : warps * 5 / 4)
    consider(32 * warps);
  for (std::uint64_t columns = 32; columns <= cells && columns <= (1u << 24); columns *= 2) consider(columns);
  for (std::uint64_t columns = threads; many && columns <= cells && columns <= (1u << 24); columns += threads) {
    consider(columns);
    if (columns > 64 * threads) break;
  }
  if (cells > 0 && cells <= 64 && static_cast<float>(cells) * 20 <= width) consider(cells);
  grid.cell_width = crisp(grid.cell_width, scale);
  grid.cell_height = crisp(grid.cell_height, scale);
  grid.gap = gap_for(std::min(grid.cell_width, grid.cell_height), scale);
  grid.at = {0, 0, std::min(width, grid.cell_width * static_cast<float>(grid.columns)),
             std::min(height, grid.cell_height * static_cast<float>(std::max<std::uint64_t>(grid.rows(), 1)))};
  return grid;
}

/// Applies pan and zoom to a plain grid; its rectangle stays.
void look_through(CellGrid& grid, const MappingInput& input) {
  float x = input.camera_x, y = input.camera_y, zoom = input.zoom;
  clamp_camera(input, x, y, zoom);
  if (zoom <= 1) return;
  grid.cell_width *= zoom;
  grid.cell_height *= zoom;
  grid.gap = gap_for(std::min(grid.cell_width, grid.cell_height), input.scale);
  grid.left = x * grid.cell_width * static_cast<float>(grid.columns);
  grid.top = y * grid.cell_height * static_cast<float>(grid.rows());
}

}  // namespace

std::uint64_t empty_lanes(const Subject& subject) {
  const std::uint64_t last = subject.threads_per_block() % trace::lanes;
  return last == 0 ? 0 : trace::lanes - last;
}

Rectangle cell_at(const CellGrid& grid, std::uint64_t cell) {
  return grid.tile_cells ? place_in_tile(grid, cell / grid.tile_cells, cell % grid.tile_cells) : place_in_tile(grid, 0, cell);
}

Rectangle place_in_tile(const CellGrid& grid, std::uint64_t tile, std::uint64_t inside) {
  const auto column = static_cast<float>(inside % grid.columns), row = static_cast<float>(inside / grid.columns);
  const float x = static_cast<float>(tile % grid.tiles_across) * grid.tile_width + column * grid.cell_width - grid.left;
  const float y =
      static_cast<float>(tile / grid.tiles_across) * grid.tile_height + grid.label_height + row * grid.cell_height - grid.top;
  return {grid.at.x + x, grid.at.y + y, grid.cell_width - grid.gap, grid.cell_height - grid.gap};
}

std::optional<std::uint64_t> cell_under(const CellGrid& grid, Point point) {
  if (!grid.at.contains(point)) return std::nullopt;
  double x = point.x - grid.at.x + grid.left, y = point.y - grid.at.y + grid.top;
  std::uint64_t tile = 0;
  if (grid.tile_cells) {
    const auto across = static_cast<std::uint64_t>(x / grid.tile_width), down = static_cast<std::uint64_t>(y / grid.tile_height);
    if (across >= grid.tiles_across) return std::nullopt;
    tile = down * grid.tiles_across + across;
    x -= static_cast<double>(across) * grid.tile_width;
    y -= static_cast<double>(down) * grid.tile_height + grid.label_height;
    if (y < 0) return std::nullopt;
  }
  const auto column = static_cast<std::uint64_t>(x / grid.cell_width), row = static_cast<std::uint64_t>(y / grid.cell_height);
  if (column >= grid.columns) return std::nullopt;
  const std::uint64_t inside = row * grid.columns + column, cell = tile * grid.tile_cells + inside;
  if ((grid.tile_cells && inside >= grid.tile_cells) || cell >= grid.cells) return std::nullopt;
  return cell;
}

bool visible(const CellGrid& grid, std::uint64_t cell) {
  const Rectangle at = cell_at(grid, cell);
  return grid.at.contains({at.x + at.width / 2, at.y + at.height / 2});
}

CellLook placed(CellLook look, const CellGrid& grid, float scale) {
  // Below one pixel per cell, the lightness of single threads would be noise.
  if (grid.cell_width * scale < 1 || grid.cell_height * scale < 1) look.lightness_from = look.lightness_to = flat_lightness;
  look.columns = grid.columns;
  look.cell_width = grid.cell_width * scale;
  look.cell_height = grid.cell_height * scale;
  look.gap = grid.gap * scale;
  look.radius = std::min(look.cell_width, look.cell_height) >= 6 ? 1.2f * scale : 0;
  look.tile_cells = static_cast<std::uint32_t>(grid.tile_cells);
  look.tiles_across = grid.tiles_across;
  look.tile_width = grid.tile_width * scale;
  look.tile_height = grid.tile_height * scale;
  look.first_column = static_cast<std::uint32_t>(grid.left / grid.cell_width);
  look.first_row = static_cast<std::uint32_t>(grid.top / grid.cell_height);
  look.origin_x = (static_cast<float>(look.first_column) * grid.cell_width - grid.left) * scale;
  look.origin_y = (static_cast<float>(look.first_row) * grid.cell_height - grid.top + grid.label_height) * scale;
  return look;
}

MappingLayout mapping_layout(const MappingInput& input, float width, float height, float legend) {
  MappingLayout layout;
  const float scale = std::max(input.scale, 0.1f);
  const float room = std::max(height - 2 * title_height - between - legend - 14, 80.0f);
  // Give the threads the room that the elements do not need.
  const auto across = std::max<std::uint64_t>(static_cast<std::uint64_t>(width / widest_element), 1);
  const auto full_rows = static_cast<float>(std::min<std::uint64_t>((input.subject.elements + across - 1) / across, 100000));
  const float needed = std::max(full_rows * highest_element, highest_element);
  const float threads_room = std::clamp(room - needed, room * 0.32f, room * 0.75f);

  layout.threads_title = 14;
  if (const std::optional<CellGrid> grid = tiled(input.subject, width, threads_room, scale)) {
    layout.threads = *grid;
  } else {
    layout.threads = plain(input.subject.threads(), input.subject.threads_per_block(), 0, 0, width, room * 0.28f, scale);
    look_through(layout.threads, input);
  }
  layout.threads.at.y = title_height;
  const float threads_bottom = layout.threads.at.y + layout.threads.at.height;
  layout.elements_title = threads_bottom + between + 14;
  layout.elements = plain(input.subject.elements, input.subject.threads_per_block(), input.subject.threads(),
                          layout.threads.columns, width, room - layout.threads.at.height, scale);
  layout.elements.at.y = threads_bottom + between + title_height;
  look_through(layout.elements, input);
  layout.legend_top = layout.elements.at.y + layout.elements.at.height + 14;
  return layout;
}

void clamp_camera(const MappingInput& input, float& x, float& y, float& zoom) {
  const float most = std::max(1.0f, std::sqrt(static_cast<float>(input.subject.elements)) / 4);
  zoom = std::isfinite(zoom) ? std::clamp(zoom, 1.0f, most) : 1.0f;
  x = std::isfinite(x) ? std::clamp(x, 0.0f, 1 - 1 / zoom) : 0.0f;
  y = std::isfinite(y) ? std::clamp(y, 0.0f, 1 - 1 / zoom) : 0.0f;
}

void zoom_camera(const MappingInput& input, float width, float height, Point point, float factor, float& x, float& y,
                 float& zoom) {
  clamp_camera(input, x, y, zoom);
  const MappingLayout layout = mapping_layout(input, width, height, mapping_legend_height(input, width));
  const CellGrid& grid = layout.threads.at.contains(point) && layout.threads.tile_cells == 0 ? layout.threads : layout.elements;
  const float share_x = std::clamp((point.x - grid.at.x) / std::max(grid.at.width, 1.0f), 0.0f, 1.0f);
  const float share_y = std::clamp((point.y - grid.at.y) / std::max(grid.at.height, 1.0f), 0.0f, 1.0f);
  const float at_x = x + share_x / zoom, at_y = y + share_y / zoom;
  zoom *= factor;
  clamp_camera(input, x, y, zoom);
  x = at_x - share_x / zoom;
  y = at_y - share_y / zoom;
  clamp_camera(input, x, y, zoom);
}

void show_cell(const MappingInput& input, float width, float height, std::uint64_t element, float& x, float& y, float& zoom) {
  constexpr float least = 14;  // points a side
  clamp_camera(input, x, y, zoom);
  const auto grid_at = [&] {
    MappingInput now = input;
    now.camera_x = x;
    now.camera_y = y;
    now.zoom = zoom;
    return mapping_layout(now, width, height, mapping_legend_height(now, width)).elements;
  };
  CellGrid grid = grid_at();
  if (element >= grid.cells) return;
  const float side = std::min(grid.cell_width, grid.cell_height);
  constexpr float near_enough = 0.9f;  // a little magnification would only cut rows at the edges
  if (side >= near_enough * least && visible(grid, element)) return;
  zoom *= std::max(least / side, 1.0f);
  clamp_camera(input, x, y, zoom);
  grid = grid_at();
  const auto centre = [](std::uint64_t cell, float cell_size, std::uint64_t cells, float room) {
    return static_cast<float>((static_cast<double>(cell) + 0.5 - room / cell_size / 2) / static_cast<double>(cells));
  };
  x = centre(element % grid.columns, grid.cell_width, grid.columns, grid.at.width);
  y = centre(element / grid.columns, grid.cell_height, grid.rows(), grid.at.height);
  clamp_camera(input, x, y, zoom);
}

void pan_camera(const MappingInput& input, float width, float height, Point delta, float& x, float& y, float& zoom) {
  clamp_camera(input, x, y, zoom);
  const MappingLayout layout = mapping_layout(input, width, height, mapping_legend_height(input, width));
  x -= delta.x / std::max(layout.elements.at.width, 1.0f) / zoom;
  y -= delta.y / std::max(layout.elements.at.height, 1.0f) / zoom;
  clamp_camera(input, x, y, zoom);
}

}  // namespace warplens::view
