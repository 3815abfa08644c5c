#include "trace/common_clock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "base/random.h"

namespace warplens::trace {
namespace {

TEST(CommonClock, CountsTheCyclesOfOneMultiprocessorFromItsFirstReading) {
  const CommonClock clock(std::vector<ClockReading>{{.sm = 3, .clock = 500, .time = 90}}, 1);
  EXPECT_EQ(clock.cycle(3, 500), 0);
  EXPECT_EQ(clock.cycle(3, 620), 120);
  EXPECT_EQ(clock.cycle(3, 480), -20);
  EXPECT_EQ(clock.cycle(4, 620), 0) << "never read";
}

/// Readings of multiprocessors whose clocks have other starts, of a time that advances in steps.
class StepOfTime : public testing::TestWithParam<std::uint64_t> {};

TEST_P(StepOfTime, FindsTheStartsToWithinAStep) {
  constexpr double ghz = 1.755;
  const std::uint64_t step = GetParam();
  base::Random random(7);
  const std::uint64_t starts[] = {1000, 90'000'000, 0xffffffffffff0000, 5};  // of the clocks, at 0 ns; one overflows
  std::vector<ClockReading> readings;
  for (std::uint32_t sm = 0; sm < 4; ++sm)
    for (int k = 0; k < 400; ++k) {
      const std::uint64_t ns = 1'000'000 + random.next() % 60'000;
      readings.push_back(
          {sm, starts[sm] + static_cast<std::uint64_t>(std::llround(static_cast<double>(ns) * ghz)), ns / step * step});
    }
  const CommonClock clock(readings, 1);
  std::vector<std::int64_t> at;  // the same moment
  for (std::uint32_t sm = 0; sm < 4; ++sm) at.push_back(clock.cycle(sm, starts[sm] + std::llround(1'030'000 * ghz)));
  const auto [least, most] = std::ranges::minmax(at);
  // 400 readings leave about a hundredth of a step; the frequency is known to a step in 60 µs.
  EXPECT_LE(static_cast<double>(most - least), 4 + 0.1 * static_cast<double>(step) * ghz);
}
INSTANTIATE_TEST_SUITE_P(Ns, StepOfTime, testing::Values(1, 32, 1000));

TEST(CommonClock, TakesTheGivenFrequencyWhereReadingsAreTooCloseToShowIt) {
  const CommonClock clock(std::vector<ClockReading>{{.sm = 0, .clock = 100, .time = 1000}, {.sm = 1, .clock = 700, .time = 1100}},
                          2);
  EXPECT_EQ(clock.cycle(1, 700) - clock.cycle(0, 100), 200);
}

TEST(CommonClock, DamagedReadingsGiveSomeCycle) {
  const CommonClock clock(std::vector<ClockReading>{{.sm = 0, .clock = ~std::uint64_t{0}, .time = 0},
                                                    {.sm = 0, .clock = 0, .time = ~std::uint64_t{0}},
                                                    {.sm = ~0u, .clock = 1ull << 63, .time = 1ull << 63}},
                          1.5);
  for (const std::uint64_t at : {std::uint64_t{0}, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
    clock.cycle(0, at);
    clock.cycle(~0u, at);
  }
}

}  // namespace
}  // namespace warplens::trace
