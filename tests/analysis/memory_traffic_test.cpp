#include "analysis/memory_traffic.h"

#include <gtest/gtest.h>

#include <bit>

#include "tests/trace/scripted.h"

// Expected values are worked out by hand: 32-byte sectors, 32 banks of 4 bytes.

namespace warplens::analysis {
namespace {

using trace::MemorySpace;

trace::Trace one(const trace::Scripted& access) { return trace::recorded({access}, {1, 1, 1}, {32, 1, 1}); }

trace::Scripted shared(const trace::Lanes& offsets) {
  return {.offsets = offsets, .buffer = trace::no_buffer, .space = MemorySpace::shared};
}

TEST(MemoryTraffic, IsSplitByMemoryAndKeepsTheOrder) {
  const trace::Trace trace = trace::recorded({{.cycle = 0, .offsets = trace::affine(0, 4), .buffer = 1},
                                              {.cycle = 1, .offsets = trace::affine(0, 32), .buffer = 0},
                                              shared(trace::affine(0, 128)),
                                              {.cycle = 3, .active = 3, .offsets = trace::affine(64, 4), .buffer = 1}},
                                             {1, 1, 1}, {32, 1, 1});
  const std::vector<MemoryTraffic> traffic = memory_traffic(trace);
  ASSERT_EQ(traffic.size(), 3u);
  EXPECT_EQ(traffic[0].buffer, 0u);
  EXPECT_EQ(traffic[1].buffer, 1u);
  EXPECT_TRUE(traffic[2].shared());
  EXPECT_EQ(traffic[0].cost, (std::vector<std::uint8_t>{32}));    // one sector per lane
  EXPECT_EQ(traffic[1].cost, (std::vector<std::uint8_t>{4, 1}));  // 128 bytes; then 8 bytes of one sector
  EXPECT_EQ(traffic[1].asked, (std::vector<std::uint16_t>{128, 8}));
  EXPECT_EQ(traffic[2].cost, (std::vector<std::uint8_t>{32}));  // all in bank 0
  const TrafficSum sum = analysis::sum(traffic[1]);
  EXPECT_EQ(sum.requests, 2u);
  EXPECT_EQ(sum.asked, 136u);
  EXPECT_EQ(sum.moved_bytes(), 160u);
  EXPECT_EQ(analysis::sum(traffic[1], 1).asked, 128u);
  EXPECT_EQ(requests_before(traffic[1], trace, 0), 0u);
  EXPECT_EQ(requests_before(traffic[1], trace, 1), 1u);
  EXPECT_EQ(requests_before(traffic[1], trace, 3), 1u);
  EXPECT_EQ(requests_before(traffic[1], trace, 4), 2u);
}

TEST(MemoryTraffic, CostsWhatHardwareCountsForStrides) {
  // 32 lanes of 4 bytes, `stride` elements apart: 4 · stride sectors, at most one per lane; one more if misaligned.
  for (const int stride : {0, 1, 2, 3, 5, 7, 8, 9, 16, 32}) {
    const auto traffic = memory_traffic(one({.offsets = trace::affine(0, 4 * stride)}));
    EXPECT_EQ(traffic.at(0).cost.at(0), std::clamp(4 * stride, 1, 32)) << stride;
  }
  EXPECT_EQ(memory_traffic(one({.offsets = trace::affine(4, 4)})).at(0).cost.at(0), 5);
  EXPECT_EQ(memory_traffic(one({.offsets = trace::affine(31 * 4, -4)})).at(0).cost.at(0), 4);  // backwards
}

TEST(MemoryTraffic, TakesAVectorAccessAsOneRequest) {
  // float4: lane l at 16 · l, four accesses of 4 bytes. 512 bytes requested, 16 sectors.
  std::vector<trace::Scripted> script;
  for (std::uint64_t part = 0; part < 4; ++part)
    script.push_back({.offsets = trace::affine(4 * part, 16), .first_element = part == 0});
  const auto traffic = memory_traffic(trace::recorded(script, {1, 1, 1}, {32, 1, 1}));
  ASSERT_EQ(traffic.at(0).size(), 1u);
  EXPECT_EQ(traffic[0].asked[0], 512);
  EXPECT_EQ(traffic[0].cost[0], 16);
}

TEST(MemoryTraffic, LeavesOutVariablesAndLocalMemory) {
  EXPECT_TRUE(memory_traffic(one({.buffer = trace::no_buffer})).empty());
  EXPECT_TRUE(memory_traffic(one({.buffer = trace::no_buffer, .space = MemorySpace::local})).empty());
  EXPECT_TRUE(memory_traffic(trace::Trace{}).empty());
}

TEST(Sectors, TellWhichBytesWereAskedFor) {
  const std::vector<SectorUse> sectors = sectors_of(one({.active = 7, .offsets = trace::affine(24, 8)}), 0);
  ASSERT_EQ(sectors.size(), 2u);  // bytes 24–27, 32–35 and 40–43
  EXPECT_EQ(sectors[0].sector, 0u);
  EXPECT_EQ(sectors[0].bytes, 0x0f000000u);
  EXPECT_EQ(sectors[1].sector, 1u);
  EXPECT_EQ(sectors[1].bytes, 0x00000f0fu);
}

TEST(BankWords, OfAColumnAreOneAPass) {
  const std::vector<BankWord> words = bank_words_of(one(shared(trace::affine(4, 128))), 0);  // column 1 of a 32 × 32 tile
  ASSERT_EQ(words.size(), 32u);
  for (std::uint32_t pass = 0; pass < 32; ++pass) {
    EXPECT_EQ(words[pass].bank, 1u);
    EXPECT_EQ(words[pass].pass, pass);
    EXPECT_EQ(words[pass].word, 32u * pass + 1);
    EXPECT_EQ(words[pass].lanes, 1u << pass);
  }
  EXPECT_EQ(words_by_bank(words)[1], 32);
  EXPECT_EQ(words_by_bank(words)[0], 0);
}

TEST(BankWords, OfAPaddedColumnAreAllInOnePass) {
  const std::vector<BankWord> words = bank_words_of(one(shared(trace::affine(0, 132))), 0);  // rows of 33 words
  ASSERT_EQ(words.size(), 32u);
  for (std::uint32_t bank = 0; bank < 32; ++bank) {
    EXPECT_EQ(words[bank].bank, bank);
    EXPECT_EQ(words[bank].pass, 0u);
    EXPECT_EQ(words[bank].lanes, 1u << bank) << "lane l reads word 33 · l, in bank l";
  }
}

TEST(BankWords, GiveAWordToAllWhoWantIt) {
  const std::vector<BankWord> words = bank_words_of(one(shared(trace::all(64))), 0);
  ASSERT_EQ(words.size(), 1u);
  EXPECT_EQ(words[0].bank, 16u);
  EXPECT_EQ(words[0].lanes, 0xffffffffu);
}

TEST(BankWords, OfDoublesComeInTwoHalves) {
  trace::Scripted doubles = shared(trace::affine(0, 8));
  doubles.bytes = 8;
  const trace::Trace trace = one(doubles);
  const std::vector<BankWord> words = bank_words_of(trace, 0);
  ASSERT_EQ(words.size(), 64u);
  EXPECT_EQ(words.back().pass, 1u);  // 16 lanes × 8 bytes fill the 32 banks, twice
  EXPECT_EQ(words.front().lanes, 1u);
  EXPECT_EQ(words[32].lanes, 1u << 16);
  EXPECT_EQ(memory_traffic(trace).at(0).cost.at(0), 2);
}

}  // namespace
}  // namespace warplens::analysis
