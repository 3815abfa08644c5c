#include "view/steps/steps_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/number_format.h"
#include "view/drawing/canvas.h"
#include "view/drawing/text_width.h"

namespace warplens::view {
namespace {

using launch::LanesAt;

// Points.
constexpr float steps_title_height = 28, warp_row = 30, place_row = 26, steps_label_size = 15, between = 22;
constexpr float register_row = 27, low_register_row = 22, lane_width = 6, legend_room = 64;
constexpr float name_room = 32, end_size = 17;  ///< next to a name in the list; of the words after the end
constexpr float low_picture = 360;              ///< one that is lower has smaller lanes, side by side
constexpr float shortest_type = 30;             ///< room in which a type, or its beginning, can still be read
constexpr std::size_t wanted_registers = 4;     ///< rows that are visible before lanes at one place get two lines each

std::string reason(LanesAt::Waits waits, bool one) {
  const std::string wait = one ? "waits" : "wait";
  switch (waits) {
    case LanesAt::Waits::for_block:
      return wait + " at the block's barrier";
    case LanesAt::Waits::for_lanes:
      return wait + " for other lanes of the warp";
    case LanesAt::Waits::to_reconverge:
      return wait + " for lanes that went another way";
    case LanesAt::Waits::not_at_all:
      break;
  }
  return one ? "goes on" : "go on";
}

/// Lanes at the same instruction share a colour; waiting lanes are pale, exited ones grey.
Colour colour_of(const Theme& theme, const launch::WarpAt& warp, std::uint32_t lane) {
  for (std::size_t k = 0; k < warp.lanes.size(); ++k) {
    if ((warp.lanes[k].lanes >> lane & 1) == 0) continue;
    const Colour colour = warp.lanes.size() == 1 ? theme.accent : label_colour(theme, 2 * k, 8);
    return faded(colour, warp.lanes[k].waits == LanesAt::Waits::not_at_all ? 1.0f : 0.35f);
  }
  return theme.idle;
}

/// Lanes of a warp of the launch that there are: the last warp of a block may have fewer than 32.
std::uint32_t lanes_of(const Subject& subject, std::uint32_t warp) {
  const std::uint64_t warps = std::max<std::uint64_t>(subject.warps_per_block(), 1), before = warp % warps * trace::lanes;
  const std::uint64_t threads = subject.threads_per_block();
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(threads - std::min(threads, before), 1, trace::lanes));
}

/// A row below the lanes: a variable of the source, or a register.
struct ValueRow {
  std::string_view name, type;
  const launch::RegisterAt* value = nullptr;
  const VariableAt* variable = nullptr;  ///< null for a register
  std::uint32_t written = 0, set = ~0u;  ///< lanes

