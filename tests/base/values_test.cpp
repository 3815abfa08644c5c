#include <gtest/gtest.h>

#include <cstdint>
#include <set>

#include "base/dim3.h"
#include "base/number_format.h"
#include "base/random.h"
#include "base/result.h"

namespace warplens::base {
namespace {

TEST(Error, is_one_line_with_the_parts_it_has) {
  EXPECT_EQ(describe({"k.ptx", 12, 5, "unknown register"}), "k.ptx:12:5: error: unknown register");
  EXPECT_EQ(describe({"k.ptx", 12, 0, "unknown register"}), "k.ptx:12: error: unknown register");
  EXPECT_EQ(describe({"k.ptx", 0, 0, "cannot read"}), "k.ptx: error: cannot read");
  EXPECT_EQ(describe(error("no grid")), "error: no grid");
}

TEST(Result, holds_a_value_or_an_error) {
  const Result<int> seven = 7;
  ASSERT_TRUE(seven.ok());
  EXPECT_EQ(*seven, 7);
  const Result<int> none = error("nothing here");
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().message, "nothing here");
}

TEST(Dim3, positions_and_linear_numbers_are_inverse) {
  const Dim3 extent{5, 3, 2};
  EXPECT_EQ(count(extent), 30u);
  EXPECT_EQ(linear({4, 2, 1}, extent), 29u);
  EXPECT_EQ(linear({1, 2, 0}, extent), 11u);
  for (std::uint64_t cell = 0; cell < count(extent); ++cell) EXPECT_EQ(linear(position(cell, extent), extent), cell);
}

TEST(Dim3, counts_the_largest_grid_exactly) { EXPECT_EQ(count({2147483647u, 65535, 65535}), 9223090559730712575u); }

TEST(Random, gives_the_published_stream_of_splitmix64) {
  // First outputs for seed 1234567, from the published test values of the reference implementation.
  Random random(1234567);
  EXPECT_EQ(random.next(), 6457827717110365317u);
  EXPECT_EQ(random.next(), 3203168211198807973u);
  EXPECT_EQ(random.next(), 9817491932198370423u);
}

TEST(Random, stays_in_its_bounds) {
  Random random(1);
  double sum = 0;
  std::set<std::uint32_t> seen;
  for (int draw = 0; draw < 10000; ++draw) {
    const double value = random.uniform();
    ASSERT_GE(value, 0.0);
    ASSERT_LT(value, 1.0);
    sum += value;
    seen.insert(random.below(7));
  }
  EXPECT_NEAR(sum / 10000, 0.5, 0.02);  // six standard deviations of the mean
  EXPECT_EQ(seen, (std::set<std::uint32_t>{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(random.below(0), 0u);
}

TEST(NumberFormat, groups_digits_by_three) {
  EXPECT_EQ(extents_text({1, 1, 1}), "1");
  EXPECT_EQ(extents_text({1024, 1, 1}), "1,024");
  EXPECT_EQ(extents_text({16, 8, 1}), "16 × 8");
  EXPECT_EQ(extents_text({4, 1, 2}), "4 × 1 × 2");
  EXPECT_EQ(extents_text({0, 0, 0}), "0 × 0 × 0");
  EXPECT_EQ(grouped(std::uint64_t{0}), "0");
  EXPECT_EQ(grouped(std::uint64_t{999}), "999");
  EXPECT_EQ(grouped(std::uint64_t{1000}), "1,000");
  EXPECT_EQ(grouped(std::uint64_t{18446744073709551615u}), "18,446,744,073,709,551,615");
  EXPECT_EQ(grouped(std::int64_t{-1234567}), "-1,234,567");
  EXPECT_EQ(grouped(INT64_MIN), "-9,223,372,036,854,775,808");
  EXPECT_EQ(counted(1, "thread"), "1 thread");
  EXPECT_EQ(counted(1024, "thread"), "1,024 threads");
  EXPECT_EQ(counted(1, "address"), "1 address");
  EXPECT_EQ(counted(16, "address"), "16 addresses");
}

}  // namespace
}  // namespace warplens::base
