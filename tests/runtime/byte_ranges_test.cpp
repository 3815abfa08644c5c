#include "runtime/byte_ranges.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <set>

namespace warplens::runtime {
namespace {

ByteRanges ranges(std::initializer_list<std::pair<std::uint64_t, std::uint64_t>> list) {
  ByteRanges result;
  for (const auto& [begin, end] : list) result.add(begin, end);
  return result;
}

TEST(ByteRanges, RangesThatTouchBecomeOne) {
  const ByteRanges bytes = ranges({{0, 4}, {8, 12}, {4, 8}});
  EXPECT_EQ(bytes.ranges(), (std::map<std::uint64_t, std::uint64_t>{{0, 12}}));
}

TEST(ByteRanges, ARangeMaySwallowOthers) {
  const ByteRanges bytes = ranges({{2, 3}, {5, 6}, {20, 30}, {1, 10}});
  EXPECT_EQ(bytes.ranges(), (std::map<std::uint64_t, std::uint64_t>{{1, 10}, {20, 30}}));
}

TEST(ByteRanges, AnEmptyRangeIsNothing) {
  ByteRanges bytes = ranges({{4, 4}, {9, 3}});
  EXPECT_TRUE(bytes.empty());
  EXPECT_TRUE(bytes.contains(7, 7)) << "no byte is missing";
  bytes.add(0, 10);
  EXPECT_FALSE(bytes.overlaps(5, 5));
}

TEST(ByteRanges, TheEndIsOutside) {
  const ByteRanges bytes = ranges({{4, 8}});
  EXPECT_TRUE(bytes.overlaps(7, 100));
  EXPECT_FALSE(bytes.overlaps(8, 100));
  EXPECT_FALSE(bytes.overlaps(0, 4));
  EXPECT_TRUE(bytes.contains(4, 8));
  EXPECT_FALSE(bytes.contains(4, 9));
}

/// Against a set of single bytes.
TEST(ByteRanges, DoWhatASetOfBytesDoes) {
  std::mt19937 random(7);
  const auto number = [&](unsigned below) { return random() % below; };
  for (int round = 0; round < 200; ++round) {
    ByteRanges bytes, other;
    std::set<std::uint64_t> set, other_set;
    for (int k = 0; k < 12; ++k) {
      const std::uint64_t begin = number(60), end = begin + number(9);
      ByteRanges& to = k % 3 == 0 ? other : bytes;
      to.add(begin, end);
      for (std::uint64_t at = begin; at < end; ++at) (k % 3 == 0 ? other_set : set).insert(at);
    }
    const bool common = std::ranges::any_of(set, [&](std::uint64_t at) { return other_set.contains(at); });
    EXPECT_EQ(bytes.overlaps(other), common);
    const std::uint64_t begin = number(60), end = begin + number(9);
    bool all = true, any = false;
    for (std::uint64_t at = begin; at < end; ++at) (set.contains(at) ? any : all) = set.contains(at);
    EXPECT_EQ(bytes.contains(begin, end), all);
    EXPECT_EQ(bytes.overlaps(begin, end), any);
    std::set<std::uint64_t> outside;
    const launch::RangesOfBytes gaps = bytes.gaps(begin, end, 100);
    for (const launch::ByteRange& gap : gaps)
      for (std::uint64_t at = gap.begin; at < gap.end; ++at) outside.insert(at);
    for (std::uint64_t at = begin; at < end; ++at) EXPECT_EQ(outside.contains(at), !set.contains(at));
    EXPECT_TRUE(launch::are_ranges_within(gaps, end));
    EXPECT_EQ(bytes.gaps(begin, end, 1).size(), std::min<std::size_t>(gaps.size(), 1));
    for (std::uint64_t at = begin; at < end; ++at) {
      EXPECT_EQ(launch::overlap(gaps, begin, at + 1), outside.lower_bound(begin) != outside.upper_bound(at));
      EXPECT_EQ(launch::contain(gaps, begin, at + 1),
                std::distance(outside.begin(), outside.upper_bound(at)) == 1 + static_cast<std::ptrdiff_t>(at - begin));
    }
    bytes.add(other);
    set.merge(other_set);
    std::set<std::uint64_t> listed;
    std::uint64_t last = 0;
    for (const auto& [from, to] : bytes.ranges()) {
      EXPECT_TRUE(listed.empty() || from > last) << "ranges do not touch";
      for (std::uint64_t at = from; at < to; ++at) listed.insert(at);
      last = to;
    }
    EXPECT_EQ(listed, set);
  }
}

}  // namespace
}  // namespace warplens::runtime
