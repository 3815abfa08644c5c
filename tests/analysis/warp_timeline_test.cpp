#include "analysis/warp_timeline.h"

#include <gtest/gtest.h>

#include "trace/recorder.h"

// Warps by scheduler: what each was doing in every cycle of its block, from waits and steps.

namespace warplens::analysis {
namespace {

using trace::WaitReason;
using Stretch = WarpTimeline::Stretch;

/// Two blocks of two warps on a multiprocessor with two schedulers, one block after the other.
trace::Recorder recorder(std::uint64_t budget = 1 << 20, trace::Level level = trace::Level::full) {
  return {level, budget, {2, 1, 1}, {64, 1, 1}, 2};
}

std::vector<Stretch> stretches_of(const WarpTimeline& timeline, std::uint32_t warp) {
  for (const WarpTimeline::Stay& stay : timeline.stays) {
    if (stay.warp != warp) continue;
    const auto begin = timeline.stretches.begin();
    return {begin + static_cast<std::ptrdiff_t>(stay.first), begin + static_cast<std::ptrdiff_t>(stay.last)};
  }
  return {};
}

TEST(WarpTimeline, EveryCycleOfABlockHasAState) {
  trace::Recorder made = recorder();
  for (const std::uint64_t cycle : {0u, 4u, 60u}) made.step(cycle, 0, 0, ~0u);
  made.step(2, 1, 0, ~0u);
  made.wait(WaitReason::memory, 0, 8, 58);
  made.wait(WaitReason::selection, 0, 58, 60);
  made.place(0, 0, 0, 80, 1);
  const WarpTimeline timeline = warp_timeline(made.finish(80));
  EXPECT_EQ(stretches_of(timeline, 0), (std::vector<Stretch>{{0, 8, WarpState::computing},
                                                             {8, 58, WarpState::memory},
                                                             {58, 60, WarpState::selection},
                                                             {60, 61, WarpState::computing},
                                                             {61, 80, WarpState::ended}}));
  EXPECT_EQ(stretches_of(timeline, 1), (std::vector<Stretch>{{0, 3, WarpState::computing}, {3, 80, WarpState::ended}}));
  EXPECT_EQ(timeline.cycles, (std::array<std::uint64_t, warp_states>{50, 0, 2, 0, 0, 8 + 1 + 3, 19 + 77}));
  EXPECT_TRUE(timeline.whole);
}

TEST(WarpTimeline, WarpsHaveTheSchedulersInTurn) {
  trace::Recorder made = recorder();
  for (std::uint32_t warp = 0; warp < 4; ++warp) made.step(100 * (warp / 2), warp, 0, ~0u);
  made.place(0, 0, 0, 90, 1);
  made.place(1, 0, 100, 150, 0);
  const WarpTimeline timeline = warp_timeline(made.finish(150));
  ASSERT_EQ(timeline.schedulers.size(), 2u);
  ASSERT_EQ(timeline.stays.size(), 4u);
  // The first warp of block 0 has scheduler 1, so the second has scheduler 0; block 1 takes the same slots later.
  EXPECT_EQ(timeline.stays[0].warp, 1u);
  EXPECT_EQ(timeline.stays[1].warp, 2u);
  EXPECT_EQ(timeline.stays[2].warp, 0u);
  EXPECT_EQ(timeline.stays[3].warp, 3u);
  for (const WarpTimeline::Scheduler& scheduler : timeline.schedulers) {
    EXPECT_EQ(scheduler.slots, 1u);
    EXPECT_EQ(scheduler.issue_cycles, (std::vector<std::uint64_t>{0, 100}));
  }
  EXPECT_EQ(timeline.end, 150u);
}

TEST(WarpTimeline, ASchedulerIssuesOneInstructionACycle) {
  trace::Recorder made(trace::Level::full, 1 << 20, {1, 1, 1}, {128, 1, 1}, 2);
  for (const std::uint32_t warp : {0u, 2u}) made.step(10, warp, 0, ~0u);  // both have scheduler 0
  made.step(13, 0, 0, ~0u);
  for (const std::uint32_t warp : {1u, 3u}) made.step(20, warp, 0, ~0u);
  made.place(0, 0, 0, 30, 0);
  const WarpTimeline timeline = warp_timeline(made.finish(30));
  EXPECT_EQ(timeline.schedulers[0].issue_cycles, (std::vector<std::uint64_t>{10, 11, 13}));
  EXPECT_EQ(timeline.schedulers[1].issue_cycles, (std::vector<std::uint64_t>{20, 21}));
}

TEST(WarpTimeline, OverlappingWaitsOfDivergedLanesCountOnce) {
  trace::Recorder made = recorder();
  made.step(99, 0, 0, ~0u);
  made.wait(WaitReason::memory, 0, 10, 50);
  made.wait(WaitReason::barrier, 0, 20, 40);
  made.wait(WaitReason::barrier, 0, 30, 70);
  made.place(0, 0, 0, 100, 0);
  const WarpTimeline timeline = warp_timeline(made.finish(100));
  EXPECT_EQ(stretches_of(timeline, 0), (std::vector<Stretch>{{0, 10, WarpState::computing},
                                                             {10, 50, WarpState::memory},
                                                             {50, 70, WarpState::barrier},
                                                             {70, 100, WarpState::computing}}));
}

TEST(WarpTimeline, NothingIsSaidOfWhatWasNotRecorded) {
  trace::Recorder made = recorder(4000);
  made.wait(WaitReason::memory, 0, 4, 30);
  for (std::uint64_t cycle = 0; cycle < 400; cycle += 2) made.step(cycle, 0, 0, ~0u);
  made.place(0, 0, 0, 500, 0);
  const trace::Trace cut = made.finish(500);
  ASSERT_EQ(cut.truncation, trace::Truncation::budget);
  const WarpTimeline timeline = warp_timeline(cut);
  EXPECT_FALSE(timeline.whole);
  ASSERT_EQ(timeline.stays.size(), 1u);  // of the other warp nothing was recorded
  EXPECT_EQ(timeline.stays[0].end, cut.steps.cycle.back() + 1);
  EXPECT_EQ(timeline.cycles[static_cast<std::size_t>(WarpState::ended)], 0u);
}

TEST(WarpTimeline, NeedsSchedulersAndEveryInstruction) {
  trace::Recorder of_gpu(trace::Level::memory, 1 << 20, {1, 1, 1}, {32, 1, 1});
  of_gpu.place(0, 0, 0, 10);
  EXPECT_FALSE(warp_timeline(of_gpu.finish(10)).known());
  trace::Recorder partly = recorder(1 << 20, trace::Level::memory);
  partly.place(0, 0, 0, 10);
  EXPECT_FALSE(warp_timeline(partly.finish(10)).known());
  EXPECT_FALSE(warp_timeline(trace::Trace{}).known());
}

}  // namespace
}  // namespace warplens::analysis
