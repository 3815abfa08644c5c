#include "simt/check/races.h"

#include <gtest/gtest.h>

#include "simt/check/checker.h"

namespace warplens::simt {
namespace {

class Nothing final : public RaceListener {
  void found(const Present&, std::uint32_t, std::uint64_t, const PastAccess*) override { ADD_FAILURE() << "there is no race"; }
};

TEST(RaceDetector, SaysHowMuchItHasNoRoomToRemember) {
  Program program;
  program.code.resize(1);
  Decoded& store = program.code[0];
  store.kind = Kind::store;
  store.bytes = 4;
  Clocks clocks(1);
  clocks.start_block(0, 0);
  Nothing nothing;
  RaceDetector races(program, clocks, nothing, sizeof(Cells));  // room for one line
  std::vector<std::byte> memory(1024);
  const Allocation allocation;
  LaneOffsets offsets;
  for (std::uint64_t lane = 0; lane < warp_size; ++lane) offsets[lane] = 8 * lane;  // two lines of 32 words, every other word
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
  EXPECT_EQ(races.given_up_bytes(), 128u);
  races.access(present);
  EXPECT_EQ(races.given_up_bytes(), 128u);  // the same line is not counted twice
}

}  // namespace
}  // namespace warplens::simt
