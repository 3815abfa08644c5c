#include "view/roofline/roofline_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "view/drawing/canvas.h"
#include "view/drawing/text_width.h"
#include "view/sweep/plot_axis.h"

namespace warplens::view {
namespace {

constexpr float point_label_size = 15, disc_radius = 6;

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

/// The shown launch, then those of the same kind of operation.
std::vector<RooflineEntry> points_of(const RooflineInput& input) {
  std::vector<RooflineEntry> points;
  for (const RooflineEntry& entry : input.entries)
    if (is_point(entry.roofline) && entry.roofline.kind == input.entries.front().roofline.kind) points.push_back(entry);
  return points;
}

/// From well below the points to above the roof, and to both sides of its bend.
Plot plot_of(const Rectangle& at, const analysis::Roofline& card, const std::vector<RooflineEntry>& points) {
  constexpr double air = 3;
  const double bend = card.peak() / card.peaks.memory_bytes;
  std::vector<double> intensities{bend / air, bend * air}, rates{card.peak() / 10, card.peak() * 2};
  for (const RooflineEntry& point : points) {
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
  for (const Tick& tick : plot_ticks(plot.y, std::max(2, static_cast<int>(at.height / apart_y)))) {
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
  canvas.text({at.x + at.width, bottom + 43}, smallest_text,
              fmt::format("{} operations per byte of memory · counted, modelled · logarithmic", name(kind)), theme.muted,
              Anchor::end);
}

/// The slanted part that memory's bandwidth allows, and the level part of the arithmetic units.
void draw_roof(Canvas& canvas, const Plot& plot, const analysis::Roofline& card) {
  const Theme& theme = canvas.theme();
  const double bend = card.peak() / card.peaks.memory_bytes;
  const double start = std::max(plot.x.low, plot.y.low / card.peaks.memory_bytes);
  const Point left = plot.place(start, card.roof(start)), top = plot.place(bend, card.peak());
  const Point right = plot.place(plot.x.high, card.peak());
  canvas.path({left, top, right}, theme.accent, 3);
  constexpr float inset = 8;
  const std::string units = fmt::format("arithmetic: {} per cycle", roofline_figure(card.peak()));
  canvas.text({right.x - inset, right.y - inset}, point_label_size, units, theme.text, Anchor::end);
  // Above the slanted part, which rises to the right: the words' end is their closest point.
  const std::string memory = fmt::format("memory: {} bytes per cycle", roofline_figure(card.peaks.memory_bytes));
  const float end = std::clamp((left.x + top.x) / 2, plot.at.x + text_width(memory, point_label_size) + inset, right.x);
  const float along = std::min((end - left.x) / std::max(top.x - left.x, 1.0f), 1.0f);
  canvas.text({end, left.y + along * (top.y - left.y) - inset}, point_label_size, memory, theme.text, Anchor::end);
}

std::string tooltip_of(const RooflineEntry& entry) {
  const analysis::Roofline& launch = entry.roofline;
  const double roof = launch.roof(launch.intensity());
  return fmt::format("{}: {} operations per byte, {} per cycle; the roof there is {}", entry.label,
                     roofline_figure(launch.intensity()), roofline_figure(launch.per_cycle()), roofline_figure(roof));
}

/// Discs with their labels; a label that would cover another is left to the tooltip.
void draw_points(Canvas& canvas, const Plot& plot, const std::vector<RooflineEntry>& points) {
  const Theme& theme = canvas.theme();
  std::vector<Rectangle> taken;
  for (const RooflineEntry& entry : points) {
    const Point at = plot.place(entry.roofline.intensity(), entry.roofline.per_cycle());
    taken.push_back({at.x - disc_radius, at.y - disc_radius, 2 * disc_radius, 2 * disc_radius});
  }
  for (std::size_t k = points.size(); k-- > 0;) {  // the shown one is last, above the others
    const analysis::Roofline& launch = points[k].roofline;
    const Point at = plot.place(launch.intensity(), launch.per_cycle());
    const bool shown = k == 0;
    const Colour colour = shown ? theme.good : theme.soft;
    if (shown)
      canvas.line({at.x, at.y - disc_radius}, plot.place(launch.intensity(), launch.roof(launch.intensity())), colour, 1.5f, 4);
    canvas.disc(at, shown ? disc_radius + 2 : disc_radius, shown ? colour : theme.background, colour, 2);
    constexpr float reach = 14;
    canvas.hot_spot({at.x - reach, at.y - reach, 2 * reach, 2 * reach}, {}, tooltip_of(points[k]));
  }
  for (std::size_t k = 0; k < points.size(); ++k) {
    const Face face = k == 0 ? Face::semibold : Face::regular;
    const Point at = plot.place(points[k].roofline.intensity(), points[k].roofline.per_cycle());
    const float wide = text_width(points[k].label, point_label_size, face), high = point_label_size + 2, away = 2 * disc_radius;
    const Point corners[] = {{at.x + away, at.y - high / 2},
                             {at.x - away - wide, at.y - high / 2},
                             {at.x - wide / 2, at.y + away},
                             {at.x - wide / 2, at.y - away - high}};
    for (const Point& corner : corners) {
      const Rectangle words{corner.x, corner.y, wide, high};
      const bool inside = words.x >= plot.at.x && words.x + wide <= plot.at.x + plot.at.width;
      if (!inside || std::ranges::any_of(taken, [&](const Rectangle& other) { return overlap(words, other); })) continue;
      taken.push_back(words);
      canvas.box(words, 0, theme.background);  // the roof does not strike it out
      canvas.text({corner.x, corner.y + high - 4}, point_label_size, points[k].label, k == 0 ? theme.text : theme.soft,
                  Anchor::start, face);
      break;
    }
  }
}

}  // namespace

Picture roofline_picture(const RooflineInput& input, const Theme& theme, float width, float height) {
  Canvas canvas(theme, width, height);
  if (!input.entries.empty() && input.entries.front().roofline.operations != 0) {
    const analysis::Roofline& shown = input.entries.front().roofline;
    constexpr float title = 30, left = 86, below = 84, legend_below = 26;
    canvas.section({0, 14}, fmt::format("{} operations per cycle · modelled · logarithmic", name(shown.kind)), width);
    const std::vector<RooflineEntry> points = points_of(input);
    const Plot plot = plot_of({left, title, width - left - 12, height - title - below}, shown, points);
    draw_axes(canvas, plot, shown.kind);
    draw_roof(canvas, plot, shown);
    draw_points(canvas, plot, points);
    std::vector<LegendEntry> legend{{LegendEntry::Swatch::disc, theme.good, theme.good, "this launch"}};
    if (points.size() > 1)
      legend.push_back({LegendEntry::Swatch::ring, theme.background, theme.soft, "other entries of the experiment"});
    legend.push_back({LegendEntry::Swatch::square, theme.accent, {0, 0, 0, 0}, "what the card allows"});
    draw_legend(canvas, {0, height - legend_below}, width, legend);
  }
  const auto spots = std::make_shared<Drawing>();
  Drawing drawing = canvas.take();
  spots->hot_spots = drawing.hot_spots;
  return {std::move(drawing), [spots](Point point) { return hot_spot_at(*spots, point); }};
}

}  // namespace warplens::view
