#include <gtest/gtest.h>

#include <array>
#include <map>
#include <memory>

#include "analysis/totals.h"
#include "gpu/gpu_device.h"
#include "pretended_cuda.h"
#include "pretended_time.h"
#include "ptx/parse/parser.h"

// Streams on the pretended GPU: a part's copies take 1 ms each way, its kernel 1 ms, and each engine runs one task at a time; the
// expected overlap is worked out by hand.

namespace warplens::gpu {
namespace {

using launch::StreamPhase, launch::StreamTask, launch::StreamTimeline, launch::StreamWay;

/// a[i] += 1 for i < n, in blocks of 128.
const std::string increment = R"(.version 7.0
.target sm_75
.address_size 64
.visible .entry increment(.param .u64 a, .param .u32 n)
{
  .reg .pred %p;
  .reg .b32 %r<6>;
  .reg .b64 %d<4>;
  ld.param.u64 %d1, [a];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x;
  mov.u32 %r3, %ctaid.x;
  mov.u32 %r4, %ntid.x;
  mad.lo.u32 %r2, %r3, %r4, %r2;
  setp.ge.u32 %p, %r2, %r1;
  @%p ret;
  mul.wide.u32 %d2, %r2, 4;
  add.u64 %d3, %d1, %d2;
  ld.global.u32 %r5, [%d3];
  add.u32 %r5, %r5, 1;
  st.global.u32 [%d3], %r5;
  ret;
}
)";

launch::Launch launch_of(std::uint32_t n) {
  launch::Launch launch;
  auto module = ptx::parse(increment, "increment.ptx");
  EXPECT_TRUE(module.ok());
  launch.module = std::make_shared<const ptx::Module>(std::move(*module));
  launch.grid = {(n + 127) / 128, 1, 1};
  launch.block = {128, 1, 1};
  launch.arguments = {launch::Buffer{"a", launch::ElementType::i32, n, std::make_shared<const launch::Bytes>(4u * n)},
                      launch::Scalar{launch::ElementType::i32, n}};
  return launch;
}

class PretendedStreams : public testing::Test {
 protected:
  void SetUp() override {
    restart_pretended_gpu();
    device_ = std::move(find_devices().devices.front());
  }
  void TearDown() override { pretended_pace() = {}; }

  base::Result<std::vector<StreamTimeline>> run(const launch::Launch& launch, std::uint32_t streams, std::uint32_t parts) {
    launch::Progress progress;
    const auto whole = device_->run(launch, progress);
    EXPECT_TRUE(whole.ok());
    return device_->in_streams(launch, {streams, parts, 1}, whole->outputs, progress);
  }

  /// The timelines of 4 parts, 1 ms per task.
  std::map<StreamWay, StreamTimeline> timelines(std::uint32_t streams) {
    constexpr std::uint32_t n = 4096, parts = 4;
    pretended_pace() = {1, 1 / (4.0 * n / parts / (1 << 20))};
    const auto all = run(launch_of(n), streams, parts);
    std::map<StreamWay, StreamTimeline> by_way;
    EXPECT_TRUE(all.ok()) << (all.ok() ? "" : describe(all.error()));
    if (all.ok())
      for (const StreamTimeline& timeline : *all) by_way[timeline.way] = timeline;
    EXPECT_EQ(by_way.size(), 3u);
    return by_way;
  }

