#pragma once

#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "experiment/sweep/measure.h"
#include "experiment/sweep/sweep_run.h"
#include "launch/costs/spread.h"

namespace warplens::experiment {

/// A point of a series, in the unit of its panel.
struct SeriesPoint {
  double x = 0;
  launch::Spread y;
  std::size_t point = 0;  ///< row of SweepResult::points
};

/// One measure of one entry over the swept parameter.
struct SweepSeries {
  std::string label;  ///< unique in its panel
  const Measure* measure = nullptr;
  std::uint32_t entry = SweepPoint::no_entry;
  std::vector<SeriesPoint> points;  ///< ascending x
};

/// Series that share an axis: one unit, one origin. Measured and modelled numbers are never in one panel.
struct SweepPanel {
  std::string title;  ///< title of the axis: "time", "sectors per request"
  std::string unit;   ///< "ms", "cycles"; empty if the title includes it
  launch::Origin origin = launch::Origin::counted;
  std::vector<SweepSeries> series;
};

/// The panels that plot the points of a complete or running sweep: one per axis, in the order of the sweep's measures. With
/// Sweep::relative_to, a time becomes a speed-up: the median of that measure at the same value, divided by the time. Values
/// without this median, and series without a number, are left out.
std::vector<SweepPanel> panels_of(const Experiment& experiment, const Sweep& sweep, const std::vector<SweepPoint>& points);

/// Why points are missing: a sentence per reason, with the entries and the number of values.
std::vector<std::string> problems_of(const Experiment& experiment, const std::vector<SweepPoint>& points);

}  // namespace warplens::experiment
