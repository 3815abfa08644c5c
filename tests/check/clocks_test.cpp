#include "simt/check/clocks.h"

#include <gtest/gtest.h>

// Happens-before between accesses. Two blocks of two warps.

namespace warplens::simt {
namespace {

class Order : public testing::Test {
 protected:
  Order() {
    clocks_.start_block(0, 0);
    clocks_.start_block(1, 1);
  }
  WarpClock& warp(std::uint32_t thread) { return clocks_.block(thread / 64).warps[thread % 64 / 32]; }
  BlockClock& block(std::uint32_t thread) { return clocks_.block(thread / 64); }
  PastAccess by(std::uint32_t thread) const {
    PastAccess past;
    past.thread = thread;
    past.time = clocks_.now();
    return past;
  }
  bool before(const PastAccess& past, std::uint32_t thread) { return clocks_.ordered(past, thread, block(thread), warp(thread)); }
  void barrier(std::uint32_t place, std::uint32_t number, std::initializer_list<std::uint32_t> warps, std::uint32_t live = 64) {
    for (const std::uint32_t w : warps) clocks_.arrive(clocks_.block(place), number, w, all_lanes, true);
    clocks_.complete(clocks_.block(place), number, live);
  }
  void strong(std::uint32_t thread, bool reads, bool writes, bool block_scope = false, bool shared = false,
              std::uint64_t location = 4096) {
    clocks_.strong_access(block(thread), warp(thread), thread % 32,
                          {.location = location,
                           .shared = shared,
                           .reads = reads,
                           .writes = writes,
                           .releases = false,
                           .block_scope = block_scope});
  }
  void fence(std::uint32_t thread, bool block_scope = false) {
    clocks_.fence(block(thread), warp(thread), 1u << thread % 32, block_scope);
  }

