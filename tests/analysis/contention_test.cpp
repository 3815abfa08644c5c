#include "analysis/contention.h"

#include <gtest/gtest.h>

#include "tests/trace/scripted.h"

namespace warplens::analysis {
namespace {

using trace::AccessKind;
using trace::MemorySpace;

TEST(Contention, OneAddressForAll) {
  std::vector<trace::Scripted> script;
  for (std::uint32_t warp = 0; warp < 4; ++warp)
    script.push_back({.warp = warp, .kind = AccessKind::atomic, .offsets = trace::all(12)});
  const Contention result = contention(trace::recorded(script, {2, 1, 1}, {64, 1, 1}));
  EXPECT_EQ(result.atomics, 128u);
  EXPECT_EQ(result.addresses, 1u);
  ASSERT_EQ(result.hottest.size(), 1u);
  EXPECT_EQ(result.hottest[0].offset, 12u);
  EXPECT_EQ(result.hottest[0].atomics, 128u);
  EXPECT_EQ(result.hottest[0].buffer, 0u);
  EXPECT_EQ(result.histogram, (std::vector<std::uint64_t>{0, 0, 0, 0, 0, 0, 0, 1}));  // 2^7
}

TEST(Contention, SharedMemoryBelongsToItsBlock) {
  // The same offset in the shared memory of two blocks and in global memory; plain accesses are not counted.
  std::vector<trace::Scripted> script;
  for (std::uint32_t block = 0; block < 2; ++block) {
    script.push_back({.warp = block,
                      .active = block == 0 ? 0x7u : 0x1u,
                      .kind = AccessKind::atomic,
                      .buffer = trace::no_buffer,
                      .space = MemorySpace::shared});
  }
  script.push_back({.active = 0x3, .kind = AccessKind::atomic, .buffer = 5});
  script.push_back({.kind = AccessKind::write, .buffer = 5});
  const Contention result = contention(trace::recorded(script, {2, 1, 1}, {32, 1, 1}), 2);
  EXPECT_EQ(result.atomics, 6u);
  EXPECT_EQ(result.addresses, 3u);
  ASSERT_EQ(result.hottest.size(), 2u);
  EXPECT_EQ(result.hottest[0].space, MemorySpace::shared);
  EXPECT_EQ(result.hottest[0].block, 0u);
  EXPECT_EQ(result.hottest[0].atomics, 3u);
  EXPECT_EQ(result.hottest[1].space, MemorySpace::global);
  EXPECT_EQ(result.hottest[1].buffer, 5u);
  EXPECT_EQ(result.hottest[1].atomics, 2u);
  EXPECT_EQ(result.histogram, (std::vector<std::uint64_t>{1, 2}));  // one address with 1 atomic, two with 2 and 3
}

TEST(Contention, OfNothing) {
  const Contention result = contention({});
  EXPECT_EQ(result.atomics, 0u);
  EXPECT_TRUE(result.hottest.empty());
  EXPECT_TRUE(result.histogram.empty());
}

}  // namespace
}  // namespace warplens::analysis
