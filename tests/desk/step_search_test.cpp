#include "desk/playback/step_search.h"

#include <gtest/gtest.h>

#include "tests/desk/desk_test_base.h"

// Steps of a warp that are looked for: lines, divergence, barriers, onward and back.

namespace warplens::desk {
namespace {

class StepSearch : public DeskTest {
 protected:
  void stand_still(const std::string& experiment, std::uint32_t entry, const std::vector<std::string>& settings) {
    EXPECT_TRUE(choose_experiment(desk_.choices, experiment).ok());
    EXPECT_TRUE(choose_entry(desk_.choices, entry).ok());
    for (const std::string& each : settings)
      EXPECT_TRUE(experiment::set(desk_.choices.experiment(), desk_.choices.session.settings, each).ok()) << each;
    choose_view(desk_.choices, "steps");
    draw_until_idle();
    ASSERT_TRUE(desk_.stepping.ready());
  }
  std::uint64_t on(StepGoal goal) { return search_step(desk_.stepping, goal, false).ok() ? desk_.stepping.step() : 0; }
  std::uint64_t back(StepGoal goal) { return search_step(desk_.stepping, goal, true).ok() ? desk_.stepping.step() : 0; }
  /// Line and lanes of each of the steps, one after the other; the first is that of step 1.
  struct Walked {
    std::uint32_t line = 0, lanes = 0;
  };
  std::vector<Walked> walk() {
    std::vector<Walked> walked;
    for (std::uint64_t step = 1; step <= desk_.stepping.length(); ++step) {
      go_to_step(desk_.stepping, step);
      const auto last = desk_.stepping.launch.moment()->last_step();
      walked.push_back({desk_.runs.shown->link.cuda_line.at(last->instruction), last->lanes});
    }
    go_to_step(desk_.stepping, 0);
    return walked;
  }
};

TEST_F(StepSearch, FindsTheLinesInTheirOrderAndBack) {
  stand_still("divergence", 0, {"n=32", "block=32", "grid=1", "rounds=2"});  // a single warp
  const std::vector<Walked> walked = walk();
  std::vector<std::uint64_t> expected, found;
  for (std::size_t k = 0; k < walked.size(); ++k)
    if (walked[k].line > 0 && (k == 0 || walked[k].line != walked[k - 1].line)) expected.push_back(k + 1);
  ASSERT_GT(expected.size(), 4u);
  for (std::uint64_t step = on(StepGoal::line); step > 0; step = on(StepGoal::line)) found.push_back(step);
  EXPECT_EQ(found, expected);
  EXPECT_EQ(desk_.stepping.step(), found.back()) << "without a further one it stays";
  for (auto step = found.rbegin() + 1; step != found.rend(); ++step) EXPECT_EQ(back(StepGoal::line), *step);
  EXPECT_EQ(back(StepGoal::line), 0u);
}

TEST_F(StepSearch, FindsWhereLanesPart) {
  stand_still("divergence", 0, {"n=32", "block=32", "grid=1", "rounds=2"});
  const std::vector<Walked> walked = walk();
  std::size_t first = 1;
  while (walked.at(first).lanes == walked[first - 1].lanes) ++first;
  EXPECT_EQ(on(StepGoal::divergence), first + 1);
  EXPECT_TRUE(walked[first].lanes == 0x55555555u || walked[first].lanes == 0xaaaaaaaau) << "even threads go one way";
  stand_still("divergence", 2, {"n=32", "block=32", "grid=1", "rounds=2"});  // one-way
  EXPECT_EQ(on(StepGoal::divergence), 0u);
}

TEST_F(StepSearch, FindsBarriersOfTheChosenWarp) {
  std::size_t barriers = 0;
  for (std::uint32_t entry = 0; entry < desk_.choices.experiment().entries.size() && barriers == 0; ++entry) {
    stand_still("barrier", entry, {});
    desk_.stepping.warp = 1;
    if (!search_step(desk_.stepping, StepGoal::barrier, false).ok()) continue;
    ++barriers;
    const auto step = desk_.stepping.launch.moment()->last_step();
    EXPECT_EQ(step->warp, 1u);
    EXPECT_NE(instruction_text(*desk_.runs.shown, step->instruction).find("bar"), std::string::npos);
  }
  EXPECT_EQ(barriers, 1u) << "the experiment has an entry with a barrier";
}

TEST_F(StepSearch, FindsTheAccessesOfAnElementByAnyWarp) {
  // Every warp loads and stores the only element of the counter.
  stand_still("counter", 0, {});
  std::vector<std::uint64_t> expected, found;
  for (std::uint64_t step = 1; step <= desk_.stepping.length(); ++step) {
    go_to_step(desk_.stepping, step);
    const std::string& text = desk_.stepping.moment->last_instruction.text;
    if (text.starts_with("ld.global") || text.starts_with("st.global")) expected.push_back(step);
  }
  go_to_step(desk_.stepping, 0);
  for (std::uint64_t step = on(StepGoal::access); step > 0; step = on(StepGoal::access)) found.push_back(step);
  EXPECT_EQ(found, expected);
  EXPECT_EQ(stepped_element_name(desk_.stepping), "counter[0]");
  for (auto step = found.rbegin() + 1; step != found.rend(); ++step) EXPECT_EQ(back(StepGoal::access), *step);
  EXPECT_EQ(back(StepGoal::access), 0u);

  // Element 70 is that of warp 2's lane 6 alone.
  stand_still("increment", 0, {"n=128", "block=64", "grid=2"});
  choose_stepped_element(desk_.stepping, 70);
  EXPECT_NE(desk_.stepping.moment->memory.find("[70] is "), std::string::npos);
  int accesses = 0;
  while (on(StepGoal::access) > 0) {
    EXPECT_EQ(desk_.stepping.launch.moment()->last_step()->warp, 2u);
    ++accesses;
  }
  EXPECT_EQ(accesses, 2) << "it is read and written";
}

TEST_F(StepSearch, IsNotForStepsByHand) {
  stand_still("divergence", 0, {"n=32", "block=32", "grid=1", "rounds=2"});
  desk_.stepping.by_hand = true;
  draw_until_idle();
  ASSERT_TRUE(desk_.stepping.ready());
  EXPECT_FALSE(search_step(desk_.stepping, StepGoal::line, false).ok());
}

}  // namespace
}  // namespace warplens::desk
