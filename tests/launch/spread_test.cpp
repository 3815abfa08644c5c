#include "launch/costs/spread.h"

#include <gtest/gtest.h>

namespace warplens::launch {
namespace {

TEST(Spread, MedianAndEnds) {
  const Spread odd = spread_of({5, 1, 9});
  EXPECT_EQ(odd.median, 5);
  EXPECT_EQ(odd.smallest, 1);
  EXPECT_EQ(odd.largest, 9);
  EXPECT_EQ(odd.runs, 3u);
  EXPECT_EQ(spread_of({4, 1, 100, 2}).median, 3);
  EXPECT_EQ(spread_of({7}).median, 7);
}

}  // namespace
}  // namespace warplens::launch
