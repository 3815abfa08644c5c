#include "desk/background/background.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace warplens::desk {
namespace {

TEST(Background, AnswersAndWakes) {
  std::atomic<int> woken{0};
  Background<int, int> doubled([](const int& request) { return 2 * request; }, [&] { ++woken; });
  EXPECT_FALSE(doubled.take());
  doubled.request(21);
  doubled.wait_until_idle();
  EXPECT_EQ(doubled.take(), 42);
  EXPECT_FALSE(doubled.take()) << "taken already";
  doubled.request(4);
  doubled.wait_until_idle();
  EXPECT_EQ(doubled.take(), 8);
}

TEST(Background, OfThoseThatWaitOnlyTheLatestIsServed) {
  std::mutex gate;
  std::atomic<bool> begun{false};
  std::vector<int> served;
  Background<int, int> slow(
      [&](const int& request) {
        begun = true;
        const std::lock_guard wait(gate);
        served.push_back(request);
        return request;
      },
      [] {});
  {
    const std::lock_guard closed(gate);
    slow.request(1);
    while (!begun) std::this_thread::yield();
    for (const int request : {2, 3, 4}) slow.request(request);
  }
  slow.wait_until_idle();
  EXPECT_EQ(served, (std::vector<int>{1, 4}));
  EXPECT_EQ(slow.take(), 4) << "the latest answer";
}

TEST(Background, WhatIsDiscardedIsFreedOnItsThread) {
  std::atomic<std::thread::id> freed{};
  Background<int, int> work([](const int& request) { return request; }, [] {});
  work.discard(std::shared_ptr<const int>(new int(1), [&](const int* value) {
    delete value;
    freed = std::this_thread::get_id();
  }));
  while (freed.load() == std::thread::id()) std::this_thread::yield();
  EXPECT_NE(freed.load(), std::this_thread::get_id());
  work.request(1);
  work.wait_until_idle();
  EXPECT_EQ(work.take(), 1);
}

TEST(Background, EndsWhileARequestWaits) {
  std::atomic<int> served{0};
  {
    Background<int, int> work([&](const int& request) { return served += request; }, [] {});
    work.request(1);
  }
  EXPECT_LE(served, 1);
}

TEST(Background, WithoutThreadsWorksWhenItsAnswerIsAskedFor) {
  int woken = 0, slices = 0;
  Background<int, int> work(
      [&](const int& request) {
        if (++slices < 3) throw launch::Pause();
        return 2 * request;
      },
      [&] { ++woken; }, false);
  EXPECT_FALSE(work.take());
  EXPECT_EQ(woken, 0) << "there is nothing to do";
  work.request(21);
  EXPECT_EQ(woken, 1) << "the next frame will work";
  EXPECT_EQ(slices, 0);
  EXPECT_FALSE(work.take());
  EXPECT_TRUE(work.serving());
  work.request(4);
  EXPECT_FALSE(work.take());
  EXPECT_EQ(work.take(), 42) << "the request that was being served goes on";
  EXPECT_EQ(slices, 3);
  EXPECT_TRUE(work.waiting());
  work.wait_until_idle();
  EXPECT_EQ(work.take(), 8);
}

TEST(Background, TriesAgainUntilARequestCanBeServed) {
  for (const bool threads : {true, false}) {
    std::atomic<int> tries{0};
    Background<int, int> work(
        [&](const int& request) {
          if (++tries < 5) throw base::NotYet();
          return request;
        },
        [] {}, threads);
    work.request(7);
    work.wait_until_idle();
    EXPECT_EQ(work.take(), 7);
    EXPECT_EQ(tries, 5);
  }
}

TEST(Background, LeavesARequestThatCannotBeServedYetForTheNext) {
  for (const bool threads : {true, false}) {
    std::atomic<int> tries{0};
    Background<int, int> work(
        [&](const int& request) {
          ++tries;
          if (request == 1) throw base::NotYet();
          return request;
        },
        [] {}, threads);
    work.request(1);
    while (tries == 0) EXPECT_FALSE(work.take());
    work.request(2);
    work.wait_until_idle();
    EXPECT_EQ(work.take(), 2);
  }
}

}  // namespace
}  // namespace warplens::desk
