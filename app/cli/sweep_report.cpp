#include "cli/sweep_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

#include "base/escaped.h"
#include "base/number_format.h"
#include "experiment/sweep/measure.h"
#include "experiment/sweep/sweep_series.h"

namespace warplens::cli {
namespace {

using experiment::SeriesPoint, experiment::SweepPanel, experiment::SweepSeries;

std::string number(double value) {
  if (value == std::floor(value) && std::abs(value) < 1e15) return base::grouped(static_cast<std::int64_t>(value));
  if (std::abs(value) >= 100) return fmt::format("{:.1f}", value);
  if (std::abs(value) >= 1e-3 || value == 0) return fmt::format("{:.3g}", value);
  const int zeros = static_cast<int>(-std::floor(std::log10(std::abs(value))));
  return fmt::format("{:.{}f}", value, std::min(zeros + 2, 12));
}

/// "1.23 (1.2 … 1.31)"; only the median if there is no spread.
std::string cell(const launch::Spread& spread) {
  if (spread.smallest == spread.largest) return number(spread.median);
  return fmt::format("{} ({} … {})", number(spread.median), number(spread.smallest), number(spread.largest));
}

/// Number of UTF-8 code points.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string right(const std::string& text, std::size_t columns) {
  return std::string(columns - std::min(width(text), columns), ' ') + text;
}

/// A column of a table: its header and its cells by swept value.
struct Column {
  std::string head;
  std::map<double, std::string> cells;
  std::size_t wide() const {
    std::size_t most = width(head);
    for (const auto& [x, text] : cells) most = std::max(most, width(text));
    return most;
  }
};

void add_table(std::string& text, const std::string& axis, const SweepPanel& panel) {
  const std::string unit = panel.unit.empty() || panel.unit == "times" ? "" : ", " + panel.unit;
  fmt::format_to(std::back_inserter(text), "\n  {}{}, {}\n", panel.title, unit, launch::name(panel.origin));
  std::vector<Column> columns{{axis, {}}};
  for (const SweepSeries& series : panel.series) {
    Column& column = columns.emplace_back(Column{series.label, {}});
    for (const SeriesPoint& point : series.points) {
      column.cells[point.x] = cell(point.y);
      columns.front().cells[point.x] = number(point.x);
    }
  }
  const auto add_row = [&](const auto& cell_of) {
    for (const Column& column : columns) text += "  " + right(cell_of(column), column.wide());
    text += '\n';
  };
  add_row([](const Column& column) { return column.head; });
  const std::map<double, std::string> values = columns.front().cells;
  for (const auto& [x, name] : values)
    add_row([x = x](const Column& column) {
      const auto found = column.cells.find(x);
      return found == column.cells.end() ? std::string("—") : found->second;
    });
}

}  // namespace

std::string report(const experiment::Experiment& experiment, const experiment::SweepResult& result) {
  std::string text = fmt::format("{}, {}\n", experiment.title, result.sweep.label);
  if (const std::string words = experiment::sweep_text(experiment, result.sweep); !words.empty()) text += "  " + words + "\n";
  if (!result.complete) text += "  Cancelled: these are the values so far.\n";
  const std::string axis = experiment::axis_label(experiment, result.sweep.parameter);
  const std::vector<SweepPanel> panels = experiment::panels_of(experiment, result.sweep, result.points);
  for (const SweepPanel& panel : panels) add_table(text, axis, panel);
  const auto spreads = [](const experiment::SweepPoint& point) { return point.samples.size() > 1; };
  if (std::any_of(result.points.begin(), result.points.end(), spreads))
    text += "\n  A number with two in brackets is a median, then the smallest and the largest.\n";
  for (const std::string& note : result.notes) text += "  " + note + "\n";
  for (const std::string& problem : experiment::problems_of(experiment, result.points)) text += "  " + problem + "\n";
  return base::escaped_lines(text);
}

std::string sweeps_report(const experiment::Experiment& experiment) {
  std::string text = experiment.title + "\n";
  for (const experiment::Sweep& sweep : experiment.sweeps)
    fmt::format_to(std::back_inserter(text), "  {:<16} {}\n", sweep.label, sweep.text);
  text += "\n  --parameter      ";
  for (const std::string& name : experiment::sweepable(experiment)) text += " " + name;
  text += "\n\n  --measures\n";
  for (const experiment::Measure& measure : experiment::measures())
    fmt::format_to(std::back_inserter(text), "  {:<22} {}{}, {}\n", measure.id, measure.label,
                   measure.unit.empty() ? "" : ", " + measure.unit, launch::name(measure.origin));
  return base::escaped_lines(text);
}

}  // namespace warplens::cli
