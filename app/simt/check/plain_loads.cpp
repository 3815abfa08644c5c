#include <algorithm>
#include <bit>

#include "simt/check/history.h"
#include "simt/check/races.h"

// Weak loads of shared memory, the most common access: recorded when they take place, and processed only if a thread writes there
// before the next barrier of the block.

namespace warplens::simt {
namespace {

constexpr std::uint32_t quarters = 4, quarter = warp_size / quarters;
constexpr std::size_t most_loads_of_warp = 64;  // per warp; processed together once as many are recorded

/// Records a load in the lines that it touches.
class LineNotes {
 public:
  LineNotes(SharedShadow& shadow, const BlockClock& block) : shadow_(shadow), block_(block) {}

  /// Whether the block has written `count` granules from `first` on, and executed only weak loads there since its last barrier,
  /// with no synchronisation in between that orders some of these loads: look_at() knows no such order.
  bool note(std::uint64_t first, std::uint64_t count) {
    const std::uint64_t end = first + count;
    if (first >> line_granule_bits == known_ && (end - 1) >> line_granule_bits == known_) return true;
    for (std::uint64_t granule = first; granule < end;) {
      const std::uint64_t number = granule >> line_granule_bits;
      Shadow::Line& line = shadow_.lines[number];
      if (line.last_loud >= block_.time) return false;
      line.noted = block_.quiet_reads;
      if (line.cells == nullptr) {
        if (last_write(line.whole) < block_.start || was_read_before(line.whole, line.tag)) return false;
        known_ = number;
        granule = (number + 1) << line_granule_bits;
        continue;
      }
      for (; granule < end && granule >> line_granule_bits == number; ++granule) {
        const History& history = line.history(granule);
        if (last_write(history) < block_.start || was_read_before(history, shadow_.tags[granule])) return false;
      }
    }
    return true;
  }

 private:
  /// Whether there are reads since the barrier to which one more may add information.
  bool was_read_before(const History& history, std::uint32_t tag) const {
    return history.reads[0].time >= block_.time && tag != block_.quiet_reads;
  }

