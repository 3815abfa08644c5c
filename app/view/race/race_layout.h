#pragma once

#include <vector>

#include "view/drawing/canvas.h"
#include "view/race/race_rows.h"

namespace warplens::view {

inline constexpr float race_title_height = 26, race_label_size = 15;

/// Positions of all parts, in points of the drawing.
struct RaceLayout {
  float rows_top = race_title_height, row_height = 44;
  std::size_t rows = 0;                 ///< visible
  std::size_t first = 0;                ///< first visible
  bool brief = false;                   ///< short verdicts, to leave room for the time axis
  float band_left = 0;                  ///< after the labels
  float plot_left = 0, plot_right = 0;  ///< ends of the time axis
  float rows_bottom = 0, axis_bottom = 0, legend_bottom = 0;
  Rectangle distribution;        ///< height 0: none
  std::size_t strips = 0;        ///< number of its entries with enough room
  double begin = 0, cycles = 1;  ///< the visible part of the time axis
  double whole_begin = 0, whole_cycles = 1;

  float x(double cycle) const { return plot_left + static_cast<float>((cycle - begin) / cycles) * (plot_right - plot_left); }
  float y(std::size_t row) const { return rows_top + (static_cast<float>(row) + 0.5f) * row_height; }
};

RaceLayout race_layout(const RaceInput& input, const Theme& theme, const std::vector<RaceRow>& rows, float width, float height);

/// Signs that are left out where marks are dense.
struct RaceSigns {
  bool asked = false;     ///< the ring at the cycle at which a read was asked for
  bool complete = false;  ///< the disc at the cycle at which a write was complete
};

/// The legend of the marks that occur, and of the drawn signs. In short words if `width` is small.
std::vector<LegendEntry> race_legend(const std::vector<RaceRow>& rows, const RaceSigns& drawn, const Theme& theme, float width);

/// Draw the marks of one row, whose middle is at `y`, with their hot spots; return their right end, and add to `drawn`. Marks
/// that are too dense for values become ticks.
float draw_marks(Canvas& canvas, const RaceInput& input, const RaceLayout& layout, const RaceRow& row, float y, RaceSigns& drawn);

}  // namespace warplens::view
