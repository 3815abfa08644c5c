#include "runtime/host_heap.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <vector>

namespace warplens::runtime {
namespace {

std::uint64_t address_of(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

constexpr std::uint64_t very_much = std::uint64_t{1} << 40;

// Under the address sanitizer, blocks are in no heap of the C library, and nothing is known of them.
TEST(HostHeap, KnowsTheRoomOfABlock) {
  std::vector<std::unique_ptr<char[]>> blocks;
  for (const std::size_t bytes : {1, 24, 25, 40, 1000, 5000}) {
    blocks.push_back(std::make_unique<char[]>(bytes));
    const char* const block = blocks.back().get();
    const auto room = room_below(block, very_much);
    ASSERT_EQ(room.has_value(), is_in_host_heap(address_of(block)));
    if (!room) continue;
    EXPECT_GE(*room, bytes);
    EXPECT_LT(*room, bytes + 24) << "the library rounds up to 16 bytes, and to 24 at least";
    EXPECT_FALSE(room_below(block, bytes)) << "it is enough";
    EXPECT_EQ(room_below(block, *room + 1), room);
  }
}

TEST(HostHeap, KnowsTheRoomOfALargeBlockByItself) {
  constexpr std::size_t bytes = std::size_t{64} << 20;
  const auto block = std::make_unique_for_overwrite<char[]>(bytes);
  const auto small = std::make_unique<char[]>(32);
  const auto room = room_below(block.get(), very_much);
  ASSERT_EQ(room.has_value(), is_in_host_heap(address_of(small.get()))) << "both are known, or neither";
  if (!room) return;
  EXPECT_GE(*room, bytes);
  EXPECT_LT(*room, bytes + 8192);
}

TEST(HostHeap, KnowsNothingOfTheInsideOfABlockNorOfOtherMemory) {
  const auto block = std::make_unique<std::array<std::uint64_t, 64>>();
  for (std::uint64_t& word : *block) word = 0x31;  // as the record of a block of 40 bytes looks
  for (std::size_t k = 2; k < block->size(); k += 2) EXPECT_FALSE(room_below(&(*block)[k], very_much)) << k;
  alignas(16) const std::array<std::uint64_t, 8> here{0, 0x31, 0, 0, 0, 0, 0, 0x31};
  EXPECT_FALSE(room_below(&here[2], very_much));
  EXPECT_FALSE(room_below(nullptr, 1));
  EXPECT_FALSE(is_in_host_heap(0));
}

}  // namespace
}  // namespace warplens::runtime
