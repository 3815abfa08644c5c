#include <gtest/gtest.h>

#include "ptx/compile/launch_brackets.h"

namespace warplens::ptx {
namespace {

TEST(LaunchBrackets, AreJoinedAndLinesKeepTheirLength) {
  EXPECT_EQ(with_joined_brackets("f << <1, n >> >(x);"), "f <<< 1, n >>> (x);");
  EXPECT_EQ(with_joined_brackets("f<<  <1, n>>\t>(x);"), "f<<<  1, n>>>\t(x);");
  EXPECT_EQ(with_joined_brackets("f<<<1, n >> >(x);"), "f<<<1, n >>> (x);");
}

TEST(LaunchBrackets, OfOtherKindsStay) {
  for (const char* const text : {"f<<<1, n>>>(x);", "x = 1 << 3 >> 2; y <<= 4; z >>= 1;", "a << b < c; a >> b > c;",
                                 "std::vector<std::vector<std::vector<int>> > no_launch_here;", "", "<<", ">> "})
    EXPECT_EQ(with_joined_brackets(text), text);
}

}  // namespace
}  // namespace warplens::ptx
