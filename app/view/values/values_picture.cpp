#include "view/values/values_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>

#include "base/number_format.h"
#include "launch/findings/agreement.h"
#include "view/drawing/canvas.h"
#include "view/drawing/text_width.h"
#include "view/material.h"
#include "view/outcome.h"
#include "view/sweep/plot_axis.h"
#include "view/values/values_image.h"

namespace warplens::view {
namespace {

/// Positions of the plot and the table, in points.
struct ValuesLayout {
  static constexpr float row = 24;  ///< height of a row of the table
  Rectangle plot;
  Rectangle table;                    ///< with its row of titles
  std::size_t groups = 1, rows = 1;   ///< groups of elements next to each other, and elements per group
  std::size_t columns = 3;            ///< per group: element, before, after, and expected with a reference
  float group_width = 0, legend = 0;  ///< legend: its top
};

ValuesLayout values_layout(const ValuesInput& input, float width, float height) {
  constexpr float title = 26, min_group = 330, column = 110;
  const bool low = height < 400;
  const float axis = low ? 26 : 30, legend = low ? 26 : 34, between = low ? 32 : 44, min_plot = low ? 90 : 110;
  ValuesLayout layout;
  layout.columns = input.subject.expected.empty() ? 3 : 4;
  layout.plot = {64, title, width - 64, std::max(height * (low ? 0.3f : 0.34f), min_plot)};
  layout.legend = layout.plot.y + layout.plot.height + axis;
  float top = layout.legend + legend + between;
  if (channels_of(input.shown_as) > 0) {  // pictures get most of the height
    layout.plot = {0, title, width, height * (low ? 0.5f : 0.62f)};
    top = layout.plot.y + layout.plot.height + between;
  }
  layout.table = {0, top, width, std::max(height - top, 2 * ValuesLayout::row)};
  const float wanted = std::max(min_group, column * static_cast<float>(layout.columns));
  layout.groups = std::max<std::size_t>(1, static_cast<std::size_t>(width / wanted));
  layout.group_width = width / static_cast<float>(layout.groups);
  layout.rows = std::max<std::size_t>(1, static_cast<std::size_t>(layout.table.height / ValuesLayout::row) - 1);
  return layout;
}

/// More elements than can be read for every picture are not plotted.
constexpr std::uint64_t max_plotted = 1'000'000;
/// Points of width below which words are short and margins small.
constexpr float narrow_values = 520;

/// The smallest and the largest of the values that fall into one column of the plot; low > high where there are none.
struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
};

/// 5726273536 → "5.73e+09".
std::string in_powers(double value) { return fmt::format("{:.3g}", value); }

/// One value of each element; NaN where it is not known.
using ValueOf = std::function<double(std::uint64_t)>;

std::vector<Extent> extents(std::uint64_t elements, std::size_t columns, const ValueOf& value) {
  std::vector<Extent> all(std::min<std::uint64_t>(columns, elements));
  for (std::uint64_t element = 0; element < elements; ++element) {
    Extent& extent = all[element * all.size() / elements];
    const double now = value(element);
    if (!std::isfinite(now)) continue;
    extent.low = std::min(extent.low, now);
    extent.high = std::max(extent.high, now);
  }
  return all;
}

struct Series {
  const char* words;
  Colour colour;
  std::vector<Extent> columns;
};

std::vector<Series> series_of(const ValuesInput& input, const Theme& theme, std::size_t columns, bool brief) {
  const auto or_nan = [](const std::optional<double>& value) { return value.value_or(std::nan("")); };
  const std::uint64_t elements = input.subject.elements;
  std::vector<Series> all;
  all.push_back({brief ? "before" : "before the launch", theme.muted,
                 extents(elements, columns, [&](std::uint64_t k) { return or_nan(value_before(input, k)); })});
  if (!input.subject.expected.empty())
    all.push_back({"expected", theme.good,
                   extents(std::min<std::uint64_t>(elements, input.subject.expected.size()), columns,
                           [&](std::uint64_t k) { return input.subject.expected[k]; })});
  all.push_back({brief ? "after" : "after the launch", theme.accent, extents(elements, columns, [&](std::uint64_t k) {
                   return is_uninitialised(input.subject, k) ? std::nan("") : or_nan(final_value(input.subject, k));
                 })});
  return all;
}

/// A dot per column, or a stroke from the smallest to the largest value in it.
void draw_series(Canvas& canvas, const Series& series, const PlotAxis& axis, const Rectangle& at) {
  const auto y = [&](double value) { return at.y + at.height * (1 - static_cast<float>(axis.place(value))); };
  const float step = at.width / static_cast<float>(std::max<std::size_t>(series.columns.size(), 1));
  for (std::size_t k = 0; k < series.columns.size(); ++k) {
    const Extent& extent = series.columns[k];
    if (extent.low > extent.high) continue;
    const float x = at.x + (static_cast<float>(k) + 0.5f) * step;
    if (extent.low < extent.high) canvas.line({x, y(extent.high)}, {x, y(extent.low)}, series.colour, 1.6f);
    canvas.disc({x, y(extent.high)}, std::clamp(step / 3, 1.6f, 4.0f), series.colour);
  }
}

void draw_plot(Canvas& canvas, const ValuesInput& input, const ValuesLayout& layout) {
  const Theme& theme = canvas.theme();
  const Rectangle& at = layout.plot;
  const std::uint64_t elements = input.subject.elements;
  const std::string what = "Values of " + as_written(input.subject.buffer_name);
  canvas.fitting_section({0, 14}, {what + " by element", what}, canvas.width());
  if (elements > max_plotted)
    return canvas.text(
        {0, at.y + 30}, 17,
        fitting_text({"More than " + base::grouped(max_plotted) + " elements are not plotted; the table has them all.",
                      "Only the table has so many elements."},
                     17, canvas.width()),
        theme.muted);
  const std::vector<Series> all = series_of(input, theme, static_cast<std::size_t>(at.width), canvas.width() < narrow_values);
  std::vector<double> ends;
  for (const Series& series : all)
    for (const Extent& extent : series.columns)
      if (extent.low <= extent.high) ends.insert(ends.end(), {extent.low, extent.high});
  const PlotAxis axis = plot_axis(ends.empty() ? std::vector<double>{0, 1} : ends, false, false);
  constexpr int max_ticks = 4;
  for (const Tick& tick : plot_ticks(axis, max_ticks)) {
    const float y = at.y + at.height * (1 - static_cast<float>(axis.place(tick.value)));
    canvas.line({at.x, y}, {at.x + at.width, y}, theme.line);
    canvas.text({at.x - 8, y + 5}, smallest_text, fitting_text({tick.words, in_powers(tick.value)}, smallest_text, at.x - 8),
                theme.muted, Anchor::end);
  }
  for (const Series& series : all) draw_series(canvas, series, axis, at);
  const float below = at.y + at.height + 20;
  canvas.text({at.x, below}, smallest_text, "element 0", theme.muted);
  if (elements > 1) canvas.text({at.x + at.width, below}, smallest_text, base::grouped(elements - 1), theme.muted, Anchor::end);
  std::vector<LegendEntry> entries;
  for (const Series& series : all) entries.push_back({LegendEntry::Swatch::square, series.colour, {0, 0, 0, 0}, series.words});
  const float from = canvas.width() < narrow_values ? 0 : at.x;
  draw_legend(canvas, {from, layout.legend}, canvas.width() - from, entries);
  if (input.hover.element < elements) {
    const float x = at.x + at.width * (static_cast<float>(input.hover.element) + 0.5f) / static_cast<float>(elements);
    canvas.line({x, at.y}, {x, at.y + at.height}, theme.text);
  }
}

void draw_table(Canvas& canvas, const ValuesInput& input, const ValuesLayout& layout) {
  const Theme& theme = canvas.theme();
  const Subject& subject = input.subject;
  const std::size_t page = layout.groups * layout.rows;
  const launch::Indexing& indexing = shape_of(subject, subject.buffer).indexing;
  const std::uint64_t first =
      std::min<std::uint64_t>(input.first, subject.elements - std::min<std::uint64_t>(page, subject.elements));
  const std::uint64_t last = std::min<std::uint64_t>(subject.elements, first + page);
  canvas.section({0, layout.table.y - 14},
                 "Elements " + base::grouped(first) + " to " + base::grouped(last - 1) + " of " + base::grouped(subject.elements),
                 canvas.width());
  constexpr const char* titles[] = {"element", "before", "after", "expected"};
  constexpr float size = 15;
  const float inset = canvas.width() < narrow_values ? 0 : 14;
  // Where room is short the elements' column takes no more than it needs.
  const float room = layout.group_width - 2 * inset, equal = room / static_cast<float>(layout.columns);
  const float needed =
      8 + std::max(text_width(titles[0], size), text_width(element_index(subject.elements, indexing), size, Face::mono));
  const float first_column = inset == 0 ? std::min(equal, needed) : equal,
              column = (room - first_column) / static_cast<float>(layout.columns - 1);
  const auto cell = [&](std::size_t group, std::size_t k, float y, const std::vector<std::string>& words, Colour colour,
                        Face face) {
    const float right = layout.group_width * static_cast<float>(group) + first_column + column * static_cast<float>(k);
    canvas.text({right, y + 17}, size, fitting_text(words, size, (k == 0 ? first_column : column) - 6, face), colour, Anchor::end,
                face);
  };
  for (std::size_t group = 0; group < layout.groups && first + group * layout.rows < last; ++group)
    for (std::size_t k = 0; k < layout.columns; ++k) cell(group, k, layout.table.y, {titles[k]}, theme.muted, Face::regular);
  for (std::uint64_t element = first; element < last; ++element) {
    const std::size_t place = element - first, group = place / layout.rows;
    const float y = layout.table.y + ValuesLayout::row * static_cast<float>(place % layout.rows + 1);
    const Rectangle row{layout.group_width * static_cast<float>(group), y, layout.group_width - 2 * inset, ValuesLayout::row};
    if (element == input.hover.element) canvas.box(row, 4, theme.selected);
    const auto before = value_before(input, element), now = final_value(subject, element);
    const auto text = [](const std::optional<double>& value, const char* unknown = "?") {
      return value ? std::vector<std::string>{number(*value), in_powers(*value)} : std::vector<std::string>{unknown};
    };
    const bool wrong = is_wrong(input, element), same = before && now && *before == *now;
    cell(group, 0, y, {element_index(element, indexing)}, theme.muted, Face::mono);
    cell(group, 1, y, text(before, bytes_before(input).empty() ? "?" : "unset"), theme.muted, Face::mono);
    const bool never_set = !before && is_uninitialised(subject, element);
    cell(group, 2, y, never_set ? text({}, "unset") : text(now),
         wrong  ? theme.wrong
         : same ? theme.soft
                : theme.text,
         Face::mono);
    if (element < subject.expected.size())
      cell(group, 3, y, text(subject.expected[element]), wrong ? theme.wrong : theme.good, Face::mono);
    Target target;
    target.element = element;
    canvas.hot_spot(row, target, "");
  }
}

}  // namespace

