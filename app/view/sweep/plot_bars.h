#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "view/drawing/canvas.h"
#include "view/sweep/plot_picture.h"

namespace warplens::view {

/// Where a plot has a number, for the pointer.
struct PlotPlace {
  Point at;
  std::uint64_t row = 0;  ///< Target::point
  std::string tooltip;
};

/// Whether the panel's series have one number each, all at the same x, and there are several: there is no line to draw.
bool has_bars(const PlotPanel& panel);

/// A row for each series in `at`: its label, a bar from 0 (on a logarithmic axis from the axis's low end), and its number. What
/// the number spread over is a line across the bar's end. Adds where the bars end to `places`.
void draw_bars(Canvas& canvas, const PlotInput& input, const PlotPanel& panel, Rectangle at, std::vector<PlotPlace>& places);

/// Tooltip of a point: its numbers and series in a sentence.
std::string plot_tooltip(const PlotInput& input, const PlotPanel& panel, const PlotSeries& series, const PlotPoint& point);

}  // namespace warplens::view
