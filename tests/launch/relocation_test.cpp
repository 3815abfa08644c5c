#include "launch/relocation.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "launch/address_space.h"

namespace warplens::launch {
namespace {

constexpr std::uint64_t on_gpu = 0x7f12'3400'0000;  // an address as GPUs have them

std::uint64_t word_at(const std::vector<std::byte>& bytes, std::size_t at) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

TEST(Relocation, MovesAddressesOfTheMemoryAndOfItsEnd) {
  Relocation relocation;
  relocation.add(on_gpu, 64, slot_base(300));
  relocation.add(on_gpu + 1024, 16, slot_base(301));
  EXPECT_EQ(relocation.at(on_gpu), slot_base(300));
  EXPECT_EQ(relocation.at(on_gpu + 63), slot_base(300) + 63);
  EXPECT_EQ(relocation.at(on_gpu + 64), slot_base(300) + 64);
  EXPECT_EQ(relocation.at(on_gpu + 65), on_gpu + 65);
  EXPECT_EQ(relocation.at(on_gpu + 1024 + 8), slot_base(301) + 8);
  EXPECT_EQ(relocation.at(on_gpu - 1), on_gpu - 1);
  EXPECT_EQ(relocation.at(0), 0u);
}

TEST(Relocation, LooksAtWholeAlignedWords) {
  Relocation relocation;
  relocation.add(on_gpu, 64, slot_base(300));
  std::vector<std::byte> memory(28);
  for (const std::size_t at : {0u, 12u, 20u}) std::memcpy(memory.data() + at, &on_gpu, 8);
  relocation.apply(memory);
  EXPECT_EQ(word_at(memory, 0), slot_base(300));
  EXPECT_EQ(word_at(memory, 12), on_gpu) << "not aligned";
  EXPECT_EQ(word_at(memory, 20), on_gpu) << "not aligned";
}

}  // namespace
}  // namespace warplens::launch
