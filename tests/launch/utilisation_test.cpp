#include "launch/costs/utilisation.h"

#include <gtest/gtest.h>

// The sentence about what limits a launch.

namespace warplens::launch {
namespace {

Utilisation idle() {
  Utilisation utilisation;
  utilisation.device = "A100";
  utilisation.arithmetic_unit = "integer units";
  return utilisation;
}

TEST(CostLimit, IsTheBusiestPart) {
  Utilisation busy = idle();
  busy.issue = 0.6;
  EXPECT_EQ(cost_limit(busy).part, CostPart::issue);
  busy.arithmetic = 0.7;
  EXPECT_EQ(cost_limit(busy).part, CostPart::arithmetic);
  EXPECT_EQ(cost_limit(busy).text.find("The integer units were busy for 70 % of the cycles of the A100: "), 0u);
  busy.l1 = 0.8;
  EXPECT_EQ(cost_limit(busy).part, CostPart::l1);
  busy.l2 = 0.85;
  EXPECT_EQ(cost_limit(busy).part, CostPart::l2);
  busy.memory = 0.91;
  EXPECT_EQ(cost_limit(busy).part, CostPart::memory);
  EXPECT_EQ(cost_limit(busy).share, 0.91);
  EXPECT_EQ(cost_limit(busy).text.find("Memory was busy for 91 % of the cycles of the A100: "), 0u) << cost_limit(busy).text;
}

TEST(CostLimit, IsOneAddressWhereItsAtomicsQueue) {
  Utilisation busy = idle();
  busy.issue = 0.02;
  busy.atomics = 0.93;
  EXPECT_EQ(cost_limit(busy).part, CostPart::atomics);
  EXPECT_EQ(cost_limit(busy).text.find("One address was busy for 93 % of the cycles of the A100: "), 0u) << cost_limit(busy).text;
}

TEST(CostLimit, IsLatencyWhereNothingIsBusy) {
  Utilisation waiting = idle();
  EXPECT_EQ(cost_limit(waiting).part, CostPart::latency);
  waiting.l2 = 0.3;
  EXPECT_EQ(cost_limit(waiting).part, CostPart::latency);
  EXPECT_EQ(cost_limit(waiting).share, 0.3);
  EXPECT_NE(cost_limit(waiting).text.find("more than 30 %"), std::string::npos) << cost_limit(waiting).text;
}

}  // namespace
}  // namespace warplens::launch
