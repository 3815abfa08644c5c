#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/number_format.h"
#include "view/blocks/blocks_picture.h"
#include "view/outcome.h"

namespace warplens::view {
namespace {

std::string_view reason(launch::OccupancyLimiter limiter) {
  switch (limiter) {
    case launch::OccupancyLimiter::threads:
      return "its threads";
    case launch::OccupancyLimiter::blocks:
      return "its number of blocks";
    case launch::OccupancyLimiter::shared_memory:
      return "shared memory";
    case launch::OccupancyLimiter::registers:
      break;
  }
  return "registers";
}

/// Number of multiprocessors that had a block; the stays are sorted by multiprocessor.
std::uint32_t multiprocessors_used(const analysis::BlockTimeline& timeline) {
  std::uint32_t used = 0;
  for (std::size_t k = 0; k < timeline.stays.size(); ++k)
    if (k == 0 || timeline.stays[k].sm != timeline.stays[k - 1].sm) ++used;
  return used;
}

std::string percent(double share) { return fmt::format("{:.0f} %", share * 100); }

/// Why multiprocessors were not full, where that was so for more than a twentieth of the time; empty where they were.
std::string unfilled_words(const analysis::BlockTimeline& timeline, std::uint64_t blocks, std::uint64_t places) {
  if (blocks < places) return " There was room for " + base::counted(places - blocks, "more block") + ".";
  const std::uint64_t tail = timeline.end - timeline.tail_begin, whole = timeline.end - timeline.begin;
  if (tail * 20 <= whole) return "";
  return fmt::format(" No block was left to fill the last {:.0f} % of the time.",
                     std::min(100 * static_cast<double>(tail) / static_cast<double>(whole), 99.0));
}

}  // namespace

Headline blocks_headline(const BlocksInput& input, const Theme& theme) {
  const analysis::BlockTimeline& timeline = *input.timeline;
  const Subject& subject = input.subject;
  Headline headline;
  const auto title = [&](std::string words) { headline.title.push_back({std::move(words), theme.text, Face::semibold}); };
  const auto detail = [&](std::string words, Colour colour) {
    headline.detail.push_back({std::move(words), colour, Face::regular});
  };
  const std::uint64_t blocks = base::count(subject.grid);
  if (timeline.stays.empty()) {
    title(fmt::format("{} ran.", base::counted(blocks, "block")));
    return headline;
  }
  headline.origin = launch::Origin::modelled;
  if (timeline.stays.size() < blocks) {
    title(fmt::format("{} ran.", base::counted(blocks, "block")));
    detail(fmt::format("Where and when is recorded of {} of them only.", base::grouped(std::uint64_t{timeline.stays.size()})),
           theme.wrong);
    return headline;
  }
  if (input.hover.thread != Target::none) {
    const std::uint64_t block = input.hover.thread / std::max<std::uint64_t>(subject.threads_per_block(), 1);
    const auto stay = std::find_if(timeline.stays.begin(), timeline.stays.end(), [&](const auto& s) { return s.block == block; });
    if (stay != timeline.stays.end()) {
      title(fmt::format("{} ran on SM {} for {}.", capitalised(block_name(subject, block)), stay->sm,
                        base::counted(stay->end - stay->start, "cycle")));
      detail(fmt::format("From cycle {} to cycle {}.", base::grouped(stay->start), base::grouped(stay->end)), theme.muted);
      return headline;
    }
  }
  if (auto stopped = outcome_headline(subject, theme)) return *stopped;
  // If blocks retire faster than they are launched, the slots are never full and there are no waves.
  const bool full = !subject.result->occupancy || timeline.slots >= subject.result->occupancy->blocks;
  const auto rounds = static_cast<std::uint64_t>(std::max(1.0, std::ceil(timeline.waves - 1e-9)));
  const std::uint32_t used = multiprocessors_used(timeline), without = timeline.multiprocessors - used;
  const std::string all = base::counted(std::uint64_t{timeline.multiprocessors}, "multiprocessor");
  const std::string where = without > 0 ? fmt::format("{} of {}", used, all) : all;
  const std::string how = full         ? " in " + base::counted(rounds, "wave")
                          : blocks > 1 ? fmt::format(", at most {} at once on {}", timeline.slots, used == 1 ? "it" : "each")
                                       : "";
  title(fmt::format("{} ran on {}{}.", base::counted(blocks, "block"), where, how));
  if (subject.result->occupancy) {
    const launch::Occupancy& occupancy = *subject.result->occupancy;
    detail(fmt::format("{} has room for {}, limited by {}: ", timeline.multiprocessors == 1 ? "It" : "Each",
                       base::counted(std::uint64_t{occupancy.blocks}, "block"), reason(occupancy.limiter)),
           theme.muted);
    // The average of what the plot below shows, so of all multiprocessors, whether they had a block or not.
    detail(fmt::format("occupancy at most {}, {} on average.", percent(occupancy.theoretical()), percent(timeline.filled)),
           theme.muted);
  }
  const std::uint64_t each = subject.result->occupancy ? subject.result->occupancy->blocks : timeline.slots;
  if (without > 0)
    detail(fmt::format(" {} had no block.", base::counted(std::uint64_t{without}, "multiprocessor")), theme.wrong);
  else if (const std::string why = unfilled_words(timeline, blocks, each * timeline.multiprocessors); !why.empty())
    detail(why, theme.wrong);
  return headline;
}

}  // namespace warplens::view
