#include "desk/run/line_costs.h"

#include <gtest/gtest.h>

#include <set>

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
  const LineMeasure& instructions = line_measure("instructions");
  EXPECT_EQ(line_cost(shown, instructions, 3).number, 4u);
  EXPECT_EQ(line_cost(shown, instructions, 3).share, 1);  // of lines: instructions without one do not count
  EXPECT_EQ(line_cost(shown, instructions, 7).number, 2u);
  EXPECT_EQ(line_cost(shown, instructions, 7).share, 0.5f);
  EXPECT_EQ(line_cost(shown, instructions, 4).number, 0u);
  EXPECT_EQ(line_cost(shown, instructions, 0).number, 0u);
  EXPECT_EQ(line_cost(shown, line_measure("inactive-lanes"), 3).number, 28u);  // 4 × 32 − 100
  EXPECT_EQ(line_cost(shown, line_measure("inactive-lanes"), 7).share, 0);
  EXPECT_EQ(line_cost(shown, line_measure("sectors"), 3).number, 12u);
  EXPECT_EQ(line_cost(shown, line_measure("waiting"), 3).number, 1000u);
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

TEST(LineMeasures, TheOnesThatExperimentsNameAreThere) {
  std::set<std::string> ids{""};
  for (const LineMeasure& measure : line_measures()) ids.insert(measure.id);
  const auto catalogue = experiment::load_catalogue({std::filesystem::path(WARPLENS_SOURCE_FOLDER) / "kernels"});
  ASSERT_FALSE(catalogue.experiments.empty());
  for (const experiment::Experiment& each : catalogue.experiments) EXPECT_TRUE(ids.contains(each.line_measure)) << each.id;
}

TEST(LineMeasures, GoRoundAndComeByNoneAtAll) {
  std::string id;
  std::size_t steps = 0;
  do {
    id = next_line_measure(id);
    ++steps;
  } while (!id.empty() && steps < 100);
  EXPECT_EQ(steps, line_measures().size() + 1);
  EXPECT_EQ(line_measure("no such").id, line_measures().front().id);
}

}  // namespace
}  // namespace warplens::desk
