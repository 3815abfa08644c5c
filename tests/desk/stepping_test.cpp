#include "desk/playback/stepping.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "desk/view_inputs.h"
#include "tests/desk/desk_test_base.h"
#include "view/drawing/theme.h"

namespace warplens::desk {
namespace {

/// The racy counter with two warps, each in a block of its own.
class Steps : public DeskTest {
 protected:
  Steps() {
    EXPECT_TRUE(choose_experiment(desk_.choices, "counter").ok());
    desk_.choices.session.settings.grid = {2, 1, 1};
    desk_.choices.session.settings.block = {32, 1, 1};
    desk_.choices.session.settings.repeats = 1;
    run_chosen();
    choose_view(desk_.choices, "steps");
  }

  void wait() {
    update_stepping(desk_.stepping, desk_.choices, desk_.runs);
    desk_.stepping.worker.wait_until_idle();
    update_stepping(desk_.stepping, desk_.choices, desk_.runs);
    ASSERT_TRUE(desk_.stepping.ready());
  }
  double counter() const {
    return launch::to_double(launch::element(launch::ElementType::i32, desk_.stepping.launch.moment()->buffer(0), 0));
  }
};

TEST_F(Steps, AsItRanHasAllStepsFromNothingToTheResult) {
  wait();
  EXPECT_EQ(desk_.stepping.length(), desk_.runs.shown->run.result.counters.warp_instructions);
  EXPECT_EQ(desk_.stepping.step(), 0u);
  EXPECT_EQ(counter(), 0);
  EXPECT_EQ(plain(headline_of(desk_, input_of(desk_)).title), "Step 0 of " + std::to_string(desk_.stepping.length()) + ".");
  go_to_step(desk_.stepping, desk_.stepping.length());
  EXPECT_EQ(counter(), desk_.runs.shown->run.repeats.front());
  go_to_step(desk_.stepping, 1);
  EXPECT_TRUE(step_on(desk_.stepping).ok());
  EXPECT_EQ(desk_.stepping.step(), 2u);
}

TEST_F(Steps, VariablesThatAreCertainlyKeptComeFirst) {
  EXPECT_TRUE(choose_experiment(desk_.choices, "increment").ok());
  desk_.choices.session.settings.grid = {2, 1, 1};
  desk_.choices.session.settings.block = {64, 1, 1};
  desk_.choices.session.settings.parameters["n"] = 128;
  choose_view(desk_.choices, "steps");
  draw_until_idle();
  ASSERT_TRUE(desk_.stepping.ready());
  desk_.stepping.warp = 3;  // threads 32 to 63 of block 1
  const std::uint64_t most = desk_.stepping.length();
  for (std::uint64_t step = 0; step <= most; ++step) {
    go_to_step(desk_.stepping, step);
    const view::SteppedMoment& moment = *desk_.stepping.moment;
    if (!moment.last || moment.last->warp != 3 || moment.last_instruction.line != 7) continue;
    ASSERT_EQ(moment.variables.size(), 1u);
    EXPECT_EQ(moment.variables.front().name, "i");
    EXPECT_EQ(moment.variables.front().type, "int");
    EXPECT_FALSE(moment.every_variable);
    for (std::uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(moment.variables.front().value.bits[lane], 64 + 32 + lane);
    return;
  }
  FAIL() << "line 7 was never executed";
}

/// PTX calls the parameters of a C++ kernel by its mangled name and their number.
TEST_F(Steps, ParametersHaveTheirNamesOfTheSource) {
  Session session;
  session.experiment = "add";
  session.view = "steps";
  session.settings.parameters["n"] = 64;
  ASSERT_TRUE(desk_.settle(session).ok());
  std::string loads;
  for (std::uint64_t step = 1; step <= desk_.stepping.length(); ++step) {
    go_to_step(desk_.stepping, step);
    const std::string& text = desk_.stepping.moment->last_instruction.text;
    EXPECT_EQ(text.find("_param_"), std::string::npos) << text;
    if (text.starts_with("ld.param")) loads += text + "\n";
    for (const view::InstructionText& next : desk_.stepping.moment->next)
      EXPECT_EQ(next.text.find("_param_"), std::string::npos) << next.text;
  }
  for (const char* name : {"[a]", "[b]", "[c]", "[n]"}) EXPECT_NE(loads.find(name), std::string::npos) << name << " in " << loads;
}

TEST_F(Steps, ByHandOneWarpAfterTheOtherLosesNoWarpsUpdate) {
  desk_.stepping.by_hand = true;
  wait();
  for (const std::uint32_t warp : {0u, 1u}) {
    choose_warp(desk_.stepping, warp, 0);
    for (int k = 0; k < 1000 && desk_.stepping.chosen() != nullptr && desk_.stepping.warp == warp; ++k)
      EXPECT_TRUE(step_warp(desk_.stepping).ok());
  }
  EXPECT_EQ(counter(), 2);
  // Back to the start, and the same steps again.
  const std::uint64_t steps = desk_.stepping.step();
  go_to_step(desk_.stepping, 0);
  EXPECT_EQ(counter(), 0);
  for (std::uint64_t k = 0; k < steps; ++k) EXPECT_TRUE(step_on(desk_.stepping).ok());
  EXPECT_EQ(counter(), 2);

  run_stepped_order(desk_.stepping, desk_.choices, desk_.runs);
  EXPECT_EQ(desk_.choices.session.view, "race");
  EXPECT_EQ(desk_.choices.session.settings.schedule, launch::Schedule::recorded);
  run_chosen();
  EXPECT_EQ(desk_.runs.shown->run.repeats, std::vector<double>{2});
}

TEST_F(Steps, ByHandAllLoadsFirstLosesAWarpsUpdate) {
  desk_.stepping.by_hand = true;
  wait();
  const auto loaded = [&](std::uint32_t warp) {
    const auto last = desk_.stepping.launch.moment()->last_step();
    return last && last->warp == warp && instruction_text(*desk_.runs.shown, last->instruction).starts_with("ld.global");
  };
  for (const std::uint32_t warp : {0u, 1u}) {
    choose_warp(desk_.stepping, warp, 0);
    for (int k = 0; k < 1000 && !loaded(warp); ++k) EXPECT_TRUE(step_warp(desk_.stepping).ok());
  }
  for (const std::uint32_t warp : {0u, 1u}) {
    choose_warp(desk_.stepping, warp, 0);
    for (int k = 0; k < 1000 && desk_.stepping.chosen() != nullptr && desk_.stepping.warp == warp; ++k)
      EXPECT_TRUE(step_warp(desk_.stepping).ok());
  }
  EXPECT_EQ(counter(), 1);
}

TEST_F(Steps, TheLanesOfTheChosenWarpAreAtTheirLines) {
  wait();
  for (std::uint64_t step = 1; step <= desk_.stepping.length(); ++step) {
    go_to_step(desk_.stepping, step);
    const auto last = desk_.stepping.launch.moment()->last_step();
    ASSERT_TRUE(last);
    // The warp that did the step is the one looked at, unless it was the last of its block and has left with it.
    const auto& warps = desk_.stepping.moment->warps;
    const bool there = std::any_of(warps.begin(), warps.end(), [&](const auto& at) { return at.warp == last->warp; });
    if (there) {
      EXPECT_EQ(desk_.stepping.warp, last->warp);
    }
    std::uint32_t lanes = 0;
    for (const LanesOfLine& at : lanes_by_line(desk_.stepping, desk_.choices, desk_.runs)) {
      EXPECT_EQ(lanes & at.lanes, 0u);
      lanes |= at.lanes;
      EXPECT_GT(at.ptx_line, 0u);
    }
  }
}

TEST_F(Steps, AnotherRunIsSteppedAnew) {
  wait();
  go_to_step(desk_.stepping, 3);
  desk_.choices.session.settings.grid = {3, 1, 1};
  run_chosen();
  wait();
  EXPECT_EQ(desk_.stepping.step(), 0u);
  EXPECT_EQ(desk_.stepping.length(), desk_.runs.shown->run.result.counters.warp_instructions);
}

}  // namespace
}  // namespace warplens::desk
