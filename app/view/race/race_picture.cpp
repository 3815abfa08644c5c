#include "view/race/race_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/number_format.h"
#include "view/drawing/canvas.h"
#include "view/drawing/text_width.h"
#include "view/material.h"
#include "view/race/distribution_plot.h"
#include "view/race/race_layout.h"

namespace warplens::view {
namespace {

/// ", 32 threads a mark" if all marks have that many.
std::string lanes_words(const std::vector<RaceRow>& rows) {
  if (rows.empty()) return {};
  const std::uint32_t lanes = rows.front().marks.front().lanes;
  for (const RaceRow& row : rows)
    for (const RaceMark& mark : row.marks)
      if (mark.lanes != lanes) return {};
  return lanes == 1 ? "" : fmt::format(", {} threads a mark", lanes);
}

void draw_cursor(Canvas& canvas, const RaceInput& input, const RaceLayout& layout) {
  const double cycle = scrubbed_cycle(input);
  if (!std::isfinite(cycle)) return;
  const float x = layout.x(cycle);
  if (x < layout.plot_left - 22 || x > layout.plot_right + 22) return;
  canvas.line({x, race_title_height - 2}, {x, layout.rows_bottom + 4}, faded(canvas.theme().text, 0.8f), 1.5f);
}

RaceSigns draw_rows(Canvas& canvas, const RaceInput& input, const RaceLayout& layout, const std::vector<RaceRow>& rows) {
  RaceSigns drawn;
  const Theme& theme = canvas.theme();
  const std::uint64_t blocks = base::count(input.subject.grid), per_block = input.subject.warps_per_block();
  for (std::size_t k = 0; k < layout.rows; ++k) {
    const RaceRow& row = rows[layout.first + k];
    const float y = layout.y(k);
    const bool lit = input.hover.thread != Target::none && warp_of(input.subject, input.hover.thread) == row.warp;
    const float band = std::min(30.0f, layout.row_height);
    canvas.box({layout.band_left, y - band / 2, canvas.width() - layout.band_left, band}, 6, k % 2 ? theme.panel : theme.bar,
               lit ? theme.muted : transparent, lit ? 1.0f : 0.0f);
    canvas.text({0, y + 5}, race_label_size, fitting_warp_name(input.subject, row.warp, race_label_size, layout.band_left - 11),
                label_colour(theme, row.warp / per_block, blocks));
  }
  draw_cursor(canvas, input, layout);
  for (std::size_t k = 0; k < layout.rows; ++k) {
    const RaceRow& row = rows[layout.first + k];
    const float y = layout.y(k);
    Target target;
    target.thread = row.marks.front().first_thread;
    target.element = input.history->element;
    canvas.hot_spot({0, y - layout.row_height / 2, canvas.width(), layout.row_height}, target, "");
    const float marked = draw_marks(canvas, input, layout, row, y, drawn);
    const RowVerdict end = verdict(input, row, layout.brief);
    if (end.words.empty()) continue;
    // After the last mark, but no further right than the column reserved for it.
    const RaceMark& last = row.marks.back();
    const float landed = layout.x(static_cast<double>(std::max(last.write_done, last.write_cycle)));
    const float column = layout.plot_right + 26, x = std::clamp(std::max(landed + 16, marked + 6), layout.plot_left, column);
    canvas.text({x, y + 5}, race_label_size, fit_text(end.words, race_label_size, canvas.width() - x - 4),
                end.good ? theme.good : theme.wrong);
  }
  return drawn;
}

void draw_axis(Canvas& canvas, const RaceInput& input, const RaceLayout& layout) {
  const float y = layout.rows_bottom + 4;
  const std::string whole = cycles_name(input.subject);
  const float right_of_plot = canvas.width() - layout.plot_right - 12;
  const std::string axis = fitting_text({whole, whole.substr(0, whole.find(' '))}, smallest_text,
                                        std::max(right_of_plot, (layout.plot_right - layout.plot_left) / 3));
  // Numbers that would overlap the axis title are left out.
  draw_cycle_axis(canvas, {layout.plot_left, layout.plot_right, layout.begin, layout.cycles}, y,
                  canvas.width() - text_width(axis, smallest_text) - 12);
  canvas.text({canvas.width(), y + 22}, smallest_text, axis, canvas.theme().muted, Anchor::end);
}

}  // namespace

Picture race_picture(const RaceInput& input, const Theme& theme, float width, float height) {
  const std::vector<RaceRow> rows = make_race_rows(input);
  const RaceLayout layout = race_layout(input, theme, rows, width, height);
  Canvas canvas(theme, width, height);
  const std::string element = as_written(element_name(input.subject, input.history->element));
  std::string part;
  if (layout.rows < rows.size())
    part = layout.first == 0 ? fmt::format(", first {} of {} warps", layout.rows, base::grouped(rows.size()))
                             : fmt::format(", warps {} to {} of {}", base::grouped(layout.first + 1),
                                           base::grouped(layout.first + layout.rows), base::grouped(rows.size()));
  const std::string all = "Reads and writes of " + element + part;
  canvas.fitting_section({0, 14}, {all + lanes_words(rows), all, element + part}, width);
  RaceSigns drawn;
  if (rows.empty()) {
    const bool recorded = input.subject.result->trace.level != trace::Level::none;
    canvas.text({0, race_title_height + 20}, race_label_size,
                fit_text(recorded ? "No thread wrote this element." : "This run was not recorded, so there is no timeline.",
                         race_label_size, width),
                theme.muted);
  } else {
    drawn = draw_rows(canvas, input, layout, rows);
    draw_axis(canvas, input, layout);
  }
  draw_legend(canvas, {0, layout.axis_bottom}, width, race_legend(rows, drawn, theme, width));
  if (layout.distribution.height > 0) {
    const std::uint64_t runs = input.outcomes.front().distribution->runs;
    const std::string count = runs == 1 ? "one run" : base::grouped(runs) + " runs", title = "What " + count + " gave";
    const std::size_t entries = input.outcomes.size();
    const std::string part = layout.strips < entries ? fmt::format(", {} of {} kernels", layout.strips, entries) : "";
    const std::string rest = part + " · counted";
    canvas.fitting_section({0, layout.distribution.y - 14},
                           {title + ": value of " + element + rest, title + rest, title + part, count + rest, count + part},
                           width);
    std::optional<double> expected;
    if (input.history->element < input.subject.expected.size()) expected = input.subject.expected[input.history->element];
    draw_distribution(canvas, layout.distribution,
                      {input.outcomes.begin(), input.outcomes.begin() + static_cast<std::ptrdiff_t>(layout.strips)}, expected,
                      input.tolerance);
  }
  return with_hot_spots(canvas.take());
}

std::size_t race_rows(const RaceInput& input) { return make_race_rows(input).size(); }

std::size_t race_row_of_place(const RaceInput& input) {
  const std::vector<RaceRow> rows = make_race_rows(input);
  std::size_t last_row = 0;
  std::uint64_t last_step = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (const RaceMark& mark : rows[row].marks) {
      for (const std::uint64_t step : {mark.read_step, mark.write_step}) {
        if (step == Target::none || !happened(input, step) || step < last_step) continue;
        last_step = step;
        last_row = row;
      }
    }
  }
  return last_row;
}

