#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace warplens::launch {

/// Bytes of a memory, from `begin` to before `end`.
struct ByteRange {
  std::uint64_t begin = 0, end = 0;
  bool operator==(const ByteRange&) const = default;
};

/// Ranges, none of them empty, in ascending order, that neither overlap nor touch.
using RangesOfBytes = std::vector<ByteRange>;

/// At most so many ranges of an allocation are known as unwritten, those at its beginning: other bytes count as written.
inline constexpr std::size_t max_unwritten_ranges = 256;

/// The first of the ranges that ends behind `byte`.
inline std::span<const ByteRange>::iterator first_behind(std::span<const ByteRange> ranges, std::uint64_t byte) {
  return std::ranges::upper_bound(ranges, byte, {}, &ByteRange::end);
}

/// Whether all bytes from `begin` to before `end`, which is behind it, are in the ranges.
inline bool contain(std::span<const ByteRange> ranges, std::uint64_t begin, std::uint64_t end) {
  const auto range = first_behind(ranges, begin);
  return range != ranges.end() && range->begin <= begin && end <= range->end;
}

/// Whether any of these bytes is in the ranges.
inline bool overlap(std::span<const ByteRange> ranges, std::uint64_t begin, std::uint64_t end) {
  const auto range = first_behind(ranges, begin);
  return range != ranges.end() && range->begin < end;
}

/// Whether a list is as RangesOfBytes promises, within memory of so many bytes.
inline bool are_ranges_within(std::span<const ByteRange> ranges, std::uint64_t bytes) {
  std::uint64_t least = 0;
  for (const ByteRange& range : ranges) {
    if (range.begin < least || range.begin >= range.end || range.end > bytes) return false;
    least = range.end + 1;
  }
  return true;
}

}  // namespace warplens::launch
