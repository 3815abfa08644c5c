#include "base/split_list.h"

#include <gtest/gtest.h>

namespace warplens::base {
namespace {

using Parts = std::vector<std::string>;

TEST(SplitList, SplitsAtCommasOutsideBrackets) {
  EXPECT_EQ(split_list("int, Array<float, 2>, f(a, b)", "<>()"), (Parts{"int", "Array<float, 2>", "f(a, b)"}));
  EXPECT_EQ(split_list("a[1, 2],b", "[]"), (Parts{"a[1, 2]", "b"}));
  EXPECT_EQ(split_list("a<b, c", "()"), (Parts{"a<b", "c"})) << "no bracket here";
}

TEST(SplitList, LeavesEmptyPartsOut) {
  EXPECT_EQ(split_list("", "()"), Parts{});
  EXPECT_EQ(split_list(" , a ,, ", "()"), Parts{"a"});
}

TEST(SplitList, OfUnevenBracketsHasTheRest) {
  EXPECT_EQ(split_list("a, (b, c", "()"), (Parts{"a", "(b, c"}));
  EXPECT_EQ(split_list("a), b", "()"), (Parts{"a)", "b"}));
}

}  // namespace
}  // namespace warplens::base
