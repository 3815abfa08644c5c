#include "simt/check/history.h"
#include "simt/check/races.h"

// Weak loads of shared memory, the commonest access of all: noted when they take place, and looked at only if somebody writes
// before the next barrier of the block.

namespace warplens::simt {
namespace {

constexpr std::uint32_t quarters = 4, quarter = warp_size / quarters;
constexpr std::size_t most_loads_of_warp = 64;  // noted; that many more are looked at together

bool is_written(const SharedShadow& shadow, std::uint64_t granule, const BlockClock& block) {
  const Shadow::Line& line = shadow.lines[granule / line_granules];
  return last_write(line.cells != nullptr ? (*line.cells)[granule % line_granules] : line.whole) >= block.start;
}

/// Of a quarter of a warp.
bool are_written(const SharedShadow& shadow, std::uint64_t first, bool repeats, const BlockClock& block) {
  if (!is_written(shadow, first, block)) return false;
  if (repeats) return true;
  const std::uint64_t last = first + quarter - 1;
  if (first / line_granules == last / line_granules && shadow.lines[first / line_granules].cells == nullptr) return true;
  for (std::uint64_t granule = first + 1; granule <= last; ++granule) {
    if (!is_written(shadow, granule, block)) return false;
  }
  return true;
}

}  // namespace

bool RaceDetector::plain_load(std::uint32_t place, const PastAccess& now, const BlockClock& block, std::uint64_t lowest,
                              const LaneOffsets& distances, Pattern pattern) {
  SharedShadow& shadow = shared_[place];
  if (shadow.last_loud >= block.time || static_cast<int>(now.width) != granule_bits_) return false;
  if ((pattern.runs | pattern.repeats) != (1u << quarters) - 1) return false;
  PlainLoad load{.access = now, .granules = {}, .repeats = pattern.repeats};
  for (std::uint32_t q = 0; q < quarters; ++q) {
    const std::uint64_t granule = (lowest + distances[q * quarter]) >> granule_bits_;
    if (!are_written(shadow, granule, (pattern.repeats >> q & 1) != 0, block)) return false;
    load.granules[q] = static_cast<std::uint32_t>(granule);
  }
  if (shadow.quiet != block.quiet_reads || shadow.loads.size() >= most_loads_of_warp * block.warps.size())
    look_at_loads(shadow, block);
  shadow.loads.push_back(load);
  return true;
}

/// Remember the loads noted so far, unless a barrier of the block has come in between.
void RaceDetector::look_at_loads(SharedShadow& shadow, const BlockClock& block) {
  if (shadow.interval == block.time) {
    for (const PlainLoad& load : shadow.loads) look_at(shadow, load);
  }
  shadow.loads.clear();
  shadow.interval = block.time;
  shadow.quiet = block.quiet_reads;
}

/// Of the readers of a granule two are kept, of two warps if there are: then one more adds nothing.
void RaceDetector::look_at(SharedShadow& shadow, const PlainLoad& load) {
  const auto remember = [&](History& history, std::uint32_t& tag, std::uint32_t lane) {
    if (tag == shadow.quiet) return;
    PastAccess now = load.access;
    now.thread += lane;
    auto& [first, second] = history.reads;
    const bool is_first = first.time < shadow.interval;
    if (!is_first && (first.thread ^ now.thread) >= warp_size) tag = shadow.quiet;
    (is_first || first.same_thread(now) ? first : second) = now;
  };
  const auto& granules = load.granules;
  const bool whole_line = load.repeats == 0 && granules[0] % line_granules == 0 && granules[1] == granules[0] + quarter &&
                          granules[2] == granules[1] + quarter && granules[3] == granules[2] + quarter;
  Shadow::Line& line = shadow.lines[granules[0] / line_granules];
  if (whole_line && line.cells == nullptr) return remember(line.whole, line.tag, 0);
  for (std::uint32_t q = 0; q < quarters; ++q) {
    const bool repeats = load.repeats >> q & 1, again = q > 0 && (load.repeats >> (q - 1) & 1) && granules[q] == granules[q - 1];
    const std::uint32_t lanes = !repeats ? quarter : again ? 0 : 2;  // two lanes at one place stand for all
    for (std::uint32_t l = 0; l < lanes; ++l) {
      const std::uint64_t granule = granules[q] + (repeats ? 0 : l);
      Cells* const cells = tell_apart(shadow, granule / line_granules);
      if (cells != nullptr) remember((*cells)[granule % line_granules], shadow.tags[granule], q * quarter + l);
    }
  }
}

}  // namespace warplens::simt
