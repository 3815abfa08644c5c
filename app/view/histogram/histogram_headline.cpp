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
  if (!input.range_minimum || !input.range_maximum) return "";
  const double width = (*input.range_maximum - *input.range_minimum) / static_cast<double>(input.subject.elements);
  const double from = *input.range_minimum + width * static_cast<double>(bin);
  return fmt::format(" ({:.4g} to {:.4g})", from, from + width);
}

}  // namespace

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
      detail(fmt::format("{} {}", number(std::abs(expected - count)), expected > count ? "are missing" : "are too many"),
             theme.wrong);
      detail(fmt::format(": there are {}.", number(expected)), theme.muted);
    }
    if (const std::uint64_t lost = lost_at(input, bin))
      detail(fmt::format(" The trace shows {} lost.", base::counted(lost, "update")), theme.muted);
    headline.origin = launch::Origin::counted;
    return headline;
  }
  if (std::optional<Headline> fate = outcome_headline(subject, theme)) return *fate;

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
  headline.origin = launch::Origin::counted;
  if (subject.expected.empty()) {
    title(fmt::format("{} hold {}.", base::counted(subject.elements, "bin"), things(input, total)), theme.text);
    return headline;
  }
  title(fmt::format("Of {} the kernel counted ", things(input, expected)), theme.text);
  title(number(total), total == expected && short_bins == 0 ? theme.good : theme.wrong);
  title(".", theme.text);
  if (short_bins == 0 && long_bins == 0) {
    detail("Nothing was lost", theme.good);
    detail(fmt::format(": all {} hold what they should.", base::counted(subject.elements, "bin")), theme.muted);
    return headline;
  }
  if (total < expected) {
    detail(fmt::format("{} were lost", things(input, expected - total)), theme.wrong);
    detail(fmt::format(" in {} of {}", base::grouped(short_bins), base::counted(subject.elements, "bin")), theme.muted);
    detail(input.lost && input.lost->total > 0 ? ": a thread wrote over another's count that it had not seen." : ".",
           theme.muted);
  } else {
    detail(fmt::format("{} differ from the reference.", base::counted(short_bins + long_bins, "bin")), theme.wrong);
  }
  if (subject.result->trace.truncation != trace::Truncation::none) detail(" The recording stopped at its budget.", theme.muted);
  return headline;
}

}  // namespace warplens::view
