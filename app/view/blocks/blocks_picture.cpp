#include "view/blocks/blocks_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/number_format.h"
#include "view/drawing/canvas.h"
#include "view/drawing/text_width.h"
#include "view/material.h"

namespace warplens::view {
namespace {

using Stay = analysis::BlockTimeline::Stay;

constexpr float title_height = 28, axis_height = 34, label_size = 15, group_gap = 8;
constexpr float min_slot = 5, max_slot = 40;

/// Geometry, in points of the drawing.
struct Layout {
  float left = 0, right = 0;
  std::size_t first = 0, rows = 0;  ///< multiprocessors shown
  float slot_height = max_slot, group_height = 0;
  float rows_bottom = 0;
  Rectangle fill;  ///< of the occupancy plot; height 0: not drawn
  double begin = 0, cycles = 1;

  float x(double cycle) const { return left + static_cast<float>((cycle - begin) / cycles) * (right - left); }
  float y(const Stay& stay) const {
    return title_height + static_cast<float>(stay.sm - first) * group_height + static_cast<float>(stay.slot) * slot_height;
  }
  bool shows(const Stay& stay) const { return stay.sm >= first && stay.sm < first + rows; }
};

/// Height kept for the plot of resident warps, with its title and spacing. 0 in a low picture, whose rows come first.
float fill_height(float height) { return height < 480 ? 0 : std::clamp(height * 0.26f, 120.0f, 260.0f); }

/// In short words where `width` is small.
std::vector<LegendEntry> legend(const BlocksInput& input, const Theme& theme, float width) {
  using Swatch = LegendEntry::Swatch;
  const bool brief = width < 400;
  std::vector<LegendEntry> entries{
      {Swatch::square, thread_colour(theme, 0, 1, 2), transparent, brief ? "a block" : "a block, from its start to its end"}};
  if (input.timeline->tail_begin < input.timeline->end)
    entries.push_back({Swatch::square, faded(theme.wrong, 0.18f), faded(theme.wrong, 0.5f),
                       brief ? "tail: no block was left" : "tail: places for which no block was left"});
  return entries;
}

float rows_room(const BlocksInput& input, const Theme& theme, float width, float height) {
  return height - fill_height(height) - legend_height(legend(input, theme, width), width) - 6 - axis_height - title_height;
}

std::size_t rows_that_fit(const BlocksInput& input, float room) {
  const float least = min_slot * static_cast<float>(std::max(input.timeline->slots, 1u)) + group_gap;
  return std::clamp<std::size_t>(static_cast<std::size_t>(std::max(room, 0.0f) / std::max(least, 20.0f)), 1,
                                 std::max(input.timeline->multiprocessors, 1u));
}

/// Length of the time axis.
double whole_cycles(const BlocksInput& input) {
  return static_cast<double>(std::max<std::uint64_t>({input.timeline->end, input.subject.shared_scale.cycles, 1}));
}

Layout layout_of(const BlocksInput& input, const Theme& theme, float width, float height) {
  const analysis::BlockTimeline& timeline = *input.timeline;
  const auto slots = static_cast<float>(std::max(timeline.slots, 1u));
  Layout layout;
  const float room = rows_room(input, theme, width, height);
  layout.rows = rows_that_fit(input, room);
  layout.first = std::min<std::size_t>(input.first_row,
                                       timeline.multiprocessors - std::min<std::size_t>(layout.rows, timeline.multiprocessors));
  layout.slot_height = std::clamp((room / static_cast<float>(layout.rows) - group_gap) / slots, 2.0f, max_slot);
  layout.group_height = layout.slot_height * slots + group_gap;
  layout.rows_bottom = title_height + static_cast<float>(layout.rows) * layout.group_height;
  layout.left = text_width(fmt::format("SM {}", timeline.multiprocessors), label_size) + 14;
  layout.right = width - 14;
  layout.cycles = whole_cycles(input);
  // In a low picture, the plot of resident warps has what the rows leave over.
  constexpr float least_plot = 90, low_plot = 200;
  const float below = fill_height(height);
  const float top = layout.rows_bottom + axis_height + legend_height(legend(input, theme, width), width) + 6 + 18 + title_height;
  const float tall = std::min(height - top - 10, below > 0 ? below * 1.5f : low_plot);
  if (below > 0 || tall >= least_plot) {
    layout.left = std::max(layout.left, text_width("100 %", smallest_text, Face::mono) + 14);
    layout.fill = {layout.left, top, layout.right - layout.left, tall};
  }
  return layout;
}

bool is_lit(const BlocksInput& input, const Stay& stay) {
  return input.hover.thread != Target::none &&
         input.hover.thread / std::max<std::uint64_t>(input.subject.threads_per_block(), 1) == stay.block;
}

void draw_tail(Canvas& canvas, const BlocksInput& input, const Layout& layout) {
  const analysis::BlockTimeline& timeline = *input.timeline;
  if (timeline.tail_begin >= timeline.end) return;
  const float from = layout.x(static_cast<double>(timeline.tail_begin)), to = layout.x(static_cast<double>(timeline.end));
  canvas.box({from, title_height, to - from, layout.rows_bottom - title_height}, 0, faded(canvas.theme().wrong, 0.10f));
  canvas.line({from, title_height}, {from, layout.rows_bottom}, faded(canvas.theme().wrong, 0.6f), 1, 4);
}

void draw_stays(Canvas& canvas, const BlocksInput& input, const Layout& layout) {
  const Theme& theme = canvas.theme();
  const std::uint64_t blocks = base::count(input.subject.grid);
  for (std::size_t row = 0; row < layout.rows; ++row) {
    const float y = title_height + static_cast<float>(row) * layout.group_height;
    canvas.box({layout.left, y, layout.right - layout.left, layout.group_height - group_gap}, 4,
               row % 2 ? theme.bar : theme.panel);
    canvas.text({0, y + (layout.group_height - group_gap) / 2 + 5}, label_size, fmt::format("SM {}", layout.first + row),
                theme.soft);
  }
  draw_tail(canvas, input, layout);
  const float bar = std::max(layout.slot_height - (layout.slot_height >= 8 ? 2.0f : 0.5f), 1.0f);
  float drawn_y = -1, drawn_to = 0;  // row and x of the last block drawn
  for (const Stay& stay : input.timeline->stays) {
    if (!layout.shows(stay)) continue;
    const float x = layout.x(static_cast<double>(stay.start)), wide = layout.x(static_cast<double>(stay.end)) - x;
    const bool lit = is_lit(input, stay);
    // Draw at most one block per point: the cost then depends on the picture's size, not on the number of blocks.
    const float y = layout.y(stay);
    if (!lit && wide < 1 && y == drawn_y && x < drawn_to + 1) continue;
    drawn_y = y;
    drawn_to = x;
    const Rectangle at{x, y, std::max(wide - (wide > 4 ? 1.0f : 0.0f), 1.0f), bar};
    const float radius = std::min({3.0f, at.width / 3, at.height / 3});
    canvas.box(at, radius, thread_colour(theme, stay.block, blocks, lit ? 3 : 1, 4), lit ? theme.text : transparent,
               lit ? 2.0f : 0.0f);
    const std::string label = base::grouped(std::uint64_t{stay.block});
    if (bar >= smallest_text + 2 && at.width > text_width(label, smallest_text, Face::mono) + 12)
      canvas.text({x + 6, at.y + bar / 2 + 5}, smallest_text, label, Colour{255, 255, 255, 255}, Anchor::start, Face::mono);
  }
}

/// Resident warps as a share of the capacity of all multiprocessors, averaged over each of `columns` equal intervals.
std::vector<double> filled(const BlocksInput& input, std::size_t columns, std::uint32_t max_warps) {
  const analysis::BlockTimeline& timeline = *input.timeline;
  const double each = whole_cycles(input) / static_cast<double>(columns);
  // Each block adds its warps at its start and removes them at its end. The prefix sum of these changes is the number of resident
  // warps.
  std::vector<double> share(columns, 0);
  const double warps = static_cast<double>(input.subject.warps_per_block());
  std::vector<double> steps(columns + 1, 0);
  const auto add = [&](double cycle, double amount) {
    const double place = cycle / each;
    const auto column = std::min(static_cast<std::size_t>(place), columns - 1);
    share[column] += amount * (1 - (place - static_cast<double>(column)));  // rest of this column
    steps[column + 1] += amount;                                            // all later columns
  };
  for (const Stay& stay : timeline.stays) {
    add(static_cast<double>(stay.start), warps);
    add(static_cast<double>(stay.end), -warps);
  }
  const double all = static_cast<double>(max_warps) * std::max(timeline.multiprocessors, 1u);
  double level = 0;
  for (std::size_t column = 0; column < columns; ++column) {
    level += steps[column];
    share[column] = std::clamp((share[column] + level) / all, 0.0, 1.0);
  }
  return share;
}

void draw_fill(Canvas& canvas, const BlocksInput& input, const Layout& layout) {
  const Theme& theme = canvas.theme();
  const Rectangle& at = layout.fill;
  if (at.height < 40 || !input.subject.result->occupancy) return;
  const launch::Occupancy& occupancy = *input.subject.result->occupancy;
  canvas.fitting_section({0, at.y - 14},
                         {"How full the multiprocessors were: resident warps of those that fit · modelled",
                          "Resident warps of those that fit · modelled", "Resident warps"},
                         canvas.width());
  const auto y = [&](double share) { return at.y + at.height * static_cast<float>(1 - share); };
  for (const double share : {0.0, 0.5, 1.0}) {
    canvas.line({at.x, y(share)}, {at.x + at.width, y(share)}, faded(theme.line, share == 0 ? 1.0f : 0.6f), 1);
    canvas.text({at.x - 10, y(share) + 5}, smallest_text, fmt::format("{:.0f} %", share * 100), theme.muted, Anchor::end,
                Face::mono);
  }
  const auto columns = static_cast<std::size_t>(std::clamp(at.width / 3, 1.0f, 600.0f));
  const std::vector<double> share = filled(input, columns, std::max(occupancy.max_warps, 1u));
  const float wide = at.width / static_cast<float>(columns);
  const Colour colour = mixed(theme.background, theme.read, 0.65f);  // opaque: overlaps would be stripes
  for (std::size_t column = 0; column < columns; ++column) {
    if (share[column] <= 0) continue;
    const float top = y(share[column]);
    canvas.box({at.x + static_cast<float>(column) * wide, top, wide + 0.2f, at.y + at.height - top}, 0, colour);
  }
  const float theoretical = y(occupancy.theoretical());
  canvas.line({at.x, theoretical}, {at.x + at.width, theoretical}, theme.text, 1.5f, 5);
  const std::string words = fmt::format("theoretical occupancy {:.0f} %", occupancy.theoretical() * 100);
  const bool above = theoretical - at.y > 22;
  const float wide_words = text_width(words, smallest_text) + 12;
  const float base = above ? theoretical - 7 : theoretical + 19;
  canvas.box({at.x + at.width - wide_words, base - 15, wide_words, 20}, 4, faded(theme.background, 0.8f));
  canvas.text({at.x + at.width - 6, base}, smallest_text, words, theme.text, Anchor::end);
}

/// Hit test for the pointer; the picture keeps its own copy of the blocks and their layout.
struct Places {
  Layout layout;
  std::vector<Stay> stays;
  std::vector<std::string> names;
  std::uint64_t threads_per_block = 1;

