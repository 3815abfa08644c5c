#pragma once

#include <optional>
#include <vector>

#include "view/drawing/canvas.h"
#include "view/mapping/mapping_cells.h"
#include "view/memory/memory_picture.h"

namespace warplens::view {

/// Positions of the memory view's parts, in points, and the requests they show.
struct MemoryLayout {
  Rectangle table;    ///< one row per memory; height 0: none
  Rectangle request;  ///< the current request
  Rectangle map;      ///< a row per request, with its labels and axis
  float legend_top = 0;

  float row_height = 18;
  std::size_t first = 0, rows = 0;        ///< requests of the map
  std::size_t happened = 0;               ///< requests done so far
  std::optional<std::size_t> current;     ///< current request, index in the traffic; none before the first
  float cells_left = 0, cells_right = 0;  ///< horizontal range of the map's cells

  float row_top(std::size_t row) const { return map.y + static_cast<float>(row - first) * row_height; }
};

inline constexpr float memory_title = 26, memory_table_row = 26;

MemoryLayout memory_layout(const MemoryInput& input, float width, float height);
/// The legend; in short words if `width` is small.
std::vector<LegendEntry> memory_legend(const MemoryInput& input, const Theme& theme, float width);

/// The selected traffic; there must be one.
const analysis::MemoryTraffic& traffic_of(const MemoryInput& input);
/// Row of the trace's steps of a request.
std::uint32_t step_of(const MemoryInput& input, std::size_t request);
/// "block 0, warp 3 reads in", with `memory` as the name of the selected memory.
std::string request_words(const MemoryInput& input, std::size_t request, const std::string& memory);
/// "No request to the buffer in yet."
std::string no_request_words(const MemoryInput& input);
/// How good it is that a bank serves so many words, 1 to 32: the share for quality_colour().
double bank_share(std::uint32_t words);
/// "1 pass", "32 passes".
std::string passes_words(std::uint64_t passes);

/// Label every Nth of the lanes or banks, which stand side by side, `each` points wide. Returns N: 1 from a width of `all_from`
/// points on, else 4 or 8.
std::uint32_t labelled_lanes(float each, float all_from);

/// Draw the parts of the picture, each with its hot spots.
void draw_memory_table(Canvas& canvas, const MemoryInput& input, const MemoryLayout& layout);
void draw_memory_request(Canvas& canvas, const MemoryInput& input, const MemoryLayout& layout);
void draw_memory_map(Canvas& canvas, const MemoryInput& input, const MemoryLayout& layout);

}  // namespace warplens::view
