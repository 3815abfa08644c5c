#include "view/drawing/canvas.h"

#include <algorithm>
#include <cmath>

#include "view/drawing/text_width.h"
#include "view/subject.h"

namespace warplens::view {

void Canvas::text(Point at, float size, const std::string& words, Colour colour, Anchor anchor, Face face) {
  text(at, size, {Span{words, colour, face}}, anchor);
}

void Canvas::text(Point at, float size, std::vector<Span> spans, Anchor anchor) {
  if (!spans.empty()) drawing_.shapes.emplace_back(Text{at, size, anchor, std::move(spans)});
}

void Canvas::box(Rectangle at, float radius, Colour fill, Colour stroke, float stroke_width) {
  drawing_.shapes.emplace_back(Box{at, radius, fill, stroke, stroke_width});
}

void Canvas::line(Point from, Point to, Colour colour, float width, float dash) {
  drawing_.shapes.emplace_back(Line{{from, to}, colour, width, dash});
}

void Canvas::path(std::vector<Point> points, Colour colour, float width) {
  drawing_.shapes.emplace_back(Line{std::move(points), colour, width, 0});
}

void Canvas::disc(Point centre, float radius, Colour fill, Colour stroke, float stroke_width) {
  drawing_.shapes.emplace_back(Disc{centre, radius, fill, stroke, stroke_width});
}

void Canvas::image(Image image) { drawing_.shapes.emplace_back(std::move(image)); }

void Canvas::hot_spot(Rectangle at, Target target, std::string tooltip) {
  drawing_.hot_spots.push_back({at, target, std::move(tooltip)});
}

float section_width(const std::string& title) { return text_width(small_capitals(title), smallest_text, Face::semibold); }

void Canvas::section(Point at, const std::string& title, float room) { fitting_section(at, {title}, room); }

void Canvas::fitting_section(Point at, std::vector<std::string> titles, float room) {
  for (std::string& title : titles) title = small_capitals(std::move(title));
  text(at, smallest_text, fitting_text(titles, smallest_text, room, Face::semibold), theme_.muted, Anchor::start, Face::semibold);
}

namespace {

constexpr char name_mark = '`';  // around names in titles

constexpr float legend_size = 15, legend_row = 26, legend_swatch = 22, legend_space = 22, min_legend_space = 12;

/// Position of each entry, `space` apart, wrapped at `width`.
std::vector<Point> legend_places(const std::vector<LegendEntry>& entries, float width, float space) {
  std::vector<Point> places;
  Point at;
  for (const LegendEntry& entry : entries) {
    const float wide = legend_swatch + text_width(entry.words, legend_size);
    if (at.x > 0 && at.x + wide > width) at = {0, at.y + legend_row};
    places.push_back(at);
    at.x += wide + space;
  }
  return places;
}

std::vector<Point> legend_places(const std::vector<LegendEntry>& entries, float width) {
  std::vector<Point> easy = legend_places(entries, width, legend_space);
  std::vector<Point> close = legend_places(entries, width, min_legend_space);
  return !entries.empty() && close.back().y < easy.back().y ? close : easy;
}

}  // namespace

float legend_height(const std::vector<LegendEntry>& entries, float width) {
  return entries.empty() ? 0 : legend_places(entries, width).back().y + legend_row;
}

void draw_legend(Canvas& canvas, Point at, float width, const std::vector<LegendEntry>& entries) {
  const std::vector<Point> places = legend_places(entries, width);
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const LegendEntry& entry = entries[k];
    const float x = at.x + places[k].x, middle = at.y + places[k].y + legend_row / 2;
    const float stroke = entry.stroke.a > 0 ? 1.5f : 0;
    if (entry.swatch == LegendEntry::Swatch::square)
      canvas.box({x + 0.5f, middle - 6.5f, 13, 13}, 3, entry.fill, entry.stroke, stroke);
    else
      canvas.disc({x + 7, middle}, entry.swatch == LegendEntry::Swatch::ring ? 6.0f : 6.5f, entry.fill, entry.stroke,
                  entry.swatch == LegendEntry::Swatch::ring ? 2.5f : stroke);
    canvas.text({x + legend_swatch, middle + 5}, legend_size, fit_text(entry.words, legend_size, width - legend_swatch),
                canvas.theme().muted);
  }
}

std::string small_capitals(std::string text) {
  bool is_name = false;
  for (char& c : text) {
    if (c == name_mark)
      is_name = !is_name;
    else if (!is_name && c >= 'a' && c <= 'z')
      c = static_cast<char>(c - 'a' + 'A');
  }
  std::erase(text, name_mark);
  return text;
}

std::string as_written(const std::string& name) { return name_mark + name + name_mark; }

double nice_step(double span, int most, bool whole) {
  const double least = std::max(span / std::max(most, 1), whole ? 1.0 : 1e-300);
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

void draw_cycle_axis(Canvas& canvas, const CycleAxis& axis, float y, float text_right) {
  const Theme& theme = canvas.theme();
  const double end = axis.begin + axis.cycles;
  const float widest = text_width(number(std::floor(end)), smallest_text, Face::mono);
  const int most = std::clamp(static_cast<int>((axis.right - axis.left) / (widest + 24)), 2, 12);
  double step = nice_step(axis.cycles, most, true);
  if (step > axis.cycles) step = nice_step(axis.cycles / 3, 1, true);  // one number alone would be no scale
  float taken = axis.left - widest;
  for (double cycle = std::ceil(axis.begin / step) * step; cycle <= end * (1 + 1e-9); cycle += step) {
    const float x = axis.x(cycle);
    canvas.line({x, y}, {x, y + 6}, theme.muted, 1);
    const std::string figure = number(cycle);
    const float half = text_width(figure, smallest_text, Face::mono) / 2;
    if (x + half > text_right || x - half < taken + 6) continue;
    canvas.text({x, y + 22}, smallest_text, figure, theme.muted, Anchor::middle, Face::mono);
    taken = x + half;
  }
}

}  // namespace warplens::view
