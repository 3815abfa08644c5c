#include "analysis/number_set.h"

#include <gtest/gtest.h>

namespace warplens::analysis {
namespace {

TEST(NumberSet, CountsEachNumberOnce) {
  NumberSet set;
  EXPECT_EQ(set.size(), 0u);
  for (const std::uint64_t number : {0u, 31u, 32u, 31u, 1'000'000u}) set.add(number);
  EXPECT_EQ(set.size(), 4u);
  set.add(1, 0b101);  // 32, which it has, and 34
  EXPECT_EQ(set.size(), 5u);
}

TEST(NumberSet, TakesNumbersThatAreFarApart) {
  NumberSet set;
  for (const std::uint64_t number : {std::uint64_t{3}, std::uint64_t{1} << 40, ~std::uint64_t{0}, std::uint64_t{1} << 40})
    set.add(number);
  EXPECT_EQ(set.size(), 3u);
}

}  // namespace
}  // namespace warplens::analysis
