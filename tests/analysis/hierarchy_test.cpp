#include "analysis/hierarchy.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "simt/code/device_spec.h"
#include "tests/simt/launcher.h"

// One warp moves 32 words through shared memory, counted by hand: 128 bytes are four sectors.

namespace warplens::analysis {
namespace {

struct Moved {
  launch::Launch launch;
  launch::LaunchResult result;
  const ptx::Module& module() const { return *launch.module; }
};

/// Line 5 loads words `stride` apart from global memory, and again; line 6 stores them to shared memory and loads them back, line
/// 7 adds them to words of global memory, line 8 stores one word.
Moved moved(std::uint32_t stride) {
  const std::string text =
      ".version 7.0\n.target sm_75\n.address_size 64\n.file 1 \"moved.cu\"\n"
      ".visible .entry kernel(.param .u64 from, .param .u64 to, .param .u64 sums)\n{\n"
      ".reg .b32 %t, %x, %y, %z;\n.reg .b64 %from, %to, %sums, %at;\n.shared .align 4 .b32 room[32];\n"
      ".loc 1 4 1\nld.param.u64 %from, [from];\nld.param.u64 %to, [to];\nld.param.u64 %sums, [sums];\nmov.u32 %t, %tid.x;\n"
      "mad.wide.u32 %at, %t, " +
      std::to_string(4 * stride) +
      ", %from;\n"
      ".loc 1 5 1\nld.global.u32 %x, [%at];\nadd.u32 %y, %x, 1;\nld.global.u32 %x, [%at];\n"
      ".loc 1 6 1\nmov.u32 %z, room;\nmad.lo.u32 %z, %t, 4, %z;\nst.shared.u32 [%z], %x;\nld.shared.u32 %y, [%z];\n"
      ".loc 1 7 1\nmad.wide.u32 %at, %t, 4, %sums;\nred.global.add.u32 [%at], %y;\n"
      ".loc 1 8 1\nst.global.u32 [%to], %y;\nret;\n}\n";
  const std::vector<std::uint32_t> words(32 * stride, 1);
  Moved moved{simt::launch_of(text, 1, 32,
                              {simt::buffer(launch::ElementType::u32, words, "from"),
                               simt::buffer(launch::ElementType::u32, std::vector<std::uint32_t>(8), "to"),
                               simt::buffer(launch::ElementType::u32, std::vector<std::uint32_t>(32), "sums")}),
              {}};
  moved.launch.trace_level = trace::Level::full;
  auto result = simt::run(moved.launch);
  if (!result) throw std::runtime_error(base::describe(result.error()));
  if (result->fault) throw std::runtime_error(result->fault->message);
  moved.result = std::move(*result);
  return moved;
}

TEST(Hierarchy, OfALaunchIsCountedByHand) {
  const Moved run = moved(1);
  const Hierarchy found = hierarchy(run.result, run.module(), run.launch.entry);
  EXPECT_EQ(found.l1, (LevelTraffic{2 * 128, 32 * 4})) << "two loads; every lane stores its word";
  EXPECT_EQ(found.shared, (LevelTraffic{128, 128}));
  EXPECT_EQ(found.l2, (LevelTraffic{128 + 128, 32 + 128})) << "the second load is L1's; atomics go both ways";
  EXPECT_EQ(found.memory, (LevelTraffic{128 + 128, 32 + 128}));
  EXPECT_EQ(found.loaded_sectors, 8u);
  EXPECT_EQ(found.l1_hits, 4u);
  EXPECT_EQ(found.l2_sectors, 8u);
  EXPECT_EQ(found.l2_hits, 0u);
  EXPECT_EQ(found.global_requests, 4u);
  EXPECT_EQ(found.shared_requests, 2u);
  EXPECT_EQ(found.conflicts, 0u);
  EXPECT_TRUE(found.writes_known);
}

TEST(Hierarchy, LinesAddUpToTheLaunch) {
  const Moved run = moved(8);
  const auto file = std::ranges::find(run.module().files, "moved.cu") - run.module().files.begin();
  const auto lines = hierarchy_by_line(run.result.tallies, run.module(), run.launch.entry, static_cast<std::uint32_t>(file));
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0].line, 5u);
  EXPECT_EQ(lines[0].hierarchy.l1, (LevelTraffic{256, 0}));
  EXPECT_EQ(lines[0].hierarchy.l2, (LevelTraffic{32 * 32, 0})) << "a sector a lane";
  EXPECT_EQ(lines[0].hierarchy.memory.up, 32u * 32);
  EXPECT_FALSE(lines[0].hierarchy.writes_known);
  EXPECT_EQ(lines[1].line, 6u);
  EXPECT_EQ(lines[1].hierarchy.shared, (LevelTraffic{128, 128}));
  EXPECT_EQ(lines[1].hierarchy.global_requests, 0u);
  EXPECT_EQ(lines[2].hierarchy.l2, (LevelTraffic{128, 128}));
  EXPECT_EQ(lines[3].hierarchy.l2, (LevelTraffic{0, 32}));
  const Hierarchy whole = hierarchy(run.result, run.module(), run.launch.entry);
  std::uint64_t up = 0, down = 0;
  for (const LineHierarchy& line : lines) {
    up += line.hierarchy.l2.up;
    down += line.hierarchy.l2.down;
  }
  EXPECT_EQ(whole.l2, (LevelTraffic{up, down}));
}

TEST(Hierarchy, OfARequestIsTheLatestOneBeforeAStep) {
  const Moved run = moved(1);
  const trace::Trace& trace = run.result.trace;
  EXPECT_FALSE(request_way(trace, 0)) << "parameters are no part of it";
  std::vector<RequestWay> ways;
  for (std::uint64_t step = 0; step < trace.steps.size(); ++step) {
    const auto way = request_way(trace, step);
    if (way && (ways.empty() || way->access != ways.back().access)) ways.push_back(*way);
  }
  ASSERT_EQ(ways.size(), 6u);
  const simt::DeviceSpec& toy = simt::two_sm_toy();
  EXPECT_EQ(ways[0].hierarchy.memory.up, 128u);
  EXPECT_GE(ways[0].cycles, toy.memory_latency);
  EXPECT_EQ(ways[1].hierarchy.l1_hits, 4u);
  EXPECT_EQ(ways[1].hierarchy.l2.up, 0u);
  EXPECT_EQ(ways[2].hierarchy.shared, (LevelTraffic{0, 128}));
  EXPECT_EQ(ways[3].hierarchy.shared, (LevelTraffic{128, 0}));
  EXPECT_EQ(ways[3].cycles, toy.shared_latency);
  EXPECT_EQ(ways[4].hierarchy.l2, (LevelTraffic{128, 128}));
  EXPECT_EQ(ways[5].hierarchy.l2, (LevelTraffic{0, 32}));
  EXPECT_EQ(ways[5].hierarchy.l1, (LevelTraffic{0, 128}));
}

}  // namespace
}  // namespace warplens::analysis
