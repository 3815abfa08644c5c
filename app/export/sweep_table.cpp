#include "export/sweep_table.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "experiment/sweep/measure.h"

namespace warplens::export_ {
namespace {

using experiment::SweepPoint;

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string field = "\"";
  for (const char c : text) field += c == '"' ? "\"\"" : std::string(1, c);
  return field + '"';
}

std::string entry_of(const experiment::Experiment& experiment, const SweepPoint& point) {
  return point.entry < experiment.entries.size() ? experiment.entries[point.entry].label : "";
}

}  // namespace

std::string csv_of(const experiment::Experiment& experiment, const experiment::SweepResult& result) {
  std::string csv = quoted(result.sweep.parameter) + ",entry,measure,unit,origin,median,minimum,maximum,samples,problem\r\n";
  for (const SweepPoint& point : result.points) {
    const experiment::Measure& measure = *experiment::measure_named(point.measure);
    fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},", point.value, quoted(entry_of(experiment, point)), measure.id,
                   measure.unit, launch::name(measure.origin));
    if (point.samples.empty()) {
      csv += ",,";
    } else {
      const launch::Spread spread = launch::spread_of(point.samples);
      fmt::format_to(std::back_inserter(csv), "{},{},{}", spread.median, spread.smallest, spread.largest);
    }
    fmt::format_to(std::back_inserter(csv), ",{},{}\r\n", point.samples.size(), quoted(point.problem));
  }
  return csv;
}

Json json_of(const experiment::Experiment& experiment, const experiment::Sweep& sweep) {
  Json entries = Json::array();
  for (const std::uint32_t entry : sweep.entries)
    if (entry < experiment.entries.size()) entries.push_back(experiment.entries[entry].label);
  Json logarithmic = Json::array();
  if (sweep.logarithmic_x) logarithmic.push_back("x");
  if (sweep.logarithmic_y) logarithmic.push_back("y");
  Json json{{"label", sweep.label},
            {"text", experiment::sweep_text(experiment, sweep)},
            {"parameter", sweep.parameter},
            {"values", sweep.values},
            {"entries", entries},
            {"measures", sweep.measures},
            {"set", sweep.set},
            {"logarithmic", logarithmic},
            {"relative_to", sweep.relative_to},
            {"repeats", sweep.repeats},
            {"seeds", sweep.seeds}};
  if (std::isfinite(sweep.simt_up_to)) json["simt_up_to"] = sweep.simt_up_to;
  return json;
}

Json json_of(const experiment::Experiment& experiment, const experiment::SweepResult& result) {
  Json points = Json::array();
  for (const SweepPoint& point : result.points) {
    const experiment::Measure& measure = *experiment::measure_named(point.measure);
    const std::string entry = entry_of(experiment, point);
    Json json{{"value", point.value},
              {"entry", entry.empty() ? Json() : Json(entry)},
              {"measure", measure.id},
              {"unit", measure.unit.empty() ? Json() : Json(measure.unit)},
              {"source", launch::name(measure.origin)}};
    if (point.samples.empty()) {
      json["problem"] = point.problem;
    } else {
      const launch::Spread spread = launch::spread_of(point.samples);
      json["median"] = spread.median;
      json["minimum"] = spread.smallest;
      json["maximum"] = spread.largest;
      json["samples"] = point.samples;
    }
    points.push_back(std::move(json));
  }
  return {{"status", result.complete ? "ok" : "cancelled"},
          {"experiment", result.experiment},
          {"sweep", json_of(experiment, result.sweep)},
          {"notes", result.notes},
          {"points", std::move(points)}};
}

}  // namespace warplens::export_
