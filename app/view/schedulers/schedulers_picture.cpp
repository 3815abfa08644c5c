#include "view/schedulers/schedulers_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>

#include "base/number_format.h"
#include "view/drawing/text_width.h"
#include "view/schedulers/schedulers_layout.h"

namespace warplens::view {
namespace {

using Stay = analysis::WarpTimeline::Stay;
using Stretch = analysis::WarpTimeline::Stretch;

constexpr float label_size = 15, separated_row = 5, two_labels = 34;

/// The warps' rows of one scheduler, a pixel per point: in each column the state that took most of its cycles. A picture rather
/// than boxes, so that the cost depends on its size and not on the length of the run.
Image warps_image(const SchedulersInput& input, const SchedulersLayout& layout, const SchedulerPlace& place,
                  const std::vector<StateColour>& colours, const Theme& theme) {
  const analysis::WarpTimeline& timeline = *input.timeline;
  auto raster = std::make_shared<Raster>();
  raster->width = std::max(1u, static_cast<std::uint32_t>(place.warps.width));
  raster->height = std::max(1u, static_cast<std::uint32_t>(place.warps.height));
  raster->pixels.assign(std::size_t{raster->width} * raster->height, theme.panel);
  const double column_cycles = layout.axis.cycles / raster->width, last_column = raster->width - 1e-9;
  std::vector<std::array<double, analysis::warp_states>> columns(raster->width);
  std::size_t row = place.scheduler->first;
  for (std::uint32_t slot = 0; slot < place.scheduler->slots; ++slot) {
    std::ranges::fill(columns, std::array<double, analysis::warp_states>{});
    for (; row < place.scheduler->last && timeline.stays[row].slot == slot; ++row) {
      for (std::size_t k = timeline.stays[row].first; k < timeline.stays[row].last; ++k) {
        const Stretch& stretch = timeline.stretches[k];
        const double from = std::max((static_cast<double>(stretch.begin) - layout.axis.begin) / column_cycles, 0.0);
        const double to = std::min((static_cast<double>(stretch.end) - layout.axis.begin) / column_cycles, last_column);
        for (double at = from; at < to;) {
          const double next = std::min(std::floor(at) + 1, to);
          columns[static_cast<std::size_t>(at)][static_cast<std::size_t>(stretch.state)] += next - at;
          at = next;
        }
      }
    }
    const auto top = static_cast<std::uint32_t>(static_cast<float>(slot) * layout.row_height);
    const std::uint32_t bottom =
        std::min(static_cast<std::uint32_t>(static_cast<float>(slot + 1) * layout.row_height), raster->height);
    for (std::uint32_t x = 0; x < raster->width; ++x) {
      const auto most = std::ranges::max_element(columns[x]);
      if (*most <= 0) continue;
      const Colour colour = colours[static_cast<std::size_t>(most - columns[x].begin())].colour;
      for (std::uint32_t y = top; y < bottom; ++y) raster->pixels[std::size_t{y} * raster->width + x] = colour;
    }
  }
  return {place.warps, 0, raster};
}

/// Share of the cycles from `begin` to `end` in which the scheduler issued.
double issued(const analysis::WarpTimeline::Scheduler& scheduler, double begin, double end) {
  const auto& cycles = scheduler.issue_cycles;
  const auto first = std::lower_bound(cycles.begin(), cycles.end(), begin), last = std::lower_bound(first, cycles.end(), end);
  return static_cast<double>(last - first) / std::max(end - begin, 1.0);
}

void draw_slots(Canvas& canvas, const SchedulersInput& input, const SchedulersLayout& layout, const SchedulerPlace& place) {
  const Theme& theme = canvas.theme();
  const Rectangle& at = place.slots;
  canvas.box(at, 2, theme.panel, theme.line, 1);
  const auto columns = static_cast<std::size_t>(std::max(at.width / 3, 1.0f));
  const float wide = at.width / static_cast<float>(columns);
  // At least a cycle each, where the axis shows few.
  const double cycles = layout.axis.cycles / static_cast<double>(columns);
  for (std::size_t column = 0; column < columns; ++column) {
    const double begin = layout.axis.begin + static_cast<double>(column) * cycles;
    const double share = cycles >= 1 ? issued(*place.scheduler, begin, begin + cycles)
                                     : issued(*place.scheduler, std::floor(begin), std::floor(begin) + 1);
    const float high = static_cast<float>(std::min(share, 1.0)) * at.height;
    if (high > 0)
      canvas.box({at.x + static_cast<float>(column) * wide, at.y + at.height - high, wide + 0.2f, high}, 0, theme.soft);
  }
  const double share = issued(*place.scheduler, layout.axis.begin,
                              std::min(layout.axis.begin + layout.axis.cycles, static_cast<double>(own_cycles(input))));
  canvas.text({at.x + at.width + 8, at.y + at.height / 2 + 5}, smallest_text, fmt::format("{:.0f} %", 100 * share), theme.muted,
              Anchor::start, Face::mono);
  canvas.hot_spot({at.x, at.y, canvas.width() - at.x, at.height}, {},
                  fmt::format("Scheduler {} of SM {} issued an instruction in {:.1f} % of the cycles shown",
                              place.scheduler->number, place.scheduler->sm, 100 * share));
}

/// The rows that are drawn, for the pointer and for highlights; the picture keeps its own copy.
struct Rows {
  struct Row {
    Stay stay;
    Rectangle at;
    std::string name;
    std::vector<Stretch> stretches;
  };
  std::vector<Row> rows;
  CycleAxis axis;
  std::uint64_t warps_per_block = 1, threads_per_block = 1;