Picture values_picture(const ValuesInput& input, const Theme& theme, float width, float height) {
  Canvas canvas(theme, width, height);
  const ValuesLayout layout = values_layout(input, width, height);
  const std::uint64_t elements = input.subject.elements;
  const bool as_picture = channels_of(input.shown_as) > 0 && elements <= max_plotted;
  std::vector<ValuesImage> images;
  if (as_picture)
    images = draw_values_images(canvas, input, layout.plot);
  else
    draw_plot(canvas, input, layout);
  draw_table(canvas, input, layout);
  Picture picture = with_hot_spots(canvas.take());
  if (as_picture) {
    picture.under = [listed = std::move(picture.under), images = std::move(images)](Point point) {
      HotSpot spot = listed(point);
      for (const ValuesImage& image : images)
        if (image.at.contains(point)) spot.target.element = image.element_at(point);
      return spot;
    };
    return picture;
  }
  picture.under = [listed = std::move(picture.under), plot = layout.plot, elements](Point point) {
    HotSpot spot = listed(point);
    if (plot.contains(point) && elements > 0 && elements <= max_plotted)
      spot.target.element = static_cast<std::uint64_t>(static_cast<float>(elements) * (point.x - plot.x) / plot.width);
    return spot;
  };
  return picture;
}

ValuesInput values_input(const Material& material) {
  const Subject& subject = material.subject;
  const bool matrix = shape_of(subject, subject.buffer).columns > 0;
  // Bytes in rows are a picture more often than not.
  const ColourMode usual = matrix && subject.type == launch::ElementType::u8 ? ColourMode::grey : ColourMode::value;
  return {subject,
          material.initial,
          material.changed,
          material.tolerance,
          material.navigation.timeline.first_element,
          material.colour.value_or(usual),
          material.hover};
}