std::size_t race_rows_visible(const RaceInput& input, const Theme& theme, float width, float height) {
  return race_layout(input, theme, make_race_rows(input), width, height).rows;
}

RaceInput race_input(const Material& material) {
  RaceInput input;
  input.subject = material.subject;
  input.history = material.history != nullptr ? material.history : &material.tables->history;
  input.outcomes = material.outcomes;
  input.tolerance = material.tolerance;
  input.steps = material.place;
  input.first_row = material.navigation.timeline.first_row;
  input.pan = material.navigation.timeline.pan;
  input.zoom = material.navigation.timeline.zoom;
  input.hover = material.hover;
  return input;
}

void move_race(const RaceInput& input, const Theme& theme, Size size, const Gesture& gesture, Navigation& navigation) {
  constexpr float rows_a_notch = 3;
  Timeline& time = navigation.timeline;
  const std::vector<RaceRow> rows = make_race_rows(input);
  const RaceLayout layout = race_layout(input, theme, rows, size.width, size.height);
  const float wide = layout.plot_right - layout.plot_left;
  float scrolled = gesture.drag.y;
  if (wheel_scrolls(gesture, rows.size(), layout.rows, layout.rows_bottom))
    scrolled += gesture.wheel * rows_a_notch * layout.row_height;
  else if (gesture.wheel != 0)
    zoom_time(time, (gesture.at.x - layout.plot_left) / wide, gesture.factor(), layout.whole_cycles);
  if (gesture.drag.x != 0) pan_time(time, gesture.drag.x / wide);
  time.first_row = layout.first;
  scroll_rows(time, scrolled, rows.size(), layout.rows, layout.row_height);
}

void follow_race(const RaceInput& input, const Theme& theme, Size size, Navigation& navigation) {
  Timeline& time = navigation.timeline;
  if (input.steps == time.followed_place) return;
  time.followed_place = input.steps;
  if (input.steps == ~std::uint64_t{0}) return;
  const std::size_t rows = race_rows(input), row = race_row_of_place(input);
  const std::size_t visible = race_rows_visible(input, theme, size.width, size.height);
  if (row < time.first_row) time.first_row = row;
  if (row >= time.first_row + visible) time.first_row = std::min(row + 1 - visible, rows - std::min(visible, rows));
}

}  // namespace warplens::view
