#include "launch/costs/streams.h"

#include <gtest/gtest.h>

// When copies and kernels in streams run: every task takes 1 ms, so the ends are counted by hand.

namespace warplens::launch {
namespace {

constexpr std::uint32_t parts = 6;

StreamTimeline scheduled(StreamWay way, std::uint32_t streams, double call_ms = 0) {
  return schedule_streams(way, {.streams = streams, .parts = parts}, std::vector<PartCosts>(parts, {1000, 1000, 1.0}),
                          {.bytes_per_ms = 2000, .start_ms = 0.5, .call_ms = call_ms});
}

TEST(StreamSchedule, InTheDefaultStreamOneAfterTheOther) {
  const StreamTimeline timeline = scheduled(StreamWay::default_stream, 4);
  ASSERT_EQ(timeline.tasks.size(), 3u * parts);
  for (std::size_t k = 0; k < timeline.tasks.size(); ++k) {
    EXPECT_EQ(timeline.tasks[k].row, 0u);
    EXPECT_DOUBLE_EQ(timeline.tasks[k].begin_ms, static_cast<double>(k));
    EXPECT_DOUBLE_EQ(timeline.tasks[k].end_ms, static_cast<double>(k + 1));
  }
  EXPECT_DOUBLE_EQ(timeline.done_ms, 3.0 * parts);
  EXPECT_EQ(timeline.origin, TimeOrigin::modelled);
}

TEST(StreamSchedule, InStreamsOfTheirOwnPartsFormAPipeline) {
  // Part k is copied in from k to k + 1, computed until k + 2, copied out until k + 3.
  const StreamTimeline timeline = scheduled(StreamWay::own_streams, 6);
  EXPECT_DOUBLE_EQ(timeline.done_ms, parts + 2.0);
  const StreamTask& last_copy_in = timeline.tasks[3 * (parts - 1)];
  EXPECT_DOUBLE_EQ(last_copy_in.ready_ms, 0);  // it waits for the copies before it
  EXPECT_DOUBLE_EQ(last_copy_in.begin_ms, parts - 1.0);
  // With one stream there is nothing to overlap with; with two, a part's copy in waits for the copy out of the last but one.
  EXPECT_DOUBLE_EQ(scheduled(StreamWay::own_streams, 1).done_ms, 3.0 * parts);
  EXPECT_DOUBLE_EQ(scheduled(StreamWay::own_streams, 2).done_ms, 3.0 * parts / 2 + 1);
}

TEST(StreamSchedule, KernelsInTheDefaultStreamWaitForAllAndAllForThem) {
  // Only the copy out of a part overlaps with the copy in of the next.
  EXPECT_DOUBLE_EQ(scheduled(StreamWay::kernels_in_default, 6).done_ms, 2.0 * parts + 1);
}

TEST(StreamSchedule, NothingBeginsBeforeItsCall) {
  const StreamTimeline timeline = scheduled(StreamWay::own_streams, 6, 10);
  EXPECT_DOUBLE_EQ(timeline.issued_ms, 10 * 3.0 * parts);
  for (std::size_t k = 0; k < timeline.tasks.size(); ++k)
    EXPECT_DOUBLE_EQ(timeline.tasks[k].begin_ms, 10.0 * static_cast<double>(k));
  EXPECT_DOUBLE_EQ(timeline.done_ms, timeline.issued_ms);
}

}  // namespace
}  // namespace warplens::launch
