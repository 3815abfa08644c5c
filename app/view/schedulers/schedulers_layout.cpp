#include "view/schedulers/schedulers_layout.h"

#include <algorithm>

#include "view/drawing/text_width.h"

namespace warplens::view {
namespace {

using analysis::WarpState;
using Scheduler = analysis::WarpTimeline::Scheduler;

constexpr float timeline_title_height = 28, timeline_axis_height = 34, timeline_label_size = 15;

/// Of a scheduler: height of its issue slots, and the gaps after them, after its rows, and after its multiprocessor.
struct Air {
  float slots, slots_gap, scheduler_gap, multiprocessor_gap;
};
constexpr Air high_air{64, 4, 10, 8}, easy_air{24, 4, 10, 8}, low_air{12, 4, 10, 8}, min_air{8, 2, 5, 4};
constexpr float min_room = 100;  // for the warps' rows next to other plots
constexpr float min_row = 1, distinct_row = 2, readable_row = 4, wanted_row = 8, max_row = 32;

/// The schedulers of each multiprocessor.
std::vector<std::span<const Scheduler>> by_multiprocessor(const std::vector<Scheduler>& all) {
  std::vector<std::span<const Scheduler>> groups;
  for (auto first = all.begin(); first != all.end();) {
    const auto last = std::find_if(first, all.end(), [&](const Scheduler& one) { return one.sm != first->sm; });
    groups.emplace_back(&*first, static_cast<std::size_t>(last - first));
    first = last;
  }
  return groups;
}

/// Height of a multiprocessor without its rows.
float fixed_height(std::span<const Scheduler> group, const Air& air) {
  return static_cast<float>(group.size()) * (air.slots + air.slots_gap + air.scheduler_gap) + air.multiprocessor_gap;
}

float rows_of(std::span<const Scheduler> group) {
  float rows = 0;
  for (const Scheduler& one : group) rows += static_cast<float>(one.slots);
  return rows;
}

}  // namespace

std::vector<StateColour> state_colours(const Theme& theme) {
  const auto weak = [&](Colour colour) { return mixed(theme.background, colour, 0.45f); };
  return {{WarpState::memory, theme.read, "waits for memory", "waits for memory"},
          {WarpState::barrier, theme.atomic, "waits at a barrier", "waits at a barrier"},
          {WarpState::selection, theme.write, "not selected: another warp issues", "not selected"},
          {WarpState::unit, weak(theme.write), "arithmetic unit busy", "arithmetic busy"},
          {WarpState::bandwidth, weak(theme.read), "L1 or connection to L2 busy", "L1 or L2 busy"},
          {WarpState::computing, theme.good, "computes", "computes"},
          {WarpState::ended, theme.idle, "exited; its block still runs", "exited"}};
}

std::vector<LegendEntry> schedulers_legend(const SchedulersInput& input, const Theme& theme, Size size) {
  constexpr float all_from = 400;
  const bool all = size.width >= all_from && size.height >= all_from;
  std::vector<LegendEntry> entries{
      {LegendEntry::Swatch::square, theme.soft, {0, 0, 0, 0}, all ? "issue slots used, 0 to 100 %" : "issue slots used"}};
  for (const StateColour& each : state_colours(theme))
    if (all || input.timeline->cycles[static_cast<std::size_t>(each.state)] != 0)
      entries.push_back({LegendEntry::Swatch::square, each.colour, {0, 0, 0, 0}, all ? each.words : each.short_words});
  return entries;
}

std::uint64_t own_cycles(const SchedulersInput& input) {
  return std::max<std::uint64_t>(input.timeline->end, input.subject.result->counters.cycles);
}

std::uint64_t whole_cycles(const SchedulersInput& input) {
  return std::max<std::uint64_t>({own_cycles(input), input.subject.shared_scale.cycles, 1});
}

SchedulersLayout schedulers_layout(const SchedulersInput& input, const Theme& theme, float width, float height) {
  const analysis::WarpTimeline& timeline = *input.timeline;
  const auto groups = by_multiprocessor(timeline.schedulers);
  SchedulersLayout layout;
  layout.multiprocessors = groups.size();
  if (groups.empty()) return layout;
  float room = height - timeline_title_height - timeline_axis_height -
               legend_height(schedulers_legend(input, theme, {width, height}), width) - 6;
  const float hiding = latency_hiding_height(input.residencies), left = room - hiding - latency_hiding_gap;
  const float one = fixed_height(groups.front(), min_air) + min_row * rows_of(groups.front());
  layout.shows_latency_hiding = hiding > 0 && left >= std::max(std::min(min_room, height * 0.2f), one);
  if (layout.shows_latency_hiding) room = left;
  // As many multiprocessors as fit with rows of a height that can be told apart; the first ones decide, so that scrolling keeps
  // the number.
  const float wanted = fixed_height(groups.front(), easy_air) + wanted_row * rows_of(groups.front());
  layout.shown = std::clamp<std::size_t>(static_cast<std::size_t>(std::max(room, 0.0f) / wanted), 1, groups.size());
  layout.first = std::min(input.first_row, groups.size() - layout.shown);
  const auto row_height = [&](const Air& air) {
    float rows = 0, fixed = 0;
    for (std::size_t k = layout.first; k < layout.first + layout.shown; ++k) {
      rows += rows_of(groups[k]);
      fixed += fixed_height(groups[k], air);
    }
    return std::clamp((room - fixed) / std::max(rows, 1.0f), min_row, max_row);
  };
  const Air air = row_height(low_air) < distinct_row    ? min_air
                  : row_height(easy_air) < readable_row ? low_air
                  : row_height(high_air) == max_row     ? high_air
                                                        : easy_air;
  layout.row_height = row_height(air);

  const double zoom = std::max(1.0f, input.zoom), whole = static_cast<double>(whole_cycles(input));
  layout.axis.left = text_width("scheduler 0", timeline_label_size) + 14;
  layout.axis.right = width - text_width("100 %", smallest_text, Face::mono) - 16;
  layout.axis.cycles = whole / zoom;
  layout.axis.begin = std::clamp<double>(input.pan, 0.0, 1 - 1 / zoom) * whole;
  const float wide = layout.axis.right - layout.axis.left;
  float y = timeline_title_height;
  for (std::size_t k = layout.first; k < layout.first + layout.shown; ++k) {
    for (const Scheduler& one : groups[k]) {
      const float rows_height = layout.row_height * static_cast<float>(one.slots);
      layout.places.push_back({&one,
                               {layout.axis.left, y, wide, air.slots},
                               {layout.axis.left, y + air.slots + air.slots_gap, wide, rows_height},
                               &one == &groups[k].front()});
      y += air.slots + air.slots_gap + rows_height + air.scheduler_gap;
    }
    y += air.multiprocessor_gap;
  }
  layout.bottom = y - air.multiprocessor_gap - air.scheduler_gap;
  return layout;
}

}  // namespace warplens::view
