#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/number_format.h"
#include "view/subject.h"
#include "view/sweep/plot_bars.h"
#include "view/sweep/plot_picture.h"

namespace warplens::view {

namespace {

struct Found {
  const PlotPanel* panel;
  const PlotSeries* series;
  const PlotPoint* point;
};

std::optional<Found> hovered(const PlotInput& input) {
  for (const PlotPanel& panel : input.panels)
    for (const PlotSeries& series : panel.series)
      for (const PlotPoint& point : series.points)
        if (point.row == input.hover.point) return Found{&panel, &series, &point};
  return std::nullopt;
}

/// Smallest x from which `quick` stays below `slow` at every common x, having been above before. None if their spreads still
/// overlap at the last common x: that may be noise.
std::optional<double> crossover(const PlotSeries& quick, const PlotSeries& slow) {
  std::optional<double> since;
  bool above_before = false, apart = false;
  for (const PlotPoint& point : quick.points) {
    const auto other =
        std::find_if(slow.points.begin(), slow.points.end(), [&](const PlotPoint& each) { return each.x == point.x; });
    if (other == slow.points.end()) continue;
    apart = point.high < other->low;
    if (point.y < other->y) {
      if (!since) since = point.x;
    } else {
      above_before = true;
      since.reset();
    }
  }
  return above_before && apart ? since : std::nullopt;
}

/// The first pair of time series that cross.
std::string crossing(const PlotInput& input, const PlotPanel& panel) {
  if (panel.unit != "ms") return "";
  for (const PlotSeries& quick : panel.series)
    for (const PlotSeries& slow : panel.series)
      if (const auto from = crossover(quick, slow))
        return fmt::format("From {} on, {} is faster than {}.", input.x.text(*from), quick.label, slow.label);
  return "";
}

struct Extremes {
  const PlotSeries *min_of = nullptr, *max_of = nullptr;
  const PlotPoint *least = nullptr, *most = nullptr;
};

Extremes extremes(const PlotPanel& panel) {
  Extremes found;
  for (const PlotSeries& series : panel.series) {
    for (const PlotPoint& point : series.points) {
      if (found.least == nullptr || point.y < found.least->y) found.least = &point, found.min_of = &series;
      if (found.most == nullptr || point.y > found.most->y) found.most = &point, found.max_of = &series;
    }
  }
  return found;
}

std::string median_of(const PlotPanel& panel, const PlotPoint& point) {
  return plot_number(panel, {point.x, point.y, point.y, point.y, point.row});
}

/// The series with the smallest and the one with the largest value at the last x of the first series, unless all are equal there.
std::string next_to_each_other(const PlotInput& input, const PlotPanel& panel) {
  const double x = panel.series.front().points.back().x;
  std::vector<std::pair<const PlotSeries*, const PlotPoint*>> there;
  for (const PlotSeries& series : panel.series)
    for (const PlotPoint& point : series.points)
      if (point.x == x) there.emplace_back(&series, &point);
  const auto by_value = [](const auto& a, const auto& b) { return a.second->y < b.second->y; };
  const auto least = std::min_element(there.begin(), there.end(), by_value);
  const auto most = std::max_element(there.begin(), there.end(), by_value);  // the first of equals
  const std::string max_words = median_of(panel, *most->second);
  std::string words =
      fmt::format("{} {}, {} {}.", least->first->label, median_of(panel, *least->second), most->first->label, max_words);
  if (there.size() == 1)
    words = fmt::format("{} {}.", most->first->label, max_words);
  else if (least->second->y == most->second->y || median_of(panel, *least->second) == max_words)
    words = fmt::format("{} {}.", there.size() == 2 ? "both" : "all", max_words);
  return has_bars(panel) ? capitalised(words) : fmt::format("{}: {}", capitalised(input.x.at(x)), words);
}

/// The largest or the smallest value of a single series, where it lies between the ends and is far from both.
std::string peak(const PlotInput& input, const PlotPanel& panel, const Extremes& found) {
  constexpr double far = 1.5;
  const double first = panel.series.front().points.front().y, last = panel.series.front().points.back().y;
  if (found.most->y > far * std::max(first, last))
    return fmt::format("{}: up to {}, {}.", capitalised(panel.title), median_of(panel, *found.most), input.x.at(found.most->x));
  if (found.least->y * far < std::min(first, last))
    return fmt::format("{}: down to {}, {}.", capitalised(panel.title), median_of(panel, *found.least),
                       input.x.at(found.least->x));
  return "";
}

std::string first_and_last(const PlotInput& input, const PlotPanel& panel) {
  const PlotPoint &first = panel.series.front().points.front(), &last = panel.series.front().points.back();
  const std::string from = median_of(panel, first), to = median_of(panel, last);
  const auto unit = [](const std::string& words) { return words.substr(std::min(words.rfind(' '), words.size())); };
  if (&first == &last) return fmt::format("{}: {} {}.", capitalised(panel.title), from, input.x.at(first.x));
  if (!input.x.noun.empty() && panel.title.starts_with("time")) {
    const bool same_unit = unit(from) == unit(to);
    return fmt::format("{} {} {}; {} take {}.", input.x.text(first.x), first.x == 1 ? "takes" : "take", from, number(last.x),
                       same_unit ? to.substr(0, to.size() - unit(to).size()) : to);
  }
  return fmt::format("{}: {} {}, {} {}.", capitalised(panel.title), from, input.x.at(first.x), to, input.x.at(last.x));
}

std::string sentence_of(const PlotInput& input, const PlotPanel& panel) {
  const Extremes found = extremes(panel);
  if (found.least == nullptr) return "Nothing could be plotted.";
  if (panel.unit == "times")
    return fmt::format("{} is up to {} {}, {}.", found.max_of->label, median_of(panel, *found.most), panel.title.substr(6),
                       input.x.at(found.most->x));
  if (std::string words = crossing(input, panel); !words.empty()) return words;
  if (found.least->y == found.most->y) return capitalised(panel.title) + ": " + median_of(panel, *found.most) + " throughout.";
  if (panel.series.size() > 1) return next_to_each_other(input, panel);
  const std::string words = peak(input, panel, found);
  return words.empty() ? first_and_last(input, panel) : words;
}

}  // namespace

std::string PlotVariable::text(double value) const {
  if (noun.empty()) return name + " = " + number(value) + (unit.empty() ? "" : " " + unit);
  if (value >= 0 && value == std::floor(value)) return base::counted(static_cast<std::uint64_t>(value), noun) + noun_rest;
  return number(value) + " " + noun + "s" + noun_rest;
}

std::string PlotVariable::at(double value) const { return (noun.empty() ? "at " : "with ") + text(value); }

Headline plot_headline(const PlotInput& input, const Theme& theme) {
  Headline headline;
  const auto title = [&](std::string words) { headline.title = {{std::move(words), theme.text, Face::semibold}}; };
  if (!input.text.empty()) headline.detail = {{input.text, theme.muted, Face::regular}};
  if (const auto found = hovered(input)) {
    title(fmt::format("{}: {}, {}.", capitalised(input.x.at(found->point->x)), found->series->label,
                      plot_number(*found->panel, *found->point)));
    headline.origin = found->panel->origin;
    return headline;
  }
  if (!input.state.empty()) headline.detail = {{input.state, theme.muted, Face::regular}};
  if (input.panels.empty()) {
    title(input.state.empty() ? "Nothing to plot yet." : "The first values are on their way…");
    return headline;
  }
  // Prefer a panel that compares series to one with a single line, such as the CPU alone.
  const auto compared = std::ranges::find_if(input.panels, [](const PlotPanel& panel) { return panel.series.size() > 1; });
  const PlotPanel& told = compared != input.panels.end() ? *compared : input.panels.front();
  title(sentence_of(input, told));
  headline.origin = told.origin;
  return headline;
}

}  // namespace warplens::view
