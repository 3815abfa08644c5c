#include "ptx/flow/loops.h"

#include <gtest/gtest.h>

#include <vector>

#include "ptx_text.h"

namespace warplens::ptx {
namespace {

std::vector<Loop> loops_of(const std::string& body, std::size_t max_loops = 256) {
  return natural_loops(parsed_entry(entry_text(body)), max_loops);
}

using Jumps = std::vector<std::uint32_t>;

/// The first and last instruction of a loop without gaps.
std::pair<std::size_t, std::size_t> range_of(const Loop& loop) {
  std::size_t first = 0;
  while (!loop.contains[first]) ++first;
  return {first, first + loop.size() - 1};
}

TEST(NaturalLoops, ThereAreNoneWithoutAWayBack) {
  EXPECT_TRUE(loops_of("@%p1 bra E; mov.u32 %r1, 1; E: ret;").empty());
  EXPECT_TRUE(loops_of("").empty());
}

TEST(NaturalLoops, OuterOnesComeFirst) {
  // 0 | A: 1 | B: 2, 3 | 4 | 5
  const std::vector<Loop> loops =
      loops_of("mov.u32 %r1, 0; A: mov.u32 %r2, 0; B: add.u32 %r2, %r2, 1; @%p1 bra B; @%p2 bra A; ret;");
  ASSERT_EQ(loops.size(), 2u);
  EXPECT_EQ(range_of(loops[0]), std::pair(1ul, 4ul));
  EXPECT_EQ(loops[0].jumps_back, Jumps{4});
  EXPECT_EQ(range_of(loops[1]), std::pair(2ul, 3ul));
  EXPECT_EQ(loops[1].jumps_back, Jumps{3});
}

TEST(NaturalLoops, TwoWaysBackAreOneLoop) {
  const std::vector<Loop> loops = loops_of("A: add.u32 %r1, %r1, 1; @%p1 bra A; @%p2 bra A; ret;");
  ASSERT_EQ(loops.size(), 1u);
  EXPECT_EQ(loops[0].jumps_back, (Jumps{1, 2}));
}

TEST(NaturalLoops, AWayOutIsNoPartOfIt) {
  const std::vector<Loop> loops = loops_of("A: @%p1 bra E; add.u32 %r1, %r1, 1; bra A; E: ret;");
  ASSERT_EQ(loops.size(), 1u);
  EXPECT_EQ(range_of(loops[0]), std::pair(0ul, 2ul));
}

TEST(NaturalLoops, ACircleWithTwoEntrancesIsNone) {
  EXPECT_TRUE(loops_of("@%p1 bra B; A: add.u32 %r1, %r1, 1; B: add.u32 %r2, %r2, 1; @%p2 bra A; ret;").empty());
}

TEST(NaturalLoops, CodeThatNothingReachesIsLeftOut) { EXPECT_TRUE(loops_of("ret; A: add.u32 %r1, %r1, 1; bra A;").empty()); }

TEST(NaturalLoops, ThereAreNoneIfThereAreTooMany) {
  const std::string two = "A: @%p1 bra A; B: @%p1 bra B; ret;";
  EXPECT_EQ(loops_of(two).size(), 2u);
  EXPECT_TRUE(loops_of(two, 1).empty());
}

}  // namespace
}  // namespace warplens::ptx
