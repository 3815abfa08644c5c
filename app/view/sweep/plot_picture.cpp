#include "view/sweep/plot_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "base/number_format.h"
#include "view/drawing/canvas.h"
#include "view/drawing/text_width.h"
#include "view/subject.h"
#include "view/sweep/plot_axis.h"
#include "view/sweep/plot_bars.h"

namespace warplens::view {

namespace {

constexpr float title_room = 26, title_row = 19, legend_row = 24, legend_size = 15, legend_swatch = 34, tick_size = smallest_text,
                axis_room = 50;
constexpr float reach = 26;            ///< hit distance of a point, in points
constexpr float min_panel = 190;       ///< height below which panels go into two columns
constexpr float min_series_row = 168;  ///< minimum height of a row of panels

/// Series differ in colour and in shape, so that either is enough to tell them apart.
struct Mark {
  Colour colour;
  enum class Shape : std::uint8_t { disc, ring, square } shape;
};

Mark mark_of(const Theme& theme, std::size_t series) {
  const std::array colours{theme.read, theme.write, theme.good, theme.atomic, theme.wrong, theme.soft};
  return {colours[series % colours.size()], static_cast<Mark::Shape>((series + series / colours.size()) % 3)};
}

void draw_mark(Canvas& canvas, Point at, const Mark& mark, float size) {
  const Colour ground = canvas.theme().background;
  if (mark.shape == Mark::Shape::disc) canvas.disc(at, size, mark.colour);
  if (mark.shape == Mark::Shape::ring) canvas.disc(at, size, ground, mark.colour, 2);
  if (mark.shape == Mark::Shape::square)
    canvas.box({at.x - size * 0.9f, at.y - size * 0.9f, size * 1.8f, size * 1.8f}, 1, mark.colour);
}

/// One panel and its axes.
struct Frame {
  Canvas& canvas;
  const PlotInput& input;
  const PlotPanel& panel;
  Rectangle at;  ///< of the whole panel
  PlotAxis x, y;
  std::vector<Tick> y_ticks;
  std::vector<std::string> title;                  ///< lines
  std::vector<Point> legend;                       ///< per series
  float left = 0, right = 0, top = 0, bottom = 0;  ///< of the axes

