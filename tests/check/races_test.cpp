#include "simt/check/races.h"

#include <gtest/gtest.h>

#include "simt/check/checker.h"

namespace warplens::simt {
namespace {

class Nothing final : public RaceListener {
  void found(const Present&, std::uint32_t, std::uint64_t, const PastAccess*) override { ADD_FAILURE() << "there is no race"; }
};

/// Bytes of an array that one warp stores to, every `stride` bytes a word, with room for `room` histories, and does not remember.
class StridedStores : public testing::Test {
 protected:
  std::uint64_t given_up(std::uint64_t stride, std::uint64_t room) {
    Program program;
    program.code.resize(1);
    Decoded& store = program.code[0];
    store.kind = Kind::store;
    store.bytes = 4;
    Clocks clocks(1);
    clocks.start_block(0, 0);
    Nothing nothing;
    RaceDetector races(program, clocks, nothing, room * sizeof(History));
    std::vector<std::byte> memory(stride * warp_size);
    const Allocation allocation;
    LaneOffsets offsets;
    for (std::uint64_t lane = 0; lane < warp_size; ++lane) offsets[lane] = stride * lane;
    const Frame frame;
    const CheckedAccess access{.active = all_lanes,
                               .instruction = store,
                               .frame = frame,
                               .allocation = &allocation,
                               .window = {memory.data(), 4096, memory.size()},
                               .offsets = offsets,
                               .layout = {}};
    EXPECT_EQ(races.given_up_bytes(), 0u);
    PastAccess now;
    now.time = clocks.now();
    now.writes = true;
    const BlockClock& block = clocks.block(0);
    const Present present{access, clocks, block, block.warps[0], now, 4, false};
    races.access(present);
    const std::uint64_t bytes = races.given_up_bytes();
    races.access(present);
    EXPECT_EQ(races.given_up_bytes(), bytes) << "the same line is counted twice";
    return bytes;
  }
};

TEST_F(StridedStores, MayHaveNoRoomToBeRemembered) {
  EXPECT_EQ(given_up(8, 32), 128u);  // two lines of 32 words, every other word; room for one line
  EXPECT_EQ(given_up(8, 64), 0u);
}

TEST_F(StridedStores, ToOneWordOfALineNeedNoRoomForAllOfIt) { EXPECT_EQ(given_up(128, 32 * 8), 0u); }

}  // namespace
}  // namespace warplens::simt
