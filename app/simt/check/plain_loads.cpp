#include <algorithm>
#include <bit>

#include "simt/check/history.h"
#include "simt/check/races.h"
#include "simt/code/execute/cells.h"

// Weak loads of shared memory, the most common access: recorded when they take place, and processed only if a thread writes there
// before the next barrier of the block.

namespace warplens::simt {
namespace {

constexpr std::uint32_t quarters = 4, quarter = warp_size / quarters;
constexpr std::size_t max_loads_of_warp = 256;  // per warp; processed together once as many are recorded

/// Records a load in the lines that it touches.
class LineNotes {
 public:
  LineNotes(SharedShadow& shadow, const BlockClock& block) : shadow_(shadow), block_(block) {}

  /// Whether note() is known to return true for all granules of the lines of these two.
  bool know(std::uint64_t first, std::uint64_t last) const {
    const auto difference = [&](std::uint64_t granule) {
      return shadow_.lines_of_loads[granule >> line_granule_bits].plain_batch ^ shadow_.batch;
    };
    return (difference(first) | difference(last)) == 0;  // without a branch
  }

  /// Whether the block has written `count` granules from `first` on, and executed only weak loads there since its last barrier,
  /// with no synchronisation in between that orders some of these loads: look_at() knows no such order. Nor may an asynchronous
  /// copy be on its way there, which races with loads before a barrier as well.
  bool note(std::uint64_t first, std::uint64_t count) {
    const std::uint64_t end = first + count;
    for (std::uint64_t granule = first; granule < end;) {
      const std::uint64_t number = granule >> line_granule_bits, next_line = (number + 1) << line_granule_bits;
      SharedShadow::LineOfLoads& line = shadow_.lines_of_loads[number];
      if (line.batch != shadow_.batch) begin(line, number);
      const std::uint64_t last = std::min(end, next_line);
      const bool plain = line.plain_batch == shadow_.batch;
      if (!plain && (line.copies != 0 || line.last_loud >= block_.time || !are_plain(number, granule, last))) return false;
      granule = last;
    }
    return true;
  }

 private:
  /// The first load of a line in this batch.
  void begin(SharedShadow::LineOfLoads& line, std::uint64_t number) {
    line.batch = shadow_.batch;
    const std::uint64_t first = number << line_granule_bits;
    const bool plain = line.copies == 0 && line.last_loud < block_.time && are_plain(number, first, first + line_granules);
    line.plain_batch = plain ? shadow_.batch : 0;
  }

  /// Whether the block has written the granules from `first` to before `end`, all of one line, and loads since the barrier add
  /// nothing to what is remembered of them.
  bool are_plain(std::uint64_t number, std::uint64_t first, std::uint64_t end) const {
    const Shadow::Line& line = shadow_.lines[number];
    const auto is_plain = [&](const History& history, std::uint32_t tag) {
      return last_write(history) >= block_.start && !was_read_before(history, tag);
    };
    if (line.blocks == nullptr) return is_plain(line.whole, line.tag);
    for (std::uint64_t granule = first; granule < end; ++granule) {
      const Cells* const cells = line.block_of(granule).cells;
      if (!is_plain(cells != nullptr ? (*cells)[granule % cells_of_block] : line.whole, shadow_.tags[granule])) return false;
    }
    return true;
  }

  /// Whether there are reads since the barrier to which one more may add information.
  bool was_read_before(const History& history, std::uint32_t tag) const {
    return history.reads[0].time >= block_.time && tag != block_.quiet_reads;
  }

