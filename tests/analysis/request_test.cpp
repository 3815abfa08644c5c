#include "analysis/memory_traffic.h"

#include <gtest/gtest.h>

#include <numeric>

#include "tests/trace/scripted.h"

namespace warplens::analysis {
namespace {

/// `measure` of one request with lane l at byte `offsets[l]`.
template <typename Measure>
std::uint32_t of(const trace::Lanes& offsets, Measure measure, std::uint32_t active = 0xffffffffu) {
  const trace::Trace trace = trace::recorded({{.active = active, .offsets = offsets}}, {1, 1, 1}, {32, 1, 1});
  return measure(RowOffsets(trace, 0, 32, 1));
}
std::uint32_t sectors_of(const trace::Lanes& offsets, std::uint32_t width, std::uint32_t active = 0xffffffffu) {
  return of(
      offsets, [&](const RowOffsets& row) { return sectors(row, width); }, active);
}
std::uint32_t conflicts_of(const trace::Lanes& offsets, std::uint32_t width, std::uint32_t active = 0xffffffffu) {
  return of(
      offsets, [&](const RowOffsets& row) { return bank_conflicts(row, width); }, active);
}
std::uint32_t collisions_of(const trace::Lanes& offsets, std::uint32_t active = 0xffffffffu) {
  return of(
      offsets, [](const RowOffsets& row) { return collisions(row); }, active);
}

TEST(Sectors, OfStrides) {
  // 32 lanes of 4 bytes, `stride` elements apart, span 32 · 4 · stride bytes: 4 · stride sectors, at most one per lane.
  for (const int stride : {1, 2, 3, 4, 7, 8, 16, 32}) {
    EXPECT_EQ(sectors_of(trace::affine(0, 4 * stride), 4), std::min(32, 4 * stride)) << stride;
  }
  EXPECT_EQ(sectors_of(trace::all(64), 4), 1u);
  EXPECT_EQ(sectors_of(trace::affine(31 * 4, -4), 4), 4u);  // backwards
  EXPECT_EQ(sectors_of(trace::affine(0, 1), 1), 1u);        // bytes
  EXPECT_EQ(sectors_of(trace::affine(0, 8), 8), 8u);
  EXPECT_EQ(sectors_of(trace::affine(0, 16), 16), 16u);
}

TEST(Sectors, OfAMisalignedBase) {
  EXPECT_EQ(sectors_of(trace::affine(4, 4), 4), 5u);
  EXPECT_EQ(sectors_of(trace::affine(28, 4), 4), 5u);
  EXPECT_EQ(sectors_of(trace::affine(32, 4), 4), 4u);  // aligned again, one sector further
}

TEST(Sectors, OfSomeLanes) {
  EXPECT_EQ(sectors_of(trace::affine(0, 4), 4, 0xff), 1u);
  EXPECT_EQ(sectors_of(trace::affine(0, 4), 4, 0x1ff), 2u);
  EXPECT_EQ(sectors_of(trace::affine(0, 4), 4, 0x80000001u), 2u);
  EXPECT_EQ(sectors_of(trace::affine(0, 4), 4, 0x55555555u), 4u);  // every second lane: the same sectors, half of the bytes
}

TEST(BankConflicts, OfStrides) {
  // Lanes `stride` words apart: gcd(stride, 32) of them share each bank that is used.
  for (const std::int64_t stride : {1, 2, 3, 4, 5, 8, 12, 16, 31, 32, 33, 64}) {
    EXPECT_EQ(conflicts_of(trace::affine(0, 4 * stride), 4), std::gcd(stride, std::int64_t{32}) - 1) << stride;
  }
}

TEST(BankConflicts, ABroadcastIsNone) {
  EXPECT_EQ(conflicts_of(trace::all(128), 4), 0u);
  EXPECT_EQ(conflicts_of(trace::affine(0, 1), 1), 0u);  // four lanes per word
  trace::Lanes pairs{};
  for (std::size_t lane = 0; lane < 32; ++lane) pairs[lane] = lane / 16 * 128;  // two words of one bank, 16 lanes each
  EXPECT_EQ(conflicts_of(pairs, 4), 1u);
}

TEST(BankConflicts, OfATilesColumn) {
  // Column c of a tile of 32 × 32 floats: all in one bank. With a padding column each row is shifted by one bank.
  for (const std::uint64_t column : {0u, 1u, 31u}) {
    EXPECT_EQ(conflicts_of(trace::affine(4 * column, 4 * 32), 4), 31u);
    EXPECT_EQ(conflicts_of(trace::affine(4 * column, 4 * 33), 4), 0u);
  }
}

TEST(BankConflicts, OfWideAccesses) {
  EXPECT_EQ(conflicts_of(trace::affine(0, 8), 8), 0u);      // adjacent doubles: two half-warps, no conflict
  EXPECT_EQ(conflicts_of(trace::affine(0, 16), 8), 2u);     // each half-warp: pairs 32 words apart
  EXPECT_EQ(conflicts_of(trace::affine(0, 16), 16), 0u);    // four quarter-warps
  EXPECT_EQ(conflicts_of(trace::affine(0, 128), 16), 28u);  // four quarter-warps: in each, 8 lanes in the same four banks
}

TEST(BankConflicts, OfSomeLanes) {
  EXPECT_EQ(conflicts_of(trace::affine(0, 128), 4, 0xf), 3u);
  EXPECT_EQ(conflicts_of(trace::affine(0, 128), 4, 0x80000000u), 0u);
}

TEST(Collisions, OfLanesOnOneAddress) {
  EXPECT_EQ(collisions_of(trace::all(8)), 31u);
  EXPECT_EQ(collisions_of(trace::all(8), 0x7), 2u);
  EXPECT_EQ(collisions_of(trace::affine(0, 4)), 0u);
  trace::Lanes groups{};
  for (std::size_t lane = 0; lane < 32; ++lane) groups[lane] = lane < 20 ? 0 : 4;
  EXPECT_EQ(collisions_of(groups), 19u);
}

}  // namespace
}  // namespace warplens::analysis
