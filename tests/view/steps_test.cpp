#include <gtest/gtest.h>

#include <algorithm>

#include "tests/view/layout.h"
#include "tests/view/made_run.h"
#include "view/steps/steps_picture.h"
#include "view/table.h"

namespace warplens::view {
namespace {

using launch::LanesAt;

/// A launch paused at a step: `warps` warps per block, of which all lanes in `groups` are on a multiprocessor.
struct Paused {
  Paused(base::Dim3 grid, base::Dim3 block) : run(grid, block, {0}) {
    run.finish();
    moment = std::make_shared<SteppedMoment>();
    moment->step = 5;
    moment->length = 100;
    moment->memory = "counter[0] is 1 in memory now.";
  }
  void warp(std::uint32_t number, std::uint32_t block, std::vector<LanesAt> lanes) {
    moment->warps.push_back({.warp = number, .block = block, .multiprocessor = 0, .can_go = true, .cycle = 0, .lanes = lanes});
    if (number == moment->warp) moment->next.assign(lanes.size(), {"add.s32 %r1, %r2, 1;", 7});
  }
  void registers(int count) {
    for (int k = 0; k < count; ++k) moment->registers.push_back({"%r" + std::to_string(k), ptx::Type::b32, {}});
    moment->written.assign(moment->registers.size(), 0);
  }
  StepsInput input() const {
    StepsInput input;
    input.subject = run.subject();
    input.moment = moment;
    return input;
  }
  MadeRun run;
  std::shared_ptr<SteppedMoment> moment;
};

std::size_t count_registers(const Drawing& drawing) {
  const auto all = words(drawing);
  return static_cast<std::size_t>(std::ranges::count_if(all, [](const std::string& word) { return word.starts_with("%r"); }));
}

/// `places` groups of neighbouring lanes, every second of which waits. `places`: a power of two up to 32.
std::vector<LanesAt> groups(std::uint32_t places) {
  std::vector<LanesAt> made;
  const std::uint32_t each = 32 / places;
  for (std::uint32_t k = 0; k < places; ++k)
    made.push_back({.instruction = k,
                    .lanes = static_cast<std::uint32_t>(((1ull << each) - 1) << (k * each)),
                    .waits = k % 2 == 1 ? LanesAt::Waits::to_reconverge : LanesAt::Waits::not_at_all});
  return made;
}

constexpr std::uint32_t every = ~0u, even = 0x55555555u;

TEST(StepsHeadline, SaysWhichLanesIdle) {
  Paused paused({1, 1, 1}, {32, 1, 1});
  paused.moment->last = launch::Step{0, 3, even};
  paused.moment->last_instruction = {"add.s32 %r1, %r2, 1;", 7};
  paused.warp(0, 0,
              {{.instruction = 4, .lanes = even}, {.instruction = 9, .lanes = ~even, .waits = LanesAt::Waits::to_reconverge}});
  EXPECT_EQ(idle_lanes(*paused.moment), ~even);
  EXPECT_NE(plain(steps_headline(paused.input(), dark()).detail).find("Lanes 1, 3 … 31 idled."), std::string::npos);
  paused.moment->last->lanes = every;
  EXPECT_EQ(plain(steps_headline(paused.input(), dark()).detail).find("idled"), std::string::npos);
}

/// A variable of type int that %rR holds.
VariableAt variable(const std::string& name, const std::string& reg, std::uint32_t line) {
  VariableAt at{.name = name, .type = "int", .line = line, .value = {}};
  at.value.name = reg;
  at.value.type = ptx::Type::s32;
  return at;
}

TEST(StepsPicture, VariablesComeFirstWithTheirTypes) {
  Paused paused({1, 1, 1}, {32, 1, 1});
  paused.warp(0, 0, groups(1));
  paused.registers(3);
  paused.moment->variables = {variable("i", "%r0", 12), variable("a_very_long_name_of_a_variable", "", 13)};
  paused.moment->variables[1].texts.fill(std::string(unset_text));
  for (const float width : {500.0f, 640.0f, 1100.0f}) {
    const Drawing drawing = steps_picture(paused.input(), dark(), width, 500).drawing;
    expect_tidy(drawing, "names");
    const auto all = words(drawing);
    const auto i = std::ranges::find(all, "i"), reg = std::ranges::find(all, "%r0");
    ASSERT_NE(i, all.end()) << width;
    EXPECT_LT(i, reg) << width;
    EXPECT_NE(std::ranges::find(all, "int"), all.end()) << width;
    EXPECT_NE(std::ranges::find(all, unset_text), all.end()) << width;
    EXPECT_TRUE(std::ranges::any_of(drawing.hot_spots,
                                    [](const HotSpot& spot) { return spot.tooltip == "int i, line 12; %r0 has its value now"; }));
  }
}

TEST(StepsPicture, ARegisterThatNothingWroteIsUnset) {
  Paused paused({1, 1, 1}, {32, 1, 1});
  paused.warp(0, 0, groups(1));
  paused.registers(2);
  paused.moment->set = {every, 0};
  const auto all = words(steps_picture(paused.input(), dark(), 640, 500).drawing);
  const auto unset = std::ranges::find(all, unset_text);
  ASSERT_NE(unset, all.end());
  EXPECT_GT(unset, std::ranges::find(all, "%r1"));
}

TEST(StepsPicture, VariablesThatCodeKeepsStayInSight) {
  Paused paused({1, 1, 1}, {32, 1, 1});
  paused.warp(0, 0, groups(1));
  paused.registers(60);
  paused.moment->variables = {variable("i", "%r0", 12)};
  paused.moment->written[55] = every;
  for (const bool every_variable : {false, true}) {
    paused.moment->every_variable = every_variable;
    StepsInput input = paused.input();
    Navigation navigation;
    follow_steps(input, dark(), {640, 500}, navigation);
    input.first_register = navigation.timeline.first_register;
    const auto all = words(steps_picture(input, dark(), 640, 500).drawing);
    EXPECT_NE(std::ranges::find(all, "i"), all.end());
    const bool in_sight = std::ranges::find(all, "%r55") != all.end();
    EXPECT_EQ(in_sight, !every_variable) << "where all variables are known, registers come on demand";
  }
}

TEST(StepsPicture, ShowsOnlyLanesThatThereAre) {
  Paused paused({1, 1, 1}, {33, 1, 1});
  paused.moment->warp = 1;
  paused.moment->lane = 0;
  paused.warp(0, 0, {{.instruction = 4, .lanes = every}});
  paused.warp(1, 0, {{.instruction = 4, .lanes = 1}});
  paused.registers(3);
  const Picture picture = steps_picture(paused.input(), dark(), 1300, 800);
  const auto all = words(picture.drawing);
  EXPECT_NE(std::ranges::find(all, "REGISTERS OF LANE 0"), all.end());
  for (const HotSpot& spot : picture.drawing.hot_spots) {
    if (spot.target.warp == 1) {
      EXPECT_EQ(spot.target.lane, 0u);
    }
  }
}

TEST(StepsPicture, AfterTheLastStepSaysWhatCanBeDone) {
  Paused paused({1, 1, 1}, {32, 1, 1});
  paused.moment->by_hand = true;
  paused.moment->last = launch::Step{0, 3, every};
  const Drawing drawing = steps_picture(paused.input(), dark(), 584, 400).drawing;
  EXPECT_TRUE(says(drawing, "Every warp has exited."));
  EXPECT_TRUE(says(drawing, "counter[0] is 1"));
  EXPECT_TRUE(says(drawing, "Run this order"));
  EXPECT_NE(plain(steps_headline(paused.input(), dark()).title).find("the last"), std::string::npos);
}

TEST(StepsPicture, NamesWarpsInOneWay) {
  Paused paused({8, 8, 8}, {64, 1, 1});
  for (std::uint32_t warp = 0; warp < 6; ++warp) paused.warp(warp, warp / 2, {{.instruction = 4, .lanes = every}});
  paused.registers(2);
  for (const float width : {584.0f, 630.0f, 1300.0f}) {
    const auto all = words(steps_picture(paused.input(), dark(), width, 400).drawing);
    EXPECT_NE(std::ranges::find(all, "block (0,0,0), warp 1"), all.end()) << width;
  }
}

TEST(StepsPicture, KeepsSeveralRowsOfRegistersInASmallWindow) {
  for (const std::uint32_t places : {1u, 2u, 4u, 32u}) {
    Paused paused({1, 1, 1}, {32, 1, 1});
    paused.warp(0, 0, groups(places));
    paused.registers(20);
    EXPECT_GE(count_registers(steps_picture(paused.input(), dark(), 584, 400).drawing), 3u) << places;
  }
}

TEST(StepsPicture, TidyAtEverySize) {
  for (const base::Dim3 grid : {base::Dim3{300, 1, 1}, base::Dim3{9, 9, 9}})
    for (const std::uint32_t places : {1u, 2u, 8u, 32u}) {
      Paused paused(grid, {48, 1, 1});
      paused.warp(0, 0, groups(places));
      for (std::uint32_t warp = 1; warp < 60; ++warp) paused.warp(warp, warp / 2, {{.instruction = 4, .lanes = 0xffffu}});
      paused.registers(40);
      for (const Size& size : sizes()) {
        if (size.width < row_of("steps").min_width) continue;
        expect_tidy(steps_picture(paused.input(), dark(), size.width, size.height).drawing,
                    std::to_string(size.width) + "×" + std::to_string(size.height) + " places " + std::to_string(places));
        if (testing::Test::HasFailure()) return;
      }
    }
}

}  // namespace
}  // namespace warplens::view
