#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "launch/launch_result.h"
#include "view/drawing/picture.h"
#include "view/drawing/theme.h"

namespace warplens::view {

/// A median over x, with its spread.
struct PlotPoint {
  double x = 0, y = 0, low = 0, high = 0;
  std::uint64_t row = 0;  ///< its Target::point
  bool operator==(const PlotPoint&) const = default;
};

struct PlotSeries {
  std::string label;
  std::vector<PlotPoint> points;  ///< ascending x
  bool operator==(const PlotSeries&) const = default;
};

/// Series on one pair of axes: one unit, one origin.
struct PlotPanel {
  std::string title;  ///< "time", "sectors per request"
  std::string unit;   ///< "ms", "cycles", "times" (for a ratio of times); empty if in the title
  launch::Origin origin = launch::Origin::counted;
  std::vector<PlotSeries> series;
  bool operator==(const PlotPanel&) const = default;
};

struct Material;

/// The number varied along x, for sentences: a count of things, or a value with a name.
struct PlotVariable {
  std::string noun;       ///< singular of the things that x counts: "thread"; empty: x is a value
  std::string noun_rest;  ///< text after the noun: " per block"
  std::string name;       ///< of the value: "n", "stride"
  std::string unit;       ///< of the value: "KiB"; may be empty

  std::string text(double x) const;  ///< "32 threads per block", "n = 1,024", "ring = 16 KiB"
  std::string at(double x) const;    ///< "with 32 threads per block", "at n = 1,024"
  bool operator==(const PlotVariable&) const = default;
};

struct PlotInput {
  std::string x_label;  ///< "threads per block"
  PlotVariable x;
  std::string text;  ///< one sentence on the feature to look at
  bool logarithmic_x = false, logarithmic_y = false;
  std::vector<PlotPanel> panels;
  std::vector<std::string> notes;  ///< sentences under the plots: omitted points and why
  std::string state;               ///< "12 of 40 parts, about 35 s left" while it runs; then empty
  bool clickable = false;          ///< a click opens a point's launch: the tooltips say so
  Target hover;                    ///< point
  bool operator==(const PlotInput&) const = default;
};
PlotInput sweep_input(const Material& material);

/// Draw each panel with its own axes, in up to two columns. A logarithmic axis with values of 0 or below becomes linear. If
/// every series has a single number, draws bars below each other. Points are hovered as Target::point. Minimum size 300 × 300
/// points.
Picture plot_picture(const PlotInput& input, const Theme& theme, float width, float height);

/// Describe the first panel in words, with its numbers: where one time falls below another; the largest speed-up; the series with
/// the least and the most at the last value; the largest or smallest number of a single series, if it lies far from both ends,
/// else its first and last numbers. With a hovered point: the numbers of that point.
Headline plot_headline(const PlotInput& input, const Theme& theme);

/// A point's numbers: "1.23 ms (1.2 to 1.31)"; a time in ns, µs, ms or s.
std::string plot_number(const PlotPanel& panel, const PlotPoint& point);

}  // namespace warplens::view
