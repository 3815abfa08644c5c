#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/number_format.h"
#include "view/histogram/histogram_picture.h"
#include "view/outcome.h"

namespace warplens::view {

namespace {

std::string things(const HistogramInput& input, double count) {
  const std::string noun = input.quantity.empty() ? "count" : input.quantity;
  return number(count) + " " + noun + (count == 1 ? "" : "s");
}

/// Lost updates of one bin, from the trace.
std::uint64_t lost_at(const HistogramInput& input, std::uint64_t bin) {
  if (!input.lost) return 0;
  const auto found = std::lower_bound(input.lost->element.begin(), input.lost->element.end(), bin);
  if (found == input.lost->element.end() || *found != bin) return 0;
  return input.lost->lost[static_cast<std::size_t>(found - input.lost->element.begin())];
}

std::string range_words(const HistogramInput& input, std::uint64_t bin) {
  const std::string range = bin_range(input, bin);
  return range.empty() ? "" : " (" + range + ")";
}

const char* was(double count) { return count == 1 ? "was" : "were"; }
const char* is(double count) { return count == 1 ? "is" : "are"; }

/// One edge of a bin, without zeros at its end; 0 where it is closer to it than the figures show.
std::string edge(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", std::abs(value), decimals);
  if (decimals > 0) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
  }
  return value < 0 && text != "0" ? "−" + text : text;
}

}  // namespace

std::string bin_range(const HistogramInput& input, std::uint64_t bin) {
  if (!input.range_minimum || !input.range_maximum || input.subject.elements == 0) return "";
  const double low = *input.range_minimum, span = *input.range_maximum - low, bins = static_cast<double>(input.subject.elements);
  if (!(span > 0)) return "";
  const int decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(span / bins))), 0, 12);
  const auto at = [&](std::uint64_t number) { return low + span * static_cast<double>(number) / bins; };
  return edge(at(bin), decimals) + " to " + edge(at(bin + 1), decimals);
}

Headline histogram_headline(const HistogramInput& input, const Theme& theme) {
  const Subject& subject = input.subject;
  Headline headline;
  const auto title = [&](const std::string& words, Colour colour) { headline.title.push_back({words, colour, Face::semibold}); };
  const auto detail = [&](const std::string& words, Colour colour) { headline.detail.push_back({words, colour, Face::regular}); };

  if (input.hover.element != Target::none && input.hover.element < subject.elements) {
    const std::uint64_t bin = input.hover.element;
    const double count = final_value(subject, bin).value_or(0);
    const bool known = bin < subject.expected.size();
    const double expected = known ? subject.expected[bin] : count;
    title(fmt::format("Bin {}{} counted ", base::grouped(bin), range_words(input, bin)), theme.text);
    title(number(count), !known ? theme.text : expected == count ? theme.good : theme.wrong);
    title(".", theme.text);
    if (known && expected == count) detail("As many as there are.", theme.good);
    if (expected != count) {
      const double off = std::abs(expected - count);
      detail(fmt::format("{} {} {}", number(off), is(off), expected > count ? "missing" : "too many"), theme.wrong);
      detail(fmt::format(": there {} {}.", is(expected), number(expected)), theme.muted);
    }
    if (const std::uint64_t lost = lost_at(input, bin))
      detail(fmt::format(" The trace shows {} lost.", base::counted(lost, "update")), theme.muted);
    headline.origin = launch::Origin::counted;
    return headline;
  }
  if (std::optional<Headline> fate = outcome_headline(subject, theme)) return *fate;
  headline.origin = launch::Origin::counted;
  if (input.apart) {
    title("No two threads counted in the same element of ", theme.text);
    headline.title.push_back({subject.buffer_name, theme.accent, Face::mono});
    title(".", theme.text);
    detail("The bars are its values.", theme.muted);
    if (subject.wrong > 0)
      detail(fmt::format(" {} of them differ from the reference.", base::grouped(subject.wrong)), theme.wrong);
    return headline;
  }

  double total = 0, expected = 0;
  std::uint64_t short_bins = 0, long_bins = 0;
  for (std::uint64_t bin = 0; bin < subject.elements; ++bin) {
    const double count = final_value(subject, bin).value_or(0);
    total += count;
    if (bin >= subject.expected.size()) continue;
    expected += subject.expected[bin];
    short_bins += count < subject.expected[bin] ? 1 : 0;
    long_bins += count > subject.expected[bin] ? 1 : 0;
  }
  if (subject.expected.empty()) {
    title(fmt::format("{} {} {}.", base::counted(subject.elements, "bin"), subject.elements == 1 ? "holds" : "hold",
                      things(input, total)),
          theme.text);
    return headline;
  }
  const double outside = static_cast<double>(input.samples) - expected;
  const bool some_outside = input.samples > 0 && outside > 0;
  title(fmt::format("Of {}{} the kernel counted ", things(input, expected), some_outside ? " in range" : ""), theme.text);
  title(number(total), total == expected && short_bins == 0 ? theme.good : theme.wrong);
  title(".", theme.text);
  const auto say_outside = [&] {
    if (some_outside)
      detail(fmt::format(" {} of {} {} outside the bins.", number(outside), things(input, static_cast<double>(input.samples)),
                         outside == 1 ? "lies" : "lie"),
             theme.muted);
  };
  if (short_bins == 0 && long_bins == 0) {
    detail("Nothing was lost", theme.good);
    detail(subject.elements == 1 ? ": the bin holds what it should."
                                 : fmt::format(": all {} hold what they should.", base::counted(subject.elements, "bin")),
           theme.muted);
    say_outside();
    return headline;
  }
  const bool lost = input.lost && input.lost->total > 0;
  if (total < expected) {
    const double off = expected - total;
    detail(lost ? fmt::format("{} {} lost", things(input, off), was(off))
                : fmt::format("{} {} missing", things(input, off), is(off)),
           theme.wrong);
    detail(fmt::format(" in {} of {}", base::grouped(short_bins), base::counted(subject.elements, "bin")), theme.muted);
    detail(lost ? ": a thread wrote over another's count that it had not seen." : ".", theme.muted);
  } else {
    const std::uint64_t off = short_bins + long_bins;
    detail(fmt::format("{} {} from the reference.", base::counted(off, "bin"), off == 1 ? "differs" : "differ"), theme.wrong);
  }
  say_outside();
  if (subject.result->trace.truncation != trace::Truncation::none) detail(" The recording stopped at its budget.", theme.muted);
  return headline;
}

}  // namespace warplens::view
