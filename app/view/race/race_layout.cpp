#include "view/race/race_layout.h"

#include <algorithm>
#include <cmath>

#include "view/drawing/text_width.h"
#include "view/race/distribution_plot.h"

namespace warplens::view {

namespace {

constexpr float race_axis_height = 34, max_thread_row = 44, easy_row = 36;

/// The least height of a row.
float tight_row(float height) { return height < 400 ? 18 : 20; }

/// Air above the distribution, and its title.
float distribution_title(float height) { return (height < 400 ? 8 : 18) + race_title_height; }

/// Rows that are visible before the distribution gets more than its least room.
float wanted_rows(float height) { return std::floor(std::clamp((height - 190) / tight_row(height), 4.0f, 8.0f)); }

/// Height for the distribution, of `room` for it and the rows, and how many of its entries have room. The rows take precedence:
/// as many of them as are wanted come first, then a strip for each entry, then the rest of both.
float distribution_height(const RaceInput& input, float height, float room, std::size_t rows, std::size_t& strips) {
  const float wanted = std::min(static_cast<float>(rows), wanted_rows(height));
  const float fixed = distribution_title(height) + distribution_axis_room;
  strips = std::min<std::size_t>(input.outcomes.size(), 4);
  const auto entries = static_cast<float>(strips);
  const float full =
      std::clamp(height * 0.30f, fixed + entries * distribution_strip, fixed + entries * (strips > 1 ? 80.0f : 120.0f));
  if (room - full >= wanted * easy_row) return full;
  const float left = room - wanted * tight_row(height) - fixed;
  strips = std::min(strips, static_cast<std::size_t>(std::max(left / distribution_least_strip, 0.0f)));
  return strips > 0 ? std::min(full, fixed + left) : 0;
}

}  // namespace

std::vector<LegendEntry> race_legend(const std::vector<RaceRow>& rows, const RaceSigns& drawn, const Theme& theme, float width) {
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
  const auto worded = [&](bool brief) {
    std::vector<LegendEntry> entries;
    if (plain || !atomic) {
      if (drawn.asked) entries.push_back({Swatch::ring, transparent, theme.read, "read asked"});
      entries.push_back({Swatch::square, faded(theme.read, 0.2f), theme.read, brief ? "arrives" : "value arrives"});
      const std::string writes = brief ? "writes" : "writes memory";
      entries.push_back({Swatch::square, theme.write, transparent, sum.empty() || atomic ? writes : writes + " (" + sum + ")"});
      if (drawn.complete) entries.push_back({Swatch::disc, theme.write, transparent, brief ? "complete" : "write complete"});
    }
    if (atomic) {
      entries.push_back({Swatch::square, theme.atomic, transparent, "atomic: reads, adds and writes in one"});
      if (drawn.complete) entries.push_back({Swatch::disc, theme.atomic, transparent, "old value is back"});
    }
    return entries;
  };
  std::vector<LegendEntry> full = worded(false);
  return legend_height(full, width) > legend_height({full.front()}, width) ? worded(true) : full;
}

RaceLayout race_layout(const RaceInput& input, const Theme& theme, const std::vector<RaceRow>& rows, float width, float height) {
  RaceLayout layout;
  const float legend_room = legend_height(race_legend(rows, {.asked = true, .complete = true}, theme, width), width) + 6;
  const float room = height - legend_room - race_axis_height - race_title_height;
  const float below = input.outcomes.empty() ? 0 : distribution_height(input, height, room, rows.size(), layout.strips);
  const float title = distribution_title(height);
  if (below > 0) layout.distribution = {0, height - below + title, width, below - title};
  const float rows_room = std::max(room - below, tight_row(height));
  const auto fit = static_cast<std::size_t>(rows_room / easy_row);
  const auto fit_tight = static_cast<std::size_t>(std::min(rows_room / tight_row(height), wanted_rows(height)));
  layout.rows = std::min(rows.size(), std::max({fit, fit_tight, std::size_t{1}}));
  layout.first = std::min(input.first_row, rows.size() - layout.rows);
  layout.row_height =
      std::clamp(rows_room / static_cast<float>(std::max<std::size_t>(layout.rows, 1)), tight_row(height), max_thread_row);
  layout.rows_bottom = race_title_height + layout.row_height * static_cast<float>(std::max<std::size_t>(layout.rows, 1));
  layout.axis_bottom = layout.rows_bottom + race_axis_height;
  layout.legend_bottom = layout.axis_bottom + legend_room;

  float labels = 0, verdicts = 0, brief_verdicts = 0;
  double begin = 0, end = 1;
  for (std::size_t k = layout.first; k < layout.first + layout.rows; ++k) {
    const RaceRow& row = rows[k];
    labels = std::max(labels, text_width(warp_name(input.subject, row.warp), race_label_size));
    verdicts = std::max(verdicts, verdict_room(input.subject, row, race_label_size));
    brief_verdicts = std::max(brief_verdicts, verdict_room(input.subject, row, race_label_size, true));
    begin = k == layout.first ? static_cast<double>(row.begin) : std::min(begin, static_cast<double>(row.begin));
    end = std::max(end, static_cast<double>(row.end));
  }
  const std::uint64_t shared = input.subject.shared_scale.cycles;
  end = std::max(end, static_cast<double>(shared));
  // If the first access is early, start the axis at cycle 0.
  if (begin < end * 0.25 || shared > 0) begin = 0;
  constexpr float min_plot = 150;
  const auto place = [&](float label_room, float verdict_room) {
    layout.band_left = std::min(labels, label_room) + 12;
    layout.plot_left = layout.band_left + 26;
    layout.plot_right = width - 30 - std::min(verdict_room, width * 0.42f);
  };
  place(width * 0.3f, verdicts);
  layout.brief = layout.plot_right - layout.plot_left < min_plot;
  if (layout.brief) place(width * 0.4f, brief_verdicts);
  layout.plot_right = std::max(layout.plot_right, layout.plot_left + 60);
  layout.whole_begin = begin;
  layout.whole_cycles = std::max(end - begin, 1.0);
  const double zoom = std::max(1.0f, input.zoom);
  layout.cycles = layout.whole_cycles / zoom;
  layout.begin = begin + std::clamp<double>(input.pan, 0.0, 1 - 1 / zoom) * layout.whole_cycles;
  return layout;
}

}  // namespace warplens::view