  Clocks clocks_{2};
};

TEST_F(Order, NothingOrdersThreadsByItself) {
  const PastAccess past = by(0);
  for (const std::uint32_t other : {1u, 32u, 64u}) EXPECT_FALSE(before(past, other));
}

TEST_F(Order, ABlockBarrierOrdersItsBlock) {
  const PastAccess past = by(0);
  barrier(0, 0, {0, 1});
  EXPECT_TRUE(before(past, 1));
  EXPECT_TRUE(before(past, 63));
  EXPECT_FALSE(before(past, 64));
  EXPECT_FALSE(before(by(0), 1));
}

TEST_F(Order, AWarpBarrierOrdersItsWarp) {
  const PastAccess past = by(0);
  clocks_.meet(block(0), warp(0), all_lanes, true);
  EXPECT_TRUE(before(past, 31));
  EXPECT_FALSE(before(past, 32));
}

TEST_F(Order, AWarpBarrierOfSomeLanesOrdersThem) {
  const PastAccess zero = by(0), nine = by(9);
  clocks_.meet(block(0), warp(0), 0x0fu, false);
  EXPECT_TRUE(before(zero, 3));
  EXPECT_FALSE(before(zero, 4));
  EXPECT_FALSE(before(nine, 0));
  clocks_.meet(block(0), warp(0), 0x18u, false);  // lanes 3 and 4: 4 learns what 3 knows about 0
  EXPECT_TRUE(before(zero, 4));
}

TEST_F(Order, ABarrierOfSomeWarpsOrdersThem) {
  Clocks clocks(3);
  clocks.start_block(0, 0);
  BlockClock& only = clocks.block(0);
  PastAccess past;
  past.time = clocks.now();
  clocks.arrive(only, 1, 0, all_lanes, true);
  clocks.arrive(only, 1, 1, all_lanes, true);
  clocks.complete(only, 1, 96);
  EXPECT_TRUE(clocks.ordered(past, 40, only, only.warps[1]));
  EXPECT_FALSE(clocks.ordered(past, 70, only, only.warps[2]));
}

TEST_F(Order, WhoOnlyArrivesHearsNothing) {
  Clocks clocks(3);
  clocks.start_block(0, 0);
  BlockClock& only = clocks.block(0);
  PastAccess producer, consumer, late;
  producer.time = clocks.now();
  consumer.thread = 32;
  consumer.time = clocks.now();
  clocks.arrive(only, 1, 0, all_lanes, false);
  late.time = clocks.now();  // by the producer, after its arrival
  clocks.arrive(only, 1, 1, all_lanes, true);
  clocks.complete(only, 1, 96);
  EXPECT_TRUE(clocks.ordered(producer, 32, only, only.warps[1]));
  EXPECT_FALSE(clocks.ordered(late, 32, only, only.warps[1]));
  EXPECT_FALSE(clocks.ordered(consumer, 0, only, only.warps[0]));
}

TEST_F(Order, AFenceAndAnAtomicReleaseToWhoReadsIt) {
  const PastAccess past = by(0);
  fence(0);
  const PastAccess later = by(0);
  strong(0, true, true);
  strong(64, true, true);
  EXPECT_TRUE(before(past, 64));
  EXPECT_FALSE(before(later, 64));
  EXPECT_FALSE(before(past, 65));  // did not read the value
}

TEST_F(Order, AnAtomicWithoutAFenceReleasesNothing) {
  fence(96);  // some thread must fence for strong accesses to be tracked
  const PastAccess past = by(0);
  strong(0, true, true);
  strong(64, true, true);
  EXPECT_FALSE(before(past, 64));
}

TEST_F(Order, AFenceForTheBlockReachesTheBlockOnly) {
  const PastAccess past = by(0);
  fence(0, true);
  strong(0, true, true);
  strong(64, true, true);
  strong(32, true, true);
  EXPECT_FALSE(before(past, 64));
  EXPECT_TRUE(before(past, 32));
}

TEST_F(Order, ABarrierSpreadsWhatOneHasAcquired) {
  const PastAccess past = by(0);
  fence(0);
  strong(0, false, true);
  strong(64, true, false);
  EXPECT_FALSE(before(past, 127));
  barrier(1, 0, {0, 1});
  EXPECT_TRUE(before(past, 127));
}

TEST_F(Order, OneThreadReleasesWhatOthersFencedBeforeABarrier) {
  const PastAccess fenced = by(40), unfenced = by(41);
  fence(40);
  barrier(0, 0, {0, 1});
  strong(0, true, true);
  strong(64, true, true);
  EXPECT_TRUE(before(fenced, 64));
  EXPECT_FALSE(before(unfenced, 64));
}

TEST_F(Order, AFenceAfterABarrierCoversTheBlock) {
  const PastAccess past = by(41);
  barrier(0, 0, {0, 1});
  fence(0);
  strong(0, true, true);
  strong(64, true, true);
  EXPECT_TRUE(before(past, 64));
}

TEST_F(Order, AStoreEndsWhatWasReleasedBefore) {
  const PastAccess past = by(0);
  fence(0);
  strong(0, false, true);
  strong(32, false, true);  // a thread without a fence stores another value
  strong(64, true, false);
  EXPECT_FALSE(before(past, 64));
}

TEST_F(Order, AVariableStoredAgainAndAgainOrdersEachTime) {
  const PastAccess first = by(0);
  for (int round = 0; round < 100; ++round) {
    const std::uint32_t from = round % 2 == 0 ? 0 : 64, to = 64 - from;
    const PastAccess past = by(from);
    fence(from);
    strong(from, false, true);
    const PastAccess later = by(from);
    strong(to, true, false);
    EXPECT_TRUE(before(past, to)) << round;
    EXPECT_FALSE(before(later, to)) << round;
    EXPECT_FALSE(before(first, 96)) << round;
  }
  strong(96, true, false);
  EXPECT_TRUE(before(first, 96)) << "through all that followed";
}

TEST_F(Order, WhatManyHaveReleasedIsHandedOn) {
  std::vector<PastAccess> past;
  for (std::uint32_t thread = 0; thread < 100; ++thread) {
    past.push_back(by(thread));
    fence(thread);
    strong(thread, false, true, false, false, 8192 + thread);
  }
  for (std::uint32_t thread = 0; thread < 100; ++thread) strong(100, true, false, false, false, 8192 + thread);
  fence(100);
  strong(100, false, true);
  strong(120, true, false);
  strong(0, false, true);  // ends what thread 100 has released, but not what is known of it
  for (const PastAccess& each : past) {
    EXPECT_TRUE(before(each, 120)) << each.thread;
    EXPECT_FALSE(before(each, 121)) << each.thread;
  }
}

TEST_F(Order, SharedVariablesOfTwoBlocksAreTwo) {
  const PastAccess past = by(0);
  fence(0);
  strong(0, false, true, false, true);
  strong(64, true, false, false, true);
  strong(32, true, false, false, true);
  EXPECT_FALSE(before(past, 64));
  EXPECT_TRUE(before(past, 32));
}

TEST_F(Order, AWriteIsObservedByThoseWhoAcquireFromIt) {
  const auto observed = [&](std::uint32_t writer, std::uint32_t thread) {
    return clocks_.observed(writer, 4096, false, thread, block(thread), warp(thread));
  };
  fence(0);
  strong(0, false, true);
  EXPECT_FALSE(observed(0, 64));
  strong(64, true, false);
  EXPECT_TRUE(observed(0, 64));
  EXPECT_FALSE(observed(0, 96)) << "it has not read";
  EXPECT_FALSE(observed(1, 64)) << "it has not written";
  fence(64);
  strong(64, false, true);
  strong(32, true, false);
  EXPECT_TRUE(observed(64, 32));
  EXPECT_TRUE(observed(0, 32)) << "through thread 64, although its store has ended the release sequence";
  fence(0);
  strong(0, false, true);
  EXPECT_FALSE(observed(0, 64)) << "a later write";
  fence(0, true);  // its next write releases to the device and, more recently fenced, to the block
  strong(0, false, true);
  strong(64, true, false);
  EXPECT_TRUE(observed(0, 64));
}

}  // namespace
}  // namespace warplens::simt
