#include "trace/time_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/random.h"
#include "trace/recorder.h"

namespace warplens::trace {
namespace {

/// Steps at random cycles, with their number i as instruction; every third has an access of two elements from byte 8 · i on.
Trace shuffled(std::uint32_t steps) {
  Recorder recorder(Level::full, 64 << 20, {1, 1, 1}, {32, 1, 1});
  recorder.begin_turn(0, 0);
  base::Random random(3);
  for (std::uint32_t i = 0; i < steps; ++i) {
    const std::uint64_t cycle = random.below(5000);
    if (i % 3 != 0) {
      recorder.step(cycle, 0, i, 1);
      continue;
    }
    std::array<std::uint64_t, lanes> offsets{}, values{};
    for (std::uint32_t element = 0; element < 2; ++element) {
      offsets.fill(8 * i + 4 * element);
      values.fill(i + element);
      recorder.access(cycle, 0, i, 1, {AccessKind::read, MemorySpace::global, 4, 0, cycle + 1, offsets, values, values},
                      element == 0);
    }
  }
  return recorder.finish(6000);
}

TEST(TimeOrder, PutsStepsAndTheirAccessesInTheOrderOfTime) {
  const Trace trace = shuffled(3000);
  ASSERT_EQ(trace.steps.size(), 3000u);
  std::size_t accesses = 0;
  for (std::uint32_t row = 0; row < 3000; ++row) {
    const Steps& steps = trace.steps;
    if (row > 0) {
      EXPECT_LE(steps.cycle[row - 1], steps.cycle[row]);
      EXPECT_TRUE(steps.cycle[row - 1] < steps.cycle[row] || steps.instruction[row - 1] < steps.instruction[row]);
    }
    EXPECT_EQ(steps.access[row] != no_row, steps.instruction[row] % 3 == 0);
    if (steps.access[row] == no_row) continue;
    EXPECT_EQ(steps.access[row], accesses);
    for (std::uint32_t element = 0; element < 2; ++element, ++accesses) {
      EXPECT_EQ(trace.accesses.step[accesses], row);
      EXPECT_EQ(trace.accesses.done[accesses], steps.cycle[row] + 1);
      std::array<LaneAccess, lanes> unpacked{};
      ASSERT_EQ(unpack(trace, accesses, unpacked), 1);
      EXPECT_EQ(unpacked[0].offset, 8u * steps.instruction[row] + 4 * element);
      EXPECT_EQ(unpacked[0].value, steps.instruction[row] + element);
    }
  }
  EXPECT_EQ(trace.accesses.size(), accesses);
}

TEST(TimeOrder, LeavesOutWhatComesTooLate) {
  Trace trace = shuffled(3000);
  const Trace whole = trace;
  const auto late = static_cast<std::uint64_t>(
      std::count_if(whole.steps.cycle.begin(), whole.steps.cycle.end(), [](std::uint64_t c) { return c >= 1234; }));
  EXPECT_EQ(order_by_time(trace, 1234), late);
  ASSERT_EQ(trace.steps.size(), 3000 - late);
  EXPECT_TRUE(std::equal(trace.steps.instruction.begin(), trace.steps.instruction.end(), whole.steps.instruction.begin()));
  EXPECT_TRUE(std::equal(trace.accesses.base.begin(), trace.accesses.base.end(), whole.accesses.base.begin()));
  EXPECT_LT(trace.accesses.step.back(), trace.steps.size());
}

TEST(BlockOrder, RowsStayTogetherAndBlocksMayLack) {
  BlockPlacements placements;
  for (const std::uint32_t block : {7u, 0u, 3u, 9u, 1u}) {
    placements.block.push_back(block);
    placements.sm.push_back(block % 4);
    placements.scheduler.push_back(block % 3);
    placements.start.push_back(10 * block);
    placements.end.push_back(10 * block + 5);
  }
  order_by_block(placements);
  EXPECT_EQ(placements.block, (std::vector<std::uint32_t>{0, 1, 3, 7, 9}));
  EXPECT_EQ(placements.sm, (std::vector<std::uint32_t>{0, 1, 3, 3, 1}));
  EXPECT_EQ(placements.scheduler, (std::vector<std::uint32_t>{0, 1, 0, 1, 0}));
  EXPECT_EQ(placements.start, (std::vector<std::uint64_t>{0, 10, 30, 70, 90}));
  EXPECT_EQ(placements.end, (std::vector<std::uint64_t>{5, 15, 35, 75, 95}));
}

TEST(WaitOrder, LeavesOutWhatBeginsTooLate) {
  Waits waits{{0, 1, 2}, {WaitReason::memory, WaitReason::unit, WaitReason::barrier}, {50, 20, 19}, {70, 25, 90}};
  order_by_begin(waits, 50);
  EXPECT_EQ(waits, (Waits{{2, 1}, {WaitReason::barrier, WaitReason::unit}, {19, 20}, {90, 25}}));
}

}  // namespace
}  // namespace warplens::trace
