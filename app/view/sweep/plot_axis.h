#pragma once

#include <string>
#include <vector>

namespace warplens::view {

/// Position and label of a tick; the label may be empty.
struct Tick {
  double value = 0;
  std::string words;
};

/// One axis of a plot: which values it covers, and how.
struct PlotAxis {
  double low = 0, high = 1;
  bool logarithmic = false;

  /// 0 at `low`, 1 at `high`.
  double place(double value) const;
};

/// The axis that covers `values`: from 0 where it is linear and nothing is below; from the smallest to the largest, with some
/// air, where it is logarithmic, which needs all of them above 0. `tight`: no air, for values that stand at the ends themselves.
PlotAxis plot_axis(const std::vector<double>& values, bool logarithmic, bool tight);

/// Ticks at round numbers, about `most` of them: multiples of a round step, or powers of ten with 2 and 5 between where there are
/// few.
std::vector<Tick> plot_ticks(const PlotAxis& axis, int most);

/// The same ticks of a vertical axis `height` points high without the words of those that would lie over others'. Powers of ten
/// keep theirs first.
std::vector<Tick> thinned(std::vector<Tick> ticks, const PlotAxis& axis, float height);

}  // namespace warplens::view