  std::unique_ptr<launch::Device> device_;
};

/// Start of a part's phase, milliseconds.
double begin(const StreamTimeline& timeline, std::uint32_t part, StreamPhase phase) {
  for (const StreamTask& task : timeline.tasks)
    if (task.part == part && task.phase == phase) return task.begin_ms;
  ADD_FAILURE() << "no such task";
  return -1;
}

constexpr double close = 1e-3;  // events measure in float

void expect_begins(const StreamTimeline& timeline, const std::vector<std::array<double, 3>>& begins) {
  ASSERT_EQ(timeline.tasks.size(), 3 * begins.size());
  for (std::uint32_t part = 0; part < begins.size(); ++part) {
    EXPECT_NEAR(begin(timeline, part, StreamPhase::copy_in), begins[part][0], close) << part;
    EXPECT_NEAR(begin(timeline, part, StreamPhase::kernel), begins[part][1], close) << part;
    EXPECT_NEAR(begin(timeline, part, StreamPhase::copy_out), begins[part][2], close) << part;
  }
  for (const StreamTask& task : timeline.tasks) EXPECT_NEAR(task.end_ms, task.begin_ms + 1, close);
}

TEST_F(PretendedStreams, TheDefaultStreamDoesOneThingAfterTheOther) {
  const StreamTimeline timeline = timelines(4)[StreamWay::default_stream];
  expect_begins(timeline, {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {9, 10, 11}});
  for (const StreamTask& task : timeline.tasks) EXPECT_EQ(task.row, 0u);
  const analysis::StreamTotals totals = analysis::stream_totals(timeline);
  EXPECT_NEAR(totals.span, 12, close);
  EXPECT_NEAR(totals.overlap(), 1, close);
  EXPECT_TRUE(timeline.same_outputs);
}

TEST_F(PretendedStreams, AStreamForEachPartIsAPipeline) {
  const StreamTimeline timeline = timelines(4)[StreamWay::own_streams];
  expect_begins(timeline, {{0, 1, 2}, {1, 2, 3}, {2, 3, 4}, {3, 4, 5}});
  for (const StreamTask& task : timeline.tasks) EXPECT_EQ(task.row, 1 + task.part);
  // All copies in are ready at once and serialised.
  for (const StreamTask& task : timeline.tasks)
    EXPECT_NEAR(task.ready_ms, task.phase == StreamPhase::copy_in ? 0 : task.begin_ms, close);
  const analysis::StreamTotals totals = analysis::stream_totals(timeline);
  EXPECT_NEAR(totals.span, 6, close);
  EXPECT_NEAR(totals.copy_in, 4, close);
  EXPECT_NEAR(totals.sum(), 12, close);
  EXPECT_TRUE(timeline.same_outputs);
}

TEST_F(PretendedStreams, TwoStreamsTakeTurns) {
  // Part 2 waits for the copy out of part 0, which precedes it in its stream.
  const StreamTimeline timeline = timelines(2)[StreamWay::own_streams];
  expect_begins(timeline, {{0, 1, 2}, {1, 2, 3}, {3, 4, 5}, {4, 5, 6}});
  for (const StreamTask& task : timeline.tasks) EXPECT_EQ(task.row, 1 + task.part % 2);
}

TEST_F(PretendedStreams, OneStreamIsNoFasterThanTheDefaultOne) {
  auto all = timelines(1);
  EXPECT_NEAR(analysis::stream_totals(all[StreamWay::own_streams]).span, 12, close);
}

TEST_F(PretendedStreams, KernelsInTheDefaultStreamHoldTheOthersUp) {
  // A kernel in the default stream waits for all earlier work, and all later work waits for it: only the copy out of a part and
  // the copy in of the next overlap.
  const StreamTimeline timeline = timelines(4)[StreamWay::kernels_in_default];
  expect_begins(timeline, {{0, 1, 2}, {2, 3, 4}, {4, 5, 6}, {6, 7, 8}});
  for (const StreamTask& task : timeline.tasks) EXPECT_EQ(task.row, task.phase == StreamPhase::kernel ? 0 : 1 + task.part);
  EXPECT_TRUE(timeline.same_outputs);
}

TEST_F(PretendedStreams, PartsOfUnequalSizeCoverEveryElement) {
  const auto all = run(launch_of(1001), 3, 7);
  ASSERT_TRUE(all.ok());
  ASSERT_EQ(all->size(), 3u);
  for (const StreamTimeline& timeline : *all) {
    EXPECT_EQ(timeline.tasks.size(), 21u);
    EXPECT_TRUE(timeline.same_outputs);
    EXPECT_LE(timeline.issued_ms, timeline.done_ms);
  }
}

/// Compares the copied and computed parts with the result of the undivided launch.
TEST_F(PretendedStreams, OtherResultsThanAsAWholeAreSaid) {
  launch::Progress progress;
  const launch::Launch launch = launch_of(256);
  auto whole = device_->run(launch, progress)->outputs;
  whole.at(0).at(255 * 4) = std::byte{9};
  const auto all = device_->in_streams(launch, {2, 2, 1}, whole, progress);
  ASSERT_TRUE(all.ok());
  for (const StreamTimeline& timeline : *all) EXPECT_FALSE(timeline.same_outputs);
}

TEST_F(PretendedStreams, WhatCannotBeDividedIsSaid) {
  const auto refusal = [&](const launch::Launch& launch, std::uint32_t parts) {
    const auto all = run(launch, 2, parts);
    return all.ok() ? std::string() : all.error().message;
  };
  EXPECT_NE(refusal(launch_of(4), 8).find("fewer elements than parts"), std::string::npos);
  launch::Launch launch = launch_of(256);
  std::get<launch::Scalar>(launch.arguments[1]).bits = 128;
  EXPECT_NE(refusal(launch, 2).find("a has 256 elements"), std::string::npos);
  launch = launch_of(256);
  launch.grid.y = 2;
  EXPECT_NE(refusal(launch, 2).find("along x"), std::string::npos);
}

}  // namespace
}  // namespace warplens::gpu
