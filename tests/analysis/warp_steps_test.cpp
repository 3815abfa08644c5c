#include "analysis/warp_steps.h"

#include <gtest/gtest.h>

#include "trace/recorder.h"

// The instructions of each warp in order, and which of them were for some lanes only.

namespace warplens::analysis {
namespace {

using Rows = std::vector<std::uint32_t>;

Rows rows_of(const WarpSteps& steps, std::uint32_t warp) { return {steps.of(warp).begin(), steps.of(warp).end()}; }

TEST(WarpSteps, AreSortedByWarpInTheirOrder) {
  trace::Recorder made(trace::Level::full, 1 << 20, {1, 1, 1}, {64, 1, 1}, 2);
  made.step(0, 1, 0, ~0u);
  made.step(1, 0, 0, ~0u);
  made.step(2, 1, 1, 0xff);
  made.step(3, 0, 1, ~0u);
  made.step(4, 0, 2, 0);  // nobody meets the condition: nobody is apart from the others
  const WarpSteps steps = warp_steps(made.finish(5), 64);
  ASSERT_EQ(steps.warps(), 2u);
  EXPECT_EQ(rows_of(steps, 0), (Rows{1, 3, 4}));
  EXPECT_EQ(rows_of(steps, 1), (Rows{0, 2}));
  EXPECT_EQ(steps.longest, 3u);
  EXPECT_EQ(steps.partial, (std::vector<std::uint64_t>{0, 1, 0}));
  EXPECT_EQ(steps.partial_warps, Rows{1});
}

TEST(WarpSteps, TheLastWarpOfABlockMayHaveFewerLanes) {
  EXPECT_EQ(lanes_of_warp(0, 40), ~0u);
  EXPECT_EQ(lanes_of_warp(1, 40), 0xffu);
  EXPECT_EQ(lanes_of_warp(3, 40), 0xffu) << "of the second block";
  trace::Recorder made(trace::Level::full, 1 << 20, {1, 1, 1}, {40, 1, 1}, 2);
  made.step(0, 1, 0, 0xff);
  EXPECT_TRUE(warp_steps(made.finish(1), 40).partial_warps.empty());
}

TEST(WarpSteps, AreUnknownWithoutEveryInstruction) {
  trace::Recorder made(trace::Level::memory, 1 << 20, {1, 1, 1}, {32, 1, 1}, 2);
  EXPECT_EQ(warp_steps(made.finish(1), 32).warps(), 0u);
  EXPECT_EQ(warp_steps({}, 32).warps(), 0u);
}

}  // namespace
}  // namespace warplens::analysis
