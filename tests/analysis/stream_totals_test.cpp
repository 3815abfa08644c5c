#include "analysis/totals.h"

#include <gtest/gtest.h>

namespace warplens::analysis {
namespace {

using launch::StreamPhase, launch::StreamTask, launch::StreamTimeline;

StreamTask task(StreamPhase phase, double ready, double end) { return {phase, 0, 1, ready, ready, end}; }

TEST(SerialiseCopies, ACopyBeginsWhenTheOneBeforeItTheSameWayHasEnded) {
  std::vector<StreamTask> tasks{task(StreamPhase::copy_in, 0, 3),  task(StreamPhase::copy_in, 0, 1),
                                task(StreamPhase::copy_in, 2, 5),  task(StreamPhase::copy_in, 7, 8),
                                task(StreamPhase::copy_out, 0, 2),  // other direction: not delayed
                                task(StreamPhase::kernel, 0, 6)};   // kernels may overlap
  launch::serialise_copies(tasks);
  EXPECT_EQ(tasks[0].begin_ms, 1);  // after tasks[1]
  EXPECT_EQ(tasks[1].begin_ms, 0);
  EXPECT_EQ(tasks[2].begin_ms, 3);
  EXPECT_EQ(tasks[3].begin_ms, 7);  // ready last
  EXPECT_EQ(tasks[4].begin_ms, 0);
  EXPECT_EQ(tasks[5].begin_ms, 0);
}

TEST(StreamTotals, CountEachKindOnceAtATime) {
  StreamTimeline timeline;
  timeline.tasks = {task(StreamPhase::copy_in, 1, 3), task(StreamPhase::kernel, 3, 6),   task(StreamPhase::kernel, 4, 5),
                    task(StreamPhase::kernel, 5, 8),  task(StreamPhase::copy_out, 6, 9), task(StreamPhase::copy_out, 10, 11)};
  const StreamTotals totals = stream_totals(timeline);
  EXPECT_EQ(totals.span, 10);     // 1 to 11
  EXPECT_EQ(totals.copy_in, 2);   // 1 to 3
  EXPECT_EQ(totals.kernel, 5);    // 3 to 8
  EXPECT_EQ(totals.copy_out, 4);  // 6 to 9 and 10 to 11
  EXPECT_DOUBLE_EQ(totals.overlap(), 1.1);
  EXPECT_EQ(stream_totals({}).overlap(), 0);
}

}  // namespace
}  // namespace warplens::analysis
