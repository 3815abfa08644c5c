#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>

#include "launch/byte_range.h"

namespace warplens::runtime {

/// A set of bytes, as ranges that neither overlap nor touch.
class ByteRanges {
 public:
  bool empty() const { return ends_.empty(); }

  void add(std::uint64_t begin, std::uint64_t end) {
    if (begin >= end) return;
    auto next = ends_.upper_bound(begin);
    if (next != ends_.begin() && std::prev(next)->second >= begin) {
      --next;
      begin = next->first;
    }
    while (next != ends_.end() && next->first <= end) {
      end = std::max(end, next->second);
      next = ends_.erase(next);
    }
    ends_.emplace(begin, end);
  }

  void add(const ByteRanges& other) {
    for (const auto& [begin, end] : other.ends_) add(begin, end);
  }

  bool contains(std::uint64_t begin, std::uint64_t end) const {
    const auto next = ends_.upper_bound(begin);
    return begin >= end || (next != ends_.begin() && std::prev(next)->second >= end);
  }

  bool overlaps(const ByteRanges& other) const {
    return std::ranges::any_of(other.ends_, [&](const auto& range) { return overlaps(range.first, range.second); });
  }

  bool overlaps(std::uint64_t begin, std::uint64_t end) const {
    const auto next = ends_.lower_bound(end);
    return begin < end && next != ends_.begin() && std::prev(next)->second > begin;
  }

  /// The bytes from `begin` to before `end` that are not in the set, as ranges: at most the first `most` of them.
  launch::RangesOfBytes gaps(std::uint64_t begin, std::uint64_t end, std::size_t most) const {
    launch::RangesOfBytes gaps;
    auto next = ends_.upper_bound(begin);
    if (next != ends_.begin()) begin = std::max(begin, std::prev(next)->second);
    for (; begin < end && gaps.size() < most; ++next) {
      const std::uint64_t until = next != ends_.end() ? std::min(next->first, end) : end;
      if (begin < until) gaps.push_back({begin, until});
      if (next == ends_.end()) break;
      begin = next->second;
    }
    return gaps;
  }

  const std::map<std::uint64_t, std::uint64_t>& ranges() const { return ends_; }  ///< begin → end

 private:
  std::map<std::uint64_t, std::uint64_t> ends_;
};

}  // namespace warplens::runtime
