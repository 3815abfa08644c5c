#include "view/memory/memory_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/number_format.h"
#include "view/drawing/text_width.h"
#include "view/mapping/mapping_cells.h"

namespace warplens::view {
namespace {

constexpr float table_from = 500;  ///< minimum height for the table
constexpr float axis_height = 24, max_row = 20;

/// The hovered request, if it goes to this memory.
std::optional<std::size_t> hovered(const MemoryInput& input) {
  if (input.hover.step == Target::none) return std::nullopt;
  const analysis::MemoryTraffic& traffic = traffic_of(input);
  const std::size_t index = analysis::requests_before(traffic, input.subject.result->trace, input.hover.step);
  if (index >= traffic.size() || step_of(input, index) != input.hover.step) return std::nullopt;
  return index;
}

}  // namespace

std::size_t chosen_memory(const Subject& subject, std::span<const analysis::MemoryTraffic> traffic, const std::string& name) {
  std::size_t chosen = 0;
  double most = -1;
  for (std::size_t k = 0; k < traffic.size(); ++k) {
    if (!name.empty() && memory_name(subject, traffic[k]) == name) return k;
    double wasted = wasted_bytes(traffic[k]);
    // Tie-break if nothing is wasted: shared memory first, then the shown buffer.
    if (traffic[k].shared()) wasted += 0.5;
    if (traffic[k].buffer == subject.buffer) wasted += 0.25;
    if (wasted <= most) continue;
    most = wasted;
    chosen = k;
  }
  return chosen;
}

std::string memory_name(const Subject& subject, const analysis::MemoryTraffic& traffic) {
  if (traffic.shared()) return std::string(shared_memory);
  if (traffic.buffer < subject.buffers.size()) return subject.buffers[traffic.buffer].name;
  return fmt::format("{}{}", unnamed_memory, traffic.buffer);
}

const analysis::MemoryTraffic& traffic_of(const MemoryInput& input) {
  return input.traffic[std::min(input.chosen, input.traffic.size() - 1)];
}

std::uint32_t step_of(const MemoryInput& input, std::size_t request) {
  return input.subject.result->trace.accesses.step[traffic_of(input).access[request]];
}

std::string request_words(const MemoryInput& input, std::size_t request, const std::string& memory) {
  const trace::Trace& trace = input.subject.result->trace;
  const std::uint32_t access = traffic_of(input).access[request], step = trace.accesses.step[access];
  const trace::AccessKind kind = trace.accesses.kind[access];
  const char* does = kind == trace::AccessKind::read ? "reads" : kind == trace::AccessKind::write ? "writes" : "updates";
  std::string words = fmt::format("{} {} {}", warp_name(input.subject, trace.steps.warp[step]), does, memory);
  if (const std::uint32_t line = line_of_step(input.subject, step); line > 0) words += fmt::format(" (line {})", line);
  return words;
}

std::string no_request_words(const MemoryInput& input) {
  const analysis::MemoryTraffic& traffic = traffic_of(input);
  const bool named = !traffic.shared() && traffic.buffer < input.subject.buffers.size();
  return "No request to " + std::string(named ? "the buffer " : "") + memory_name(input.subject, traffic) + " yet.";
}

double bank_share(std::uint32_t words) {
  constexpr double conflict = 0.6;  // with two words; the step from none to some is the largest
  return words <= 1 ? 1 : conflict * (1 - (std::log2(words) - 1) / 4.0);
}

std::string passes_words(std::uint64_t passes) { return passes == 1 ? "1 pass" : base::grouped(passes) + " passes"; }

std::vector<LegendEntry> memory_legend(const MemoryInput& input, const Theme& theme, float width) {
  using Swatch = LegendEntry::Swatch;
  const bool brief = width < 520;
  std::vector<LegendEntry> entries;
  if (traffic_of(input).shared()) {
    for (const int words : {1, 2, 4, 8, 16, 32})
      entries.push_back({Swatch::square, quality_colour(theme, bank_share(static_cast<std::uint32_t>(words))), transparent,
                         words > 1 ? fmt::format("{}", words)
                         : brief   ? "1 word"
                                   : "1 word from the bank: one pass"});
    entries.back().words = brief ? "32" : "32 words: 32 passes";
  } else {
    entries.push_back(
        {Swatch::square, quality_colour(theme, 4 / 32.0), transparent, brief ? "4 bytes used" : "4 of a sector's 32 bytes used"});
    for (const int bytes : {8, 16})
      entries.push_back({Swatch::square, quality_colour(theme, bytes / 32.0), transparent, fmt::format("{}", bytes)});
    entries.push_back({Swatch::square, quality_colour(theme, 1), transparent, "all 32"});
  }
  entries.push_back({Swatch::square, theme.read, transparent, "read"});
  entries.push_back({Swatch::square, theme.write, transparent, "write"});
  const trace::Accesses& accesses = input.subject.result->trace.accesses;
  const auto atomic = [&](std::uint32_t access) { return accesses.kind[access] == trace::AccessKind::atomic; };
  if (std::ranges::any_of(traffic_of(input).access, atomic))
    entries.push_back({Swatch::square, theme.atomic, transparent, "atomic"});
  return entries;
}

std::uint32_t labelled_lanes(float each, float all_from) {
  constexpr float number_room = 24;
  return each >= all_from ? 1 : 4 * each >= number_room ? 4 : 8;
}

MemoryLayout memory_layout(const MemoryInput& input, float width, float height) {
  const analysis::MemoryTraffic& traffic = traffic_of(input);
  const trace::Trace& trace = input.subject.result->trace;
  MemoryLayout layout;
  float y = memory_title;
  if (height >= table_from && input.traffic.size() > 1) {
    layout.table = {0, y, width, static_cast<float>(input.traffic.size() + 1) * memory_table_row};
    y += layout.table.height + 14 + memory_title;
  }
  const float request_height = std::clamp(height * 0.22f, 116.0f, 190.0f);
  layout.request = {0, y, width, request_height};
  y += request_height + 10 + memory_title;
  const float legend = legend_height(memory_legend(input, theme(ThemeName::dark), width), width);
  layout.legend_top = height - legend;
  const float room = std::max(layout.legend_top - 8 - axis_height - y, 40.0f);
  layout.rows = std::max<std::size_t>(static_cast<std::size_t>(room / 18), 1);
  layout.rows = std::min(layout.rows, traffic.size());
  layout.row_height = std::min(room / static_cast<float>(layout.rows), max_row);
  layout.map = {0, y, width, layout.row_height * static_cast<float>(layout.rows)};
  layout.legend_top = std::min(layout.legend_top, layout.map.y + layout.map.height + axis_height + 8);

  layout.happened = analysis::requests_before(traffic, trace, input.steps);
  const bool scrubbed = input.steps < trace.steps.size();
  // Unless the user scrolled, show the most expensive request with a few requests before it; of two runs, the same one.
  const auto common = input.start ? request_of(*input.start, input.subject, traffic) : std::nullopt;
  const std::size_t most = common.value_or(most_expensive(traffic, 0, traffic.size()));
  layout.first = std::min(input.first_row.value_or(most - std::min(most, layout.rows / 3)), traffic.size() - layout.rows);
  // While scrubbing, scroll by whole pages so that rows do not move.
  if (scrubbed) layout.first = layout.happened > 0 ? (layout.happened - 1) / layout.rows * layout.rows : 0;
  layout.rows = std::min(layout.rows, traffic.size() - layout.first);
  layout.current = hovered(input);
  if (!layout.current && layout.happened > 0)
    layout.current = scrubbed                     ? layout.happened - 1
                     : common && !input.first_row ? *common
                                                  : most_expensive(traffic, layout.first, layout.first + layout.rows);

  const std::uint64_t last_warp =
      std::max<std::uint64_t>(base::count(input.subject.grid) * input.subject.warps_per_block(), 1) - 1;
  layout.cells_left = std::min(text_width(warp_name(input.subject, last_warp), smallest_text) + 20, width * 0.42f);
  layout.cells_right = width - text_width(traffic.shared() ? "passes" : "sectors", smallest_text, Face::semibold) - 12;
  return layout;
}

}  // namespace warplens::view
