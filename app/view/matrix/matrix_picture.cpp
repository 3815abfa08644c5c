#include "view/matrix/matrix_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/number_format.h"
#include "base/random.h"
#include "view/drawing/canvas.h"
#include "view/drawing/text_width.h"
#include "view/mapping/mapping_cells.h"
#include "view/matrix/matrix_layout.h"
#include "view/outcome.h"

namespace warplens::view {
namespace {

bool finished(const MatrixInput& input) { return input.steps >= input.subject.result->trace.steps.size(); }

/// Whether an element of the result matrix differs from the reference at the end of the run.
bool is_wrong(const MatrixInput& input, const analysis::AccessMap& map, std::uint64_t element) {
  if (!finished(input) || map.buffer != input.subject.buffer || element >= input.subject.expected.size()) return false;
  const auto value = final_value(input.subject, element);
  return value && *value != input.subject.expected[element];
}

/// Cells of a written matrix show the writing thread; of a read one, how often each element was read.
Cells cells_of(const MatrixInput& input, const analysis::AccessMap& map, bool written) {
  Cells cells(map.elements);
  const double most = static_cast<double>(std::max<std::uint64_t>(input.max_reads, 1));
  for (std::uint64_t element = 0; element < cells.size(); ++element) {
    if (written) {
      const bool empty = map.writes[element] + map.atomics[element] == 0;
      const Cell::Kind kind = is_wrong(input, map, element) ? Cell::Kind::marked : empty ? Cell::Kind::empty : Cell::Kind::shown;
      cells[element] = {kind, map.first_thread[element]};
    } else {
      cells[element] = {map.reads[element] == 0 ? Cell::Kind::empty : Cell::Kind::shown,
                        static_cast<std::uint32_t>(std::min(map.reads[element] / most, 1.0) * Cell::max_key)};
    }
  }
  return cells;
}

/// Whether the matrix is coloured by value.
bool shows_values(const MatrixInput& input, const analysis::AccessMap& map) {
  return input.by_value && map.buffer == input.subject.buffer && final_values(input.subject).size == map.elements;
}

CellLook look_of(const MatrixInput& input, const Theme& theme, bool written, bool values) {
  CellLook look;
  look.mode = written && !values ? CellLook::Mode::hue : CellLook::Mode::ramp;
  look.group = static_cast<std::uint32_t>(std::max<std::uint64_t>(input.subject.threads_per_block(), 1));
  look.groups = static_cast<std::uint32_t>(std::min<std::uint64_t>(base::count(input.subject.grid), 0xffffffffu));
  look.ramp = ramp_of(ColourMode::count);
  look.background = theme.background;
  look.empty = theme.untouched;
  look.empty_line = theme.untouched_line;
  look.marked = theme.wrong;
  look.marks = written;
  return look;
}

std::string range(std::uint64_t least, std::uint64_t most) {
  if (least == most) return base::grouped(most);
  return fmt::format("{} to {}", base::grouped(least), base::grouped(most));
}

std::string title_of(const MatrixInput& input, const MatrixPlace& place, float room) {
  const analysis::AccessMap& map = (*input.maps)[place.map];
  const std::string name = as_written(shape_of(input, map).name), size = fmt::format("{} × {}", place.rows, place.columns);
  if (is_written(input, place.map)) {
    std::uint64_t written = 0;
    for (std::uint64_t k = 0; k < map.elements; ++k) written += map.writes[k] + map.atomics[k] > 0;
    const std::string of = fmt::format("{} of {} written", base::grouped(written), base::grouped(map.elements));
    return fitting({fmt::format("{}, {}: {}", name, size, of), name + ": " + of, name}, room);
  }
  const auto [least, most] = std::ranges::minmax(map.reads);
  const bool cut = input.subject.result->trace.truncation != trace::Truncation::none;
  const std::string times = fmt::format("{} {} ×", cut ? "recorded reads" : "read", range(least, most));
  return fitting({fmt::format("{}, {}: {}{}", name, size, cut ? "" : "each ", times), name + ": " + times, name}, room);
}

std::vector<LegendEntry> legend(const MatrixInput& input, const Theme& theme) {
  using Swatch = LegendEntry::Swatch;
  std::vector<LegendEntry> entries{{Swatch::square, theme.untouched, theme.muted, "not yet touched"}};
  const std::uint64_t most = std::max<std::uint64_t>(input.max_reads, 1);
  const auto read = [&](std::uint64_t times) {
    const std::string words = times == 1 ? std::string("read once") : fmt::format("{} ×", base::grouped(times));
    entries.push_back(
        {Swatch::square, amount_colour(static_cast<double>(times) / static_cast<double>(most)), transparent, words});
  };
  if (most > 1) read(1);
  if (most > 3) read(most / 2);
  read(most);
  bool written = false, values = false;
  for (std::size_t k = 0; k < input.maps->size(); ++k) {
    const bool by_value = shows_values(input, (*input.maps)[k]);
    values = values || by_value;
    written = written || (is_written(input, k) && !by_value);
  }
  if (values)
    entries.push_back({Swatch::square, amount_colour(1), transparent,
                       fmt::format("{}: {} to {} in the end", input.subject.buffer_name, number(input.subject.range.low),
                                   number(input.subject.range.high))});
  if (written) entries.push_back({Swatch::square, thread_colour(theme, 0, 1, 2), transparent, "written: the block's colour"});
  if (!input.subject.expected.empty()) entries.push_back({Swatch::square, theme.wrong, transparent, "wrong"});
  if (input.shared != nullptr && !input.shared->words.empty())
    entries.push_back({Swatch::square, faded(theme.text, 0.35f), theme.text, "also in shared memory"});
  entries.push_back({Swatch::ring, transparent, theme.accent, "just touched"});
  return entries;
}

/// Adjacent elements in a row of a matrix.
struct Run {
  std::uint64_t row = 0, first = 0, last = 0;
};
std::vector<Run> runs_of(std::vector<std::uint64_t> elements, std::uint64_t columns) {
  std::ranges::sort(elements);
  std::vector<Run> runs;
  for (const std::uint64_t element : elements) {
    const std::uint64_t row = element / columns, column = element % columns;
    if (!runs.empty() && runs.back().row == row && (runs.back().last + 1 == column || runs.back().last == column))
      runs.back().last = column;
    else
      runs.push_back({row, column, column});
  }
  return runs;
}

Rectangle rectangle(const MatrixPlace& place, std::uint64_t row, std::uint64_t rows, std::uint64_t column,
                    std::uint64_t columns) {
  const float cell = place.grid.cell_width;
  return {place.grid.at.x + cell * static_cast<float>(column), place.grid.at.y + cell * static_cast<float>(row),
          cell * static_cast<float>(columns), cell * static_cast<float>(rows)};
}

/// Tints the elements that are in shared memory and frames their bounding box.
void draw_in_shared(Canvas& canvas, const MatrixInput& input, const MatrixPlace& place) {
  if (input.shared == nullptr) return;
  const analysis::AccessMap& map = (*input.maps)[place.map];
  std::vector<std::uint64_t> elements;
  for (const auto& word : input.shared->words)
    if (word.buffer == map.buffer && word.element < map.elements) elements.push_back(word.element);
  if (elements.empty()) return;
  const std::vector<Run> runs = runs_of(std::move(elements), place.columns);
  std::uint64_t left = runs.front().first, right = 0;
  for (const Run& run : runs) {
    left = std::min(left, run.first);
    right = std::max(right, run.last);
    canvas.box(rectangle(place, run.row, 1, run.first, run.last - run.first + 1), 0, faded(canvas.theme().text, 0.35f));
  }
  const std::uint64_t top = runs.front().row, bottom = runs.back().row;
  canvas.box(rectangle(place, top, bottom - top + 1, left, right - left + 1), 2, transparent, canvas.theme().text, 2);
}

/// Outlines the elements touched by the last access.
void draw_just_touched(Canvas& canvas, const MatrixInput& input, const MatrixPlace& place) {
  const std::uint32_t access = last_access(input);
  const analysis::AccessMap& map = (*input.maps)[place.map];
  const trace::Trace& trace = input.subject.result->trace;
  if (access == trace::no_row || trace.accesses.buffer[access] != map.buffer ||
      trace.accesses.space[access] != trace::MemorySpace::global)
    return;
  std::array<trace::LaneAccess, trace::lanes> lanes;
  const auto count = static_cast<std::size_t>(trace::unpack(trace, access, lanes));
  std::vector<std::uint64_t> elements;
  for (std::size_t k = 0; k < count; ++k)
    if (const std::uint64_t element = lanes[k].offset / map.element_bytes; element < map.elements) elements.push_back(element);
  const float reach = std::max(2.0f, 4.0f - place.grid.cell_width / 2);
  for (const Run& run : runs_of(std::move(elements), place.columns)) {
    Rectangle at = rectangle(place, run.row, 1, run.first, run.last - run.first + 1);
    at = {at.x - reach, at.y - reach, at.width + 2 * reach - place.grid.gap, at.height + 2 * reach - place.grid.gap};
    at.x = std::max(at.x, 0.0f);
    at.width = std::min(at.width, canvas.width() - at.x);
    canvas.box(at, 3, transparent, canvas.theme().background, 4);
    canvas.box(at, 3, transparent, canvas.theme().accent, 2.5f);
  }
}

struct Pointed {
  std::size_t matrix = 0;
  std::uint64_t row = 0, column = 0;
};
std::optional<Pointed> pointed(const MatrixInput& input, const MatrixLayout& layout) {
  for (std::size_t k = 0; k < layout.matrices.size(); ++k) {
    const MatrixPlace& place = layout.matrices[k];
    const analysis::AccessMap& map = (*input.maps)[place.map];
    std::uint64_t element = Target::none;
    if (input.hover.buffer == map.buffer) element = input.hover.index;
    if (input.hover.buffer == Target::none && map.buffer == input.subject.buffer) element = input.hover.element;
    if (element < map.elements) return Pointed{k, element / place.columns, element % place.columns};
  }
  return std::nullopt;
}

void frame(Canvas& canvas, const Rectangle& at) {
  canvas.box(at, 2, transparent, canvas.theme().background, 4);
  canvas.box(at, 2, transparent, canvas.theme().text, 2);
}

/// Frames the element under the pointer and, in a product, the row and column that belong to it.
void draw_pointed(Canvas& canvas, const MatrixInput& input, const MatrixLayout& layout) {
  const std::optional<Pointed> at = pointed(input, layout);
  if (!at) return;
  const auto& matrices = layout.matrices;
  const auto row = [&](std::size_t k, std::uint64_t r) { frame(canvas, rectangle(matrices[k], r, 1, 0, matrices[k].columns)); };
  const auto column = [&](std::size_t k, std::uint64_t c) { frame(canvas, rectangle(matrices[k], 0, matrices[k].rows, c, 1)); };
  if (layout.product && at->matrix == 2) {
    row(0, at->row);
    column(1, at->column);
  } else if (layout.product && at->matrix == 0) {
    row(2, at->row);
  } else if (layout.product) {
    column(2, at->column);
  }
  Rectangle cell = rectangle(matrices[at->matrix], at->row, 1, at->column, 1);
  if (cell.width < 7) cell = {cell.x - (7 - cell.width) / 2, cell.y - (7 - cell.height) / 2, 7, 7};
  cell.x = std::max(cell.x, 0.0f);
  frame(canvas, cell);
}

std::string tip_of(const MatrixInput& input, const MatrixPlace& place, std::uint64_t element) {
  const analysis::AccessMap& map = (*input.maps)[place.map];
  std::string words = fmt::format("{}[{}][{}]", shape_of(input, map).name, element / place.columns, element % place.columns);
  const auto add = [&](std::uint64_t count, const char* what) {
    if (count > 0) words += fmt::format(" · {} {}", what, count == 1 ? "once" : base::grouped(count) + " times");
  };
  add(map.reads[element], "read");
  add(map.writes[element], "written");
  add(map.atomics[element], "updated");
  return words;
}

}  // namespace

Picture matrix_picture(const MatrixInput& input, const Theme& theme, float width, float height, CellPainter& painter) {
  Canvas canvas(theme, width, height);
  const bool recorded = input.subject.result->trace.level != trace::Level::none;
  if (input.maps->empty() || !recorded) {
    canvas.section({0, 14}, "Matrices", width);
    canvas.text({0, 50}, 17,
                fit_text(recorded ? "None of this experiment's buffers is a matrix."
                                  : "This run was not recorded: what was read when is not known.",
                         17, width),
                theme.muted);
    return {canvas.take(), [](Point) { return HotSpot{}; }};
  }
  const std::vector<LegendEntry> entries = legend(input, theme);
  const MatrixLayout layout = matrix_layout(input, width, height, legend_height(entries, width));
  for (std::size_t k = 0; k < layout.matrices.size(); ++k) {
    const MatrixPlace& place = layout.matrices[k];
    const analysis::AccessMap& map = (*input.maps)[place.map];
    const bool written = is_written(input, place.map);
    const float room = layout.product && k == 0 ? place.grid.at.x + place.grid.at.width : width - place.grid.at.x;
    const float left = layout.product && k == 0 ? 0 : place.grid.at.x;
    const float next = !layout.product && k + 1 < layout.matrices.size() ? layout.matrices[k + 1].grid.at.x - 12 - left : room;
    canvas.section({left, place.title}, title_of(input, place, std::min(room, next)), std::min(room, next));
    // Other views use the same painter slots: the versions must differ.
    constexpr std::uint64_t of_matrices = 0x6d61747269636573;
    const std::uint64_t version =
        base::Random((input.subject.version * 8 + map.buffer) ^ of_matrices ^ input.max_reads << 24).next() ^ map.steps ^
        std::uint64_t{written} << 40;
    const bool values = shows_values(input, map);
    const CellLook look = placed(look_of(input, theme, written, values), place.grid, input.scale);
    canvas.image(values ? painter.paint_values(static_cast<int>(k), version, final_values(input.subject), input.subject.range,
                                               look, place.grid.at, input.scale)
                        : painter.paint(
                              static_cast<int>(k), version,
                              [&] { return std::make_shared<const Cells>(cells_of(input, map, written)); }, look, place.grid.at,
                              input.scale));
    draw_in_shared(canvas, input, place);
    draw_just_touched(canvas, input, place);
  }
  draw_shared_words(canvas, input, layout);
  draw_pointed(canvas, input, layout);
  draw_legend(canvas, {0, layout.legend_top}, width, entries);

  Drawing drawing = canvas.take();
  struct Kept {
    MatrixLayout layout;
    std::vector<HotSpot> spots;
    std::vector<std::uint32_t> buffers;
    std::uint32_t shown = 0;
  };
  const auto kept = std::make_shared<Kept>();
  kept->layout = layout;
  kept->spots = drawing.hot_spots;
  kept->shown = input.subject.buffer;
  for (const MatrixPlace& place : layout.matrices) kept->buffers.push_back((*input.maps)[place.map].buffer);
  const auto tip = [input](const MatrixPlace& place, std::uint64_t element) { return tip_of(input, place, element); };
  return {std::move(drawing), [kept, tip](Point point) {
            for (std::size_t k = 0; k < kept->layout.matrices.size(); ++k) {
              const MatrixPlace& place = kept->layout.matrices[k];
              const auto element = cell_under(place.grid, point);
              if (!element) continue;
              HotSpot spot{cell_at(place.grid, *element), {}, tip(place, *element)};
              spot.target.buffer = kept->buffers[k];
              spot.target.index = *element;
              if (kept->buffers[k] == kept->shown) spot.target.element = *element;
              return spot;
            }
            return hot_spot_at(kept->spots, point);
          }};
}

Headline matrix_headline(const MatrixInput& input, const Theme& theme) {
  Headline headline;
  const auto title = [&](const std::string& words, Colour colour, Face face = Face::semibold) {
    headline.title.push_back({words, colour, face});
  };
  std::vector<const analysis::AccessMap*> read;
  std::uint64_t reads = 0, elements = 0, wrong = 0;
  for (std::size_t number = 0; number < input.maps->size(); ++number) {
    const analysis::AccessMap& map = (*input.maps)[number];
    if (!is_written(input, number) && map.elements > 0) {
      read.push_back(&map);
      elements += map.elements;
      for (const std::uint32_t count : map.reads) reads += count;
    } else {
      for (std::uint64_t k = 0; k < map.elements; ++k) wrong += is_wrong(input, map, k);
    }
  }
  if (auto stopped = outcome_headline(input.subject, theme); stopped && finished(input)) return *stopped;
  headline.origin = launch::Origin::counted;
  if (read.empty() || reads == 0) {
    title(read.empty()      ? "No matrix was only read."
          : finished(input) ? "No element of a matrix was read."
                            : "No element of a matrix has been read yet.",
          theme.text);
    if (!read.empty()) limit_to_recording(headline, input.subject, theme);
    return headline;
  }
  title(finished(input) ? "Each element of " : "So far, each element of ", theme.text);
  for (std::size_t k = 0; k < read.size(); ++k) {
    if (k > 0) title(k + 1 < read.size() ? ", of " : " and of ", theme.text);
    const auto [least, most] = std::ranges::minmax(read[k]->reads);
    title(shape_of(input, *read[k]).name, theme.accent, Face::mono);
    title(k == 0 ? " was read " : " ", theme.text);
    title(range(least, most), most > 1 ? theme.write : theme.good);
    title(least == 1 && most == 1 ? " time" : " times", theme.text);
  }
  title(".", theme.text);
  const std::string counts =
      fmt::format("{} from global memory by lanes, for {}.", base::counted(reads, "read"), base::counted(elements, "element"));
  if (wrong > 0) {  // the reads come second
    headline.detail = {{plain(headline.title) + " " + counts, theme.muted, Face::regular}};
    headline.title = {{base::counted(wrong, "element") + (wrong == 1 ? " of the result is wrong." : " of the result are wrong."),
                       theme.wrong, Face::semibold}};
  } else {
    headline.detail.push_back({counts, theme.muted, Face::regular});
  }
  limit_to_recording(headline, input.subject, theme);
  return headline;
}

}  // namespace warplens::view