std::span<const std::byte> bytes_before(const ValuesInput& input) {
  return input.subject.buffer < input.initial.size() ? input.initial[input.subject.buffer] : Borrowed<std::byte>();
}

std::optional<double> value_before(const ValuesInput& input, std::uint64_t element) {
  const std::size_t bytes = launch::bytes(input.subject.type);
  const std::span<const std::byte> before = bytes_before(input);
  if ((element + 1) * bytes > before.size()) return std::nullopt;
  launch::Scalar scalar{input.subject.type, 0};
  const std::span<const std::byte> from = before.subspan(element * bytes, bytes);
  if (is_fill_pattern(from)) return std::nullopt;
  std::ranges::copy(from, reinterpret_cast<std::byte*>(&scalar.bits));
  return launch::to_double(scalar);
}

bool is_wrong(const ValuesInput& input, std::uint64_t element) {
  if (element >= input.subject.expected.size()) return false;
  const double expected = input.subject.expected[element];
  const auto now = final_value(input.subject, element);
  // As experiment::compare() has it: an integer that depends on rounding may be anything.
  if (!now || (std::isnan(expected) && !launch::is_floating(input.subject.type))) return false;
  return !launch::agree(expected, *now, input.tolerance);
}

std::size_t values_visible(const ValuesInput& input, float width, float height) {
  const ValuesLayout layout = values_layout(input, width, height);
  return layout.groups * layout.rows;
}

