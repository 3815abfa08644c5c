#pragma once

#include <string>

#include "view/drawing/drawing.h"
#include "view/drawing/theme.h"

namespace warplens::view {

inline constexpr float smallest_text = 14;  ///< points (docs/architecture.md, "The look")

/// Builds a drawing in a theme, one call per shape.
class Canvas {
 public:
  Canvas(const Theme& theme, float width, float height) : theme_(theme) {
    drawing_.width = width;
    drawing_.height = height;
  }

  const Theme& theme() const { return theme_; }
  float width() const { return drawing_.width; }
  float height() const { return drawing_.height; }

  void text(Point at, float size, const std::string& text, Colour colour, Anchor anchor = Anchor::start,
            Face face = Face::regular);
  void text(Point at, float size, std::vector<Span> spans, Anchor anchor = Anchor::start);
  void box(Rectangle at, float radius, Colour fill, Colour stroke = {0, 0, 0, 0}, float stroke_width = 0);
  void line(Point from, Point to, Colour colour, float width = 1, float dash = 0);
  void path(std::vector<Point> points, Colour colour, float width);
  void disc(Point centre, float radius, Colour fill, Colour stroke = {0, 0, 0, 0}, float stroke_width = 0);
  void image(Image image);
  void hot_spot(Rectangle at, Target target, std::string tooltip);

  /// Draw a section title in grey, semibold small capitals, cut to `room` points; its baseline is at.y.
  void section(Point at, const std::string& title, float room);
  /// Draw as section title the first of `titles`, longest first, that fits `room`.
  void fitting_section(Point at, std::vector<std::string> titles, float room);

  Drawing take() { return std::move(drawing_); }

 private:
  const Theme& theme_;
  Drawing drawing_;
};

/// One entry of a legend: a swatch drawn as a small square, ring or disc, and its words.
struct LegendEntry {
  enum class Swatch : std::uint8_t { square, ring, disc } swatch = Swatch::square;
  Colour fill, stroke;
  std::string words;
};

/// Height of a legend in rows of entries that fit `width`; the entries stand closer if that saves a row.
float legend_height(const std::vector<LegendEntry>& entries, float width);
/// Draw a legend with its top at `at`; its height is legend_height().
void draw_legend(Canvas& canvas, Point at, float width, const std::vector<LegendEntry>& entries);

/// Width in points of a title as Canvas::section() draws it.
float section_width(const std::string& title);

/// The text with ASCII letters in upper case, for section titles.
std::string small_capitals(std::string text);
/// A name of the program's source, for a title: small_capitals() leaves it as it is.
std::string as_written(const std::string& name);

/// A round step, 1, 2 or 5 times a power of ten (at least 1 for `whole`), so that `span` has at most `most` steps.
double nice_step(double span, int most, bool whole);

/// A horizontal axis of cycles, in points of the drawing.
struct CycleAxis {
  float left = 0, right = 0;
  double begin = 0, cycles = 1;  ///< cycle at `left`, and number of cycles up to `right`
  float x(double cycle) const { return left + static_cast<float>((cycle - begin) / cycles) * (right - left); }
};

/// Draw ticks at round cycles from y down, and their numbers below; a number that would end beyond `text_right` is left out.
void draw_cycle_axis(Canvas& canvas, const CycleAxis& axis, float y, float text_right);

}  // namespace warplens::view