  HotSpot under(Point point) const {
    for (const Row& row : rows) {
      if (!row.at.contains(point)) continue;
      const double cycle = axis.begin + (point.x - axis.left) / (axis.right - axis.left) * axis.cycles;
      const auto found =
          std::ranges::find_if(row.stretches, [&](const Stretch& s) { return cycle < static_cast<double>(s.end); });
      if (found == row.stretches.end()) return {};
      HotSpot spot;
      spot.at = row.at;
      spot.target.thread =
          row.stay.warp / warps_per_block * threads_per_block + row.stay.warp % warps_per_block * std::uint64_t{trace::lanes};
      const bool waits = found->state != analysis::WarpState::computing && found->state != analysis::WarpState::ended;
      if (waits) spot.target.cycle = found->begin;
      spot.tooltip = fmt::format("{}: {}, cycles {} to {}", row.name, words_of(found->state), base::grouped(found->begin),
                                 base::grouped(found->end));
      return spot;
    }
    return {};
  }

  /// A thread's warp in a cycle.
  std::optional<Rectangle> place(const Target& target) const {
    if (target.thread == Target::none || target.cycle == Target::none) return std::nullopt;
    const std::uint64_t warp =
        target.thread / threads_per_block * warps_per_block + target.thread % threads_per_block / trace::lanes;
    const float x = axis.x(static_cast<double>(target.cycle));
    for (const Row& row : rows)
      if (row.stay.warp == warp && x >= row.at.x && x <= row.at.x + row.at.width) return Rectangle{x, row.at.y, 0, row.at.height};
    return std::nullopt;
  }
};

std::shared_ptr<Rows> visible_rows(const SchedulersInput& input, const SchedulersLayout& layout) {
  const analysis::WarpTimeline& timeline = *input.timeline;
  auto rows = std::make_shared<Rows>();
  rows->axis = layout.axis;
  rows->warps_per_block = input.subject.warps_per_block();
  rows->threads_per_block = input.subject.threads_per_block();
  const double begin = layout.axis.begin, end = begin + layout.axis.cycles;
  for (const SchedulerPlace& place : layout.places) {
    for (std::size_t k = place.scheduler->first; k < place.scheduler->last; ++k) {
      const Stay& stay = timeline.stays[k];
      if (static_cast<double>(stay.end) <= begin || static_cast<double>(stay.start) >= end) continue;
      const float left = layout.axis.x(std::max(static_cast<double>(stay.start), begin));
      const float right = layout.axis.x(std::min(static_cast<double>(stay.end), end));
      const auto stretches = timeline.stretches.begin();
      rows->rows.push_back(
          {stay,
           {left, place.warps.y + static_cast<float>(stay.slot) * layout.row_height, right - left, layout.row_height},
           capitalised(warp_name(input.subject, stay.warp)),
           {stretches + static_cast<std::ptrdiff_t>(stay.first), stretches + static_cast<std::ptrdiff_t>(stay.last)}});
    }
  }
  return rows;
}

}  // namespace

Picture schedulers_picture(const SchedulersInput& input, const Theme& theme, float width, float height) {
  Canvas canvas(theme, width, height);
  if (!input.timeline->known()) return {canvas.take(), [](Point) { return HotSpot{}; }};
  const SchedulersLayout layout = schedulers_layout(input, theme, width, height);
  std::string part;
  if (layout.shown < layout.multiprocessors) {
    const std::uint32_t from = layout.places.front().scheduler->sm, to = layout.places.back().scheduler->sm;
    part = from == to ? fmt::format(" · SM {}, one of {}", from, layout.multiprocessors)
                      : fmt::format(" · SM {} to {}, of {}", from, to, layout.multiprocessors);
  }
  if (!input.timeline->whole) part += " · recording full after cycle " + base::grouped(input.timeline->end);
  const std::string all = "Warps by scheduler" + part, cycles = cycles_name(input.subject), across = "across: " + cycles;
  const bool roomy = section_width(all) + text_width(across, smallest_text) + 16 <= width;
  const std::string unit = roomy ? across : cycles;
  canvas.fitting_section({0, 14}, {all, "Warps" + part, "Warps"}, width - text_width(unit, smallest_text) - 16);
  canvas.text({width, 14}, smallest_text, unit, theme.muted, Anchor::end);

  const std::vector<StateColour> colours = state_colours(theme);
  for (const SchedulerPlace& place : layout.places) {
    if (place.first)
      canvas.text({0, place.slots.y + 13}, label_size, fmt::format("SM {}", place.scheduler->sm), theme.text, Anchor::start,
                  Face::semibold);
    // Below the name of the multiprocessor if there is room before the next scheduler.
    if (!place.first || place.warps.y + place.warps.height - place.slots.y >= two_labels)
      canvas.text({0, place.slots.y + (place.first ? 32.0f : 13.0f)}, label_size,
                  fmt::format("scheduler {}", place.scheduler->number), theme.soft);
    draw_slots(canvas, input, layout, place);
    canvas.image(warps_image(input, layout, place, colours, theme));
    if (layout.row_height < separated_row) continue;
    for (std::uint32_t slot = 1; slot < place.scheduler->slots; ++slot) {
      const float y = place.warps.y + static_cast<float>(slot) * layout.row_height;
      canvas.line({place.warps.x, y}, {place.warps.x + place.warps.width, y}, theme.background, 1);
    }
  }
  const auto rows = visible_rows(input, layout);
  for (const Rows::Row& row : rows->rows) {
    if (input.hover.thread != Target::none && warp_of(input.subject, input.hover.thread) == row.stay.warp)
      canvas.box(row.at, 1, transparent, theme.text, 2);
  }
  if (input.cycle && static_cast<double>(*input.cycle) >= layout.axis.begin &&
      static_cast<double>(*input.cycle) <= layout.axis.begin + layout.axis.cycles) {
    const float x = layout.axis.x(static_cast<double>(*input.cycle));
    canvas.line({x, layout.places.front().slots.y}, {x, layout.bottom}, theme.accent, 2);
  }
  draw_cycle_axis(canvas, layout.axis, layout.bottom + 4, width);
  const std::vector<LegendEntry> legend = schedulers_legend(input, theme, {width, height});
  draw_legend(canvas, {0, layout.bottom + 34}, width, legend);
  if (layout.shows_latency_hiding)
    draw_latency_hiding(canvas, input.residencies,
                        {layout.axis.left, layout.bottom + 34 + legend_height(legend, width) + latency_hiding_gap,
                         layout.axis.right - layout.axis.left, 0});
  Picture picture{canvas.take(), {}};
  picture.under = [rows, spots = picture.drawing.hot_spots](Point point) {
    HotSpot found = rows->under(point);
    return found.tooltip.empty() ? hot_spot_at(spots, point) : found;
  };
  picture.place = [rows](const Target& target) { return rows->place(target); };
  return picture;
}

void move_schedulers(const SchedulersInput& input, const Theme& theme, Size size, const Gesture& gesture,
                     Navigation& navigation) {
  constexpr float drag_per_multiprocessor = 44;  // points
  if (!input.timeline->known()) return;
  const SchedulersLayout layout = schedulers_layout(input, theme, size.width, size.height);
  const float wide = layout.axis.right - layout.axis.left;
  Timeline& time = navigation.timeline;
  float scrolled = gesture.drag.y;
  if (wheel_scrolls(gesture, layout.multiprocessors, layout.shown, layout.bottom))
    scrolled += gesture.wheel * drag_per_multiprocessor;
  else if (gesture.wheel != 0)
    zoom_time(time, (gesture.at.x - layout.axis.left) / wide, gesture.factor(), static_cast<double>(whole_cycles(input)));
  if (gesture.drag.x != 0) pan_time(time, gesture.drag.x / wide);
  scroll_rows(time, scrolled, layout.multiprocessors, layout.shown, drag_per_multiprocessor);
}

}  // namespace warplens::view
