#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/number_format.h"
#include "launch/arguments/element_type.h"
#include "view/drawing/text_width.h"
#include "view/memory/memory_layout.h"

// Many requests, one row each: the sectors moved and how much of each was used, or the words requested per bank.

namespace warplens::view {
namespace {

constexpr float min_cell = 3, max_map_cell = 26, axis_text = 17;

/// The sector axis of the map: from the first to the last sector in its rows, several per column if there are many.
struct SectorAxis {
  std::uint64_t first = 0, each = 1;  ///< first sector, sectors per column
  std::uint32_t columns = 1;
  float cell = 1;

  std::uint32_t column(std::uint64_t sector) const { return static_cast<std::uint32_t>((sector - first) / each); }
};

SectorAxis axis_of(const std::vector<std::vector<analysis::SectorUse>>& rows, float width) {
  std::uint64_t first = ~std::uint64_t{0}, last = 0;
  for (const auto& row : rows) {
    if (row.empty()) continue;
    first = std::min(first, row.front().sector);
    last = std::max(last, row.back().sector);
  }
  SectorAxis axis;
  if (first > last) return axis;
  axis.first = first;
  const std::uint64_t span = last - first + 1;
  const auto most = static_cast<std::uint64_t>(std::max(width / min_cell, 1.0f));
  axis.each = (span + most - 1) / most;
  axis.columns = static_cast<std::uint32_t>((span + axis.each - 1) / axis.each);
  axis.cell = std::min(width / static_cast<float>(axis.columns), max_map_cell);
  return axis;
}

Colour kind_colour(const Theme& theme, trace::AccessKind kind) {
  return kind == trace::AccessKind::read ? theme.read : kind == trace::AccessKind::write ? theme.write : theme.atomic;
}

bool is_lit(const MemoryInput& input, std::size_t request) {
  const std::uint32_t step = step_of(input, request);
  if (input.hover.step != Target::none) return input.hover.step == step;
  const trace::Steps& steps = input.subject.result->trace.steps;
  if (input.hover.thread != Target::none) return warp_of(input.subject, input.hover.thread) == steps.warp[step];
  return input.hover.line != Target::none && input.hover.line == line_of_step(input.subject, step);
}

/// Labels left and right of a request's cells.
void draw_row_labels(Canvas& canvas, const MemoryInput& input, const MemoryLayout& layout, std::size_t row) {
  const Theme& theme = canvas.theme();
  const trace::Trace& trace = input.subject.result->trace;
  const analysis::MemoryTraffic& traffic = traffic_of(input);
  const float y = layout.row_top(row), middle = y + layout.row_height / 2 + 5;
  const std::uint32_t step = step_of(input, row);
  const Colour kind = kind_colour(theme, trace.accesses.kind[traffic.access[row]]);
  canvas.box({0, y + 2, 5, layout.row_height - 4}, 2, kind);
  canvas.text({11, middle}, smallest_text,
              fitting_warp_name(input.subject, trace.steps.warp[step], smallest_text, layout.cells_left - 14), theme.soft);
  canvas.text({canvas.width(), middle}, smallest_text, fmt::format("{}", traffic.cost[row]), theme.text, Anchor::end, Face::mono);
}

void draw_track(Canvas& canvas, const MemoryLayout& layout, std::size_t row, float width) {
  canvas.box({layout.cells_left, layout.row_top(row) + 1, width, layout.row_height - 2}, 2, canvas.theme().control);
}

void outline(Canvas& canvas, const MemoryInput& input, const MemoryLayout& layout, std::size_t row) {
  const bool current = layout.current == row, lit = is_lit(input, row);
  if (!current && !lit) return;
  canvas.box({layout.cells_left - 3, layout.row_top(row), layout.cells_right - layout.cells_left + 6, layout.row_height}, 3,
             transparent, lit ? canvas.theme().text : canvas.theme().accent, 2);
}

void draw_sector_rows(Canvas& canvas, const MemoryInput& input, const MemoryLayout& layout) {
  const Theme& theme = canvas.theme();
  const analysis::MemoryTraffic& traffic = traffic_of(input);
  std::vector<std::vector<analysis::SectorUse>> rows;
  for (std::size_t row = layout.first; row < layout.first + layout.rows; ++row)
    rows.push_back(analysis::sectors_of(input.subject.result->trace, traffic.access[row]));
  const SectorAxis axis = axis_of(rows, layout.cells_right - layout.cells_left);
  const float wide = axis.cell * static_cast<float>(axis.columns), gap = axis.cell >= 5 ? 1.0f : 0.0f;
  const float bottom = layout.map.y + layout.map.height;
  // A hovered element marks its sector in every row.
  if (input.hover.element != Target::none && traffic.buffer == input.subject.buffer) {
    const std::uint64_t sector = input.hover.element * launch::bytes(input.subject.type) / analysis::sector_bytes;
    if (sector >= axis.first && axis.column(sector) < axis.columns)
      canvas.box({layout.cells_left + axis.cell * static_cast<float>(axis.column(sector)) - 1, layout.map.y, axis.cell + 2,
                  layout.map.height},
                 2, transparent, theme.text, 2);
  }
  for (std::size_t row = layout.first; row < layout.first + layout.rows; ++row) {
    draw_track(canvas, layout, row, wide);
    if (row >= layout.happened) continue;
    draw_row_labels(canvas, input, layout, row);
    const auto& sectors = rows[row - layout.first];
    for (std::size_t k = 0; k < sectors.size();) {
      const std::uint32_t column = axis.column(sectors[k].sector);
      std::size_t end = k;
      int bytes = 0;
      for (; end < sectors.size() && axis.column(sectors[end].sector) == column; ++end)
        bytes += std::popcount(sectors[end].bytes);
      const double used = bytes / (32.0 * static_cast<double>(end - k));
      const Rectangle cell{layout.cells_left + axis.cell * static_cast<float>(column), layout.row_top(row) + 1, axis.cell - gap,
                           layout.row_height - 2};
      canvas.box(cell, gap > 0 ? 2.0f : 0.0f, quality_colour(theme, used));
      Target target;
      target.step = step_of(input, row);
      if (traffic.buffer == input.subject.buffer)
        target.element = sectors[k].sector * analysis::sector_bytes / launch::bytes(input.subject.type);
      const std::string which = end - k > 1 ? base::counted(end - k, "sector") + " from " : std::string("sector ");
      canvas.hot_spot(cell, target,
                      fmt::format("{}: {}{}, {:.0f} % of it used",
                                  capitalised(request_words(input, row, memory_name(input.subject, traffic_of(input)))), which,
                                  base::grouped(sectors[k].sector), used * 100));
      k = end;
    }
    outline(canvas, input, layout, row);
  }
  const std::string first = base::grouped(axis.first * analysis::sector_bytes),
                    last = base::grouped((axis.first + axis.each * axis.columns) * analysis::sector_bytes);
  canvas.text({layout.cells_left, bottom + axis_text}, smallest_text, "byte " + first, theme.muted, Anchor::start, Face::mono);
  if (wide > text_width("byte " + first + last, smallest_text, Face::mono) + 30)
    canvas.text({layout.cells_left + wide, bottom + axis_text}, smallest_text, last, theme.muted, Anchor::end, Face::mono);
}

void draw_bank_rows(Canvas& canvas, const MemoryInput& input, const MemoryLayout& layout) {
  const Theme& theme = canvas.theme();
  const analysis::MemoryTraffic& traffic = traffic_of(input);
  const float cell = std::min((layout.cells_right - layout.cells_left) / analysis::bank_count, 34.0f);
  for (std::size_t row = layout.first; row < layout.first + layout.rows; ++row) {
    draw_track(canvas, layout, row, cell * analysis::bank_count);
    if (row >= layout.happened) continue;
    draw_row_labels(canvas, input, layout, row);
    const auto ways = analysis::words_by_bank(analysis::bank_words_of(input.subject.result->trace, traffic.access[row]));
    for (std::uint32_t bank = 0; bank < analysis::bank_count; ++bank) {
      if (ways[bank] == 0) continue;
      const Rectangle at{layout.cells_left + cell * static_cast<float>(bank), layout.row_top(row) + 1, cell - 1,
                         layout.row_height - 2};
      const double share = bank_share(ways[bank]);
      canvas.box(at, 2, quality_colour(theme, share));
      if (ways[bank] > 1 && cell >= 19)
        canvas.text({at.x + at.width / 2, at.y + at.height / 2 + 5}, smallest_text, fmt::format("{}", ways[bank]),
                    share > 0.6 ? Colour{0, 0, 0, 255} : Colour{255, 255, 255, 255}, Anchor::middle, Face::mono);
      Target target;
      target.step = step_of(input, row);
      canvas.hot_spot(at, target,
                      fmt::format("{}: {} from bank {}",
                                  capitalised(request_words(input, row, memory_name(input.subject, traffic_of(input)))),
                                  base::counted(std::uint64_t{ways[bank]}, "word"), bank));
    }
    outline(canvas, input, layout, row);
  }
  const float y = layout.map.y + layout.map.height + axis_text;
  for (std::uint32_t bank = 0; bank < analysis::bank_count; bank += labelled_lanes(cell, 19))
    canvas.text({layout.cells_left + cell * (static_cast<float>(bank) + 0.5f), y}, smallest_text, fmt::format("{}", bank),
                theme.muted, Anchor::middle, Face::mono);
}

}  // namespace

void draw_memory_map(Canvas& canvas, const MemoryInput& input, const MemoryLayout& layout) {
  const analysis::MemoryTraffic& traffic = traffic_of(input);
  const bool shared = traffic.shared();
  const char* unit = shared ? "passes" : "sectors";
  const std::string name = as_written(memory_name(input.subject, traffic));
  std::string rows, few_rows;
  if (layout.rows < traffic.size()) {
    few_rows = fmt::format(" · {} to {} of {}", base::grouped(layout.first + 1), base::grouped(layout.first + layout.rows),
                           base::grouped(traffic.size()));
    rows = " · requests" + few_rows.substr(few_rows.find(' ', 1));
  }
  const std::vector<std::string> titles =
      shared ? std::vector<std::string>{"Banks that each request asked" + rows, "Banks" + rows, "Banks" + few_rows}
             : std::vector<std::string>{"Sectors that each request moved, across: bytes of " + name + rows,
                                        "Sectors, across: bytes of " + name + rows, "Bytes of " + name + rows,
                                        "Bytes of " + name + few_rows, "Bytes of " + name};
  canvas.fitting_section({0, layout.map.y - 10}, titles, layout.cells_right - 4);
  canvas.text({canvas.width(), layout.map.y - 10}, smallest_text, unit, canvas.theme().muted, Anchor::end);
  if (shared)
    draw_bank_rows(canvas, input, layout);
  else
    draw_sector_rows(canvas, input, layout);
}

}  // namespace warplens::view
