#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/number_format.h"
#include "view/steps/steps_picture.h"

namespace warplens::view {

const launch::WarpAt* SteppedMoment::chosen() const {
  const auto found = std::ranges::find(warps, warp, &launch::WarpAt::warp);
  return found != warps.end() ? &*found : nullptr;
}

std::uint32_t idle_lanes(const SteppedMoment& moment) {
  if (!moment.last) return 0;
  const auto warp = std::ranges::find(moment.warps, moment.last->warp, &launch::WarpAt::warp);
  if (warp == moment.warps.end()) return 0;
  std::uint32_t there = 0;
  for (const launch::LanesAt& at : warp->lanes) there |= at.lanes;
  return there & ~moment.last->lanes;
}

Headline steps_headline(const StepsInput& input, const Theme& theme) {
  Headline headline;
  const auto title = [&](std::string words) { headline.title.push_back({std::move(words), theme.text, Face::semibold}); };
  const auto detail = [&](std::string words, Colour colour) {
    headline.detail.push_back({std::move(words), colour, Face::regular});
  };
  if (!input.moment) {
    title(input.error.empty() ? "Running once to its end…" : "It cannot stand still.");
    if (!input.error.empty()) detail(input.error, theme.wrong);
    return headline;
  }
  const SteppedMoment& moment = *input.moment;
  if (moment.by_hand) {
    title(moment.step == 0 ? "Nothing has run yet."
                           : "Step " + base::grouped(moment.step) + (moment.over() ? ", by hand: the last." : ", by hand."));
  } else {
    title(fmt::format("Step {} of {}.", base::grouped(moment.step), base::grouped(moment.length)));
  }
  if (moment.fault) {
    detail(sentence(moment.fault->message), theme.wrong);
  } else if (moment.last) {
    const std::uint32_t line = moment.last_instruction.line;
    detail(capitalised(warp_name(input.subject, moment.last->warp)) + " did ", theme.muted);
    detail(moment.last_instruction.text, theme.text);
    detail(fmt::format(" with {}{}.", base::counted(static_cast<std::uint64_t>(std::popcount(moment.last->lanes)), "lane"),
                       line > 0 ? fmt::format(", line {}", line) : ""),
           theme.muted);
    if (const std::uint32_t idle = idle_lanes(moment); idle != 0) {
      const bool one = std::has_single_bit(idle);
      detail(fmt::format(" {} {} idled.", one ? "Lane" : "Lanes", lane_ranges(idle)), theme.text);
    }
  } else {
    detail(moment.by_hand ? "Choose a warp below and let it do its next instruction (→)."
                          : "Drag the bar at the bottom, or go on with →.",
           theme.muted);
  }
  headline.origin = launch::Origin::counted;
  return headline;
}

}  // namespace warplens::view
