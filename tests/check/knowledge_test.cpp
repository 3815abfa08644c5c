#include "simt/check/knowledge.h"

#include <gtest/gtest.h>

#include <set>

// Sparse vector clocks and release logs of variables.

namespace warplens::simt {
namespace {

using Whose = KnowledgeKey::Kind;

constexpr std::uint64_t thread(std::uint32_t number) { return KnowledgeKey::of(Whose::thread, number); }
constexpr std::uint64_t log_key(std::uint32_t number) { return KnowledgeKey::of(Whose::log, number); }

TEST(Knowledge, KeepsTheLatestTimeOfEach) {
  Knowledge knowledge;
  EXPECT_TRUE(knowledge.learn(thread(7), 10));
  EXPECT_FALSE(knowledge.learn(thread(7), 9));
  EXPECT_TRUE(knowledge.learn(thread(3), 4));
  EXPECT_EQ(knowledge.time_of(thread(7)), 10u);
  EXPECT_EQ(knowledge.time_of(thread(3)), 4u);
  EXPECT_EQ(knowledge.time_of(thread(5)), 0u);
  EXPECT_EQ(knowledge.time_of(KnowledgeKey::of(Whose::warp, 7)), 0u);  // keys of different kinds are distinct
}

TEST(Knowledge, HasOneOfSomeKeysBeyondATime) {
  Knowledge knowledge;
  EXPECT_FALSE(knowledge.has({thread(7), log_key(7)}, 0));
  knowledge.learn(thread(7), 10);
  EXPECT_TRUE(knowledge.has({log_key(7), thread(7)}, 9));
  EXPECT_FALSE(knowledge.has({log_key(7), thread(7)}, 10));  // up to its time, not beyond
  EXPECT_FALSE(knowledge.has({log_key(7), thread(3)}, 0));
}

TEST(Knowledge, JoiningTakesTheLaterOfBoth) {
  Knowledge a, b;
  a.learn(thread(1), 5);
  a.learn(thread(2), 5);
  b.learn(thread(2), 8);
  b.learn(thread(3), 1);
  a.join(b);
  EXPECT_EQ(a.time_of(thread(1)), 5u);
  EXPECT_EQ(a.time_of(thread(2)), 8u);
  EXPECT_EQ(a.time_of(thread(3)), 1u);
}

TEST(ReleaseLog, SaysWhatWasKnownAtEachPosition) {
  ReleaseLog log;
  log.begin_release(5);
  log.add(thread(1), 5);
  log.begin_release(9);
  log.add(thread(1), 9);
  log.add(thread(2), 3);
  EXPECT_EQ(log.time_of(thread(1), 0), 0u);
  EXPECT_EQ(log.time_of(thread(1), 1), 5u);
  EXPECT_EQ(log.time_of(thread(2), 1), 0u);
  EXPECT_EQ(log.time_of(thread(1), 2), 9u);
  EXPECT_EQ(log.time_of(thread(2), 2), 3u);
}

TEST(ReleaseLogs, KnowledgeReachesThroughLogs) {
  // Thread 1 releases to the first variable; a reader of it releases to the second; a third thread reads the second.
  ReleaseLogs logs;
  const std::uint32_t first = logs.create(), second = logs.create();
  logs[first].begin_release(5);
  logs[first].add(thread(1), 5);
  logs[second].begin_release(6);
  logs[second].add(log_key(first), 1);
  Knowledge third;
  third.learn(log_key(second), 1);
  EXPECT_TRUE(logs.reach(third, {thread(1)}, 4, 4));
  EXPECT_FALSE(logs.reach(third, {thread(1)}, 5, 5));  // an event at the time of the release itself comes after it
  EXPECT_FALSE(logs.reach(third, {thread(2)}, 1, 1));
  Knowledge too_early;
  too_early.learn(log_key(second), 0);
  EXPECT_FALSE(logs.reach(too_early, {thread(1)}, 4, 4));
}

TEST(ReleaseLogs, AReleaseAfterTheReadIsNotKnown) {
  ReleaseLogs logs;
  const std::uint32_t log = logs.create();
  logs[log].begin_release(5);
  logs[log].add(thread(1), 5);
  Knowledge reader;
  reader.learn(log_key(log), logs[log].position());
  logs[log].begin_release(50);
  logs[log].add(thread(1), 50);
  EXPECT_TRUE(logs.reach(reader, {thread(1)}, 4, 4));
  EXPECT_FALSE(logs.reach(reader, {thread(1)}, 20, 20));
}

TEST(ReleaseLogs, WhatWasReleasedBeforeIsNotSearchedButForOtherKinds) {
  ReleaseLogs logs;
  const std::uint32_t log = logs.create();
  logs[log].begin_release(5);
  logs[log].add(thread(1), 5);
  logs[log].add(KnowledgeKey::of(Whose::writes, 3), 7);
  Knowledge reader;
  reader.learn(log_key(log), 1);
  EXPECT_EQ(logs[log].released_at(1), 5u);
  EXPECT_FALSE(logs.reach(reader, {thread(1)}, 5, 5));
  EXPECT_TRUE(logs.reach(reader, {KnowledgeKey::of(Whose::writes, 3)}, 6, 4));  // the seventh write, whenever it was
}

TEST(ReleaseLogs, ManyReleasesBecomeCoarserFromTheOldestOn) {
  ReleaseLog log;
  constexpr std::uint32_t releases = 100'000;
  for (std::uint32_t position = 1; position <= releases; ++position) {
    log.begin_release(2 * position);
    log.add(thread(1), 2 * position);
  }
  EXPECT_EQ(log.time_of(thread(1), 0), 0u);
  for (std::uint32_t position = 1; position <= releases; ++position) {
    const std::uint32_t exact = 2 * position, time = log.time_of(thread(1), position);
    ASSERT_LT(log.not_released_at(position), exact);
    ASSERT_GE(log.released_at(position), exact);
    ASSERT_GE(time, exact);  // a race may be hidden, never invented
    if (position > releases - ReleaseLog::max_steps / 4) {
      ASSERT_EQ(time, exact);
    }
  }
  std::set<std::uint32_t> kept;
  for (std::uint32_t position = 1; position <= releases; ++position) kept.insert(log.time_of(thread(1), position));
  EXPECT_LE(kept.size(), ReleaseLog::max_steps);
}

TEST(ReleaseLogs, ADroppedLogIsUsedAgainUnlessSomeoneRefersToIt) {
  ReleaseLogs logs;
  const std::uint32_t first = logs.create();
  logs[first].begin_release(5);
  logs[first].add(thread(1), 5);
  logs.drop(first);
  EXPECT_EQ(logs.create(), first);
  EXPECT_EQ(logs[first].position(), 0u);
  logs.refer_to(first);
  logs.drop(first);
  EXPECT_NE(logs.create(), first);
}

TEST(ReleaseLogs, LogsThatKnowOneAnotherEnd) {
  ReleaseLogs logs;
  const std::uint32_t a = logs.create(), b = logs.create();
  logs[a].begin_release(1);
  logs[b].begin_release(1);
  logs[a].add(log_key(b), 1);
  logs[b].add(log_key(a), 1);
  Knowledge knowledge;
  knowledge.learn(log_key(a), 1);
  EXPECT_FALSE(logs.reach(knowledge, {thread(1)}, 1, 1));
}

}  // namespace
}  // namespace warplens::simt
