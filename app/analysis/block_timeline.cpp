#include "analysis/block_timeline.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "analysis/slots.h"

namespace warplens::analysis {
namespace {

using Stay = BlockTimeline::Stay;

/// Cycles in which at least one of the blocks, sorted by start, was there.
std::uint64_t busy_cycles(std::vector<Stay>::const_iterator first, std::vector<Stay>::const_iterator last) {
  std::uint64_t busy = 0, until = 0;
  for (; first != last; ++first) {
    const std::uint64_t from = std::max(first->start, until);
    if (first->end > from) busy += first->end - from;
    until = std::max(until, first->end);
  }
  return busy;
}

/// Once the last block has started, a place that falls empty stays so: the first of those is where the tail begins.
void find_tail(BlockTimeline& timeline, std::uint64_t places) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> left_at;  // per multiprocessor and slot
  std::uint64_t last_start = 0;
  for (const Stay& stay : timeline.stays) {
    std::uint64_t& left = left_at[{stay.sm, stay.slot}];
    left = std::max(left, stay.end);
    last_start = std::max(last_start, stay.start);
  }
  timeline.tail_begin = timeline.end;
  for (const auto& [place, left] : left_at) timeline.tail_begin = std::min(timeline.tail_begin, std::max(left, last_start));
  if (left_at.size() < places) timeline.tail_begin = std::min(timeline.tail_begin, last_start);  // some never had a block
  if (timeline.tail_begin == timeline.end) return;
  std::uint64_t filled = 0;
  for (const Stay& stay : timeline.stays)
    if (stay.end > timeline.tail_begin) filled += stay.end - std::max(stay.start, timeline.tail_begin);
  timeline.tail_fill =
      static_cast<double>(filled) / (static_cast<double>(places) * static_cast<double>(timeline.end - timeline.tail_begin));
}

}  // namespace

BlockTimeline block_timeline(const trace::Trace& trace, const launch::Occupancy& occupancy, std::uint32_t multiprocessors) {
  BlockTimeline timeline;
  const trace::BlockPlacements& placements = trace.placements;
  timeline.multiprocessors = multiprocessors;
  for (std::size_t row = 0; row < placements.size(); ++row) {
    timeline.stays.push_back({placements.block[row], placements.sm[row], 0, placements.start[row],
                              std::max(placements.start[row], placements.end[row])});
    timeline.multiprocessors = std::max(timeline.multiprocessors, placements.sm[row] + 1);
  }
  if (timeline.stays.empty()) return timeline;
  std::vector<Stay>& stays = timeline.stays;
  std::sort(stays.begin(), stays.end(), [](const Stay& a, const Stay& b) {
    return std::tie(a.sm, a.start, a.end, a.block) < std::tie(b.sm, b.start, b.end, b.block);
  });
  std::uint64_t busy = 0, stayed = 0;
  for (auto first = stays.begin(); first != stays.end();) {
    const auto last = std::find_if(first, stays.end(), [&](const Stay& stay) { return stay.sm != first->sm; });
    busy += busy_cycles(first, last);
    timeline.slots = std::max(timeline.slots, assign_slots(first, last));
    first = last;
  }
  timeline.begin = stays.front().start;
  for (const Stay& stay : stays) {
    timeline.begin = std::min(timeline.begin, stay.start);
    timeline.end = std::max(timeline.end, stay.end);
    stayed += stay.end - stay.start;
  }
  if (busy > 0 && occupancy.max_warps > 0) {
    timeline.achieved_occupancy = static_cast<double>(stayed) * static_cast<double>(trace.warps_per_block()) /
                                  (static_cast<double>(busy) * occupancy.max_warps);
  }
  if (timeline.end > timeline.begin && occupancy.max_warps > 0) {
    timeline.filled = static_cast<double>(stayed) * static_cast<double>(trace.warps_per_block()) /
                      (static_cast<double>(timeline.end - timeline.begin) * timeline.multiprocessors * occupancy.max_warps);
  }
  const std::uint64_t places = std::uint64_t{std::max(occupancy.blocks, timeline.slots)} * timeline.multiprocessors;
  timeline.waves = static_cast<double>(base::count(trace.grid)) / static_cast<double>(places);
  find_tail(timeline, places);
  std::sort(stays.begin(), stays.end(), [](const Stay& a, const Stay& b) {
    return std::tie(a.sm, a.slot, a.start, a.block) < std::tie(b.sm, b.slot, b.start, b.block);
  });
  return timeline;
}

}  // namespace warplens::analysis
