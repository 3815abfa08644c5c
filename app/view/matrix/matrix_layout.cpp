#include "view/matrix/matrix_layout.h"

#include <algorithm>
#include <cmath>

#include "view/drawing/text_width.h"

namespace warplens::view {
namespace {

constexpr float matrix_title_height = 26, between_matrices = 22, max_matrix_cell = 60;
constexpr std::size_t max_matrices = 3;

CellGrid grid_of(const MatrixPlace& place, Point at, float cell, float scale) {
  CellGrid grid;
  grid.cells = place.rows * place.columns;
  grid.columns = static_cast<std::uint32_t>(place.columns);
  grid.cell_width = grid.cell_height = cell;
  grid.gap = cell * scale >= 5 ? std::max(std::round(cell * scale * 0.08f), 1.0f) / scale : 0;
  grid.at = {at.x, at.y, cell * static_cast<float>(place.columns), cell * static_cast<float>(place.rows)};
  return grid;
}

/// Rounds a cell down to whole pixels if it is at least 4 pixels wide.
float whole_pixels(float cell, float scale) {
  const float pixels = cell * scale;
  return pixels >= 4 ? std::floor(pixels) / scale : cell;
}

}  // namespace

const BufferShape& shape_of(const MatrixInput& input, const analysis::AccessMap& map) {
  return shape_of(input.subject, map.buffer);
}

std::uint32_t last_access(const MatrixInput& input) {
  const trace::Trace& trace = input.subject.result->trace;
  if (input.hover.step < trace.steps.size()) return trace.steps.access[input.hover.step];
  if (input.steps >= trace.steps.size()) return trace::no_row;
  for (std::uint64_t step = input.steps; step > 0; --step)
    if (trace.steps.access[step - 1] != trace::no_row) return trace.steps.access[step - 1];
  return trace::no_row;
}

std::string fitting(const std::vector<std::string>& texts, float room) {
  for (const std::string& text : texts)
    if (text_width(small_capitals(text), smallest_text, Face::semibold) <= room) return text;
  return texts.back();
}

bool is_written(const MatrixInput& input, std::size_t number) {
  const analysis::AccessMap& map = (*input.whole)[number];
  const auto any = [](const std::vector<std::uint32_t>& counts) {
    return std::ranges::any_of(counts, [](auto n) { return n > 0; });
  };
  return any(map.writes) || any(map.atomics);
}

MatrixLayout matrix_layout(const MatrixInput& input, float width, float height, float legend) {
  MatrixLayout layout;
  for (std::size_t k = 0; k < std::min(input.maps->size(), max_matrices); ++k) {
    const std::uint64_t columns = std::max<std::uint64_t>(shape_of(input, (*input.maps)[k]).columns, 1);
    layout.matrices.push_back({k, std::max<std::uint64_t>((*input.maps)[k].elements / columns, 1), columns, {}, 0});
  }
  auto& at = layout.matrices;
  const float scale = std::max(input.scale, 0.1f), room = height - legend - 10;
  layout.product = at.size() == 3 && at[0].columns == at[1].rows && at[2].rows == at[0].rows && at[2].columns == at[1].columns;
  const auto real = [](std::uint64_t count) { return static_cast<float>(count); };
  const auto put = [&](MatrixPlace& place, float x, float y, float cell) {
    place.title = y + 14;
    place.grid = grid_of(place, {x, y + matrix_title_height}, cell, scale);
  };
  if (layout.product) {
    // B above C, A left of C. The remaining corner, top left, shows shared memory and needs a minimum width.
    const float min_corner = std::clamp(width * 0.2f, 110.0f, 320.0f);
    const float cell_x = std::min((width - between_matrices) / real(at[0].columns + at[1].columns),
                                  (width - between_matrices - min_corner) / real(at[1].columns));
    const float cell_y = (room - 2 * matrix_title_height - between_matrices) / real(at[1].rows + at[0].rows);
    const float cell = whole_pixels(std::min({cell_x, cell_y, max_matrix_cell}), scale);
    const float left = std::max(cell * real(at[0].columns), min_corner), top = cell * real(at[1].rows);
    put(at[1], left + between_matrices, 0, cell);
    put(at[0], left - cell * real(at[0].columns), matrix_title_height + top + between_matrices, cell);
    put(at[2], left + between_matrices, matrix_title_height + top + between_matrices, cell);
    layout.shared = {0, matrix_title_height, left, top};
    layout.legend_top = at[0].grid.at.y + at[0].grid.at.height + 10;
    return layout;
  }
  std::uint64_t columns = 0, rows = 1;
  for (const MatrixPlace& place : at) {
    columns += place.columns;
    rows = std::max(rows, place.rows);
  }
  const float shared_room = std::clamp(room * 0.3f, 90.0f, 260.0f) + matrix_title_height + between_matrices;
  // The matrices come first: in a small picture shared memory has no room below them.
  constexpr float min_matrices = 60;
  const bool words =
      input.shared != nullptr && !input.shared->words.empty() && room - matrix_title_height - shared_room >= min_matrices;
  const float below = words ? shared_room : 0;
  const float cell_x = (width - between_matrices * static_cast<float>(std::max<std::size_t>(at.size(), 1) - 1)) /
                       real(std::max<std::uint64_t>(columns, 1));
  const float cell = whole_pixels(std::min({cell_x, (room - matrix_title_height - below) / real(rows), max_matrix_cell}), scale);
  float x = 0;
  for (MatrixPlace& place : at) {
    put(place, x, 0, cell);
    x += place.grid.at.width + between_matrices;
  }
  const float bottom = matrix_title_height + cell * real(rows);
  if (words)
    layout.shared = {0, bottom + between_matrices + matrix_title_height, width, below - matrix_title_height - between_matrices};
  layout.legend_top = bottom + below + 10;
  return layout;
}

}  // namespace warplens::view
