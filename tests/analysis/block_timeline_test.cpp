#include "analysis/block_timeline.h"

#include <gtest/gtest.h>

#include "trace/recorder.h"

namespace warplens::analysis {
namespace {

struct Placed {
  std::uint32_t block, sm;
  std::uint64_t start, end;
};

trace::Trace placed(const std::vector<Placed>& blocks, std::uint32_t threads) {
  trace::Recorder recorder(trace::Level::memory, 1 << 20, {static_cast<std::uint32_t>(blocks.size()), 1, 1}, {threads, 1, 1});
  for (const Placed& block : blocks) recorder.place(block.block, block.sm, block.start, block.end);
  return recorder.finish(1000);
}

/// A multiprocessor with room for `blocks` blocks of `warps` warps, out of 16 warps.
launch::Occupancy room(std::uint32_t blocks, std::uint32_t warps) {
  launch::Occupancy occupancy;
  occupancy.blocks = blocks;
  occupancy.warps = blocks * warps;
  occupancy.max_warps = 16;
  return occupancy;
}

TEST(BlockTimeline, TwoFullWaves) {
  // Two multiprocessors with two slots each, 4 warps per block; eight blocks of 100 cycles.
  std::vector<Placed> blocks;
  for (std::uint32_t b = 0; b < 8; ++b) blocks.push_back({b, b % 2, b / 4 * 100, b / 4 * 100 + 100});
  const BlockTimeline timeline = block_timeline(placed(blocks, 128), room(2, 4), 2);
  EXPECT_EQ(timeline.waves, 2.0);
  EXPECT_EQ(timeline.slots, 2u);
  EXPECT_EQ(timeline.begin, 0u);
  EXPECT_EQ(timeline.end, 200u);
  EXPECT_EQ(timeline.achieved_occupancy, 8.0 / 16);
  EXPECT_EQ(timeline.tail_begin, 200u);
  EXPECT_EQ(timeline.tail_fill, 1.0);
  ASSERT_EQ(timeline.stays.size(), 8u);
  for (std::size_t k = 0; k + 1 < 8; ++k) {  // sorted by multiprocessor, slot and start; blocks in a slot do not overlap
    const auto &a = timeline.stays[k], &b = timeline.stays[k + 1];
    EXPECT_TRUE(a.sm != b.sm || a.slot != b.slot || a.end <= b.start);
  }
}

TEST(BlockTimeline, ATailOfOneBlock) {
  // Five blocks for four slots: the fifth runs alone in the second wave.
  const BlockTimeline timeline = block_timeline(
      placed({{0, 0, 0, 100}, {1, 1, 0, 100}, {2, 0, 0, 100}, {3, 1, 0, 100}, {4, 0, 100, 200}}, 128), room(2, 4), 2);
  EXPECT_EQ(timeline.waves, 1.25);
  EXPECT_EQ(timeline.tail_begin, 100u);
  EXPECT_EQ(timeline.tail_fill, 0.25);
  // 4 warps in each of 5 · 100 cycles, over 200 cycles of one multiprocessor and 100 of the other.
  EXPECT_DOUBLE_EQ(timeline.achieved_occupancy, 5.0 * 100 * 4 / (300 * 16));
  EXPECT_DOUBLE_EQ(timeline.filled, 5.0 * 100 * 4 / (2 * 200 * 16));  // both multiprocessors, 0 to 200
}

TEST(BlockTimeline, FewerBlocksThanPlaces) {
  const BlockTimeline timeline = block_timeline(placed({{0, 0, 10, 60}}, 100), room(4, 4), 2);  // 100 threads: 4 warps
  EXPECT_EQ(timeline.waves, 1.0 / 8);
  EXPECT_EQ(timeline.tail_begin, 10u);
  EXPECT_EQ(timeline.tail_fill, 1.0 / 8);
  EXPECT_EQ(timeline.achieved_occupancy, 4.0 / 16);  // a multiprocessor that never had a block does not count
  EXPECT_EQ(timeline.multiprocessors, 2u);
}

TEST(BlockTimeline, GapsDoNotCountAsBusy) {
  const BlockTimeline timeline = block_timeline(placed({{0, 0, 0, 50}, {1, 0, 100, 150}}, 32), room(1, 1), 1);
  EXPECT_EQ(timeline.achieved_occupancy, 1.0 / 16);
}

TEST(BlockTimeline, OfNothing) {
  const BlockTimeline timeline = block_timeline({}, {}, 2);
  EXPECT_TRUE(timeline.stays.empty());
  EXPECT_EQ(timeline.achieved_occupancy, 0.0);
  EXPECT_EQ(block_timeline(placed({{0, 3, 0, 0}}, 32), {}, 1).multiprocessors, 4u);
}

}  // namespace
}  // namespace warplens::analysis
