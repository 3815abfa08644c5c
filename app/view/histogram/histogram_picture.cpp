#include "view/histogram/histogram_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/number_format.h"
#include "view/drawing/canvas.h"
#include "view/drawing/text_width.h"
#include "view/material.h"

namespace warplens::view {
namespace {

/// Geometry of the bars.
struct Layout {
  float left = 0, right = 0, top = 0, bottom = 0;
  std::uint64_t bins = 0;
  double low = 0, high = 1;  ///< of the counts

  float x(double bin) const {
    return left + static_cast<float>(bin / static_cast<double>(std::max<std::uint64_t>(bins, 1))) * (right - left);
  }
  float y(double count) const { return bottom - static_cast<float>((count - low) / (high - low)) * (bottom - top); }
  /// Distance between grid lines, in counts.
  double count_step(const Subject& subject) const {
    return nice_step(high - low, std::max(2, static_cast<int>((bottom - top) / 48)), !launch::is_floating(subject.type));
  }
  /// If bars would be narrower than a point, this many bins share one bar.
  std::uint64_t bins_a_bar() const {
    return std::max<std::uint64_t>(
        1, static_cast<std::uint64_t>(std::ceil(static_cast<double>(bins) / std::max(right - left, 1.0f))));
  }
};

std::vector<double> counts_of(const Subject& subject) {
  std::vector<double> counts(subject.elements);
  for (std::uint64_t bin = 0; bin < counts.size(); ++bin) counts[bin] = final_value(subject, bin).value_or(0);
  return counts;
}

double expected_at(const Subject& subject, std::uint64_t bin, double otherwise) {
  return bin < subject.expected.size() ? subject.expected[bin] : otherwise;
}

std::vector<LegendEntry> legend(const HistogramInput& input, const Theme& theme, bool missing, float width) {
  using Swatch = LegendEntry::Swatch;
  std::vector<LegendEntry> entries{{Swatch::square, theme.read, transparent, width < 400 ? "counted" : "counted by the kernel"}};
  if (!input.subject.expected.empty()) entries.push_back({Swatch::square, transparent, theme.text, "expected"});
  if (missing) entries.push_back({Swatch::square, theme.wrong, transparent, "lost"});
  return entries;
}

/// A bin's range, or "bin 60".
std::string bin_name(const HistogramInput& input, std::uint64_t bin) {
  const std::string range = bin_range(input, bin);
  return range.empty() ? "bin " + base::grouped(bin) : range;
}

void draw_axes(Canvas& canvas, const HistogramInput& input, const Layout& layout) {
  const Theme& theme = canvas.theme();
  const double step = layout.count_step(input.subject);
  for (double count = std::ceil(layout.low / step) * step; count <= layout.high * (1 + 1e-9); count += step) {
    const float y = layout.y(count);
    canvas.line({layout.left, y}, {layout.right, y}, faded(theme.line, 0.6f), 1);
    canvas.text({layout.left - 10, y + 5}, smallest_text, number(count), theme.muted, Anchor::end, Face::mono);
  }
  canvas.line({layout.left, layout.bottom}, {layout.right, layout.bottom}, theme.line, 1.5f);

  const bool ranged = input.range_minimum && input.range_maximum && *input.range_maximum > *input.range_minimum;
  const double low = ranged ? *input.range_minimum : 0, high = ranged ? *input.range_maximum : static_cast<double>(layout.bins);
  const float widest = text_width("−" + number(high), smallest_text, Face::mono);
  const double x_step =
      nice_step(high - low, std::clamp(static_cast<int>((layout.right - layout.left) / (widest + 30)), 1, 16), !ranged);
  for (int k = 0; k < 1000; ++k) {
    const double value = (std::ceil(low / x_step - 1e-9) + k) * x_step;
    if (value > high + x_step * 1e-9) break;
    const float x = layout.x((value - low) / (high - low) * static_cast<double>(layout.bins));
    canvas.line({x, layout.bottom}, {x, layout.bottom + 6}, theme.muted, 1);
    canvas.text({x, layout.bottom + 23}, smallest_text, number(std::abs(value) < x_step * 1e-9 ? 0 : value), theme.muted,
                Anchor::middle, Face::mono);
  }
  const std::string quantity = ranged ? "value of a " + (input.quantity.empty() ? "sample" : input.quantity) : "bin";
  canvas.text({layout.right, layout.bottom + 44}, smallest_text, fit_text(quantity, smallest_text, layout.right - layout.left),
              theme.muted, Anchor::end);
}

/// Width of a bar including its gap, in points.
float bar_width(const Layout& layout) {
  return (layout.right - layout.left) / static_cast<float>(std::max<std::uint64_t>(layout.bins, 1)) *
         static_cast<float>(layout.bins_a_bar());
}
constexpr float overlap = 0.5f;  ///< of bars that touch, so that the ground does not show between them
float bar_gap(float width) { return width >= 4 ? 1.0f : 0.0f; }
float bar_radius(float width) { return width >= 8 ? 2.0f : 0.0f; }

/// Lets the painter draw the bars directly from the buffer; false if it cannot, and they must be drawn as shapes.
bool paint_bars(Canvas& canvas, const HistogramInput& input, const Layout& layout, CellPainter& painter) {
  constexpr int slot = 3;
  const Values values = final_values(input.subject);
  if (values.size == 0) return false;
  const float width = bar_width(layout), scale = input.scale;
  BarLook look;
  look.each = static_cast<std::uint32_t>(std::min<std::uint64_t>(layout.bins_a_bar(), ~0u));
  look.pitch = width * scale;
  look.gap = bar_gap(width) * scale;
  look.radius = bar_radius(width) * scale;
  look.fill = canvas.theme().read;
  look.lit = canvas.theme().accent;
  if (input.hover.element < layout.bins) look.lit_bar = static_cast<std::uint32_t>(input.hover.element / look.each);
  const Rectangle at{layout.left, layout.top, layout.right - layout.left, layout.bottom - layout.top};
  const auto image = painter.paint_bars(slot, input.subject.version, values, {layout.low, layout.high}, look, at, scale);
  if (image) canvas.image(*image);
  return image.has_value();
}

void draw_bars(Canvas& canvas, const HistogramInput& input, const Layout& layout, const std::vector<double>& counts,
               CellPainter& painter) {
  const Theme& theme = canvas.theme();
  const std::uint64_t each = layout.bins_a_bar();
  const float width = bar_width(layout), gap = bar_gap(width);
  const bool painted = paint_bars(canvas, input, layout, painter);
  std::vector<Point> outline;
  for (std::uint64_t bin = 0; bin < layout.bins; bin += each) {
    // A bar that stands for several bins shows their maximum, so that no peak is hidden.
    double count = counts[bin], expected = expected_at(input.subject, bin, counts[bin]);
    double missing = expected - count;
    for (std::uint64_t k = bin; k < std::min(bin + each, layout.bins); ++k) {
      count = std::max(count, counts[k]);
      expected = std::max(expected, expected_at(input.subject, k, counts[k]));
      missing = std::max(missing, expected_at(input.subject, k, counts[k]) - counts[k]);
    }
    const float x = layout.x(static_cast<double>(bin)), top = layout.y(std::max(count, 0.0)),
                wanted = layout.y(std::max(expected, 0.0));
    const bool lit = input.hover.element != Target::none && input.hover.element >= bin && input.hover.element < bin + each;
    const Colour fill = lit ? theme.accent : theme.read;
    if (!painted && layout.bottom - top > 0.2f)
      canvas.box({x, top, std::max(width - gap, 0.5f) + (gap > 0 ? 0.0f : overlap), layout.bottom - top}, bar_radius(width),
                 fill);
    if (missing > 0 && top - wanted > 0.2f)
      canvas.box({x, wanted, std::max(width - gap, 0.5f), top - wanted}, 0, faded(theme.wrong, lit ? 1.0f : 0.85f));
    if (lit)
      canvas.box({x - 2, layout.top, width + 3, layout.bottom - layout.top}, 3, faded(theme.text, 0.08f), faded(theme.text, 0.5f),
                 1);
    if (!input.subject.expected.empty()) {
      outline.push_back({x, wanted});
      outline.push_back({std::min(x + width, layout.right), wanted});
    }
  }
  if (outline.size() > 1) canvas.path(std::move(outline), theme.text, 1.5f);
}

}  // namespace

Picture histogram_picture(const HistogramInput& input, const Theme& theme, float width, float height, CellPainter& painter) {
  Canvas canvas(theme, width, height);
  const Subject& subject = input.subject;
  const std::vector<double> counts = counts_of(subject);
  Layout layout;
  layout.bins = subject.elements;
  double highest = 0, lowest = 0;
  bool missing = false;
  for (std::uint64_t bin = 0; bin < counts.size(); ++bin) {
    const double expected = expected_at(subject, bin, counts[bin]);
    for (const double value : {counts[bin], expected}) {
      if (!std::isfinite(value)) continue;
      highest = std::max(highest, value);
      lowest = std::min(lowest, value);
    }
    missing = missing || counts[bin] < expected;
  }
  layout.low = lowest;
  layout.high = highest > lowest ? highest * 1.04 : lowest + 1;
  const std::vector<LegendEntry> entries = legend(input, theme, missing, width);
  const std::string last_edge = number(input.range_maximum.value_or(static_cast<double>(layout.bins)));
  layout.right = width - std::max(text_width(last_edge, smallest_text, Face::mono) / 2, 14.0f);
  layout.top = 34;
  float legend_room = 0;
  // Twice: the legend is as wide as the plot, whose left edge depends on its numbers, which depend on its height.
  for (int pass = 0; pass < 2; ++pass) {
    legend_room = legend_height(entries, width - layout.left);
    layout.bottom = std::max(height - legend_room - 58, layout.top + 40);
    const double step = layout.count_step(subject);
    float widest = 0;
    for (double count = std::ceil(layout.low / step) * step; count <= layout.high; count += step)
      widest = std::max(widest, text_width(number(count), smallest_text, Face::mono));
    layout.left = widest + 14;
  }

  const std::string things = input.quantity.empty() ? as_written(subject.buffer_name) : input.quantity + "s";
  const std::string bins = base::counted(subject.elements, "bin"), counted = " · counted";
  const std::string in_all = subject.elements == 1 ? " in " : " in each of ";
  canvas.fitting_section({0, 14}, {things + in_all + bins + counted, things + ", " + bins + counted, bins + counted}, width);
  draw_axes(canvas, input, layout);
  if (layout.bins > 0) draw_bars(canvas, input, layout, counts, painter);
  draw_legend(canvas, {layout.left, height - legend_room}, width - layout.left, entries);

  // Made here because `counts` does not outlive this function; `under` keeps them.
  const auto names = std::make_shared<std::vector<std::string>>();
  for (std::uint64_t bin = 0; bin < std::min<std::uint64_t>(layout.bins, 65536); ++bin) {
    std::string name = fmt::format("{}: {} counted", bin_name(input, bin), number(counts[bin]));
    if (bin < subject.expected.size()) name += fmt::format(", {} expected", number(subject.expected[bin]));
    names->push_back(std::move(name));
  }
  Picture picture{canvas.take(), {}};
  picture.under = [layout, names](Point point) {
    HotSpot spot;
    if (layout.bins == 0 || point.x < layout.left || point.x >= layout.right || point.y < layout.top || point.y > layout.bottom)
      return spot;
    const auto bin = std::min(
        static_cast<std::uint64_t>((point.x - layout.left) / (layout.right - layout.left) * static_cast<float>(layout.bins)),
        layout.bins - 1);
    spot.at = {layout.x(static_cast<double>(bin)), layout.top,
               layout.x(static_cast<double>(bin + 1)) - layout.x(static_cast<double>(bin)), layout.bottom - layout.top};
    spot.target.element = bin;
    if (bin < names->size()) spot.tooltip = (*names)[bin];
    return spot;
  };
  return picture;
}

HistogramInput histogram_input(const Material& material) {
  HistogramInput input;
  input.subject = material.subject;
  if (input.subject.result->trace.steps.size() > 0) input.lost = &material.tables->lost;
  input.range_minimum = material.minimum;
  input.range_maximum = material.maximum;
  if (input.range_minimum) {
    input.quantity = "sample";
    for (const BufferShape& buffer : input.subject.buffers)
      if (buffer.name == "samples") input.samples = buffer.elements;  // by convention of the experiment files, as low and high
  }
  const trace::Trace& trace = input.subject.result->trace;
  input.apart = trace.steps.size() > 0 && trace.truncation == trace::Truncation::none && !input.range_minimum &&
                material.tables->map.touched_by_many == 0;
  input.hover = material.hover;
  input.scale = material.scale;
  return input;
}

}  // namespace warplens::view
