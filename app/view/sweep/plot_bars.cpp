#include "view/sweep/plot_bars.h"

#include <fmt/format.h>

#include <algorithm>

#include "view/drawing/text_width.h"
#include "view/subject.h"
#include "view/sweep/plot_axis.h"

namespace warplens::view {
namespace {

constexpr float bar_label_size = 16, bar_axis_room = 30, gap = 12, highest_row = 56;

}  // namespace

bool has_bars(const PlotPanel& panel) {
  return panel.series.size() > 1 && std::all_of(panel.series.begin(), panel.series.end(), [&](const PlotSeries& series) {
           return series.points.size() == 1 && series.points.front().x == panel.series.front().points.front().x;
         });
}

std::string plot_tooltip(const PlotInput& input, const PlotPanel& panel, const PlotSeries& series, const PlotPoint& point) {
  std::string words =
      fmt::format("{}: {}, {}, {}", input.x.text(point.x), series.label, plot_number(panel, point), launch::name(panel.origin));
  if (input.clickable) words += ". Click to open this launch.";
  return words;
}

void draw_bars(Canvas& canvas, const PlotInput& input, const PlotPanel& panel, Rectangle at, std::vector<PlotPlace>& places) {
  const Theme& theme = canvas.theme();
  std::vector<double> values;
  float labels = 0, numbers = 0;  // column widths
  for (const PlotSeries& series : panel.series) {
    values.insert(values.end(), {series.points.front().low, series.points.front().high});
    labels = std::max(labels, text_width(series.label, bar_label_size));
    numbers = std::max(numbers, text_width(plot_number(panel, series.points.front()), bar_label_size, Face::mono));
  }
  const PlotAxis axis = plot_axis(values, input.logarithmic_y, false);
  const float left = at.x + std::min(labels, at.width * 0.4f) + gap;
  const float right = std::max(at.x + at.width - numbers - 2 * gap, left + 40);
  const float row = std::min(highest_row, (at.height - bar_axis_room) / static_cast<float>(panel.series.size()));
  const float bottom = at.y + row * static_cast<float>(panel.series.size());
  const auto place = [&](double value) { return left + static_cast<float>(axis.place(value)) * (right - left); };

  for (const Tick& tick : plot_ticks(axis, std::clamp(static_cast<int>((right - left) / 110), 2, 10))) {
    const float x = place(tick.value);
    canvas.line({x, at.y}, {x, bottom}, faded(theme.line, tick.words.empty() ? 0.4f : 0.8f), 1);
    canvas.text({x, bottom + 20}, smallest_text, tick.words, theme.muted, Anchor::middle, Face::mono);
  }
  for (std::size_t k = 0; k < panel.series.size(); ++k) {
    const PlotSeries& series = panel.series[k];
    const PlotPoint& point = series.points.front();
    const float top = at.y + row * static_cast<float>(k), middle = top + row / 2, thick = std::min(row * 0.62f, 30.0f);
    const float end = place(point.y);
    const bool lit = input.hover.point == point.row;
    canvas.text({left - gap, middle + 6}, bar_label_size, fit_text(series.label, bar_label_size, left - gap - at.x),
                lit ? theme.text : theme.soft, Anchor::end);
    canvas.box({left, middle - thick / 2, std::max(end - left, 2.0f), thick}, 3, lit ? theme.text : theme.read);
    const float low = place(std::max(point.low, axis.low)), high = place(point.high);
    if (high - low > 6) {
      canvas.line({low, middle}, {high, middle}, theme.text, 1.5f);
      for (const float edge : {low, high}) canvas.line({edge, middle - 5}, {edge, middle + 5}, theme.text, 1.5f);
    }
    const std::string words = plot_number(panel, point);
    const float after = std::max(high, end) + gap;
    canvas.box({after - 2, middle - 9, text_width(words, bar_label_size, Face::mono) + 4, 19}, 2, theme.background);
    canvas.text({after, middle + 6}, bar_label_size, words, theme.text, Anchor::start, Face::mono);
    places.push_back({{end, middle}, point.row, plot_tooltip(input, panel, series, point)});
  }
}

}  // namespace warplens::view