  std::string text(std::uint32_t lane) const {
    if (variable != nullptr && !variable->texts[lane].empty()) return variable->texts[lane];
    return (set >> lane & 1) != 0 ? register_text(*value, lane) : std::string(unset_text);
  }
};

std::size_t row_count(const SteppedMoment& moment) { return moment.variables.size() + moment.registers.size(); }

/// Variables come first.
ValueRow value_row(const SteppedMoment& moment, std::size_t row) {
  if (row < moment.variables.size()) {
    const VariableAt& variable = moment.variables[row];
    return {variable.name, variable.type, &variable.value, &variable, variable.written};
  }
  const std::size_t r = row - moment.variables.size();
  const launch::RegisterAt& of = moment.registers[r];
  return {of.name, ptx::name(of.type), &of, nullptr, moment.written[r], r < moment.set.size() ? moment.set[r] : ~0u};
}

/// Geometry of the picture.
struct Layout {
  float list = 0;                      ///< width of the list of warps
  float list_name = 0, list_lane = 0;  ///< in it, width of a name and of a lane
  float right = 0, rest = 0;           ///< left edge and width of the chosen warp's part
  std::size_t warp_rows = 1;
  std::uint32_t lanes_across = 32;
  std::uint32_t lanes = 32;    ///< that the chosen warp has
  std::uint32_t numbered = 1;  ///< every Nth lane has its number in its box
  float lane_height = 28;
  float lanes_bottom = 0, registers_top = 0;
  std::size_t places = 0;     ///< groups of lanes at one place that are shown
  bool one_line = false;      ///< each of them on one line, else on two
  float register_height = 0;  ///< of a row
  std::size_t register_rows = 1;
  std::size_t pinned = 0;  ///< of them, variables at the top that do not scroll
  float name = 0, column = 0;
  std::uint32_t columns = 1;
};

Layout layout_of(const StepsInput& input, float width, float height) {
  Layout at;
  float name = 0;
  if (input.moment)
    for (const launch::WarpAt& warp : input.moment->warps)
      name = std::max(name, text_width(warp_name(input.subject, warp.warp), steps_label_size) + 1);  // 1: for rounding
  const bool low = height < low_picture;
  const float least = name + 32 * 1.5f + name_room;
  at.list =
      std::min({low ? least : std::max(width * 0.4f, least), name + 32 * lane_width + name_room, width * (low ? 0.54f : 0.48f)});
  at.list_lane = std::clamp((at.list - name - name_room) / 32, 1.5f, lane_width);
  at.list_name = at.list - 32 * at.list_lane - name_room;
  at.right = at.list + between;
  at.rest = width - at.right;
  const auto fit = [](float room, float row) { return static_cast<std::size_t>(std::max(room / row, 1.0f)); };
  at.warp_rows = fit(height - steps_title_height - legend_room, warp_row);
  if (input.moment) at.lanes = lanes_of(input.subject, input.moment->warp);
  constexpr float number_room = 20, min_lane = 12;
  at.lanes_across = at.rest >= number_room * 32 ? 32 : at.rest >= (low ? min_lane : number_room) * 16 ? 16 : 8;
  at.numbered = at.rest >= number_room * static_cast<float>(at.lanes_across) ? 1 : 2;
  if (low) at.lane_height = 23;
  at.lanes_bottom =
      steps_title_height + (at.lane_height + 3) * static_cast<float>((at.lanes + at.lanes_across - 1) / at.lanes_across);
  const launch::WarpAt* warp = input.moment ? input.moment->chosen() : nullptr;
  const float memory = input.moment && !input.moment->memory.empty() ? place_row : 0;
  const float room = height - at.lanes_bottom - 6 - memory - 34;
  const std::size_t all = warp != nullptr ? warp->lanes.size() : 0;
  const auto rows = [&](float of) { return static_cast<float>(std::min(wanted_registers, row_count(*input.moment))) * of; };
  at.places = all;
  if (all > 0) {
    at.one_line = room - 2 * place_row * static_cast<float>(all) < rows(low_register_row);
    if (at.one_line) at.places = std::clamp<std::size_t>(fit(room - rows(low_register_row), place_row), 1, all);
    // The last line says how many more there are.
    if (at.places < all) at.places = std::max<std::size_t>(at.places - 1, 1);
  }
  const auto lines = static_cast<float>((at.one_line ? 1 : 2) * at.places + (at.places < all ? 1 : 0));
  at.registers_top = at.lanes_bottom + 6 + place_row * lines + memory + 34;
  at.register_height = height - at.registers_top < rows(register_row) ? low_register_row : register_row;
  at.register_rows = fit(height - at.registers_top, at.register_height);
  const std::size_t variables = input.moment ? input.moment->variables.size() : 0;
  // Where all of them are known, registers come on demand: by the wheel.
  if (input.moment && !input.moment->every_variable) at.pinned = std::min(variables, at.register_rows / 2);
  at.name = std::min(variables > 0 ? 184.0f : 128.0f, at.rest * (low ? 0.5f : 0.42f));
  at.column = std::min(142.0f, at.rest - at.name);
  at.columns = static_cast<std::uint32_t>(std::clamp((at.rest - at.name) / at.column, 1.0f, static_cast<float>(at.lanes)));
  return at;
}

/// First visible row, clamped so that the last page is full.
std::size_t first_of(std::size_t wanted, std::size_t rows, std::size_t visible) {
  return std::min(wanted, rows > visible ? rows - visible : 0);
}

void draw_warps(Canvas& canvas, const StepsInput& input, const Layout& at) {
  const SteppedMoment& moment = *input.moment;
  const Theme& theme = canvas.theme();
  const std::size_t count = moment.warps.size();
  canvas.section({0, 14}, base::counted(std::uint64_t{count}, "resident warp"), at.list);
  const float each = at.list_lane, lanes = 32 * each;
  const std::size_t first = first_of(input.first_warp, count, at.warp_rows);
  for (std::size_t k = first; k < std::min(count, first + at.warp_rows); ++k) {
    const launch::WarpAt& warp = moment.warps[k];
    const Rectangle row{0, steps_title_height + warp_row * static_cast<float>(k - first), at.list, warp_row};
    const bool chosen = warp.warp == moment.warp;
    if (chosen || input.hover.warp == warp.warp) canvas.box(row, 6, chosen ? theme.selected : theme.control);
    const std::string name = warp_name(input.subject, warp.warp);
    canvas.text({10, row.y + warp_row / 2 + 5}, steps_label_size,
                fitting_warp_name(input.subject, warp.warp, steps_label_size, at.list_name),
                label_colour(theme, warp.block, base::count(input.subject.grid)));
    for (std::uint32_t lane = 0; lane < lanes_of(input.subject, warp.warp); ++lane)
      canvas.box({at.list - lanes - 10 + each * static_cast<float>(lane), row.y + 8,
                  each >= 3 ? each - std::min(1.0f, each * 0.25f) : each, warp_row - 16},
                 0, colour_of(theme, warp, lane));
    Target target;
    target.warp = warp.warp;
    target.lane = 0;
    canvas.hot_spot(row, target,
                    fmt::format("{} on SM {}{}. Click to look at it (↑ ↓).", capitalised(name), warp.multiprocessor,
                                warp.can_go ? "" : ": it cannot go on now"));
  }
  float y = canvas.height() - legend_room + 17;
  const std::vector<Span> words{{"One colour: lanes at one place. Pale: they wait. Grey: exited.", theme.muted}};
  for (auto& line : wrap(words, smallest_text, at.list)) {
    canvas.text({0, y}, smallest_text, std::move(line));
    y += 20;
  }
}

void draw_lanes(Canvas& canvas, const SteppedMoment& moment, const launch::WarpAt& warp, const Layout& at) {
  const Theme& theme = canvas.theme();
  const float each = at.rest / static_cast<float>(at.lanes_across);
  const auto place = [&](std::uint32_t lane) {
    return Rectangle{at.right + each * static_cast<float>(lane % at.lanes_across),
                     steps_title_height + (at.lane_height + 3) * static_cast<float>(lane / at.lanes_across), each - 2,
                     at.lane_height};
  };
  for (std::uint32_t lane = 0; lane < at.lanes; ++lane) {
    const Rectangle box = place(lane);
    canvas.box(box, 4, faded(colour_of(theme, warp, lane), 0.45f));
    if (lane == moment.lane) canvas.box(box, 4, {0, 0, 0, 0}, theme.text, 2);
    Target target;
    target.warp = warp.warp;
    target.lane = lane;
    canvas.hot_spot(box, target, fmt::format("Lane {}. Click to see its registers first.", lane));
  }
  // After all boxes: a number may be wider than its own.
  for (std::uint32_t lane = 0; lane < at.lanes; lane += at.numbered) {
    const Rectangle box = place(lane);
    canvas.text({box.x + box.width / 2, box.y + at.lane_height / 2 + 5}, smallest_text, std::to_string(lane), theme.text,
                Anchor::middle, Face::mono);
  }
}

/// Where the chosen warp's lanes are, one or two lines per group: the lanes, and their next instruction.
float draw_places(Canvas& canvas, const SteppedMoment& moment, const launch::WarpAt& warp, const Layout& at) {
  const Theme& theme = canvas.theme();
  float y = at.lanes_bottom + 6;
  for (std::size_t k = 0; k < at.places && k < moment.next.size(); ++k) {
    const LanesAt& lanes = warp.lanes[k];
    const InstructionText& next = moment.next[k];
    canvas.box({at.right, y + 8, 11, 11}, 3, colour_of(theme, warp, static_cast<std::uint32_t>(std::countr_zero(lanes.lanes))));
    std::string who = lanes_words(lanes.lanes) + (next.line > 0 ? fmt::format(" · line {} · ", next.line) : " · ");
    who += lanes.waits == LanesAt::Waits::not_at_all ? "next" : reason(lanes.waits, std::popcount(lanes.lanes) == 1) + " at";
    const float room = at.rest - 20;
    const std::string lead = fit_text(who, steps_label_size, at.one_line ? room * 0.6f : room);
    canvas.text({at.right + 20, y + 18}, steps_label_size, lead, theme.muted);
    const float after = at.one_line ? text_width(lead, steps_label_size) + 10 : 0;
    canvas.text({at.right + 20 + after, y + (at.one_line ? 18.0f : 40.0f)}, steps_label_size,
                fit_text(next.text, steps_label_size, room - after, Face::mono), theme.text, Anchor::start, Face::mono);
    const float high = (at.one_line ? 1 : 2) * place_row;
    canvas.hot_spot({at.right, y, at.rest, high}, {},
                    next.text + ": what these lanes do next, in PTX. Its source line is marked at the right.");
    y += high;
  }
  if (at.places < warp.lanes.size()) {
    const std::uint64_t more = warp.lanes.size() - at.places;
    canvas.text({at.right + 20, y + 18}, steps_label_size,
                fit_text("and lanes at " + base::counted(more, "more place"), steps_label_size, at.rest - 20), theme.muted);
    y += place_row;
  }
  return y;
}

/// A row's name and, where there is room, its type.
void draw_name(Canvas& canvas, const ValueRow& of, const Rectangle& row) {
  const Theme& theme = canvas.theme();
  const float baseline = row.y + row.height / 2 + 5, room = row.width - 14;
  const bool variable = of.variable != nullptr;
  const std::string name = fit_text(std::string(of.name), steps_label_size, room, Face::mono);
  canvas.text({row.x + 6, baseline}, steps_label_size, name,
              variable          ? theme.accent
              : of.written != 0 ? theme.text
                                : theme.soft,
              Anchor::start, Face::mono);
  const float left = room - text_width(name, steps_label_size, Face::mono) - 10;
  if (left >= shortest_type)
    canvas.text({row.x + row.width - 8, baseline}, smallest_text, fit_text(std::string(of.type), smallest_text, left, Face::mono),
                theme.muted, Anchor::end, Face::mono);
}

/// What a row is: a variable's line, and where its value is.
std::string row_words(const ValueRow& of) {
  if (of.variable == nullptr) return fmt::format("{} {}, a register", of.type, of.name);
  const std::string where = of.value->name.empty() ? "" : fmt::format("; {} has its value now", of.value->name);
  return fmt::format("{} {}, line {}{}", of.type, of.name, of.variable->line, where);
}

void draw_values(Canvas& canvas, const StepsInput& input, const Layout& at) {
  const SteppedMoment& moment = *input.moment;
  const Theme& theme = canvas.theme();
  const std::uint32_t first_lane = std::min(moment.lane, at.lanes - at.columns);
  const std::string what = moment.variables.empty() ? "Registers" : "Variables and registers";
  canvas.section({at.right, at.registers_top - 12},
                 fit_text(at.columns == 1 ? fmt::format("{} of lane {}", what, first_lane)
                                          : fmt::format("{} of lanes {} {} {}", what, first_lane, at.columns == 2 ? "and" : "to",
                                                        first_lane + at.columns - 1),
                          steps_label_size, at.rest),
                 at.rest);
  const std::size_t first = first_of(input.first_register, row_count(moment) - at.pinned, at.register_rows - at.pinned);
  for (std::size_t row = 0; row < at.register_rows; ++row) {
    const std::size_t r = row < at.pinned ? row : row + first;
    if (r >= row_count(moment)) break;
    const ValueRow each = value_row(moment, r);
    const float y = at.registers_top + at.register_height * static_cast<float>(row);
    const float baseline = y + at.register_height / 2 + 5;
    if (each.written != 0) canvas.box({at.right, y, at.rest, at.register_height}, 4, faded(theme.write, 0.14f));
    draw_name(canvas, each, {at.right, y, at.name, at.register_height});
    for (std::uint32_t k = 0; k < at.columns; ++k) {
      const std::uint32_t lane = first_lane + k;
      const std::string text = each.text(lane), fitting = fit_text(text, steps_label_size, at.column - 12, Face::mono);
      Target target;
      target.warp = moment.warp;
      target.lane = lane;
      if (!moment.by_hand) target.value = r;  // only what was recorded can be asked about
      const Rectangle cell{at.right + at.name + at.column * static_cast<float>(k), y, at.column, at.register_height};
      if (input.hover.value == r && input.hover.lane == lane && input.hover.warp == moment.warp)
        canvas.box({cell.x + 4, cell.y + 2, cell.width - 6, cell.height - 4}, 4, theme.control, theme.accent, 1);
      const bool said = text == unset_text || text == gone_text || text == out_of_scope_text;
      canvas.text({at.right + at.name + at.column * static_cast<float>(k + 1) - 6, baseline}, steps_label_size, fitting,
                  said                              ? theme.muted
                  : (each.written >> lane & 1) != 0 ? theme.write
                                                    : theme.text,
                  Anchor::end, Face::mono);
      canvas.hot_spot(
          cell, target,
          fmt::format("{} of lane {}: {}{}", each.name, lane, text, moment.by_hand ? "" : ". Why? Y, or a right click."));
    }
    Target chosen;
    chosen.warp = moment.warp;
    chosen.lane = moment.lane;
    if (!moment.by_hand) chosen.value = r;
    canvas.hot_spot({at.right, y, at.name, at.register_height}, chosen, row_words(each));
  }
}

/// What there is after the last step: no warp is left to look at.
void draw_end(Canvas& canvas, const SteppedMoment& moment) {
  const Theme& theme = canvas.theme();
  canvas.section({0, 14}, "After the last step", canvas.width());
  float y = steps_title_height + 18;
  const auto say = [&](const std::string& words, Colour colour) {
    for (auto& line : wrap({Span{words, colour}}, end_size, canvas.width())) {
      canvas.text({0, y}, end_size, std::move(line));
      y += 26;
    }
    y += 6;
  };
  say("Every warp has exited.", theme.text);
  if (!moment.memory.empty()) say(moment.memory, theme.text);
  say(moment.by_hand ? "Run this order, at the left, runs the launch in the order that you stepped and shows it in every view. "
                       "With ← you go back step by step."
                     : "With ← you go back step by step.",
      theme.muted);
}

/// Row of the chosen warp in the list; the number of rows if it is not listed.
std::size_t chosen_row(const SteppedMoment& moment) {
  return static_cast<std::size_t>(std::ranges::find(moment.warps, moment.warp, &launch::WarpAt::warp) - moment.warps.begin());
}

/// Scrolls so that `row` is visible: centred if it was not.
std::size_t with_row(std::size_t first, std::size_t row, std::size_t rows, std::size_t visible) {
  if (row >= rows || (row >= first && row < first + visible)) return first;
  return first_of(row - std::min(row, visible / 2), rows, visible);
}

}  // namespace

