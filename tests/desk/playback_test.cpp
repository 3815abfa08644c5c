#include "desk/playback/playback.h"

#include <gtest/gtest.h>

namespace warplens::desk {
namespace {

/// Six steps, accesses at rows 1, 3 and 4.
trace::Trace six_steps() {
  trace::Trace trace;
  trace.level = trace::Level::full;
  for (std::uint32_t row = 0; row < 6; ++row) {
    trace.steps.cycle.push_back(10 * row);
    trace.steps.warp.push_back(0);
    trace.steps.instruction.push_back(row);
    trace.steps.active.push_back(1);
    trace.steps.access.push_back(row == 1 ? 0 : row == 3 ? 1 : row == 4 ? 2 : trace::no_row);
  }
  trace.end_cycle = 60;
  return trace;
}

TEST(Transport, StepsForwardFromAccessToAccess) {
  const trace::Trace trace = six_steps();
  EXPECT_EQ(next_access(trace, 0), 2u);
  EXPECT_EQ(next_access(trace, 2), 4u);
  EXPECT_EQ(next_access(trace, 4), 5u);
  EXPECT_EQ(next_access(trace, 5), 6u) << "no more accesses: the end";
  EXPECT_EQ(next_access(trace, 6), 6u);
  EXPECT_EQ(next_access(trace, 99), 6u);
}

TEST(Transport, StepsBackTheSameWay) {
  const trace::Trace trace = six_steps();
  EXPECT_EQ(previous_access(trace, 6), 5u);
  EXPECT_EQ(previous_access(trace, 5), 4u);
  EXPECT_EQ(previous_access(trace, 4), 2u);
  EXPECT_EQ(previous_access(trace, 2), 0u) << "before the first access: the start";
  EXPECT_EQ(previous_access(trace, 0), 0u);
}

TEST(Transport, AnEmptyTraceStaysWhereItIs) {
  const trace::Trace trace;
  EXPECT_EQ(next_access(trace, 0), 0u);
  EXPECT_EQ(previous_access(trace, 0), 0u);
  EXPECT_EQ(place_label(trace, 0), "no trace");
  EXPECT_EQ(place_of(0.5, 0), 0u);
}

TEST(Transport, NamesThePlace) {
  const trace::Trace trace = six_steps();
  EXPECT_EQ(place_label(trace, 0), "start");
  EXPECT_EQ(place_label(trace, 4), "cycle 30 of 60");
  EXPECT_EQ(place_label(trace, 6), "end · cycle 60");
  EXPECT_EQ(place_label(trace, 4, "step"), "step 30 of 60");
}

TEST(Transport, ScrubIsAPartOfTheSteps) {
  EXPECT_EQ(place_of(0, 6), 0u);
  EXPECT_EQ(place_of(0.5, 6), 3u);
  EXPECT_EQ(place_of(1, 6), 6u);
  EXPECT_EQ(place_of(7, 6), 6u);
  EXPECT_EQ(place_of(-1, 6), 0u);
  for (std::uint64_t place = 0; place <= 1000; ++place) EXPECT_EQ(place_of(scrub_of(place, 1000), 1000), place);
}

}  // namespace
}  // namespace warplens::desk