  SharedShadow& shadow_;
  const BlockClock& block_;
};

}  // namespace

bool RaceDetector::plain_load(const PlainAccess& access, const PastAccess& like, const BlockClock& block) {
  SharedShadow& shadow = *shared_[access.slot];
  if (shadow.quiet != block.quiet_reads || shadow.loads.size() >= max_loads_of_warp * block.warps.size())
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
  constexpr std::uint32_t all_quarters = (1u << quarters) - 1;
  if (access.active == all_lanes && (repeats == all_quarters || (load.granules == 1 && (runs | repeats) == all_quarters))) {
    load.in_quarters = true;
    load.repeats = access.layout.repeats;
    const auto count = [&](std::uint32_t q) { return repeats >> q & 1 ? load.granules : quarter; };
    bool known = true;
    for (std::uint32_t q = 0; q < quarters; ++q) {  // no branches: how the lanes are laid out changes from load to load
      load.first[q] = granule(q * quarter);
      known &= lines.know(load.first[q], load.first[q] + count(q) - 1);
    }
    for (std::uint32_t q = 0; q < quarters && !known; ++q) {
      if (q > 0 && load.repeats_last(q)) continue;
      if (!lines.note(load.first[q], count(q))) return refuse();
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
  ++shadow.batch;
  shadow.interval = block.time;
  shadow.quiet = block.quiet_reads;
}

/// `lanes` of a load read one granule, one after the other. Of its readers two are kept, of different warps if possible: then one
/// more adds no information, unless it is ordered after one of them, of its own warp, and takes its place, or only some threads
/// may be ordered (ProgramTraits::some_order).
void RaceDetector::remember_read(History& history, std::uint32_t& tag, const SharedShadow& shadow, const PlainLoad& load,
                                 std::uint32_t lanes) {
  auto& [first, second] = history.reads;
  const auto of = [&](std::uint32_t lane) {
    PastAccess now = load.access;
    now.thread += lane;
    return now;
  };
  const auto same_warp = [&](const PastAccess& past) { return past.thread / warp_size == load.access.thread / warp_size; };
  const auto is_over = [&](const PastAccess& past) {
    return past.time < shadow.interval || (same_warp(past) && past.time < load.synced);
  };
  if (traits_.some_order) {
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
      const PastAccess now = of(static_cast<std::uint32_t>(std::countr_zero(rest)));
      const auto gives_way = [&](const PastAccess& past) { return is_over(past) || past.same_thread(now); };
      if (gives_way(first))
        first = now;
      else if (gives_way(second))
        second = now;
      else if (tag != shadow.quiet)
        further_.add_unordered(history, now, gives_way);
    }
    return;
  }
  // Each lane takes a place that is free, or was its own. Lanes of one load never take each other's.
  const auto lane_of = [&](const PastAccess& past) {
    return same_warp(past) && past.spread == load.access.spread ? 1u << past.thread % warp_size : 0;
  };
  const auto lowest = [](std::uint32_t mask) { return static_cast<std::uint32_t>(std::countr_zero(mask)); };
  const std::uint32_t in_first = lanes & (is_over(first) ? lanes & -lanes : lane_of(first));
  if (in_first != 0) first = of(lowest(in_first));
  const std::uint32_t rest = lanes & ~in_first;
  if (rest == 0) return;
  if (tag != shadow.quiet && same_warp(first)) {
    second = of(static_cast<std::uint32_t>(std::bit_width(rest)) - 1);  // as long as it is of the same warp, the last one
  } else if (tag != shadow.quiet || is_over(second)) {
    if (!same_warp(first)) tag = shadow.quiet;
    second = of(lowest(rest));
  } else if (const std::uint32_t own = rest & lane_of(second); own != 0) {
    second = of(lowest(own));
  }
}

void RaceDetector::look_at(SharedShadow& shadow, const PlainLoad& load) {
  const auto remember = [&](std::uint64_t granule, std::uint32_t lanes) {
    if (History* const history = remembered<true>(shadow, granule).history)
      remember_read(*history, shadow.tags[granule], shadow, load, lanes);
  };
  if (!load.in_quarters) {
    const LaneGranules& first = shadow.scattered[load.first[0]];
    for (std::uint32_t rest = load.active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      for (std::uint32_t g = 0; g < load.granules; ++g) remember(first[lane] + g, 1u << lane);
    }
    return;
  }
  const auto& first = load.first;
  const bool whole_line = load.repeats == 0 && first[0] % line_granules == 0 && first[1] == first[0] + quarter &&
                          first[2] == first[1] + quarter && first[3] == first[2] + quarter;
  Shadow::Line& line = shadow.lines[first[0] / line_granules];
  if (whole_line && line.blocks == nullptr) return remember_read(line.whole, line.tag, shadow, load, 1);
  for (std::uint32_t q = 0, end = 0; q < quarters; q = end) {
    end = q + 1;
    if ((load.repeats >> q & 1) == 0) {
      for (std::uint32_t l = 0; l < quarter; ++l) remember(first[q] + l, 1u << (q * quarter + l));
      continue;
    }
    while (end < quarters && load.repeats_last(end)) ++end;
    // Of lanes on a single granule, the first two represent all.
    const std::uint32_t count = load.granules == 1 ? 2 : (end - q) * quarter;
    for (std::uint32_t g = 0; g < load.granules; ++g) remember(first[q] + g, all_lanes >> (warp_size - count) << (q * quarter));
  }
}

/// Before an access other than a plain load: process the loads recorded at its lines first, and record no more there before the
/// next barrier, unless the access is a weak load itself.
void RaceDetector::begin_access(SharedShadow& shadow, const Present& present) {
  const CheckedAccess& access = present.access;
  const bool loud = present.now.strong || access.instruction.kind != Kind::load;
  const auto line_of = [&](std::size_t lane) { return access.offsets[lane] >> granule_bits_ >> line_granule_bits; };
  const auto begin = [&](std::uint64_t number) {
    SharedShadow::LineOfLoads& line = shadow.lines_of_loads[number];
    if (line.batch == shadow.batch && !shadow.loads.empty()) look_at_loads(shadow, present.block);
    line.batch = line.plain_batch = 0;
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

/// Count the asynchronous copies that are on their way to each line.
void RaceDetector::count_copies(SharedShadow& shadow, const CheckedAccess& access) {
  each_lane(access.active, [&](std::size_t lane) {
    std::uint32_t& copies = shadow.lines_of_loads[access.offsets[lane] >> granule_bits_ >> line_granule_bits].copies;
    if (access.begins)
      ++copies;
    else if (copies != 0)
      --copies;
  });
}

}  // namespace warplens::simt