  SharedShadow& shadow_;
  const BlockClock& block_;
  std::uint64_t known_ = ~std::uint64_t{0};  ///< a line with a single history, already recorded
};

}  // namespace

bool RaceDetector::plain_load(const PlainAccess& access, const PastAccess& like, const BlockClock& block) {
  SharedShadow& shadow = *shared_[access.slot];
  if (shadow.quiet != block.quiet_reads || shadow.loads.size() >= most_loads_of_warp * block.warps.size())
    look_at_loads(shadow, block);
  // Built in place: copying a struct just written member by member would take longer than all the rest.
  PlainLoad& load = shadow.loads.emplace_back();
  load.access = like;
  load.access.thread = block.warps[access.warp].first_thread;
  load.access.time = clocks_.now();
  load.synced = block.warps[access.warp].time;
  load.active = access.active;
  load.granules = static_cast<std::uint8_t>(access.bytes >> granule_bits_);
  const auto refuse = [&] { return shadow.loads.pop_back(), false; };
  const auto granule = [&](std::size_t lane) {
    return static_cast<std::uint32_t>((access.lowest + access.distances[lane]) >> granule_bits_);
  };
  LineNotes lines(shadow, block);
  const std::uint32_t runs = access.layout.runs, repeats = access.layout.repeats;
  if (access.active == all_lanes && load.granules == 1 && (runs | repeats) == (1u << quarters) - 1) {
    load.in_quarters = true;
    load.repeats = access.layout.repeats;
    for (std::uint32_t q = 0; q < quarters; ++q) {
      load.first[q] = granule(q * quarter);
      if (!lines.note(load.first[q], repeats >> q & 1 ? 1 : quarter)) return refuse();
    }
  } else {
    LaneGranules first{};
    for (std::uint32_t rest = access.active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
      first[lane] = granule(lane);
      if (!lines.note(first[lane], load.granules)) return refuse();
    }
    load.first[0] = static_cast<std::uint32_t>(shadow.scattered.size());
    shadow.scattered.push_back(first);
  }
  return true;
}

/// Remember the loads recorded so far, unless a barrier of the block came in between.
void RaceDetector::look_at_loads(SharedShadow& shadow, const BlockClock& block) {
  if (shadow.interval == block.time) {
    for (const PlainLoad& load : shadow.loads) look_at(shadow, load);
  }
  shadow.loads.clear();
  shadow.scattered.clear();
  shadow.interval = block.time;
  shadow.quiet = block.quiet_reads;
}

/// Of the readers of a granule two are kept, of different warps if possible: then one more adds no information, unless it is
/// ordered after one of them, of its own warp, and takes its place, or only some threads may be ordered
/// (ProgramTraits::some_order).
void RaceDetector::look_at(SharedShadow& shadow, const PlainLoad& load) {
  const auto remember = [&](History& history, std::uint32_t& tag, std::uint32_t lane) {
    PastAccess now = load.access;
    now.thread += lane;
    auto& [first, second] = history.reads;
    const auto same_warp = [&](const PastAccess& past) { return past.thread / warp_size == now.thread / warp_size; };
    const auto gives_way = [&](const PastAccess& past) {
      return past.time < shadow.interval || past.same_thread(now) || (same_warp(past) && past.time < load.synced);
    };
    if (gives_way(first)) {
      first = now;
    } else if (traits_.some_order) {
      if (gives_way(second))
        second = now;
      else if (tag != shadow.quiet)
        further_.add_unordered(history, now, gives_way);
    } else if (tag != shadow.quiet || gives_way(second)) {
      if (!same_warp(first)) tag = shadow.quiet;
      second = now;
    }
  };
  const auto remember_granule = [&](std::uint64_t granule, std::uint32_t lane) {
    if (History* const history = own_history(shadow, granule)) remember(*history, shadow.tags[granule], lane);
  };
  if (!load.in_quarters) {
    const LaneGranules& first = shadow.scattered[load.first[0]];
    for (std::uint32_t rest = load.active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      for (std::uint32_t g = 0; g < load.granules; ++g) remember_granule(first[lane] + g, lane);
    }
    return;
  }
  const auto& first = load.first;
  const bool whole_line = load.repeats == 0 && first[0] % line_granules == 0 && first[1] == first[0] + quarter &&
                          first[2] == first[1] + quarter && first[3] == first[2] + quarter;
  Shadow::Line& line = shadow.lines[first[0] / line_granules];
  if (whole_line && line.cells == nullptr) return remember(line.whole, line.tag, 0);
  for (std::uint32_t q = 0; q < quarters; ++q) {
    const bool repeats = load.repeats >> q & 1, again = q > 0 && (load.repeats >> (q - 1) & 1) && first[q] == first[q - 1];
    const std::uint32_t lanes = !repeats ? quarter : again ? 0 : 2;  // two lanes on one granule represent all
    for (std::uint32_t l = 0; l < lanes; ++l) remember_granule(first[q] + (repeats ? 0 : l), q * quarter + l);
  }
}

/// Before an access other than a plain load: process the loads recorded at its lines first, and record no more there before the
/// next barrier, unless the access is a weak load itself.
void RaceDetector::begin_access(SharedShadow& shadow, const Present& present) {
  const CheckedAccess& access = present.access;
  const bool loud = present.now.strong || access.instruction.kind != Kind::load;
  const auto line_of = [&](std::size_t lane) { return access.offsets[lane] >> granule_bits_ >> line_granule_bits; };
  const auto begin = [&](std::uint64_t number) {
    Shadow::Line& line = shadow.lines[number];
    if (line.noted == shadow.quiet && !shadow.loads.empty()) look_at_loads(shadow, present.block);
    if (loud) line.last_loud = present.now.time;
  };
  if (access.layout.consecutive) {
    for (std::uint64_t number = line_of(0); number <= line_of(warp_size - 1); ++number) begin(number);
    return;
  }
  std::uint64_t last = ~std::uint64_t{0};
  for (std::uint32_t rest = access.active; rest != 0; rest &= rest - 1) {
    const std::uint64_t number = line_of(static_cast<std::size_t>(std::countr_zero(rest)));
    if (number != last) begin(number);
    last = number;
  }
}

}  // namespace warplens::simt
