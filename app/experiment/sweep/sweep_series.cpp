#include "experiment/sweep/sweep_series.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "base/number_format.h"

namespace warplens::experiment {
namespace {

std::string entry_label(const Experiment& experiment, std::uint32_t entry) {
  return entry < experiment.entries.size() ? experiment.entries[entry].label : "CPU";
}

/// Measures with the same key share an axis.
std::string axis_of(const Measure& measure) {
  return measure.unit.empty() ? measure.id : measure.unit + " " + std::string(launch::name(measure.origin));
}

/// Title of the axis of a measure's panel.
std::string title_of(const Sweep& sweep, const Measure& measure, bool alone) {
  if (is_time(measure) && !sweep.relative_to.empty()) return "times as fast as " + measure_named(sweep.relative_to)->label;
  if (is_time(measure)) return "time";
  if (measure.id == "simt") return "time on the SIMT machine";
  return alone || measure.unit.empty() ? measure.label : measure.unit;
}

std::string series_label(const Experiment& experiment, const Sweep& sweep, const Measure& measure, std::uint32_t entry,
                         bool alone) {
  if (on_cpu(measure.source)) return measure.label;
  const std::string label = entry_label(experiment, entry);
  if (alone) return label;
  return sweep.entries.size() == 1 ? measure.label : label + ", " + measure.label;
}

using Medians = std::map<std::tuple<double, std::uint32_t>, double>;

/// Medians of the measure that times are relative to, by value and entry.
Medians medians_of(const std::string& id, const std::vector<SweepPoint>& points) {
  Medians medians;
  for (const SweepPoint& point : points)
    if (point.measure == id && !point.samples.empty())
      medians[{point.value, point.entry}] = launch::spread_of(point.samples).median;
  return medians;
}

/// A point's numbers in the unit of its panel.
std::optional<launch::Spread> shown(const Sweep& sweep, const Measure& measure, const Medians& base_line,
                                    const SweepPoint& point) {
  const launch::Spread spread = launch::spread_of(point.samples);
  if (!is_time(measure) || sweep.relative_to.empty()) return spread;
  auto base = base_line.find({point.value, point.entry});
  if (base == base_line.end()) base = base_line.find({point.value, SweepPoint::no_entry});
  if (base == base_line.end() || !(spread.smallest > 0)) return std::nullopt;
  return launch::Spread{base->second / spread.median, base->second / spread.largest, base->second / spread.smallest, spread.runs};
}

}  // namespace

std::vector<SweepPanel> panels_of(const Experiment& experiment, const Sweep& sweep, const std::vector<SweepPoint>& points) {
  const Medians base_line = sweep.relative_to.empty() ? Medians() : medians_of(sweep.relative_to, points);
  std::vector<SweepPanel> panels;
  std::map<std::string, std::size_t> panel_of_axis;
  for (const std::string& id : sweep.measures) {
    const Measure* measure = measure_named(id);
    if (measure == nullptr) continue;
    const std::string axis = axis_of(*measure);
    const auto sharing = std::count_if(sweep.measures.begin(), sweep.measures.end(), [&](const std::string& other) {
      return measure_named(other) != nullptr && axis_of(*measure_named(other)) == axis;
    });
    std::vector<std::uint32_t> entries = sweep.entries;
    if (on_cpu(measure->source)) entries = {SweepPoint::no_entry};
    for (const std::uint32_t entry : entries) {
      SweepSeries series{series_label(experiment, sweep, *measure, entry, sharing == 1), measure, entry, {}};
      for (std::size_t row = 0; row < points.size(); ++row) {
        const SweepPoint& point = points[row];
        if (point.measure != id || point.entry != entry || point.samples.empty()) continue;
        if (const auto y = shown(sweep, *measure, base_line, point)) series.points.push_back({point.value, *y, row});
      }
      if (series.points.empty()) continue;
      std::stable_sort(series.points.begin(), series.points.end(),
                       [](const SeriesPoint& a, const SeriesPoint& b) { return a.x < b.x; });
      const auto [panel, fresh] = panel_of_axis.try_emplace(axis, panels.size());
      if (fresh) {
        const bool relative = is_time(*measure) && !sweep.relative_to.empty();
        panels.push_back({title_of(sweep, *measure, sharing == 1), relative ? "times" : measure->unit, measure->origin, {}});
      }
      panels[panel->second].series.push_back(std::move(series));
    }
  }
  return panels;
}

std::vector<std::string> problems_of(const Experiment& experiment, const std::vector<SweepPoint>& points) {
  struct Reason {
    std::vector<std::string> entries;
    std::vector<double> values;
  };
  std::map<std::string, Reason> reasons;
  const auto add = [](auto& list, const auto& item) {
    if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
  };
  for (const SweepPoint& point : points) {
    if (point.problem.empty()) continue;
    add(reasons[point.problem].entries, entry_label(experiment, point.entry));
    add(reasons[point.problem].values, point.value);
  }
  // The reasons of the same entries often differ in a number only: the first one is told.
  struct Told {
    std::string first;
    std::size_t reasons = 0, values = 0;
  };
  std::map<std::string, Told> told;
  for (const auto& [why, reason] : reasons) {
    std::string who;
    for (const std::string& entry : reason.entries) who += (who.empty() ? "" : ", ") + entry;
    Told& of = told[who];
    if (of.reasons++ == 0) of.first = why;
    of.values += reason.values.size();
  }
  std::vector<std::string> sentences;
  for (const auto& [who, of] : told)
    sentences.push_back(fmt::format("No number at {} ({}){}: {}.", base::counted(std::uint64_t{of.values}, "value"), who,
                                    of.reasons > 1 ? ", at one of them" : "", of.first));
  return sentences;
}

}  // namespace warplens::experiment
