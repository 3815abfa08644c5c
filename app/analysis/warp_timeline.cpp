#include "analysis/warp_timeline.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "analysis/slots.h"

namespace warplens::analysis {
namespace {

using WarpStay = WarpTimeline::Stay;
using Stretch = WarpTimeline::Stretch;

static_assert(static_cast<std::size_t>(WarpState::computing) == trace::wait_reasons);

/// Rows of `trace.waits` by warp, and by begin within a warp.
std::vector<std::uint32_t> waits_by_warp(const trace::Trace& trace) {
  std::vector<std::uint32_t> rows(trace.waits.size());
  std::iota(rows.begin(), rows.end(), 0u);
  std::ranges::stable_sort(rows, {}, [&](std::uint32_t row) { return trace.waits.warp[row]; });
  return rows;
}

/// Number of warps up to the last block that the trace has placed: the grid may be far larger than what was recorded.
std::size_t placed_warps(const trace::Trace& trace) {
  const std::vector<std::uint32_t>& block = trace.placements.block;
  return block.empty() ? 0 : (std::ranges::max(block) + std::size_t{1}) * trace.warps_per_block();
}

/// Cycle after the last step of each placed warp; 0 where it has none.
std::vector<std::uint64_t> ends_of_warps(const trace::Trace& trace) {
  std::vector<std::uint64_t> ends(placed_warps(trace));
  for (std::size_t step = 0; step < trace.steps.size(); ++step) {
    if (trace.steps.warp[step] >= ends.size()) continue;
    std::uint64_t& end = ends[trace.steps.warp[step]];
    end = std::max(end, trace.steps.cycle[step] + 1);
  }
  return ends;
}

/// Appends the stretches of one warp after the other.
class Stretches {
 public:
  Stretches(const trace::Trace& trace, WarpTimeline& timeline)
      : trace_(trace), timeline_(timeline), waits_(waits_by_warp(trace)), ends_(ends_of_warps(trace)) {}

  /// The warps come in ascending order.
  void add(WarpStay& stay) {
    stay.first = timeline_.stretches.size();
    std::uint64_t at = stay.start;
    const std::uint64_t last = std::clamp(ends_[stay.warp], stay.start, stay.end);
    const auto until = [&](std::uint64_t cycle, WarpState state) {
      if (cycle <= at) return;
      append({at, cycle, state}, stay.first);
      at = cycle;
    };
    while (next_ < waits_.size() && trace_.waits.warp[waits_[next_]] < stay.warp) ++next_;
    for (; next_ < waits_.size() && trace_.waits.warp[waits_[next_]] == stay.warp; ++next_) {
      const std::uint32_t row = waits_[next_];
      until(std::min(trace_.waits.begin[row], stay.end), WarpState::computing);
      until(std::min(trace_.waits.end[row], stay.end), static_cast<WarpState>(trace_.waits.reason[row]));
    }
    until(last, WarpState::computing);
    if (timeline_.whole)
      until(stay.end, WarpState::ended);
    else
      stay.end = at;
    stay.last = timeline_.stretches.size();
  }

 private:
  void append(Stretch stretch, std::size_t first) {
    timeline_.cycles[static_cast<std::size_t>(stretch.state)] += stretch.end - stretch.begin;
    std::vector<Stretch>& all = timeline_.stretches;
    if (all.size() > first && all.back().state == stretch.state)
      all.back().end = stretch.end;
    else
      all.push_back(stretch);
  }

  const trace::Trace& trace_;
  WarpTimeline& timeline_;
  std::vector<std::uint32_t> waits_;
  std::vector<std::uint64_t> ends_;
  std::size_t next_ = 0;  // of waits_
};

void add_schedulers(WarpTimeline& timeline) {
  std::vector<WarpStay>& stays = timeline.stays;
  std::ranges::sort(stays, {}, [](const WarpStay& stay) { return std::tuple(stay.sm, stay.scheduler, stay.start, stay.warp); });
  for (auto first = stays.begin(); first != stays.end();) {
    const auto last = std::find_if(first, stays.end(), [&](const WarpStay& stay) {
      return std::pair(stay.sm, stay.scheduler) != std::pair(first->sm, first->scheduler);
    });
    timeline.schedulers.push_back({.sm = first->sm,
                                   .number = first->scheduler,
                                   .slots = assign_slots(first, last),
                                   .first = static_cast<std::size_t>(first - stays.begin()),
                                   .last = static_cast<std::size_t>(last - stays.begin()),
                                   .issue_cycles = {}});
    std::sort(first, last,
              [](const WarpStay& a, const WarpStay& b) { return std::tie(a.slot, a.start) < std::tie(b.slot, b.start); });
    first = last;
  }
}

/// The model reserves issue slots for several instructions of a warp at once, so the cycles of two warps' steps may be the same:
/// an instruction takes the first free slot of its scheduler.
void add_issues(const trace::Trace& trace, WarpTimeline& timeline) {
  std::vector<std::uint32_t> scheduler_of(placed_warps(trace), trace::no_row);
  for (std::uint32_t number = 0; number < timeline.schedulers.size(); ++number)
    for (std::size_t row = timeline.schedulers[number].first; row < timeline.schedulers[number].last; ++row)
      scheduler_of[timeline.stays[row].warp] = number;
  for (std::size_t step = 0; step < trace.steps.size(); ++step) {
    const std::uint32_t warp = trace.steps.warp[step];
    const std::uint32_t number = warp < scheduler_of.size() ? scheduler_of[warp] : trace::no_row;
    if (number == trace::no_row) continue;
    std::vector<std::uint64_t>& cycles = timeline.schedulers[number].issue_cycles;
    cycles.push_back(cycles.empty() ? trace.steps.cycle[step] : std::max(trace.steps.cycle[step], cycles.back() + 1));
  }
}

}  // namespace

WarpTimeline warp_timeline(const trace::Trace& trace) {
  WarpTimeline timeline;
  if (trace.schedulers == 0 || trace.level != trace::Level::full) return timeline;
  timeline.whole = trace.truncation == trace::Truncation::none;
  const trace::BlockPlacements& placements = trace.placements;
  const auto warps = static_cast<std::uint32_t>(trace.warps_per_block());
  Stretches stretches(trace, timeline);
  for (std::size_t row = 0; row < placements.size(); ++row) {
    for (std::uint32_t w = 0; w < warps; ++w) {
      WarpStay stay{.warp = placements.block[row] * warps + w,
                    .sm = placements.sm[row],
                    .scheduler = (placements.scheduler[row] + w) % trace.schedulers,
                    .start = placements.start[row],
                    .end = std::max(placements.start[row], placements.end[row])};
      stretches.add(stay);
      if (stay.start < stay.end) timeline.stays.push_back(stay);
      timeline.end = std::max(timeline.end, stay.end);
    }
  }
  add_schedulers(timeline);
  add_issues(trace, timeline);
  return timeline;
}

}  // namespace warplens::analysis
