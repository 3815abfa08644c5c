#include "desk/run/line_costs.h"

#include <gtest/gtest.h>

namespace warplens::desk {
namespace {

/// Line 3 ran 4 times with 100 lanes in all and 12 sectors; line 7 twice with all lanes; 5 instructions are of no line.
RunTables three_rows() {
  RunTables shown;
  shown.line_tallies.resize(3);
  shown.line_tallies[0].tally.executions = 5;
  shown.line_tallies[1] = {3, {.executions = 4, .lanes = 100, .sectors = 12, .wait_cycles = 1000}};
  shown.line_tallies[2] = {7, {.executions = 2, .lanes = 64}};
  return shown;
}

TEST(LineMeasures, ALineHasItsNumberAndItsShareOfTheCostliest) {
  const RunTables shown = three_rows();
  constexpr LineMeasure instructions = LineMeasure::instructions;
  EXPECT_EQ(line_cost(shown, instructions, 3).number, 4u);
  EXPECT_EQ(line_cost(shown, instructions, 3).share, 1);  // of lines: instructions without one do not count
  EXPECT_EQ(line_cost(shown, instructions, 7).number, 2u);
  EXPECT_EQ(line_cost(shown, instructions, 7).share, 0.5f);
  EXPECT_EQ(line_cost(shown, instructions, 4).number, 0u);
  EXPECT_EQ(line_cost(shown, instructions, 0).number, 0u);
  EXPECT_EQ(line_cost(shown, LineMeasure::inactive_lanes, 3).number, 28u);  // 4 × 32 − 100
  EXPECT_EQ(line_cost(shown, LineMeasure::inactive_lanes, 7).share, 0);
  EXPECT_EQ(line_cost(shown, LineMeasure::sectors, 3).number, 12u);
  EXPECT_EQ(line_cost(shown, LineMeasure::waiting, 3).number, 1000u);
  EXPECT_EQ(line_cost(RunTables{}, instructions, 3).number, 0u);
}

TEST(LineMeasures, ASentenceNamesWhatThereWas) {
  const RunTables shown = three_rows();
  EXPECT_EQ(
      line_sentence(shown, 3),
      "Line 3: 4 warp instructions, 28 inactive lanes, 12 sectors, 1,000 waiting cycles. Counted over all warps; cycles are "
      "modelled.");
  EXPECT_EQ(line_sentence(shown, 7), "Line 7: 2 warp instructions. Counted over all warps.");
  EXPECT_EQ(line_sentence(shown, 4), "");
}

}  // namespace
}  // namespace warplens::desk