  float title_end() const { return at.y + title_room + title_row * static_cast<float>(title.size() - 1); }
  Point place(double px, double py) const {
    return {left + static_cast<float>(x.place(px)) * (right - left), bottom - static_cast<float>(y.place(py)) * (bottom - top)};
  }
};

/// The label of a logarithmic axis says so, shortened where `width` is too small for it.
std::string axis_label(const std::string& label, bool logarithmic, float width) {
  if (logarithmic)
    for (const char* words : {" · logarithmic", " · log"})
      if (text_width(label + words, tick_size) <= width) return label + words;
  return fit_text(label, tick_size, width);
}

/// In one line, or in two where `width` is too small for it: what is plotted; and its unit, origin and scale.
std::vector<std::string> panel_title(const PlotPanel& panel, bool logarithmic, float width) {
  const std::string unit = panel.unit.empty() || panel.unit == "times" ? "" : panel.unit + " · ";
  const std::string origin = unit + std::string(launch::name(panel.origin));
  const std::string rest = origin + (logarithmic ? " · logarithmic" : "");
  const std::string whole = panel.title + " · " + rest;
  if (section_width(whole) <= width) return {whole};
  return {panel.title, section_width(rest) <= width ? rest : origin + " · log"};
}

/// Positions of the legend entries in rows from `end` on; sets `end` to the bottom of the last row.
std::vector<Point> legend_places(const PlotPanel& panel, Rectangle at, float& end) {
  constexpr float space = 22;
  std::vector<Point> places;
  Point next{at.x, end};
  for (const PlotSeries& series : panel.series) {
    const float wide = legend_swatch + text_width(series.label, legend_size);
    if (next.x > at.x && next.x + wide > at.x + at.width) next = {at.x, next.y + legend_row};
    places.push_back(next);
    next.x += wide + space;
  }
  end = next.y + legend_row;
  return places;
}

void draw_legend(Frame& frame) {
  for (std::size_t k = 0; k < frame.legend.size(); ++k) {
    const Point at = frame.legend[k];
    const Mark mark = mark_of(frame.canvas.theme(), k);
    const float middle = at.y + legend_row / 2;
    frame.canvas.line({at.x, middle}, {at.x + 26, middle}, mark.colour, 2);
    draw_mark(frame.canvas, {at.x + 13, middle}, mark, 4.5f);
    frame.canvas.text({at.x + legend_swatch, middle + 5}, legend_size,
                      fit_text(frame.panel.series[k].label, legend_size, frame.at.width - legend_swatch),
                      frame.canvas.theme().soft);
  }
}

/// The swept values themselves if there are few, such as powers of two; else round numbers and the last value.
std::vector<Tick> x_ticks(const Frame& frame) {
  std::set<double> values;
  for (const PlotSeries& series : frame.panel.series)
    for (const PlotPoint& point : series.points) values.insert(point.x);
  constexpr std::size_t few = 16;
  if (values.size() <= few) {
    std::vector<Tick> ticks;
    for (const double value : values) ticks.push_back({value, number(value)});
    return ticks;
  }
  const float widest = text_width(number(frame.x.high), tick_size, Face::mono) + 26;
  std::vector<Tick> ticks = plot_ticks(frame.x, std::max(2, static_cast<int>((frame.right - frame.left) / widest)));
  if (!values.empty() && (ticks.empty() || ticks.back().value < *values.rbegin()))
    ticks.push_back({*values.rbegin(), number(*values.rbegin())});
  return ticks;
}

void draw_axes(Frame& frame) {
  const Theme& theme = frame.canvas.theme();
  for (const Tick& tick : frame.y_ticks) {
    const float y = frame.place(frame.x.low, tick.value).y;
    frame.canvas.line({frame.left, y}, {frame.right, y}, faded(theme.line, tick.words.empty() ? 0.4f : 0.8f), 1);
    frame.canvas.text({frame.left - 8, y + 5}, tick_size, tick.words, theme.muted, Anchor::end, Face::mono);
  }
  frame.canvas.line({frame.left, frame.bottom}, {frame.right, frame.bottom}, theme.muted, 1.5f);
  constexpr float apart = 12;
  const std::vector<Tick> ticks = x_ticks(frame);
  const auto half_of = [](const Tick& tick) { return text_width(tick.words, tick_size, Face::mono) / 2; };
  const auto words_at = [&](const Tick& tick) {
    return std::min(frame.place(tick.value, frame.y.high).x, frame.at.x + frame.at.width - half_of(tick));
  };
  // The last tick is always labelled: those before it give way.
  const float free_to = ticks.empty() ? 0 : words_at(ticks.back()) - half_of(ticks.back()) - apart;
  float free_from = frame.at.x;
  for (std::size_t k = 0; k < ticks.size(); ++k) {
    const Tick& tick = ticks[k];
    const float x = frame.place(tick.value, frame.y.high).x, half = half_of(tick), middle = words_at(tick);
    frame.canvas.line({x, frame.bottom}, {x, frame.bottom + 5}, theme.muted, 1);
    const bool last = k + 1 == ticks.size();
    if (!last && (tick.words.empty() || middle - half < free_from || middle + half > free_to)) continue;
    frame.canvas.text({middle, frame.bottom + 21}, tick_size, tick.words, theme.muted, Anchor::middle, Face::mono);
    free_from = middle + half + apart;
  }
  frame.canvas.text({frame.right, frame.bottom + 41}, tick_size,
                    axis_label(frame.input.x_label, frame.x.logarithmic, frame.right - frame.left), theme.muted, Anchor::end);
}

void draw_series(Frame& frame, std::size_t index, std::vector<PlotPlace>& places) {
  const PlotSeries& series = frame.panel.series[index];
  const Mark mark = mark_of(frame.canvas.theme(), index);
  std::vector<Point> path;
  for (const PlotPoint& point : series.points) path.push_back(frame.place(point.x, point.y));
  if (path.size() > 1) frame.canvas.path(path, mark.colour, 2);
  const float size = series.points.size() > 60 ? 2.5f : 4.5f;
  for (std::size_t k = 0; k < series.points.size(); ++k) {
    const PlotPoint& point = series.points[k];
    const Point low = frame.place(point.x, std::max(point.low, frame.y.low)), high = frame.place(point.x, point.high);
    if (low.y - high.y > 2 * size) {
      frame.canvas.line(low, high, faded(mark.colour, 0.7f), 1.5f);
      for (const Point end : {low, high})
        frame.canvas.line({end.x - 4, end.y}, {end.x + 4, end.y}, faded(mark.colour, 0.7f), 1.5f);
    }
    const bool lit = frame.input.hover.point == point.row;
    if (lit) frame.canvas.disc(path[k], size + 5, faded(mark.colour, 0.3f), frame.canvas.theme().text, 1.5f);
    draw_mark(frame.canvas, path[k], mark, size);
    places.push_back({path[k], point.row, plot_tooltip(frame.input, frame.panel, series, point)});
  }
}

/// Computes axes, legend and ticks of a panel; the left edge depends on the width of its tick labels.
Frame lay_out(Canvas& canvas, const PlotInput& input, const PlotPanel& panel, Rectangle at) {
  Frame frame{canvas, input, panel, at, {}, {}, {}, {}, {}};
  std::vector<double> xs, ys;
  for (const PlotSeries& series : panel.series)
    for (const PlotPoint& point : series.points) {
      xs.push_back(point.x);
      ys.insert(ys.end(), {point.low, point.high});
    }
  if (panel.unit == "times") ys.push_back(1);
  frame.x = plot_axis(xs, input.logarithmic_x, true);
  frame.y = plot_axis(ys, input.logarithmic_y, false);
  frame.title = panel_title(panel, frame.y.logarithmic, at.width);
  float legend_end = frame.title_end();
  frame.legend = legend_places(panel, at, legend_end);
  frame.top = legend_end + 12;
  frame.bottom = std::max(at.y + at.height - axis_room, frame.top + 20);
  const float high = frame.bottom - frame.top;
  frame.y_ticks = thinned(plot_ticks(frame.y, std::clamp(static_cast<int>(high / 34), 2, 8)), frame.y, high);
  float widest = 0;
  for (const Tick& tick : frame.y_ticks) widest = std::max(widest, text_width(tick.words, tick_size, Face::mono));
  frame.left = at.x + widest + 12;
  frame.right = at.x + at.width - 14;
  return frame;
}

void draw_panel(Frame& frame, std::vector<PlotPlace>& places) {
  for (std::size_t k = 0; k < frame.title.size(); ++k)
    frame.canvas.section({frame.at.x, frame.at.y + 14 + title_row * static_cast<float>(k)}, frame.title[k], frame.at.width);
  if (has_bars(frame.panel)) {
    const float top = frame.title_end() + 12;
    return draw_bars(frame.canvas, frame.input, frame.panel,
                     {frame.at.x, top, frame.at.width, frame.at.y + frame.at.height - top}, places);
  }
  draw_legend(frame);
  draw_axes(frame);
  if (frame.panel.unit == "times") {
    const float y = frame.place(frame.x.low, 1).y;
    frame.canvas.line({frame.left, y}, {frame.right, y}, frame.canvas.theme().muted, 1.5f, 5);
  }
  for (std::size_t k = 0; k < frame.panel.series.size(); ++k) draw_series(frame, k, places);
}

/// Draws the notes, wrapped, at the bottom of the picture, and says where they are cut off; returns their height.
float draw_notes(Canvas& canvas, const std::vector<std::string>& notes, float most) {
  constexpr float line = 20;
  const Theme& theme = canvas.theme();
  std::vector<std::vector<Span>> lines;
  for (const std::string& note : notes)
    for (auto& part : wrap({Span{note, theme.muted, Face::regular}}, smallest_text, canvas.width()))
      lines.push_back(std::move(part));
  const auto fit = static_cast<std::size_t>(std::max(most / line, 1.0f));
  if (lines.size() > fit) {
    lines.resize(fit);
    std::string& end = lines.back().back().text;
    while (!end.empty() && text_width(end + " …", smallest_text) > canvas.width())
      end.erase(std::min(end.rfind(' '), end.size() - 1));
    end += " …";
  }
  const float height = static_cast<float>(lines.size()) * line;
  for (std::size_t k = 0; k < lines.size(); ++k)
    canvas.text({0, canvas.height() - height + static_cast<float>(k) * line + 14}, smallest_text, std::move(lines[k]));
  return height > 0 ? height + 10 : 0;
}

/// "atomic, warp and block have the same values: their lines coincide." for each panel with such series that is drawn as lines.
std::vector<std::string> coinciding(const PlotPanel& panel) {
  std::vector<std::string> notes;
  std::set<std::size_t> told;
  const auto same = [](const PlotPoint& a, const PlotPoint& b) { return a.x == b.x && a.y == b.y; };
  for (std::size_t first = 0; first < panel.series.size() && !has_bars(panel); ++first) {
    std::vector<std::string> labels;
    for (std::size_t k = first; k < panel.series.size(); ++k) {
      if (panel.series[k].points.empty() || !std::ranges::equal(panel.series[first].points, panel.series[k].points, same))
        continue;
      if (told.insert(k).second) labels.push_back(panel.series[k].label);
    }
    if (labels.size() < 2) continue;
    const std::string last = labels.back();
    labels.pop_back();
    notes.push_back(fmt::format("{} and {} have the same values: their lines coincide.", fmt::join(labels, ", "), last));
  }
  return notes;
}

}  // namespace

std::string plot_number(const PlotPanel& panel, const PlotPoint& point) {
  // Choose the unit in which the median is between 1 and 1,000.
  double factor = 1;
  std::string unit = panel.unit;
  if (unit == "ms" && point.y > 0) {
    if (point.y < 1e-3)
      factor = 1e6, unit = "ns";
    else if (point.y < 1)
      factor = 1e3, unit = "µs";
    else if (point.y >= 1000)
      factor = 1e-3, unit = "s";
  }
  const auto text = [factor](double value) {
    value *= factor;
    if (value == std::floor(value)) return number(value);
    return std::abs(value) >= 1000 ? number(std::round(value)) : fmt::format("{:.3g}", value);
  };
  if (!unit.empty()) unit = " " + unit;
  if (point.low == point.high) return text(point.y) + unit;
  return fmt::format("{}{} ({} to {})", text(point.y), unit, text(point.low), text(point.high));
}

Picture plot_picture(const PlotInput& input, const Theme& theme, float width, float height) {
  Canvas canvas(theme, width, height);
  constexpr float gap = 28, notes_share = 0.25f;
  const float min_room = height * (1 - notes_share);
  std::size_t count = input.panels.size();
  const bool tall = static_cast<float>(count) * min_panel <= min_room && count <= 3;
  const std::size_t columns = tall || count <= 1 ? 1 : 2;
  count = std::min(count, columns * std::max<std::size_t>(1, static_cast<std::size_t>(min_room / min_series_row)));
  std::vector<std::string> notes;
  for (std::size_t k = 0; k < count; ++k) std::ranges::move(coinciding(input.panels[k]), std::back_inserter(notes));
  notes.erase(std::unique(notes.begin(), notes.end()), notes.end());
  notes.insert(notes.end(), input.notes.begin(), input.notes.end());
  if (count < input.panels.size())
    notes.insert(notes.begin(), base::counted(std::uint64_t{input.panels.size() - count}, "more plot") +
                                    " would find no room here; the tables hold all numbers.");
  const float bottom = height - draw_notes(canvas, notes, height * notes_share);
  const std::size_t rows = (count + columns - 1) / columns;
  std::vector<Frame> frames;
  for (std::size_t k = 0; k < count; ++k) {
    const float wide = (width - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    const float high = bottom / static_cast<float>(rows);
    frames.push_back(
        lay_out(canvas, input, input.panels[k],
                {static_cast<float>(k % columns) * (wide + gap), static_cast<float>(k / columns) * high, wide, high - 8}));
  }
  float left = 0;  // widest y labels of all panels, so that their x axes align
  for (const Frame& frame : frames) left = std::max(left, frame.left - frame.at.x);
  std::vector<PlotPlace> places;
  for (Frame& frame : frames) {
    frame.left = frame.at.x + left;
    draw_panel(frame, places);
  }
  Picture picture{canvas.take(), {}};
  picture.under = [places = std::move(places)](Point point) {
    HotSpot spot;
    float nearest = reach * reach;
    for (const PlotPlace& place : places) {
      const float dx = place.at.x - point.x, dy = place.at.y - point.y, distance = dx * dx + dy * dy;
      if (distance >= nearest) continue;
      nearest = distance;
      spot.at = {place.at.x - 8, place.at.y - 8, 16, 16};
      spot.target.point = place.row;
      spot.tooltip = place.tooltip;
    }
    return spot;
  };
  return picture;
}

}  // namespace warplens::view
