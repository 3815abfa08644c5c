#pragma once

#include "view/drawing/canvas.h"

namespace warplens::view {

/// A horizontal axis of cycles, in points of the drawing.
struct CycleAxis {
  float left = 0, right = 0;
  double begin = 0, cycles = 1;  ///< cycle at `left`, and number of cycles up to `right`
  float x(double cycle) const { return left + static_cast<float>((cycle - begin) / cycles) * (right - left); }
};

/// Draw ticks at round cycles from y down, and their numbers below; a number that would end beyond `text_right` is left out.
void draw_cycle_axis(Canvas& canvas, const CycleAxis& axis, float y, float text_right);

}  // namespace warplens::view
