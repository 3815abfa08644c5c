#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace warplens::launch {

/// Range of bytes in some memory, from `begin` to before `end`.
struct ByteRange {
  std::uint64_t begin = 0, end = 0;
  bool operator==(const ByteRange&) const = default;
};

/// Non-empty ranges in ascending order that neither overlap nor touch.
using RangesOfBytes = std::vector<ByteRange>;

/// Only this many unwritten ranges of an allocation are kept, the first ones; other bytes count as written.
inline constexpr std::size_t max_unwritten_ranges = 256;

/// Find the first range that ends after `byte`.
inline std::span<const ByteRange>::iterator first_behind(std::span<const ByteRange> ranges, std::uint64_t byte) {
  return std::ranges::upper_bound(ranges, byte, {}, &ByteRange::end);
}

/// Whether all bytes from `begin` to before `end` are in the ranges. Requires begin < end.
inline bool contain(std::span<const ByteRange> ranges, std::uint64_t begin, std::uint64_t end) {
  const auto range = first_behind(ranges, begin);
  return range != ranges.end() && range->begin <= begin && end <= range->end;
}

/// Whether any byte from `begin` to before `end` is in the ranges.
inline bool overlap(std::span<const ByteRange> ranges, std::uint64_t begin, std::uint64_t end) {
  const auto range = first_behind(ranges, begin);
  return range != ranges.end() && range->begin < end;
}

/// Whether a list keeps the rules of RangesOfBytes, within memory of `bytes` bytes.
inline bool are_ranges_within(std::span<const ByteRange> ranges, std::uint64_t bytes) {
  std::uint64_t least = 0;
  for (const ByteRange& range : ranges) {
    if (range.begin < least || range.begin >= range.end || range.end > bytes) return false;
    least = range.end + 1;
  }
  return true;
}

}  // namespace warplens::launch
