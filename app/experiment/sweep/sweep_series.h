#pragma once

#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "experiment/sweep/measure.h"
#include "experiment/sweep/sweep_run.h"
#include "launch/costs/spread.h"

namespace warplens::experiment {

/// A number of a series, in the unit of its panel.
struct SeriesPoint {
  double x = 0;
  launch::Spread y;
  std::size_t point = 0;  ///< row of SweepResult::points
};

/// One measure of one entry over the swept parameter.
struct SweepSeries {
  std::string label;  ///< tells it from the panel's others
  const Measure* measure = nullptr;
  std::uint32_t entry = SweepPoint::no_entry;
  std::vector<SeriesPoint> points;  ///< ascending x
};

/// Series that share an axis: one unit, one origin. Measured and modelled numbers are never in one panel.
struct SweepPanel {
  std::string title;  ///< what the axis says: "time", "sectors per request"
  std::string unit;   ///< "ms", "cycles"; empty where the title says it
  launch::Origin origin = launch::Origin::counted;
  std::vector<SweepSeries> series;
};

/// The points of a sweep, whole or not, as they are plotted: a panel for each axis, in the order of the sweep's measures. With
/// Sweep::relative_to, times become how many times as fast as that measure's median at the same value; values where that lacks
/// are left out. Series without a number are left out.
std::vector<SweepPanel> panels_of(const Experiment& experiment, const Sweep& sweep, const std::vector<SweepPoint>& points);

/// What stood in the way of points, a sentence for each reason, with the entries and how many values.
std::vector<std::string> problems_of(const Experiment& experiment, const std::vector<SweepPoint>& points);

}  // namespace warplens::experiment
