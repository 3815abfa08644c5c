#include "view/sweep/plot_axis.h"

#include <algorithm>
#include <cmath>

#include "view/drawing/canvas.h"
#include "view/subject.h"

namespace warplens::view {

double PlotAxis::place(double value) const {
  if (logarithmic) return std::log(value / low) / std::log(high / low);
  return (value - low) / (high - low);
}

PlotAxis plot_axis(const std::vector<double>& values, bool logarithmic, bool tight) {
  if (values.empty()) return {};
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  PlotAxis axis{*least, *most, logarithmic && *least > 0};
  if (axis.logarithmic) {
    const double air = tight ? 1 : 1.25;
    axis.low /= air;
    axis.high *= air;
    if (!(axis.high > axis.low * 1.001)) axis = {*least / 2, *most * 2, true};
    return axis;
  }
  if (!tight) axis.low = std::min(axis.low, 0.0);
  if (!tight) axis.high = std::max(axis.high, 0.0) * 1.06;
  if (!(axis.high > axis.low)) {
    const double room = axis.low == 0 ? 1 : std::abs(axis.low) / 2;
    axis = {axis.low - (tight ? room : 0), axis.high + room, false};
  }
  return axis;
}

std::vector<Tick> plot_ticks(const PlotAxis& axis, int most) {
  std::vector<Tick> ticks;
  if (!axis.logarithmic || axis.high < 4 * axis.low) {  // too short a range to be sure of 1, 2 or 5
    const double step = nice_step(axis.high - axis.low, most, false);
    for (int k = 0; k <= 1000; ++k) {
      const double value = (std::ceil(axis.low / step - 1e-9) + k) * step;
      if (value > axis.high + step * 1e-9) break;
      ticks.push_back({value, number(std::abs(value) < step * 1e-9 ? 0 : value)});
    }
    return ticks;
  }
  const double first = std::floor(std::log10(axis.low)), last = std::ceil(std::log10(axis.high));
  const double decades = std::log10(axis.high / axis.low);
  const double apart = std::max(1.0, std::ceil(decades / std::max(most, 1)));  // decades between two labels
  // With a single labelled power of ten the scale would be unclear.
  const double powers = std::floor(std::log10(axis.high) + 1e-9) - std::ceil(std::log10(axis.low) - 1e-9) + 1;
  const bool between = powers < 2 || decades * 3 <= most || (decades < 1.6 && most >= 4);
  for (double power = first; power <= last; ++power) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double value = factor * std::pow(10.0, power);
      if (value < axis.low * (1 - 1e-9) || value > axis.high * (1 + 1e-9)) continue;
      const bool said = factor == 1 ? std::fmod(power - first, apart) == 0 : between;
      if (said || factor == 1) ticks.push_back({value, said ? number(value) : ""});
    }
  }
  return ticks;
}

std::vector<Tick> thinned(std::vector<Tick> ticks, const PlotAxis& axis, float height) {
  constexpr float line = 18;  // of smallest_text
  const auto is_power = [](const Tick& tick) {
    const double power = std::log10(std::abs(tick.value));
    return std::abs(power - std::round(power)) < 1e-9;
  };
  std::vector<double> taken;
  for (const bool powers : {true, false}) {
    for (Tick& tick : ticks) {
      if (tick.words.empty() || is_power(tick) != powers) continue;
      const double at = axis.place(tick.value) * height;
      if (std::ranges::any_of(taken, [&](double other) { return std::abs(at - other) < line; }))
        tick.words.clear();
      else
        taken.push_back(at);
    }
  }
  return ticks;
}

}  // namespace warplens::view
