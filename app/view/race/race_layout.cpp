#include "view/race/race_layout.h"

#include <algorithm>

#include "view/drawing/text_width.h"

namespace warplens::view {

namespace {

constexpr float axis_height = 34, most_row = 44, least_row = 30;

}  // namespace

std::vector<LegendEntry> race_legend(const std::vector<RaceRow>& rows, const Theme& theme) {
  using Swatch = LegendEntry::Swatch;
  bool atomic = false, plain = false, same = true;
  std::string sum;
  for (const RaceRow& row : rows)
    for (const RaceMark& mark : row.marks) {
      (mark.atomic ? atomic : plain) = true;
      const std::string own = added(mark);
      if (!sum.empty() && own != sum) same = false;
      sum = own;
    }
  if (!same) sum.clear();
  std::vector<LegendEntry> entries;
  if (plain || !atomic) {
    entries.push_back({Swatch::ring, transparent, theme.read, "read asked"});
    entries.push_back({Swatch::square, faded(theme.read, 0.2f), theme.read, "value arrives"});
    entries.push_back({Swatch::square, theme.write, transparent, sum.empty() || atomic ? "write" : "write (" + sum + ")"});
    entries.push_back({Swatch::disc, theme.write, transparent, "landed"});
  }
  if (atomic) {
    entries.push_back({Swatch::square, theme.atomic, transparent, "atomic: reads, adds and writes in one"});
    entries.push_back({Swatch::disc, theme.atomic, transparent, "old value is back"});
  }
  return entries;
}

RaceLayout race_layout(const RaceInput& input, const Theme& theme, const std::vector<RaceRow>& rows, float width, float height) {
  RaceLayout layout;
  const float legend_room = legend_height(race_legend(rows, theme), width) + 6;
  float below = height - legend_room - axis_height;
  if (!input.outcomes.empty()) {
    // The timeline takes precedence over the distribution.
    const float strips = static_cast<float>(std::min<std::size_t>(input.outcomes.size(), 4));
    const float least = 18 + race_title_height + 28 + strips * 38;
    const float wanted = std::clamp(height * 0.30f, least, 18 + race_title_height + 28 + strips * (strips > 1 ? 80.0f : 120.0f));
    if (below - race_title_height - wanted >= 2 * least_row) {
      layout.distribution = {0, height - wanted + 18 + race_title_height, width, wanted - 18 - race_title_height};
      below -= wanted;
    }
  }
  const float room = std::max(below - race_title_height, least_row);
  const auto fit = static_cast<std::size_t>(room / least_row);
  layout.rows = std::min(rows.size(),
                         std::max<std::size_t>(std::min(fit, std::max<std::size_t>(static_cast<std::size_t>(room / 36), 1)), 1));
  layout.first = std::min(input.first_row, rows.size() - layout.rows);
  layout.row_height = std::clamp(room / static_cast<float>(std::max<std::size_t>(layout.rows, 1)), least_row, most_row);
  layout.rows_bottom = race_title_height + layout.row_height * static_cast<float>(std::max<std::size_t>(layout.rows, 1));
  layout.axis_bottom = layout.rows_bottom + axis_height;
  layout.legend_bottom = layout.axis_bottom + legend_room;

  float labels = 0, verdicts = 0;
  double begin = 0, end = 1;
  for (std::size_t k = layout.first; k < layout.first + layout.rows; ++k) {
    const RaceRow& row = rows[k];
    labels = std::max(labels, text_width(warp_name(input.subject, row.warp), race_label_size));
    verdicts = std::max(verdicts, verdict_room(input.subject, row, race_label_size));
    begin = k == layout.first ? static_cast<double>(row.begin) : std::min(begin, static_cast<double>(row.begin));
    end = std::max(end, static_cast<double>(row.end));
  }
  // If the first access is early, start the axis at cycle 0.
  if (begin < end * 0.25) begin = 0;
  layout.band_left = std::min(labels, width * 0.3f) + 12;
  layout.plot_left = layout.band_left + 26;
  layout.plot_right = std::max(width - 30 - std::min(verdicts, width * 0.42f), layout.plot_left + 60);
  layout.whole_begin = begin;
  layout.whole_cycles = std::max(end - begin, 1.0);
  const double zoom = std::max(1.0f, input.zoom);
  layout.cycles = layout.whole_cycles / zoom;
  layout.begin = begin + std::clamp<double>(input.pan, 0.0, 1 - 1 / zoom) * layout.whole_cycles;
  return layout;
}

}  // namespace warplens::view
