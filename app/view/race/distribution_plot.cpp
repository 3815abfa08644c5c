#include "view/race/distribution_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/number_format.h"
#include "launch/findings/agreement.h"
#include "view/drawing/text_width.h"
#include "view/subject.h"

namespace warplens::view {

namespace {

constexpr float label_size = 15, axis_room = distribution_axis_room;
constexpr float two_line_strip = 46;              ///< least height of a strip with two lines of text next to it, points
constexpr float min_column = 7;                   ///< width of a column of the axis, points
constexpr float max_pitch = 7, min_pitch = 3.5f;  ///< of stacked dots

/// The axis of values, from `low` to `high`. `close`: the values are fractions within a thousandth of each other, such as sums of
/// floats in several orders. Then the axis begins near the least value instead of at 0, and values have nine digits, which tell
/// any two floats apart (std::numeric_limits<float>::max_digits10).
struct ValueAxis {
  double low = 0, high = 0;
  bool close = false;
  std::string words(double value) const { return close ? fmt::format("{:.9g}", value) : number(value); }
};

ValueAxis axis_of(const std::vector<Outcomes>& outcomes, std::optional<double> expected) {
  constexpr double share_when_close = 1e-3;
  double least = expected.value_or(std::numeric_limits<double>::infinity()), greatest = expected.value_or(-least);
  for (const Outcomes& outcome : outcomes) {
    if (outcome.distribution->runs == 0) continue;
    least = std::min(least, outcome.distribution->minimum);
    greatest = std::max(greatest, outcome.distribution->maximum);
  }
  if (least > greatest) return {0, 1};
  const double spread = greatest - least, margin = spread / 20;
  const bool fractions = least != std::floor(least) || greatest != std::floor(greatest);
  if (fractions && spread > 0 && spread < share_when_close * std::min(std::abs(least), std::abs(greatest)))
    return {least - margin, greatest + margin, true};
  ValueAxis axis{std::min(0.0, least), std::max(0.0, greatest)};
  if (axis.high <= axis.low) axis.high = axis.low + 1;
  return axis;
}

std::string range_words(const ValueAxis& axis, double least, double greatest) {
  return least == greatest ? axis.words(least) : axis.words(least) + " to " + axis.words(greatest);
}

std::string range_words(const ValueAxis& axis, const analysis::Distribution& d) {
  if (d.runs == 0) return "no runs";
  return (d.minimum == d.maximum && d.runs > 1 ? "all " : "") + range_words(axis, d.minimum, d.maximum);
}

/// Enlarged inset of results that lie close together: a bar and its number of runs per value.
void draw_enlarged(Canvas& canvas, Rectangle at, const analysis::Distribution& d, Colour colour, float from_x, float floor) {
  const Theme& theme = canvas.theme();
  const float pitch = at.width / static_cast<float>(d.value.size()), bar = std::min(pitch * 0.7f, 34.0f);
  const float bottom = at.y + at.height - 20, room = bottom - at.y - 18;
  const std::uint64_t highest = *std::ranges::max_element(d.count);
  canvas.box(at, 8, theme.panel);
  canvas.line({from_x + 8, floor - 8}, {at.x - 6, at.y + at.height / 2}, faded(theme.muted, 0.6f), 1, 3);
  for (std::size_t k = 0; k < d.value.size(); ++k) {
    const float x = at.x + pitch * (static_cast<float>(k) + 0.5f);
    const float high = std::max(room * static_cast<float>(d.count[k]) / static_cast<float>(highest), 2.0f);
    canvas.box({x - bar / 2, bottom - high, bar, high}, 2, faded(colour, 0.85f));
    canvas.text({x, bottom - high - 4}, smallest_text, number(static_cast<double>(d.count[k])), theme.muted, Anchor::middle);
    canvas.text({x, bottom + 16}, smallest_text, number(d.value[k]), theme.soft, Anchor::middle, Face::mono);
  }
}

/// Width per bar in draw_enlarged.
float enlarged_pitch(const analysis::Distribution& d) {
  float widest = 24;
  for (std::size_t k = 0; k < d.value.size(); ++k)
    widest = std::max({widest, text_width(number(d.value[k]), smallest_text, Face::mono),
                       text_width(number(static_cast<double>(d.count[k])), smallest_text)});
  return widest + 10;
}

}  // namespace

void draw_distribution(Canvas& canvas, Rectangle at, const std::vector<Outcomes>& outcomes, std::optional<double> expected,
                       double tolerance) {
  const Theme& theme = canvas.theme();
  const ValueAxis shown = axis_of(outcomes, expected);
  const double low = shown.low, high = shown.high;
  if (!std::isfinite(low) || !std::isfinite(high)) {
    canvas.text({at.x, at.y + 20}, label_size, fit_text("Some results are not finite numbers.", label_size, at.width),
                theme.wrong);
    return;
  }

  // One strip per entry above a common axis; two lines of text to its left, one where strips are so low that neighbours would run
  // into each other.
  const float strips_room = at.height - axis_room;
  const std::size_t rows =
      std::min(outcomes.size(), static_cast<std::size_t>(std::max(strips_room / distribution_least_strip, 1.0f)));
  const float strip = strips_room / static_cast<float>(std::max<std::size_t>(rows, 1));
  const bool one_line = strip < two_line_strip;
  const auto words_of = [one_line, &shown](const Outcomes& outcome) {
    if (one_line) return outcome.label + ": " + range_words(shown, *outcome.distribution);
    return outcome.label + ", " + base::counted(outcome.distribution->runs, "run");
  };
  float labels = 0;
  for (std::size_t k = 0; k < rows; ++k)
    labels = std::max({labels, text_width(words_of(outcomes[k]), label_size),
                       one_line ? 0.0f : text_width(range_words(shown, *outcomes[k].distribution), smallest_text)});
  labels = std::min(labels, at.width * (at.width < 520 ? 0.5f : 0.42f));
  const auto colour_of = [&](const analysis::Distribution& d) {
    const bool right = expected && d.runs > 0 && launch::agree(*expected, d.minimum, tolerance) &&
                       launch::agree(*expected, d.maximum, tolerance);
    return expected ? (right ? theme.good : theme.wrong) : theme.accent;
  };
  for (std::size_t k = 0; k < rows; ++k) {
    const analysis::Distribution& d = *outcomes[k].distribution;
    const float y = at.y + strip * static_cast<float>(k + 1) - (one_line ? 4.0f : 20.0f);
    canvas.text({at.x, y}, label_size, fit_text(words_of(outcomes[k]), label_size, labels), colour_of(d));
    if (!one_line)
      canvas.text({at.x, y + 18}, smallest_text, fit_text(range_words(shown, d), smallest_text, labels), theme.muted);
  }

  const float end_label = text_width(shown.words(high), smallest_text, Face::mono) / 2;
  const float left = at.x + labels + 28, right = at.x + at.width - std::max(end_label, 10.0f);
  const float base_line = at.y + at.height - axis_room;
  const auto place = [&](double value) { return left + static_cast<float>((value - low) / (high - low)) * (right - left); };
  canvas.line({left - 6, base_line}, {right + 6, base_line}, theme.line, 1);

  // The largest value always gets a label.
  const float tick_width =
      std::max(text_width(shown.words(high), smallest_text, Face::mono), text_width(shown.words(low), smallest_text, Face::mono));
  const int most = std::max(1, static_cast<int>((right - left) / (tick_width + 36)));
  const bool whole = low == std::floor(low) && high == std::floor(high);
  const double step = nice_step(high - low, std::min(most, 8), whole);
  float free_from = at.x;
  const auto tick = [&](double value) {
    const std::string words = shown.words(value);
    const float x = place(value), half = text_width(words, smallest_text, Face::mono) / 2;
    canvas.line({x, base_line}, {x, base_line + 5}, theme.muted, 1);
    if (x - half < free_from) return;
    canvas.text({x, base_line + 21}, smallest_text, words, theme.muted, Anchor::middle, Face::mono);
    free_from = x + half + 10;
  };
  const float last_from = place(high) - end_label - 10;
  for (int k = 0; k <= 200; ++k) {
    const double value = (std::ceil(low / step - 1e-9) + k) * step;
    if (value > high || place(value) + text_width(shown.words(value), smallest_text, Face::mono) / 2 > last_from) break;
    tick(value);
  }
  tick(high);

  // Runs binned by column: one dot per run if they fit, else bars scaled per strip.
  const auto columns = static_cast<std::size_t>(std::max((right - left) / min_column, 1.0f)) + 1;
  const float column = (right - left) / static_cast<float>(columns - 1);
  for (std::size_t k = 0; k < rows; ++k) {
    const analysis::Distribution& d = *outcomes[k].distribution;
    const float floor = at.y + strip * static_cast<float>(k + 1), room = strip - 8;
    if (k + 1 < rows) canvas.line({left - 6, floor}, {right + 6, floor}, faded(theme.line, 0.5f), 1);
    std::vector<std::uint64_t> runs(columns, 0);
    std::vector<std::pair<double, double>> values(columns);  // the least and the greatest in each column
    for (std::size_t i = 0; i < d.value.size(); ++i) {
      const auto c =
          static_cast<std::size_t>(std::clamp((place(d.value[i]) - left) / column + 0.5f, 0.0f, static_cast<float>(columns - 1)));
      values[c] = runs[c] == 0 ? std::pair(d.value[i], d.value[i])
                               : std::pair(std::min(values[c].first, d.value[i]), std::max(values[c].second, d.value[i]));
      runs[c] += d.count[i];
    }
    const std::uint64_t highest = *std::max_element(runs.begin(), runs.end());
    if (highest == 0) continue;
    const float pitch = std::min(max_pitch, room / static_cast<float>(highest));
    const Colour colour = colour_of(d);
    for (std::size_t c = 0; c < columns; ++c) {
      if (runs[c] == 0) continue;
      const float x = left + static_cast<float>(c) * column, height = static_cast<float>(runs[c]) * pitch;
      if (pitch >= min_pitch) {
        for (std::uint64_t i = 0; i < runs[c]; ++i)
          canvas.disc({x, floor - pitch * (static_cast<float>(i) + 0.5f) - 1}, std::min(pitch / 2, 3.3f), faded(colour, 0.85f));
      } else {
        canvas.box({x - column / 2 + 0.5f, floor - std::max(height, 2.0f), column - 1, std::max(height, 2.0f)}, 2,
                   faded(colour, 0.85f));
      }
      canvas.hot_spot({x - column / 2, floor - strip, column, strip}, {},
                      fmt::format("{}: {} gave {}", outcomes[k].label, base::counted(runs[c], "run"),
                                  range_words(shown, values[c].first, values[c].second)));
    }
    // If all results fall into a few columns, show their shape in an enlarged inset.
    constexpr std::size_t max_values = 40;
    const bool narrow =
        d.value.size() > 1 && d.value.size() <= max_values && place(d.maximum) - place(d.minimum) < 0.12f * (right - left);
    if (!narrow || strip < 76) continue;
    const float wide = enlarged_pitch(d) * static_cast<float>(d.value.size());
    const float after = place(d.maximum) + 60,
                marked = expected ? place(*expected) - 24 - text_width("expected " + shown.words(*expected), label_size) : right;
    if (after + wide < std::min(right, marked))
      draw_enlarged(canvas, {after, floor - strip + 4, wide, strip - 12}, d, colour, place(d.maximum), floor);
  }
  if (expected) {
    const float x = place(*expected);
    canvas.line({x, at.y + 4}, {x, base_line}, theme.good, 1.5f, 3);
    const std::string words = "expected " + shown.words(*expected);
    const float wide = text_width(words, label_size);
    const bool before = x - 12 - wide > left;
    const float from = before ? x - 12 - wide : x + 12;
    // In the first strip that has no results there; else the axis alone says it.
    const auto free = [&](const Outcomes& outcome) {
      const analysis::Distribution& d = *outcome.distribution;
      return d.runs == 0 || place(d.maximum) + column < from || place(d.minimum) - column > from + wide;
    };
    const auto strip_of = std::find_if(outcomes.begin(), outcomes.begin() + static_cast<std::ptrdiff_t>(rows), free);
    const auto k = static_cast<std::size_t>(strip_of - outcomes.begin());
    if (k < rows && from + wide < right + end_label)
      canvas.text({from, at.y + strip * static_cast<float>(k) + 16}, label_size, words, theme.good);
  }
}

}  // namespace warplens::view
