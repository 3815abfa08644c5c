#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "view/drawing/canvas.h"
#include "view/sweep/plot_picture.h"

namespace warplens::view {

/// The position of a number in a plot, for the pointer.
struct PlotPlace {
  Point at;
  std::uint64_t row = 0;  ///< Target::point
  std::string tooltip;
};

/// Whether the panel needs bars: it has several series with one number each, all at the same x, so there is no line to draw.
bool has_bars(const PlotPanel& panel);

/// Draw a row for each series in `at`: its label, a bar from 0 (on a logarithmic axis from the axis's low end), and its number. A
/// line across the bar's end shows the spread. Adds the bars' ends to `places`.
void draw_bars(Canvas& canvas, const PlotInput& input, const PlotPanel& panel, Rectangle at, std::vector<PlotPlace>& places);

/// Tooltip of a point: its numbers and series in a sentence.
std::string plot_tooltip(const PlotInput& input, const PlotPanel& panel, const PlotSeries& series, const PlotPoint& point);

}  // namespace warplens::view