Picture steps_picture(const StepsInput& input, const Theme& theme, float width, float height) {
  Canvas canvas(theme, width, height);
  if (input.moment && input.moment->over()) {
    draw_end(canvas, *input.moment);
  } else if (input.moment) {
    const SteppedMoment& moment = *input.moment;
    const Layout at = layout_of(input, width, height);
    draw_warps(canvas, input, at);
    canvas.section({at.right, 14}, warp_name(input.subject, moment.warp), at.rest);
    if (const launch::WarpAt* warp = moment.chosen()) {
      draw_lanes(canvas, moment, *warp, at);
      const float below = draw_places(canvas, moment, *warp, at);
      canvas.text({at.right, below + 18}, steps_label_size, fit_text(moment.memory, steps_label_size, at.rest), theme.text);
      draw_values(canvas, input, at);
    } else {
      canvas.text({at.right, steps_title_height + 18}, steps_label_size,
                  fit_text(absence_words(input), steps_label_size, at.rest), theme.muted);
    }
  }
  return with_hot_spots(canvas.take());
}

void move_steps(const StepsInput& input, const Theme&, Size size, const Gesture& gesture, Navigation& navigation) {
  if (!input.moment) return;
  constexpr float points_a_notch = 132;  // three rows
  const Layout at = layout_of(input, size.width, size.height);
  const float by = gesture.drag.y + gesture.wheel * points_a_notch;
  Timeline scrolled = navigation.timeline;
  const bool list = gesture.at.x < at.right;
  const std::size_t rows = list ? input.moment->warps.size() : row_count(*input.moment) - at.pinned;
  const std::size_t visible = list ? at.warp_rows : at.register_rows - at.pinned;
  scrolled.first_row = first_of(list ? input.first_warp : input.first_register, rows, visible);
  scroll_rows(scrolled, by, rows, visible);
  navigation.timeline.rows_dragged = scrolled.rows_dragged;
  (list ? navigation.timeline.first_row : navigation.timeline.first_register) = scrolled.first_row;
}

void follow_steps(const StepsInput& input, const Theme&, Size size, Navigation& navigation) {
  if (!input.moment || navigation.timeline.followed_moment == input.moment) return;
  Timeline& timeline = navigation.timeline;
  timeline.followed_moment = input.moment;
  const SteppedMoment& moment = *input.moment;
  const Layout at = layout_of(input, size.width, size.height);
  timeline.first_row = with_row(timeline.first_row, chosen_row(moment), moment.warps.size(), at.warp_rows);
  const std::size_t rows = moment.every_variable ? moment.variables.size() : row_count(moment);
  for (std::size_t row = at.pinned; row < rows; ++row) {
    if (value_row(moment, row).written == 0) continue;
    timeline.first_register =
        with_row(timeline.first_register, row - at.pinned, row_count(moment) - at.pinned, at.register_rows - at.pinned);
    break;
  }
}

}  // namespace warplens::view