  HotSpot under(Point point) const {
    HotSpot spot;
    for (std::size_t k = 0; k < stays.size(); ++k) {
      const float x = layout.x(static_cast<double>(stays[k].start));
      const Rectangle at{x, layout.y(stays[k]), std::max(layout.x(static_cast<double>(stays[k].end)) - x, 1.0f),
                         layout.slot_height};
      if (!at.contains(point)) continue;
      spot.at = at;
      spot.target.thread = stays[k].block * threads_per_block;
      spot.tooltip = names[k];
    }
    return spot;
  }
};

}  // namespace

std::size_t blocks_rows_visible(const BlocksInput& input, float height) {
  return rows_that_fit(input, rows_room(input, theme(ThemeName::dark), 4000, height));
}

Picture blocks_picture(const BlocksInput& input, const Theme& theme, float width, float height) {
  Canvas canvas(theme, width, height);
  const analysis::BlockTimeline& timeline = *input.timeline;
  if (timeline.stays.empty()) {
    canvas.section({0, 14}, "Blocks on the multiprocessors", width);
    canvas.text({0, title_height + 20}, label_size,
                fit_text("Where the blocks of this run were is not known: only the SIMT machine tells.", label_size, width),
                theme.muted);
    return {canvas.take(), [](Point) { return HotSpot{}; }};
  }
  const Layout layout = layout_of(input, theme, width, height);
  std::string part;
  if (layout.rows < timeline.multiprocessors)
    part = fmt::format(", {} to {} of {}", layout.first, layout.first + layout.rows - 1, timeline.multiprocessors);
  const std::string cycles = cycles_name(input.subject), unit = width < 400 ? cycles : "across: " + cycles;
  const float unit_width = text_width(unit, smallest_text) + 16;
  const std::string whose = input.machine.empty() ? "" : " · " + input.machine;
  const std::string rest = part + whose;
  canvas.fitting_section({0, 14}, {"Blocks on the multiprocessors" + rest, "Blocks" + rest, "Blocks" + whose},
                         width - unit_width);
  canvas.text({layout.right, 14}, smallest_text, unit, theme.muted, Anchor::end);
  draw_stays(canvas, input, layout);
  draw_cycle_axis(canvas, {layout.left, layout.right, layout.begin, layout.cycles}, layout.rows_bottom - group_gap + 4, width);
  draw_legend(canvas, {0, layout.rows_bottom + axis_height}, width, legend(input, theme, width));
  draw_fill(canvas, input, layout);

  const auto places = std::make_shared<Places>();
  places->layout = layout;
  places->threads_per_block = input.subject.threads_per_block();
  for (const Stay& stay : timeline.stays) {
    if (!layout.shows(stay)) continue;
    places->stays.push_back(stay);
    places->names.push_back(fmt::format("{} on SM {}: cycles {} to {}", capitalised(block_name(input.subject, stay.block)),
                                        stay.sm, base::grouped(stay.start), base::grouped(stay.end)));
  }
  return {canvas.take(), [places](Point point) { return places->under(point); }};
}

BothBlocksInput blocks_input(const Material& material) {
  BothBlocksInput input;
  input.own.subject = material.subject;
  input.own.timeline = &material.tables->blocks;
  input.own.first_row = material.navigation.timeline.first_row;
  input.own.hover = material.hover;
  if (!material.other) return input;
  input.own.machine = material.other->own_device;
  if (material.other->tables->blocks.stays.empty()) return input;
  input.other.emplace();
  input.other->subject = material.other->subject;
  input.other->timeline = &material.other->tables->blocks;
  input.other->machine = material.other->device;
  return input;
}

Headline both_blocks_headline(const BothBlocksInput& input, const Theme& theme) { return blocks_headline(input.own, theme); }

Picture both_blocks_picture(const BothBlocksInput& input, const Theme& theme, float width, float height) {
  constexpr float min_half = 260, apart = 24;
  const float half = (height - apart) / 2;
  if (!input.other || half < min_half) return blocks_picture(input.own, theme, width, height);
  return stacked(blocks_picture(input.own, theme, width, half), blocks_picture(*input.other, theme, width, half), apart);
}

void move_blocks(const BothBlocksInput& input, const Theme&, Size size, const Gesture& gesture, Navigation& navigation) {
  constexpr float points_a_notch = 60;
  scroll_rows(navigation.timeline, gesture.drag.y + gesture.wheel * points_a_notch, input.own.timeline->multiprocessors,
              blocks_rows_visible(input.own, size.height));
}

}  // namespace warplens::view