void move_values(const ValuesInput& input, const Theme&, Size size, const Gesture& gesture, Navigation& navigation) {
  constexpr float points_a_notch = 132;  // three rows of scroll_rows()
  Timeline scrolled = navigation.timeline;
  scrolled.first_row = scrolled.first_element;
  scroll_rows(scrolled, gesture.drag.y + gesture.wheel * points_a_notch, input.subject.elements,
              values_visible(input, size.width, size.height));
  navigation.timeline.first_element = scrolled.first_row;
  navigation.timeline.rows_dragged = scrolled.rows_dragged;
}

Headline values_headline(const ValuesInput& input, const Theme& theme) {
  const Subject& subject = input.subject;
  Headline headline;
  const auto title = [&](const std::string& words, Colour colour, Face face = Face::semibold) {
    headline.title.push_back({words, colour, face});
  };
  const std::uint64_t element = input.hover.element;
  if (element < subject.elements) {
    const auto before = value_before(input, element), now = final_value(subject, element);
    title(element_name(subject, element), theme.accent, Face::mono);
    if (before && now && *before == *now)
      title(" is " + number(*now) + ", as before.", theme.text);
    else
      title(" was " +
                (before                        ? number(*before)
                 : bytes_before(input).empty() ? "unknown"
                                               : "unset") +
                " and is " + (now ? number(*now) : "unknown") + ".",
            theme.text);
    if (is_uninitialised(subject, element)) title(" That is what uninitialised memory holds.", theme.wrong);
    if (element < subject.expected.size())
      headline.detail = {{"Expected: " + number(subject.expected[element]) + ".",
                          is_wrong(input, element) ? theme.wrong : theme.good, Face::regular}};
    return headline;
  }
  if (auto stopped = outcome_headline(subject, theme)) return *stopped;
  headline.origin = launch::Origin::counted;
  title(base::counted(input.changed, "element") + " of " + base::grouped(subject.elements) + " changed in ", theme.text);
  title(subject.buffer_name, theme.accent, Face::mono);
  title(".", theme.text);
  if (subject.expected.empty())
    headline.detail = {{"Nothing says what it should hold.", theme.muted, Face::regular}};
  else if (subject.wrong == 0)
    headline.detail = {{subject.elements == 1 ? "It is as expected." : "All are as expected.", theme.good, Face::regular}};
  else
    headline.detail = {{base::counted(subject.wrong, "element") + (subject.wrong == 1 ? " is" : " are") + " not as expected.",
                        theme.wrong, Face::regular}};
  return headline;
}

}  // namespace warplens::view
