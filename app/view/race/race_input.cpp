#include <algorithm>

#include "view/material.h"
#include "view/race/race_layout.h"
#include "view/race/race_picture.h"

namespace warplens::view {

RaceInput race_input(const Material& material) {
  RaceInput input;
  input.subject = material.subject;
  input.history = &material.tables->history;
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
