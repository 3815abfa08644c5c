#include "view/drawing/cycle_axis.h"

#include <algorithm>
#include <cmath>

#include "view/drawing/text_width.h"
#include "view/subject.h"

namespace warplens::view {

void draw_cycle_axis(Canvas& canvas, const CycleAxis& axis, float y, float text_right) {
  const Theme& theme = canvas.theme();
  const double end = axis.begin + axis.cycles;
  const float widest = text_width(number(std::floor(end)), smallest_text, Face::mono);
  const int most = std::clamp(static_cast<int>((axis.right - axis.left) / (widest + 24)), 1, 12);
  const double step = nice_step(axis.cycles, most, true);
  for (double cycle = std::ceil(axis.begin / step) * step; cycle <= end * (1 + 1e-9); cycle += step) {
    const float x = axis.x(cycle);
    canvas.line({x, y}, {x, y + 6}, theme.muted, 1);
    const std::string figure = number(cycle);
    if (x + text_width(figure, smallest_text, Face::mono) / 2 <= text_right)
      canvas.text({x, y + 22}, smallest_text, figure, theme.muted, Anchor::middle, Face::mono);
  }
}

}  // namespace warplens::view
