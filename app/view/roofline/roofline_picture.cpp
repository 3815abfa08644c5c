#include "view/roofline/roofline_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/number_format.h"
#include "view/drawing/canvas.h"
#include "view/drawing/text_width.h"
#include "view/material.h"
#include "view/outcome.h"
#include "view/sweep/plot_axis.h"

namespace warplens::view {
namespace {

constexpr float point_label_size = 15, disc_radius = 6;
constexpr float axis_title = 43;          ///< below the axis, baseline of its title
constexpr float narrow = 600, low = 400;  ///< a picture that has less saves on margins and words

bool overlap(const Rectangle& a, const Rectangle& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/// The axes, and where a point lies between them.
struct Plot {
  Rectangle at;
  PlotAxis x, y;
  Point place(double intensity, double rate) const {
    return {at.x + static_cast<float>(x.place(intensity)) * at.width,
            at.y + at.height - static_cast<float>(y.place(rate)) * at.height};
  }
};

bool is_point(const analysis::Roofline& launch) { return launch.operations != 0 && launch.bytes != 0; }

/// Of a run's launch and its experiment's other entries, those that are drawn: of the same kind of operation as the first.
std::vector<RooflineEntry> points_of(const std::vector<RooflineEntry>& entries) {
  std::vector<RooflineEntry> points;
  for (const RooflineEntry& entry : entries)
    if (is_point(entry.roofline) && entry.roofline.kind == entries.front().roofline.kind) points.push_back(entry);
  return points;
}

/// From well below the points to above the roof of their card, and to both sides of its bend.
Plot plot_of(const Rectangle& at, const analysis::Roofline& shown, const std::vector<RooflineEntry>& points) {
  constexpr double air = 3;
  std::vector<double> intensities, rates;
  const auto add_card = [&](const analysis::Roofline& card) {
    const double bend = card.peak() / card.peaks.memory_bytes;
    intensities.insert(intensities.end(), {bend / air, bend * air});
    rates.insert(rates.end(), {card.peak() / 10, card.peak() * 2});
  };
  add_card(shown);
  for (const RooflineEntry& point : points) {
    add_card(point.roofline);
    intensities.push_back(point.roofline.intensity() / air);
    intensities.push_back(point.roofline.intensity() * air);
    rates.push_back(point.roofline.per_cycle() / air);
  }
  return {at, plot_axis(intensities, true, true), plot_axis(rates, true, true)};
}

void draw_axes(Canvas& canvas, const Plot& plot, analysis::OperationKind kind) {
  const Theme& theme = canvas.theme();
  const Rectangle& at = plot.at;
  constexpr float apart_x = 90, apart_y = 46;
  const std::vector<Tick> ticks = plot_ticks(plot.y, std::max(2, static_cast<int>(at.height / apart_y)));
  for (const Tick& tick : thinned(ticks, plot.y, at.height)) {
    const float y = plot.place(plot.x.low, tick.value).y;
    canvas.line({at.x, y}, {at.x + at.width, y}, faded(theme.line, tick.words.empty() ? 0.4f : 0.8f), 1);
    canvas.text({at.x - 8, y + 5}, smallest_text, tick.words, theme.muted, Anchor::end, Face::mono);
  }
  const float bottom = at.y + at.height;
  canvas.line({at.x, bottom}, {at.x + at.width, bottom}, theme.muted, 1.5f);
  for (const Tick& tick : plot_ticks(plot.x, std::max(2, static_cast<int>(at.width / apart_x)))) {
    const float x = plot.place(tick.value, plot.y.low).x;
    canvas.line({x, bottom}, {x, bottom + 5}, theme.muted, 1);
    canvas.text({x, bottom + 21}, smallest_text, tick.words, theme.muted, Anchor::middle, Face::mono);
  }
  const std::string kind_of = std::string(name(kind)) + " ", per_byte = "operations per byte of memory";
  canvas.text(
      {at.x + at.width, bottom + axis_title}, smallest_text,
      fitting_text({kind_of + per_byte + " · counted, modelled · logarithmic", kind_of + per_byte + " · counted, modelled · log",
                    per_byte + " · counted, modelled · log", per_byte + " · log"},
                   smallest_text, at.x + at.width),
      theme.muted, Anchor::end);
}

/// A label of the roof, and the region that it covers.
struct RoofLabel {
  Text text;
  Rectangle at;
};

RoofLabel roof_label(const std::string& words, Point at, Anchor anchor, Colour colour) {
  RoofLabel label{{at, point_label_size, anchor, {{words, colour, Face::regular}}}, {}};
  label.at = text_box(label.text);
  return label;
}

/// The slanted part that memory's bandwidth allows, and the level part of the arithmetic units. Its labels keep clear of the
/// `discs`, to which they are added.
void draw_roof(Canvas& canvas, const Plot& plot, const analysis::Roofline& card, std::vector<Rectangle>& discs) {
  const Theme& theme = canvas.theme();
  const double bend = card.peak() / card.peaks.memory_bytes;
  const double start = std::max(plot.x.low, plot.y.low / card.peaks.memory_bytes);
  const Point left = plot.place(start, card.roof(start)), top = plot.place(bend, card.peak());
  const Point right = plot.place(plot.x.high, card.peak());
  canvas.path({left, top, right}, theme.accent, 3);
  constexpr float inset = 8;
  const bool brief = plot.at.width < 300;
  const std::string peak = roofline_figure(card.peak()), bytes = roofline_figure(card.peaks.memory_bytes);
  const std::string level = "arithmetic: " + peak + (brief ? "/cycle" : " per cycle");
  const std::string words = "memory: " + bytes + (brief ? " B/cycle" : " bytes per cycle");
  RoofLabel units = roof_label(level, {right.x - inset, right.y - inset}, Anchor::end, theme.text);
  const float wide = text_width(words, point_label_size), across = std::max(top.x - left.x, 1.0f);
  const auto y_at = [&](float x) { return left.y + std::clamp((x - left.x) / across, 0.0f, 1.0f) * (top.y - left.y); };
  // Above the slanted part, which rises to the right: the words' end is their closest point. Else below it, where their
  // beginning is.
  const float end = std::clamp((left.x + top.x) / 2, plot.at.x + wide + inset, right.x);
  RoofLabel memory = roof_label(words, {end, y_at(end) - inset}, Anchor::end, theme.text);
  const auto collides = [&](const RoofLabel& label) {
    return overlap(label.at, units.at) ||
           std::ranges::any_of(discs, [&](const Rectangle& disc) { return overlap(label.at, disc); });
  };
  const float bottom = plot.at.y + plot.at.height;
  for (float part = 0.4f; overlap(memory.at, units.at) && part > -0.01f; part -= 0.1f) {
    const float begin = left.x + part * across + inset;
    const RoofLabel below = roof_label(words, {begin, y_at(begin) + point_label_size + inset}, Anchor::start, theme.text);
    const bool inside = below.at.x + below.at.width <= right.x && below.at.y + below.at.height < bottom;
    if (inside && !collides(below)) memory = below;
  }
  if (overlap(memory.at, units.at)) {  // short words, below the bend of the roof
    const auto short_words = [&](float lower) {
      return roof_label(bytes + " B/cycle", {left.x + inset, left.y + point_label_size + inset + lower}, Anchor::start,
                        theme.text);
    };
    memory = short_words(0);
    for (float lower = 0; collides(memory) && lower < 60; lower += 10) memory = short_words(lower);
    units = roof_label(peak + "/cycle", {right.x - inset, right.y - inset}, Anchor::end, theme.text);
  }
  for (const RoofLabel& label : {units, memory}) {
    canvas.text(label.text.at, label.text.size, label.text.spans, label.text.anchor);
    discs.push_back(label.at);
  }
}

std::string tooltip_of(const RooflineEntry& entry) {
  const analysis::Roofline& launch = entry.roofline;
  const double roof = launch.roof(launch.intensity());
  return fmt::format("{}: {} operations per byte, {} per cycle; the roof there is {}", entry.label,
                     roofline_figure(launch.intensity()), roofline_figure(launch.per_cycle()), roofline_figure(roof));
}

/// Regions that the discs cover.
std::vector<Rectangle> discs_of(const Plot& plot, const std::vector<RooflineEntry>& points) {
  std::vector<Rectangle> discs;
  for (const RooflineEntry& entry : points) {
    const Point at = plot.place(entry.roofline.intensity(), entry.roofline.per_cycle());
    discs.push_back({at.x - disc_radius, at.y - disc_radius, 2 * disc_radius, 2 * disc_radius});
  }
  return discs;
}

/// A point of the picture. Launches that cannot be told apart there share it, with one label and one tooltip.
struct Mark {
  Point at;
  std::vector<std::string> labels;
  std::string tooltip;
  /// All of them; or, where there is less room, the first one and how many more.
  std::vector<std::string> wordings() const {
    if (labels.size() == 1) return labels;
    std::string all;
    for (const std::string& label : labels) all += (all.empty() ? "" : ", ") + label;
    return {all, fmt::format("{} and {} more", labels.front(), labels.size() - 1), labels.front()};
  }
};
std::vector<Mark> marks_of(const Plot& plot, const std::vector<RooflineEntry>& points) {
  std::vector<Mark> marks;
  for (const RooflineEntry& point : points) {
    const Point at = plot.place(point.roofline.intensity(), point.roofline.per_cycle());
    const auto is_there = [&](const Mark& mark) { return std::hypot(mark.at.x - at.x, mark.at.y - at.y) < disc_radius / 2; };
    if (const auto same = std::ranges::find_if(marks, is_there); same != marks.end()) {
      same->labels.push_back(point.label);
      same->tooltip += "\n" + tooltip_of(point);
    } else {
      marks.push_back({at, {point.label}, tooltip_of(point)});
    }
  }
  return marks;
}

/// Where a label beside a point is free; nothing: nowhere.
std::optional<Rectangle> free_place(const Plot& plot, Point at, float wide, const std::vector<Rectangle>& taken) {
  constexpr float high = point_label_size + 2, away = 2 * disc_radius;
  for (const Point& corner : {Point{at.x + away, at.y - high / 2}, Point{at.x - away - wide, at.y - high / 2},
                              Point{at.x - wide / 2, at.y + away}, Point{at.x - wide / 2, at.y - away - high}}) {
    const Rectangle words{corner.x, corner.y, wide, high};
    const bool inside = words.x >= plot.at.x && words.x + wide <= plot.at.x + plot.at.width;
    if (inside && std::ranges::none_of(taken, [&](const Rectangle& other) { return overlap(words, other); })) return words;
  }
  return std::nullopt;
}

/// The region of the line from the shown launch up to the roof.
Rectangle line_of(const Plot& plot, const RooflineEntry& shown) {
  const double intensity = shown.roofline.intensity();
  const Point at = plot.place(intensity, shown.roofline.per_cycle()),
              roof = plot.place(intensity, shown.roofline.roof(intensity));
  return {at.x - 2, roof.y, 4, std::max(at.y - roof.y, 0.0f)};
}

/// A point's label, and the place that it has.
struct PlacedLabel {
  std::string words;
  Rectangle at;
};
Face face_of(std::size_t mark) { return mark == 0 ? Face::semibold : Face::regular; }

/// Takes a free place for the label of a mark; nothing: there is none, and the label is left to the tooltip.
std::optional<PlacedLabel> place_label(const Plot& plot, const std::vector<Mark>& marks, std::size_t mark,
                                       std::vector<Rectangle>& taken) {
  for (const std::string& label : marks[mark].wordings())
    if (const auto at = free_place(plot, marks[mark].at, text_width(label, point_label_size, face_of(mark)), taken)) {
      taken.push_back(*at);
      return PlacedLabel{label, *at};
    }
  return std::nullopt;
}

/// The discs. The shown one is last, above the others.
void draw_points(Canvas& canvas, const Plot& plot, const std::vector<RooflineEntry>& points) {
  const Theme& theme = canvas.theme();
  for (std::size_t k = points.size(); k-- > 0;) {
    const analysis::Roofline& launch = points[k].roofline;
    const Point at = plot.place(launch.intensity(), launch.per_cycle());
    const bool shown = k == 0;
    const Colour colour = shown ? theme.good : theme.soft;
    if (shown)
      canvas.line({at.x, at.y - disc_radius}, plot.place(launch.intensity(), launch.roof(launch.intensity())), colour, 1.5f, 4);
    canvas.disc(at, shown ? disc_radius + 2 : disc_radius, shown ? colour : theme.background, colour, 2);
  }
}

void draw_label(Canvas& canvas, const PlacedLabel& label, std::size_t mark) {
  const Theme& theme = canvas.theme();
  canvas.box(label.at, 0, theme.background);  // the roof does not strike it out
  canvas.text({label.at.x, label.at.y + label.at.height - 4}, point_label_size, label.words, mark == 0 ? theme.text : theme.soft,
              Anchor::start, face_of(mark));
}

/// The roof and the points, with their labels: that of the shown launch has the first choice of a place, then the roof's.
void draw_all(Canvas& canvas, const Plot& plot, const analysis::Roofline& card, const std::vector<RooflineEntry>& points) {
  const std::vector<Mark> marks = marks_of(plot, points);
  std::vector<Rectangle> taken = discs_of(plot, points);
  std::vector<std::optional<PlacedLabel>> labels(marks.size());
  if (!marks.empty()) labels[0] = place_label(plot, marks, 0, taken);
  if (!points.empty()) taken.insert(taken.begin(), line_of(plot, points.front()));
  draw_roof(canvas, plot, card, taken);
  if (!points.empty()) taken.erase(taken.begin());  // a point's label may cover it
  draw_points(canvas, plot, points);
  for (std::size_t k = 0; k < marks.size(); ++k) {
    if (k > 0) labels[k] = place_label(plot, marks, k, taken);
    if (labels[k]) draw_label(canvas, *labels[k], k);
  }
  for (std::size_t k = marks.size(); k-- > 0;) {
    constexpr float reach = 14;
    canvas.hot_spot({marks[k].at.x - reach, marks[k].at.y - reach, 2 * reach, 2 * reach}, {}, marks[k].tooltip);
  }
}

std::vector<LegendEntry> legend_of(const Theme& theme, bool others, float width) {
  using Swatch = LegendEntry::Swatch;
  std::vector<LegendEntry> legend{{Swatch::disc, theme.good, theme.good, "this launch"}};
  if (others)
    legend.push_back(
        {Swatch::ring, theme.background, theme.soft, width < narrow ? "other entries" : "other entries of the experiment"});
  legend.push_back({Swatch::square, theme.accent, {0, 0, 0, 0}, "what the card allows"});
  return legend;
}

}  // namespace

Picture roofline_picture(const RooflineInput& input, const Theme& theme, float width, float height) {
  Canvas canvas(theme, width, height);
  if (!input.entries.empty() && input.entries.front().roofline.operations != 0) {
    const analysis::Roofline& shown = input.entries.front().roofline;
    constexpr float title = 30, below_axis = axis_title + 5, air = 10;
    const std::string kind(name(shown.kind)), per_cycle = "operations per cycle · modelled";
    canvas.fitting_section(
        {0, 14},
        {kind + " " + per_cycle + " · logarithmic", kind + " " + per_cycle + " · log", kind + " " + per_cycle, per_cycle}, width);
    const std::vector<RooflineEntry> points = points_of(input.entries), beside = points_of(input.beside);
    const std::vector<LegendEntry> legend = legend_of(theme, points.size() > 1, width);
    const float legend_room = legend_height(legend_of(theme, std::max(points.size(), beside.size()) > 1, width), width);
    const float left = width < narrow ? 60 : 86;
    std::vector<RooflineEntry> both = points;
    both.insert(both.end(), beside.begin(), beside.end());
    const Plot plot = plot_of(
        {left, title, width - left - 12, height - title - below_axis - legend_room - (height < low ? 0 : air)}, shown, both);
    draw_axes(canvas, plot, shown.kind);
    draw_all(canvas, plot, shown, points);
    draw_legend(canvas, {0, height - legend_room}, width, legend);
  }
  return with_hot_spots(canvas.take());
}

RooflineInput roofline_input(const Material& material) {
  return {material.subject, material.rooflines, material.rooflines_beside};
}

std::string roofline_figure(double value) {
  return value < 999.5 ? fmt::format("{:.3g}", value) : base::grouped(static_cast<std::uint64_t>(std::llround(value)));
}

Headline roofline_headline(const RooflineInput& input, const Theme& theme) {
  if (auto stopped = outcome_headline(input.subject, theme)) return *stopped;
  Headline headline;
  const auto say = [&](const std::string& title, const std::string& detail) {
    headline.title = {{title, theme.text, Face::semibold}};
    headline.detail = {{detail, theme.muted, Face::regular}};
  };
  if (input.entries.empty()) {
    say("No roofline is known for this run.", "It needs modelled cycles: the SIMT machine's timed schedule.");
    return headline;
  }
  headline.origin = launch::Origin::modelled;
  const analysis::Roofline& launch = input.entries.front().roofline;
  const std::string kind(name(launch.kind));
  if (launch.operations == 0) {
    say("No arithmetic is counted in this launch.",
        "A roofline needs additions, products and the like; atomic updates count as traffic of memory.");
    return headline;
  }
  const std::string rate = roofline_figure(launch.per_cycle());
  const std::string done = fmt::format("{} {} operation{} per cycle", rate, kind, rate == "1" ? "" : "s");
  if (launch.bytes == 0) {
    say("No memory traffic: only arithmetic is the roof.",
        fmt::format("{}, {:.0f} % of what the {} can do.", done, 100 * launch.per_cycle() / launch.peak(),
                    input.subject.result->utilisation->device));
    return headline;
  }
  const double roof = launch.roof(launch.intensity());
  const bool memory = roof < launch.peak();
  const std::string intensity = roofline_figure(launch.intensity());
  headline.title = {{intensity, theme.accent, Face::semibold},
                    {fmt::format(" operation{} for each byte of memory: {} is the roof.", intensity == "1" ? "" : "s",
                                 memory ? "memory" : "arithmetic"),
                     theme.text, Face::semibold}};
  headline.detail = {
      {fmt::format("{}, {:.0f} % of the {} that the {} of the {} allows.", done, 100 * launch.per_cycle() / roof,
                   roofline_figure(roof), memory ? "memory" : "arithmetic", input.subject.result->utilisation->device),
       theme.muted, Face::regular}};
  return headline;
}

}  // namespace warplens::view
