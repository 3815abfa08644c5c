#include "simt/streams.h"

#include <gtest/gtest.h>

#include "tests/simt/launcher.h"

// A launch in parts: which elements each part has, and what is refused.

namespace warplens::simt {
namespace {

/// d[i] += 1 for i < n.
const std::string increment =
    ".reg .pred %p;\n.reg .b32 %r<6>;\n.reg .b64 %d<4>;\nld.param.u64 %d1, [d];\nld.param.u32 %r1, [n];\nmov.u32 %r2, %tid.x;\n"
    "mov.u32 %r3, %ctaid.x;\nmov.u32 %r4, %ntid.x;\nmad.lo.u32 %r2, %r3, %r4, %r2;\nsetp.ge.u32 %p, %r2, %r1;\n@%p ret;\n"
    "mul.wide.u32 %d2, %r2, 4;\nadd.u64 %d3, %d1, %d2;\nld.global.u32 %r5, [%d3];\nadd.u32 %r5, %r5, 1;\n"
    "st.global.u32 [%d3], %r5;\nret;";

launch::Launch launch_of_increment(std::uint32_t n, std::uint32_t elements) {
  std::vector<std::uint32_t> values(elements);
  for (std::uint32_t i = 0; i < elements; ++i) values[i] = 7 * i;
  return launch_of(entry_text(".param .u64 d, .param .u32 n", increment), (n + 63) / 64, 64,
                   {buffer(launch::ElementType::u32, values, "d"), scalar(launch::ElementType::u32, n)});
}

TEST(StreamsOfTheModel, PartsTogetherDoWhatTheWholeDoes) {
  const auto device = make_device();
  launch::Progress progress;
  const launch::Launch launch = launch_of_increment(1001, 1001);
  const auto whole = device->run(launch, progress);
  ASSERT_TRUE(whole);
  const auto timelines = device->in_streams(launch, {.streams = 3, .parts = 7, .count_argument = 1}, whole->outputs, progress);
  ASSERT_TRUE(timelines) << base::describe(timelines.error());
  ASSERT_EQ(timelines->size(), 3u);
  for (const launch::StreamTimeline& timeline : *timelines) EXPECT_TRUE(timeline.same_outputs);
  const auto others =
      device->in_streams(launch, {.streams = 3, .parts = 7, .count_argument = 1}, {launch::Bytes(4004)}, progress);
  EXPECT_FALSE(others->front().same_outputs);
}

TEST(StreamsOfTheModel, WhatCannotBeDividedIsRefused) {
  const auto device = make_device();
  launch::Progress progress;
  const auto refusal = [&](const launch::Launch& launch, const launch::StreamPlan& plan) {
    const auto timelines = device->in_streams(launch, plan, {}, progress);
    return timelines ? std::string() : timelines.error().message;
  };
  const launch::StreamPlan plan{.streams = 2, .parts = 4, .count_argument = 1};
  EXPECT_NE(refusal(launch_of_increment(64, 65), plan).find("d has 65 elements"), std::string::npos);
  EXPECT_NE(refusal(launch_of_increment(3, 3), plan).find("fewer elements than parts"), std::string::npos);
  EXPECT_NE(refusal(launch_of_increment(64, 64), {.count_argument = 0}).find("no scalar"), std::string::npos);
  launch::Launch untimed = launch_of_increment(64, 64);
  untimed.schedule = launch::Schedule::round_robin;
  EXPECT_NE(refusal(untimed, plan).find("timed schedule"), std::string::npos);
}

TEST(StreamsOfTheModel, TooMuchWorkIsLeftToAGpu) {
  const auto run = [](const launch::Launch&) -> base::Result<launch::LaunchResult> {
    launch::LaunchResult result;
    result.counters.warp_instructions = 30'000'000;
    return result;
  };
  const auto timelines = run_in_streams(launch_of_increment(64, 64), {.parts = 4, .count_argument = 1}, two_sm_toy(), {}, run);
  ASSERT_FALSE(timelines);
  EXPECT_NE(timelines.error().message.find("a GPU measures them"), std::string::npos);
}

}  // namespace
}  // namespace warplens::simt
