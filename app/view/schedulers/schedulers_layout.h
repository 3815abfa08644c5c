#pragma once

#include <vector>

#include "view/drawing/canvas.h"
#include "view/schedulers/schedulers_picture.h"

namespace warplens::view {

/// Gap between the legend and the section "how latency hides", points.
inline constexpr float latency_hiding_gap = 14;

/// The position of one scheduler in the picture.
struct SchedulerPlace {
  const analysis::WarpTimeline::Scheduler* scheduler = nullptr;
  Rectangle slots;     ///< plot of the issue slots used
  Rectangle warps;     ///< a row of row_height for each slot
  bool first = false;  ///< first scheduler of its multiprocessor
};

/// Geometry of the picture, in points of the drawing.
struct SchedulersLayout {
  std::vector<SchedulerPlace> places;
  std::size_t multiprocessors = 0;   ///< with warps
  std::size_t first = 0, shown = 0;  ///< range of the multiprocessors drawn, in their order
  float row_height = 0;
  CycleAxis axis;
  float bottom = 0;                   ///< lower end of the last row
  bool shows_latency_hiding = false;  ///< whether there is room for "how latency hides"
};

/// The meaning of a colour.
struct StateColour {
  analysis::WarpState state;
  Colour colour;
  const char *words, *short_words;
};
/// The colours in the order of analysis::WarpState; opaque.
std::vector<StateColour> state_colours(const Theme& theme);
/// The legend; in a small picture only the states that occur, with short words.
std::vector<LegendEntry> schedulers_legend(const SchedulersInput& input, const Theme& theme, Size size);

/// Cycles of the run, until its last write is complete.
std::uint64_t own_cycles(const SchedulersInput& input);
/// Length of the time axis: that of the longer run of two.
std::uint64_t whole_cycles(const SchedulersInput& input);

SchedulersLayout schedulers_layout(const SchedulersInput& input, const Theme& theme, float width, float height);

}  // namespace warplens::view
