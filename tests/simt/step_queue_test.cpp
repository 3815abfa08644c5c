#include "simt/step_queue.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"

namespace warplens::simt {
namespace {

TEST(StepQueue, GivesStepsInOrderOfTimeAndOfArrivalWithinACycle) {
  StepQueue queue;
  base::Random random(1);
  std::vector<StepQueue::Step> added, drained;
  std::uint64_t now = 0;
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    const std::uint64_t ahead = random.below(50) == 0 ? random.below(100'000) : random.below(600);  // far ahead now and then
    added.push_back({now + ahead, 0, i, 0});
    queue.add(added.back());
    if (random.below(4) == 0) {
      now += random.below(40);
      queue.drain(now, [&](const StepQueue::Step& step) {
        EXPECT_LT(step.cycle, now);
        drained.push_back(step);
      });
    }
  }
  queue.drain(~std::uint64_t{0}, [&](const StepQueue::Step& step) { drained.push_back(step); });
  std::stable_sort(added.begin(), added.end(), [](const auto& a, const auto& b) { return a.cycle < b.cycle; });
  ASSERT_EQ(drained.size(), added.size());
  for (std::size_t i = 0; i < added.size(); ++i) EXPECT_EQ(drained[i].pc, added[i].pc) << i;
}

}  // namespace
}  // namespace warplens::simt
