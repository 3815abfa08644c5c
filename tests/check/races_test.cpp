#include "simt/check/races.h"

#include <gtest/gtest.h>

#include "simt/check/checker.h"

namespace warplens::simt {
namespace {

class Nothing final : public RaceListener {
  void found(const Present&, std::uint32_t, std::uint64_t, const PastAccess*) override { ADD_FAILURE() << "there is no race"; }
};

/// Bytes of an array that one warp accesses, every `stride` bytes a word, with so many bytes of room for histories, and that are
/// then not remembered.
class StridedAccesses : public testing::Test {
 protected:
  struct Left {
    std::uint64_t stored = 0, loaded = 0;  ///< after the stores, and after loads of the same
  };
  Left given_up(std::uint64_t stride, std::uint64_t room) {
    Program program;
    program.code.resize(2);
    Decoded &store = program.code[0], &load = program.code[1];
    store.kind = Kind::store;
    load.kind = Kind::load;
    store.bytes = load.bytes = 4;
    Clocks clocks(1);
    clocks.start_block(0, 0);
    Nothing nothing;
    RaceDetector races(program, clocks, nothing, room);
    std::vector<std::byte> memory(stride * warp_size);
    const Allocation allocation;
    LaneOffsets offsets;
    for (std::uint64_t lane = 0; lane < warp_size; ++lane) offsets[lane] = stride * lane;
    const Frame frame;
    const auto bytes_after = [&](const Decoded& instruction) {
      const CheckedAccess access{.active = all_lanes,
                                 .instruction = instruction,
                                 .frame = frame,
                                 .allocation = &allocation,
                                 .window = {memory.data(), 4096, memory.size()},
                                 .offsets = offsets,
                                 .layout = {}};
      PastAccess now;
      now.time = clocks.now();
      now.writes = instruction.kind == Kind::store;
      const BlockClock& block = clocks.block(0);
      races.access({access, clocks, block, block.warps[0], now, 4, false});
      return races.given_up_bytes();
    };
    EXPECT_EQ(races.given_up_bytes(), 0u);
    const std::uint64_t stored = bytes_after(store);
    EXPECT_EQ(bytes_after(store), stored) << "the same line is counted twice";
    return {stored, bytes_after(load)};
  }
};

// Two lines of 32 words, of which every other word is accessed, have eight blocks.
TEST_F(StridedAccesses, MayHaveNoRoomToBeRemembered) {
  EXPECT_EQ(given_up(8, 4 * sizeof(OnlyAccesses)).stored, 128u);
  EXPECT_EQ(given_up(8, 8 * sizeof(OnlyAccesses)).stored, 0u);
}

TEST_F(StridedAccesses, NeedMoreRoomOnceThereAreTwoOfAWord) {
  EXPECT_EQ(given_up(8, 8 * sizeof(OnlyAccesses)).loaded, 256u);
  EXPECT_EQ(given_up(8, 4 * sizeof(Cells) + 5 * sizeof(OnlyAccesses)).loaded, 128u);
  EXPECT_EQ(given_up(8, 8 * sizeof(Cells) + sizeof(OnlyAccesses)).loaded, 0u);
}

TEST_F(StridedAccesses, ToOneWordOfALineNeedNoRoomForAllOfIt) {
  const auto left = given_up(128, 32 * sizeof(OnlyAccesses));
  EXPECT_EQ(left.stored, 0u);
  EXPECT_EQ(left.loaded, 32 * 128u);
}

}  // namespace
}  // namespace warplens::simt
