#include "simt/parallel/helpers.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

namespace warplens::simt {
namespace {

TEST(Helpers, EachDoesItsShareOnce) {
  Helpers helpers;
  for (int launch = 0; launch < 20; ++launch) {
    std::array<std::atomic<int>, 4> done{};
    const auto call = std::make_shared<Call>(3, [&done](std::uint32_t helper) { ++done.at(helper); });
    helpers.call(call, 3);
    call->await_all();
    EXPECT_TRUE(call->complete());
    call->begin();
    call->await_end();
    EXPECT_EQ(done[0], 0) << "the caller's own share";
    for (std::size_t helper = 1; helper < done.size(); ++helper) EXPECT_EQ(done[helper], 1);
  }
}

TEST(Helpers, AClosedCallIsNotAnswered) {
  Helpers helpers;
  std::atomic<int> done = 0;
  const auto late = std::make_shared<Call>(1, [&done](std::uint32_t) { ++done; });
  late->close();
  helpers.call(late, 1);
  const auto next = std::make_shared<Call>(1, [](std::uint32_t) {});
  helpers.call(next, 1);
  next->await_all();  // the only helper has come past the other call
  next->begin();
  next->await_end();
  EXPECT_EQ(done, 0);
  EXPECT_FALSE(late->complete());
}

TEST(Helpers, LaunchesThatTheySlowedDownAreFollowedByMoreAndMoreWithoutThem) {
  Helpers helpers;
  const auto launches_without = [&] {
    int count = 0;
    while (!helpers.are_worth_a_call()) ++count;
    return count;
  };
  EXPECT_EQ(launches_without(), 0);
  for (const int expected : {1, 2, 4, 8, 16, 32, 64, 64}) {
    helpers.have_helped(false);
    EXPECT_EQ(launches_without(), expected);
  }
  helpers.have_helped(true);
  EXPECT_EQ(launches_without(), 0);
  helpers.have_helped(false);
  EXPECT_EQ(launches_without(), 1);
}

TEST(Helpers, OneMayComeAfterTheOthersHaveEnded) {
  Helpers helpers;
  const auto first = std::make_shared<Call>(1, [](std::uint32_t) {});
  helpers.call(first, 1);
  first->await_all();  // helper 0 stays with it
  const auto second = std::make_shared<Call>(2, [](std::uint32_t) {});
  helpers.call(second, 2);
  second->close();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // helper 1 has come and gone
  first->close();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // helper 0 has found no call
  const auto third = std::make_shared<Call>(2, [](std::uint32_t) {});
  helpers.call(third, 2);
  third->await_all();
  third->begin();
  third->await_end();
}

}  // namespace
}  // namespace warplens::simt
