#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "simt/machine/caches/caches.h"

// Which sectors the caches hold, and how long memory is busy.

namespace warplens::simt {
namespace {

TEST(L1Cache, HoldsTheSectorsThatWereAdded) {
  L1Cache cache(16 * 1024);
  EXPECT_EQ(cache.front(7), nullptr);
  EXPECT_EQ(cache.use(7).sectors(), 0u);
  cache.use(7).add(0b0101, 1000);
  EXPECT_EQ(cache.use(7).sectors(), 0b0101u);
  cache.use(7).add(0b1000, 1000);
  ASSERT_NE(cache.front(7), nullptr);
  EXPECT_EQ(cache.front(7)->sectors(), 0b1101u);
  EXPECT_EQ(cache.use(8).sectors(), 0u) << "another line";
}

TEST(L1Cache, KnowsWhenASectorArrives) {
  L1Cache cache(16 * 1024);
  L1Cache::Line& line = cache.use(3);
  line.add(1, 1000);
  EXPECT_GE(line.ready(500), 1000u);
  EXPECT_LT(line.ready(500), 1000u + 32);
  EXPECT_LE(line.ready(2000), 2000u);
  line.add(2, (1u << 25) + 100);  // times are kept modulo 2^25
  EXPECT_GE(line.ready((1u << 25) - 100), (1u << 25) + 100u);
  EXPECT_LE(line.ready((1u << 25) + 200), (1u << 25) + 200u);
}

TEST(L1Cache, KeepsWhatFitsAndReplacesTheLeastRecentlyUsed) {
  constexpr std::uint64_t lines = 128;
  L1Cache cache(lines * line_bytes);
  const auto held = [&](std::uint64_t count, std::uint64_t stride) {
    for (int round = 0; round < 2; ++round)
      for (std::uint64_t i = 0; i < count; ++i) cache.use(i * stride).add(1, 0);
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < count; ++i) sum += cache.use(i * stride).sectors();
    return sum;
  };
  for (const std::uint64_t stride : {1u, 2u, 32u, 1024u}) {
    EXPECT_EQ(held(lines / 8, stride), lines / 8) << stride;
    EXPECT_EQ(held(lines / 2, stride), lines / 2) << stride;
    EXPECT_LE(held(16 * lines, stride), lines) << stride;
  }
}

TEST(L1Cache, HoldsAsManyConsecutiveLinesAsItHas) {
  for (const std::uint64_t lines : {4u, 128u, 1536u, 1792u}) {
    L1Cache cache(lines * line_bytes);
    for (int round = 0; round < 2; ++round)
      for (std::uint64_t i = 0; i < lines; ++i) cache.use(4096 * 7 + i).add(1, 0);
    std::uint64_t held = 0;
    for (std::uint64_t i = 0; i < lines; ++i) held += cache.use(4096 * 7 + i).sectors();
    EXPECT_EQ(held, lines);
  }
}

TEST(L1Cache, OfLessThanASetIsNone) {
  EXPECT_FALSE(L1Cache(511).exists());
  EXPECT_FALSE(L1Cache().exists());
  EXPECT_TRUE(L1Cache(512).exists());
}

DeviceSpec small_l2() {
  DeviceSpec spec;
  spec.l2_bytes = 64 * 128;
  spec.memory_bytes_per_cycle = 4;
  return spec;
}

TEST(L2Cache, HoldsFromTheNextIntervalOnWhatWasLoaded) {
  L2Cache cache(small_l2());
  cache.add_allocation(0, 1 << 20);
  EXPECT_EQ(cache.access(0, 5, 0b0011, L2Use::load, 0), 0u);
  EXPECT_EQ(cache.access(0, 5, 0b0011, L2Use::load, 0), 0u) << "still on its way";
  cache.advance(L2Cache::interval - 1);
  EXPECT_EQ(cache.access(0, 5, 0b0011, L2Use::load, 0), 0u) << "the same interval";
  cache.advance(L2Cache::interval);
  EXPECT_EQ(cache.access(0, 5, 0b0111, L2Use::load, 0), 0b0011u);
  EXPECT_EQ(cache.access(0, 6, 0b0001, L2Use::load, 0), 0u);
  EXPECT_EQ(cache.sectors_read(), 4u) << "each once";
  EXPECT_EQ(cache.sectors_written(), 0u);
}

TEST(L2Cache, WritesEachModifiedSectorBackOnce) {
  L2Cache cache(small_l2());
  cache.add_allocation(0, 1 << 20);
  cache.access(0, 1, 0b0001, L2Use::store, 0);
  cache.access(0, 1, 0b0011, L2Use::store, 0);
  cache.advance(10 * L2Cache::interval);
  EXPECT_EQ(cache.access(0, 1, 0b0111, L2Use::update, 0), 0b0011u);
  EXPECT_EQ(cache.sectors_written(), 3u);
  EXPECT_EQ(cache.sectors_read(), 1u) << "what was stored need not be read";
}

/// Sectors of `count` lines that the cache holds when they are used in order, again and again, an interval each.
std::uint64_t held_of(std::uint64_t count) {
  L2Cache cache(small_l2());
  cache.add_allocation(0, count * 128);
  std::uint64_t time = 0, held = 0;
  for (int round = 0; round < 3; ++round) {
    held = 0;
    for (std::uint64_t line = 0; line < count; ++line) {
      held += cache.access(0, line, 1, L2Use::load, 0);
      cache.advance(time += L2Cache::interval);
    }
  }
  return held;
}

TEST(L2Cache, KeepsAsManyLinesAsItHasRoomFor) {
  EXPECT_EQ(held_of(64), 64u);
  EXPECT_EQ(held_of(66), 0u) << "in turn, each is replaced just before it is used again";
}

TEST(L2Cache, MemoryMovesSoManyBytesPerCycle) {
  L2Cache cache(small_l2());
  cache.add_allocation(0, 1 << 20);
  for (std::uint64_t line = 0; line < 100; ++line) cache.access(0, line, 0b1111, L2Use::load, 0);
  EXPECT_EQ(cache.memory_end(), 100 * 128 / 4u);
  EXPECT_EQ(cache.queue_cycles(), 0u) << "of the intervals before this";
  cache.advance(L2Cache::interval);
  EXPECT_EQ(cache.queue_cycles(), 100 * 128 / 4 - L2Cache::interval);
  cache.advance(100 * L2Cache::interval);
  EXPECT_EQ(cache.queue_cycles(), 0u);
  EXPECT_DOUBLE_EQ(cache.utilisation(6400), 0.5);
}

TEST(L2Cache, DoesNotDependOnTheOrderOfAnIntervalsAccesses) {
  constexpr std::uint32_t cores = 4;
  constexpr std::uint64_t lines = 500;
  // Accesses of one of four groups of blocks, on host core `core`.
  const auto use = [](L2Cache& cache, std::uint32_t group, std::uint32_t core) {
    std::uint64_t held = 0;
    for (std::uint64_t i = 0; i < 4 * lines; ++i) {
      const std::uint64_t line = (i * 7 + group * 131) % lines;
      held += cache.access(0, line, 1u << (i + group) % 4, i % 3 == 0 ? L2Use::store : L2Use::load, core);
    }
    return held;
  };
  L2Cache alone(small_l2()), together(small_l2(), cores);
  alone.add_allocation(0, lines * 128);
  together.add_allocation(0, lines * 128);
  together.share(true);
  for (std::uint64_t time = 0; time < 5 * L2Cache::interval; time += L2Cache::interval) {
    alone.advance(time);
    together.advance(time);
    std::vector<std::uint64_t> held(cores);
    std::vector<std::thread> threads;
    for (std::uint32_t core = 0; core < cores; ++core)
      threads.emplace_back([&, core] { held[core] = use(together, core, core); });
    for (std::thread& thread : threads) thread.join();
    for (std::uint32_t core = 0; core < cores; ++core) EXPECT_EQ(use(alone, core, 0), held[core]) << time << " " << core;
    EXPECT_EQ(alone.memory_end(), together.memory_end());
  }
  EXPECT_EQ(alone.sectors_read(), together.sectors_read());
  EXPECT_EQ(alone.sectors_written(), together.sectors_written());
}

}  // namespace
}  // namespace warplens::simt
