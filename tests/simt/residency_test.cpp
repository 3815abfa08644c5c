#include <gtest/gtest.h>

#include <algorithm>

#include "simt/code/device_spec.h"
#include "tests/simt/launcher.h"

// A launch that keeps few blocks at once (Launch::resident_blocks): the same results, later.

namespace warplens::simt {
namespace {

constexpr std::uint32_t copied_blocks = 32, copied_threads = 32;

/// Blocks of one warp that each move a word of their own.
launch::LaunchResult copied(std::uint32_t resident) {
  const std::vector<std::uint32_t> words(copied_blocks * copied_threads, 7);
  launch::Launch launch =
      launch_of(entry_text(".param .u64 d",
                           ".reg .b32 %t, %b, %x;\n.reg .b64 %at, %to;\nld.param.u64 %at, [d];\nmov.u32 %t, %tid.x;\n"
                           "mov.u32 %b, %ctaid.x;\nmad.lo.u32 %t, %b, 32, %t;\nmad.wide.u32 %to, %t, 4, %at;\n"
                           "ld.global.u32 %x, [%to];\nadd.u32 %x, %x, %t;\nst.global.u32 [%to], %x;\nret;"),
                copied_blocks, copied_threads, {buffer(launch::ElementType::u32, words, "d")});
  launch.resident_blocks = resident;
  launch.trace_level = trace::Level::full;
  auto result = run(launch);
  if (!result) throw std::runtime_error(base::describe(result.error()));
  return std::move(*result);
}

/// The largest number of blocks that one multiprocessor held at once.
std::uint32_t max_at_once(const trace::BlockPlacements& placed) {
  std::uint32_t most = 0;
  for (std::size_t k = 0; k < placed.size(); ++k) {
    std::uint32_t there = 0;
    for (std::size_t other = 0; other < placed.size(); ++other)
      there += placed.sm[other] == placed.sm[k] && placed.start[other] <= placed.start[k] && placed.end[other] > placed.start[k];
    most = std::max(most, there);
  }
  return most;
}

TEST(Residency, FewerBlocksAtOnceGiveTheSameValuesLater) {
  const launch::LaunchResult all = copied(0);
  EXPECT_EQ(max_at_once(all.trace.placements), two_sm_toy().per_multiprocessor.blocks);
  std::uint64_t before = all.counters.cycles;
  for (const std::uint32_t resident : {4u, 2u, 1u}) {
    const launch::LaunchResult few = copied(resident);
    EXPECT_EQ(max_at_once(few.trace.placements), resident);
    EXPECT_EQ(few.occupancy->blocks, resident);
    EXPECT_EQ(few.outputs, all.outputs);
    EXPECT_GT(few.counters.cycles, before) << resident;
    before = few.counters.cycles;
  }
}

TEST(Residency, MoreThanFitChangeNothing) {
  EXPECT_EQ(copied(1000).occupancy->blocks, copied(0).occupancy->blocks);
  EXPECT_EQ(copied(1000).counters.cycles, copied(0).counters.cycles);
}

}  // namespace
}  // namespace warplens::simt
