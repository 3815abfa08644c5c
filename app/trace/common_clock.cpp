#include "trace/common_clock.h"

#include <algorithm>
#include <cmath>

namespace warplens::trace {
namespace {

/// Readings this far apart give the frequency to within 0.2 % where the time's step is 32 ns.
constexpr double far_apart_ns = 20'000;
/// Frequencies beyond these come from damaged readings.
constexpr double min_cycles_per_ns = 0.05, max_cycles_per_ns = 10;

/// Difference of two counts that may be any numbers.
double difference(std::uint64_t later, std::uint64_t earlier) {
  return static_cast<double>(static_cast<std::int64_t>(later - earlier));
}

/// By the multiprocessor whose readings are furthest apart. `by_sm` is sorted by multiprocessor and time.
double cycles_per_ns_of(std::span<const ClockReading> by_sm, double otherwise) {
  double longest = 0, frequency = otherwise;
  for (std::size_t first = 0, k = 0; k < by_sm.size(); ++k) {
    if (by_sm[k].sm != by_sm[first].sm) first = k;
    const double ns = difference(by_sm[k].time, by_sm[first].time);
    if (ns < far_apart_ns || ns <= longest) continue;
    const double measured = difference(by_sm[k].clock, by_sm[first].clock) / ns;
    if (measured < min_cycles_per_ns || measured > max_cycles_per_ns) continue;
    longest = ns;
    frequency = measured;
  }
  return frequency;
}

}  // namespace

CommonClock::CommonClock(std::span<const ClockReading> readings, double cycles_per_nanosecond) {
  std::vector<ClockReading> by_sm(readings.begin(), readings.end());
  std::ranges::sort(by_sm, [](const auto& a, const auto& b) { return a.sm != b.sm ? a.sm < b.sm : a.time < b.time; });
  const double frequency = cycles_per_ns_of(by_sm, cycles_per_nanosecond);
  std::uint64_t first_time = by_sm.empty() ? 0 : by_sm.front().time;
  for (const ClockReading& reading : by_sm) first_time = std::min(first_time, reading.time);
  double latest = 0;
  for (const ClockReading& reading : by_sm) {
    const double cycle = difference(reading.time, first_time) * frequency;
    if (starts_.empty() || starts_.back().sm != reading.sm) {
      starts_.push_back({reading.sm, reading.clock, 0});
      latest = -HUGE_VAL;
    }
    latest = std::max(latest, cycle - difference(reading.clock, starts_.back().clock));
    starts_.back().cycle = static_cast<std::int64_t>(std::clamp(latest, -0x1p62, 0x1p62));
  }
}

std::int64_t CommonClock::cycle(std::uint32_t sm, std::uint64_t clock) const {
  const auto start = std::ranges::lower_bound(starts_, sm, {}, &Start::sm);
  if (start == starts_.end() || start->sm != sm) return 0;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(start->cycle) + (clock - start->clock));
}

}  // namespace warplens::trace
