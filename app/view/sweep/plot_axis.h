#pragma once

#include <string>
#include <vector>

namespace warplens::view {

/// Position and label of a tick; the label may be empty.
struct Tick {
  double value = 0;
  std::string words;
};

/// One axis of a plot: the range that it covers, and its scale.
struct PlotAxis {
  double low = 0, high = 1;
  bool logarithmic = false;

  /// Position of a value on the axis: 0 at `low`, 1 at `high`.
  double place(double value) const;
};

/// The axis that covers `values`. A linear axis starts at 0 if no value is below; a logarithmic one covers the smallest to the
/// largest value, with a margin, and needs all values above 0. `tight`: no margin, for values to be placed at the very ends.
PlotAxis plot_axis(const std::vector<double>& values, bool logarithmic, bool tight);

/// Ticks at round numbers, about `most` of them: multiples of a round step, or powers of ten, with 2 and 5 in between if there
/// are few.
std::vector<Tick> plot_ticks(const PlotAxis& axis, int most);

/// The ticks of a vertical axis `height` points high, with labels removed where they would overlap. Powers of ten keep their
/// labels first.
std::vector<Tick> thinned(std::vector<Tick> ticks, const PlotAxis& axis, float height);

}  // namespace warplens::view
