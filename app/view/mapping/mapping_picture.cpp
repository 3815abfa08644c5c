#include "view/mapping/mapping_picture.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/number_format.h"
#include "base/random.h"
#include "view/drawing/canvas.h"
#include "view/drawing/cell_colours.h"
#include "view/drawing/text_width.h"
#include "view/mapping/mapping_cells.h"
#include "view/mapping/mapping_hover.h"
#include "view/mapping/mapping_layout.h"
#include "view/outcome.h"

namespace warplens::view {

namespace {

constexpr int thread_slot = 0, element_slot = 1;

bool recorded(const MappingInput& input) { return input.subject.result->trace.level != trace::Level::none; }

/// The out-of-bounds access to this buffer that stopped the kernel.
const launch::Fault* outside(const MappingInput& input) {
  const auto& fault = input.subject.result->fault;
  if (!fault || fault->kind != launch::FaultKind::out_of_bounds || fault->buffer != input.subject.buffer_name) return nullptr;
  return &*fault;
}

/// Whether to draw lanes without a thread: if there are any, and no more than can be told apart.
bool draws_empty_lanes(const Subject& subject) {
  constexpr std::uint64_t most = 4000;
  const std::uint64_t each = empty_lanes(subject);
  return each > 0 && base::count(subject.grid) <= most / each;
}

/// In short words where `width` is small.
std::vector<LegendEntry> legend(const MappingInput& input, const Theme& theme, float width, bool outlined = true) {
  using Swatch = LegendEntry::Swatch;
  const bool brief = width < 400;
  std::vector<LegendEntry> entries;
  const CellLook look = cell_look(input, theme, false);
  const std::array<Colour, 8>& ramp = ramp_of(input.colour);
  switch (input.colour) {
    case ColourMode::block:
      entries.push_back({Swatch::square, from_hsl(group_hue(0, look.groups), 0.62f, 0.62f), transparent,
                         brief ? "block = hue" : "block = hue, thread = lightness"});
      break;
    case ColourMode::warp:
      entries.push_back({Swatch::square, from_hsl(group_hue(0, look.groups), 0.62f, 0.62f), transparent,
                         brief ? "warp = hue" : "warp = hue, lane = lightness"});
      break;
    case ColourMode::order:
      entries.push_back({Swatch::square, ramp.front(), theme.muted, "touched first"});
      entries.push_back({Swatch::square, ramp.back(), transparent, "touched last"});
      break;
    case ColourMode::count: {
      const std::uint64_t most = std::max<std::uint64_t>(max_accesses(input), 1);
      if (most > 1) entries.push_back({Swatch::square, ramp.front(), theme.muted, "1 access"});
      entries.push_back({Swatch::square, ramp.back(), transparent, most > 1 ? base::grouped(most) + " accesses" : "1 access"});
      break;
    }
    case ColourMode::result:
      entries.push_back({Swatch::square, theme.good, transparent, brief ? "as expected" : "as expected in the end"});
      entries.push_back({Swatch::square, theme.wrong, transparent, brief ? "wrong" : "wrong in the end"});
      break;
    case ColourMode::value:
      if (input.subject.range.low < input.subject.range.high)
        entries.push_back({Swatch::square, ramp.front(), theme.muted, number(input.subject.range.low)});
      entries.push_back({Swatch::square, ramp.back(), transparent, number(input.subject.range.high) + " in the end"});
      break;
    case ColourMode::grey:
    case ColourMode::rgb:
    case ColourMode::rgba:  // of Values
      break;
  }
  entries.push_back({Swatch::square, theme.idle, transparent, brief ? "touched none" : "thread that touched none"});
  if (look.marks && input.colour != ColourMode::result && input.colour != ColourMode::value)
    entries.push_back({Swatch::square, theme.text, transparent, brief ? "touched by several" : "touched by more than one"});
  if (draws_empty_lanes(input.subject))
    entries.push_back(
        {Swatch::square, transparent, theme.untouched_line, brief ? "empty lane" : "lane of a warp without a thread"});
  if (input.colour != ColourMode::value)
    entries.push_back({Swatch::square, outlined ? theme.untouched : mixed(theme.untouched_line, theme.untouched, 0.5f),
                       outlined ? theme.muted : transparent, "untouched"});
  if (thread_at_fault(input.subject) != Target::none)
    entries.push_back({Swatch::ring, transparent, theme.wrong, brief ? "stopped the run" : "thread that stopped the run"});
  if (const launch::Fault* fault = outside(input)) {
    const launch::Indexing& indexing = shape_of(input.subject, input.subject.buffer).indexing;
    const std::string element = indexing.extents.empty() ? "element " + base::grouped(fault->element)
                                                         : launch::element_name(fault->buffer, fault->element, indexing);
    entries.push_back({Swatch::ring, transparent, theme.wrong, element + ": outside the buffer"});
  }
  return entries;
}

/// Whether cells are large enough for outlines of those that nothing touched.
bool has_outlines(const MappingInput& input, const CellGrid& grid) {
  return std::min(grid.cell_width, grid.cell_height) * input.scale >= outlined_from;
}

std::string extent(const base::Dim3& d) {
  if (d.z > 1) return fmt::format("{} × {} × {}", d.x, d.y, d.z);
  if (d.y > 1) return fmt::format("{} × {}", d.x, d.y);
  return base::grouped(std::uint64_t{d.x});
}

std::string plural_of(launch::ElementType type) {
  switch (type) {
    case launch::ElementType::f32:
      return "float";
    case launch::ElementType::f64:
      return "double";
    case launch::ElementType::i32:
      return "int";
    default:
      return std::string(launch::name(type)) + " element";
  }
}

std::string cells_a_pixel(const CellGrid& grid, float scale) {
  const float cells = 1 / (grid.cell_width * scale * grid.cell_height * scale);
  return cells > 1.5f ? fmt::format(", about {:.0f} a pixel", cells) : "";
}

/// Whether each block is a tile in which the layers of equal z lie one below the other and can be told apart.
bool has_layers(const MappingInput& input, const CellGrid& grid) {
  constexpr float min_layer = 5;  // points
  const base::Dim3& block = input.subject.block;
  return block.z > 1 && grid.tile_cells > 0 && grid.columns == block.x &&
         grid.cell_height * static_cast<float>(block.y) >= min_layer;
}

/// Longest first.
std::vector<std::string> threads_titles(const MappingInput& input, const CellGrid& grid) {
  const Subject& subject = input.subject;
  std::string blocks =
      base::count(subject.grid) == 1 ? "Threads: 1 block of " : fmt::format("Threads: {} blocks of ", extent(subject.grid));
  blocks += extent(subject.block);
  std::string rows;
  if (subject.block.z > 1 && grid.tile_cells > 0)
    rows = grid.columns != subject.block.x ? ", a row for each z"
           : has_layers(input, grid)       ? ", a line between layers of z"
                                           : ", z downwards";
  else if (grid.cells > grid.columns)
    rows = fmt::format(", {} threads a row", base::grouped(std::uint64_t{grid.columns}));
  const std::string naming = grid.short_names ? ", named by number" : "", pixel = cells_a_pixel(grid, input.scale);
  return {blocks + naming + rows + pixel, blocks + rows + pixel, blocks + pixel, blocks};
}

/// Longest first.
std::vector<std::string> elements_titles(const MappingInput& input, const CellGrid& grid) {
  const std::string all =
      "Elements of " + as_written(input.subject.buffer_name) + ": " + base::counted(grid.cells, plural_of(input.subject.type));
  const std::string rows = grid.cells > grid.columns ? fmt::format(", {} a row", base::grouped(std::uint64_t{grid.columns})) : "";
  const std::string zoom = input.zoom > 1.005f ? fmt::format(", {:.1f} times enlarged", input.zoom) : "";
  const std::string pixel = cells_a_pixel(grid, input.scale);
  return {all + rows + pixel + zoom, all + pixel + zoom, all + zoom};
}

void draw_cells(Canvas& canvas, const MappingInput& input, const MappingLayout& layout, CellPainter& painter) {
  const std::uint64_t version =
      base::Random(input.subject.version * 8 + static_cast<std::uint64_t>(input.colour)).next() ^ input.map->steps;
  const Theme& theme = canvas.theme();
  canvas.image(painter.paint(
      thread_slot, version,
      [&] { return input.cells != nullptr ? input.cells->threads : std::make_shared<const Cells>(thread_cells(input)); },
      placed(cell_look(input, theme, true), layout.threads, input.scale), layout.threads.at, input.scale));
  if (input.colour == ColourMode::value) {
    canvas.image(painter.paint_values(element_slot, version, final_values(input.subject), input.subject.range,
                                      placed(cell_look(input, theme, false), layout.elements, input.scale), layout.elements.at,
                                      input.scale));
    return;
  }
  canvas.image(painter.paint(
      element_slot, version,
      [&] { return input.cells != nullptr ? input.cells->elements : std::make_shared<const Cells>(element_cells(input)); },
      placed(cell_look(input, theme, false), layout.elements, input.scale), layout.elements.at, input.scale));
}

void draw_block_names(Canvas& canvas, const MappingInput& input, const CellGrid& grid) {
  if (grid.label_height <= 0) return;
  const std::uint64_t blocks = base::count(input.subject.grid);
  for (std::uint64_t block = 0; block < blocks; ++block) {
    const float x = grid.at.x + static_cast<float>(block % grid.tiles_across) * grid.tile_width;
    const float y = grid.at.y + static_cast<float>(block / grid.tiles_across) * grid.tile_height;
    const std::string name = grid.short_names ? block_number(input.subject, block) : block_name(input.subject, block);
    canvas.text({x, y + 14}, smallest_text, name, label_colour(canvas.theme(), block, blocks));
  }
}

/// Behind the threads of each block, the lanes of its last warp that have no thread: they take part in nothing.
void draw_empty_lanes(Canvas& canvas, const MappingInput& input, const CellGrid& grid) {
  if (grid.tile_cells == 0 || !draws_empty_lanes(input.subject)) return;
  for (std::uint64_t block = 0; block < base::count(input.subject.grid); ++block)
    for (std::uint64_t k = 0; k < empty_lanes(input.subject); ++k) {
      const Rectangle at = place_in_tile(grid, block, grid.tile_cells + k);
      canvas.box({at.x + 0.5f, at.y + 0.5f, at.width - 1, at.height - 1}, 1, {0, 0, 0, 0}, canvas.theme().untouched_line, 1);
    }
}

/// Lines between the layers of a 3-D block's tile, which lie one below the other.
void draw_layers(Canvas& canvas, const MappingInput& input, const CellGrid& grid) {
  const base::Dim3& block = input.subject.block;
  if (!has_layers(input, grid)) return;
  const std::uint64_t blocks = base::count(input.subject.grid), layer = std::uint64_t{block.x} * block.y;
  for (std::uint64_t first = 0; first < blocks; ++first)
    for (std::uint32_t z = 1; z < block.z; ++z) {
      const Rectangle at = cell_at(grid, first * grid.tile_cells + z * layer);
      const float y = at.y - grid.gap / 2, wide = grid.cell_width * static_cast<float>(block.x) - grid.gap;
      canvas.line({at.x, y}, {at.x + wide, y}, canvas.theme().text, 1);
    }
}

void draw_ring(Canvas& canvas, const CellGrid& grid, std::uint64_t cell, bool one_of_many, Colour colour) {
  if (!visible(grid, cell)) return;
  const Rectangle at = cell_at(grid, cell);
  const float reach = one_of_many ? 1.0f : 3.0f, least = one_of_many ? 5.0f : 9.0f;
  const float width = std::max(at.width + 2 * reach, least), height = std::max(at.height + 2 * reach, least);
  Rectangle ring{at.x + (at.width - width) / 2, at.y + (at.height - height) / 2, width, height};
  ring.x = std::clamp(ring.x, 1.0f, std::max(canvas.width() - width - 1, 1.0f));
  // A dark outline keeps the light ring visible on any cell colour.
  if (!one_of_many) canvas.box(ring, 4, {0, 0, 0, 0}, canvas.theme().background, 4.5f);
  canvas.box(ring, one_of_many ? 2.0f : 3.0f, {0, 0, 0, 0}, colour, one_of_many ? 1.5f : 2.5f);
}

/// Label of a ringed cell: above it if the grid leaves room, else next to it.
void draw_name(Canvas& canvas, const CellGrid& grid, std::uint64_t cell, const std::string& name) {
  if (!visible(grid, cell)) return;
  const Rectangle at = cell_at(grid, cell);
  const float wide = text_width(name, 15, Face::semibold) + 12, high = 22;
  Rectangle pill{at.x + at.width / 2 - wide / 2, at.y - 6 - high, wide, high};
  if (pill.y < grid.at.y) {
    const bool right = at.x + at.width + 8 + wide < canvas.width();
    pill.x = right ? at.x + std::max(at.width, 9.0f) + 8 : at.x - 8 - wide;
    pill.y = std::max(at.y + at.height / 2 - high / 2, grid.at.y);
  }
  pill.x = std::clamp(pill.x, 0.0f, std::max(canvas.width() - wide, 0.0f));
  canvas.box(pill, 6, faded(canvas.theme().background, 0.88f));
  canvas.text({pill.x + wide / 2, pill.y + 16}, 15, name, canvas.theme().text, Anchor::middle, Face::semibold);
}

void draw_lit(Canvas& canvas, const MappingInput& input, const MappingLayout& layout) {
  Lit own;
  const Lit& lights = lights_of(input, own);
  const auto draw = [&](const CellGrid& grid, const std::vector<std::uint64_t>& cells) {
    if (cells.size() > ring_limit) return;
    for (const std::uint64_t cell : cells) draw_ring(canvas, grid, cell, cells.size() > 200, canvas.theme().text);
  };
  draw(layout.threads, lights.threads);
  draw(layout.elements, lights.elements);
  if (!lights.elements.empty() && lights.elements.size() <= ring_limit)
    draw_name(canvas, layout.elements, lights.elements.front(), element_words(input.subject, lights.elements.front()));
  if (!lights.threads.empty() && lights.threads.size() <= ring_limit && layout.threads.label_height <= 0)
    draw_name(canvas, layout.threads, lights.threads.front(), thread_name(input.subject, lights.threads.front()));
}

void draw_outside(Canvas& canvas, const MappingInput& input, const CellGrid& grid) {
  const launch::Fault* fault = outside(input);
  if (!fault || grid.cells % grid.columns == 0 || !visible(grid, grid.cells)) return;
  const Rectangle at = cell_at(grid, grid.cells);
  canvas.box(at, 2, {0, 0, 0, 0}, canvas.theme().wrong, 2);
  canvas.line({at.x, at.y}, {at.x + at.width, at.y + at.height}, canvas.theme().wrong, 2);
}

}  // namespace

float mapping_legend_height(const MappingInput& input, float width) {
  return legend_height(legend(input, theme(ThemeName::dark), width), width);
}

ColourMode telling_colours(const Subject& subject) {
  if (subject.wrong > subject.wrong_untouched) return ColourMode::result;
  const bool cut = subject.result->trace.truncation != trace::Truncation::none;
  return cut && !subject.result->modelled ? ColourMode::value : ColourMode::block;
}

Picture mapping_picture(const MappingInput& input, const Theme& theme, float width, float height, CellPainter& painter) {
  Canvas canvas(theme, width, height);
  if (!recorded(input)) {
    canvas.section({0, 14}, "Threads and elements", width);
    canvas.text({0, 50}, 17, fit_text("This run was not recorded: which thread touched which element is not known.", 17, width),
                theme.muted);
    Picture picture{canvas.take(), {}};
    picture.under = [](Point) { return HotSpot{}; };
    return picture;
  }
  const MappingLayout layout = mapping_layout(input, width, height, mapping_legend_height(input, width));
  canvas.fitting_section({0, layout.threads_title}, threads_titles(input, layout.threads), width);
  canvas.fitting_section({0, layout.elements_title}, elements_titles(input, layout.elements), width);
  draw_cells(canvas, input, layout, painter);
  draw_empty_lanes(canvas, input, layout.threads);
  draw_layers(canvas, input, layout.threads);
  draw_block_names(canvas, input, layout.threads);
  draw_outside(canvas, input, layout.elements);
  if (const std::uint64_t thread = thread_at_fault(input.subject); thread < layout.threads.cells)
    draw_ring(canvas, layout.threads, thread, false, theme.wrong);
  draw_lit(canvas, input, layout);
  draw_legend(canvas, {0, layout.legend_top}, width, legend(input, theme, width, has_outlines(input, layout.elements)));

  Picture picture{canvas.take(), {}};
  picture.under = [layout, subject = input.subject](Point point) {
    HotSpot spot;
    if (const auto thread = cell_under(layout.threads, point)) {
      spot.at = cell_at(layout.threads, *thread);
      spot.target.thread = *thread;
      const std::uint64_t in_block = *thread % subject.threads_per_block();
      spot.tooltip = fmt::format("{} · warp {}, lane {}", thread_name(subject, *thread), in_block / 32, in_block % 32);
    } else if (const auto element = cell_under(layout.elements, point)) {
      spot.at = cell_at(layout.elements, *element);
      spot.target.element = *element;
      spot.tooltip = element_name(subject, *element);
    }
    return spot;
  };
  picture.place = [layout](const Target& target) -> std::optional<Rectangle> {
    const bool is_thread = target.thread < layout.threads.cells;
    const CellGrid& grid = is_thread ? layout.threads : layout.elements;
    const std::uint64_t cell = is_thread ? target.thread : target.element;
    return cell < grid.cells && visible(grid, cell) ? std::optional(cell_at(grid, cell)) : std::nullopt;
  };
  return picture;
}

}  // namespace warplens::view
