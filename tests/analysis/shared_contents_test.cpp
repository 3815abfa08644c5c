#include "analysis/shared_contents.h"

#include <gtest/gtest.h>

#include "tests/trace/scripted.h"

namespace warplens::analysis {
namespace {

using trace::AccessKind;
using trace::MemorySpace;

/// Two blocks of one warp: each lane reads an element of buffer 3 and stores it, then twice its value, in shared memory.
trace::Trace two_blocks() {
  std::vector<trace::Scripted> script;
  for (std::uint32_t block = 0; block < 2; ++block) {
    const trace::Lanes values = trace::affine(100 * (block + 1), 1);
    const trace::Lanes doubled = trace::affine(200 * (block + 1), 2);
    script.push_back({.cycle = 10 * block,
                      .warp = block,
                      .active = 0xf,
                      .offsets = trace::affine(64 * block, 4),
                      .values = values,
                      .buffer = 3});
    script.push_back({.cycle = 10 * block + 1,
                      .warp = block,
                      .active = 0xf,
                      .kind = AccessKind::write,
                      .offsets = trace::affine(0, 4),
                      .values = values,
                      .stored = values,
                      .buffer = trace::no_buffer,
                      .space = MemorySpace::shared});
    script.push_back({.cycle = 10 * block + 2,
                      .warp = block,
                      .active = 0x3,
                      .kind = AccessKind::write,
                      .offsets = trace::affine(4, 8),
                      .values = doubled,
                      .stored = doubled,
                      .buffer = trace::no_buffer,
                      .space = MemorySpace::shared});
  }
  return trace::recorded(script, {2, 1, 1}, {32, 1, 1});
}

TEST(SharedContents, KnowWhereAValueWasReadFrom) {
  const SharedContents contents = shared_contents(two_blocks(), 1, 5);  // the second block has stored its four values
  EXPECT_EQ(contents.block, 1u);
  ASSERT_EQ(contents.words.size(), 4u);
  for (std::uint64_t k = 0; k < 4; ++k) {
    EXPECT_EQ(contents.words[k].offset, 4 * k);
    EXPECT_EQ(contents.words[k].bits, 200 + k);
    EXPECT_EQ(contents.words[k].buffer, 3u);
    EXPECT_EQ(contents.words[k].element, 16 + k);  // byte 64 / 4
    EXPECT_EQ(contents.words[k].step, 4u);
  }
}

TEST(SharedContents, OfAComputedValueComeFromNowhere) {
  const SharedContents contents = shared_contents(two_blocks(), 0);
  ASSERT_EQ(contents.words.size(), 4u);
  EXPECT_EQ(contents.words[0].buffer, 3u);
  EXPECT_EQ(contents.words[1].buffer, trace::no_buffer);  // overwritten by lane 0's 200
  EXPECT_EQ(contents.words[1].bits, 200u);
  EXPECT_EQ(contents.words[2].buffer, 3u);
  EXPECT_EQ(contents.words[3].buffer, trace::no_buffer);
  EXPECT_EQ(contents.words[3].bits, 202u);
}

TEST(SharedContents, AreEmptyBeforeTheFirstWriteAndOfOtherBlocks) {
  EXPECT_TRUE(shared_contents(two_blocks(), 0, 1).words.empty());
  EXPECT_TRUE(shared_contents(two_blocks(), 7).words.empty());
  EXPECT_TRUE(shared_contents(trace::Trace{}, 0).words.empty());
}

TEST(RunningBlock, IsTheLowestThatIsResident) {
  trace::Recorder recorder(trace::Level::full, 1 << 20, {4, 1, 1}, {32, 1, 1});
  for (std::uint32_t block = 0; block < 4; ++block)
    trace::record(recorder, {.cycle = 10 * block, .warp = block, .offsets = trace::affine(0, 4)});
  recorder.place(0, 0, 0, 15);
  recorder.place(1, 1, 0, 100);
  recorder.place(2, 0, 15, 100);
  recorder.place(3, 0, 25, 100);
  const trace::Trace trace = recorder.finish(100);
  EXPECT_EQ(running_block(trace, 0), 0u);
  EXPECT_EQ(running_block(trace, 2), 0u);  // at cycle 10 blocks 0 and 1 run
  EXPECT_EQ(running_block(trace, 3), 1u);  // at cycle 20 block 0 has ended
  EXPECT_EQ(running_block(trace::Trace{}, 5), 0u);
}

TEST(RunningBlock, WithoutPlacementsIsTheLastStepsOwn) {
  const trace::Trace trace = trace::recorded({{.warp = 0}, {.cycle = 1, .warp = 3}}, {4, 1, 1}, {32, 1, 1});
  EXPECT_EQ(running_block(trace, 1), 0u);
  EXPECT_EQ(running_block(trace, 2), 3u);
}

}  // namespace
}  // namespace warplens::analysis
