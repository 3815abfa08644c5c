#include "desk/prediction/prediction.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/desk/desk_test_base.h"

// Predict: questions with answers that follow from the kernel, and what a guess is worth.

namespace warplens::desk {
namespace {

class Predicting : public DeskTest {
 protected:
  /// Run an entry of an experiment, and ask.
  void run(const std::string& experiment, std::uint32_t entry, const std::vector<std::string>& settings = {}) {
    EXPECT_TRUE(choose_experiment(desk_.choices, experiment).ok());
    EXPECT_TRUE(choose_entry(desk_.choices, entry).ok());
    for (const std::string& each : settings)
      EXPECT_TRUE(experiment::set(desk_.choices.experiment(), desk_.choices.session.settings, each).ok()) << each;
    desk_.choices.run_wanted = true;
    draw_until_idle();
  }
  const PredictionQuestion* asked(std::string_view key) {
    const auto& questions = desk_.prediction.questions();
    const auto found = std::ranges::find(questions, key, &PredictionQuestion::key);
    return found != questions.end() ? &*found : nullptr;
  }
};

TEST_F(Predicting, AnswersAreThoseOfTheKernel) {
  desk_.prediction.turn(true);
  // 96 × 160 elements: reads of 32 neighbours touch 4 sectors, writes that are a row apart 32.
  run("transpose", 0, {"rows=96", "columns=160"});
  ASSERT_NE(asked("global_sectors"), nullptr);
  EXPECT_EQ(asked("global_sectors")->answer, 96 * 160 / 32 * (4 + 32));
  EXPECT_EQ(asked("global_sectors")->why, "counter global_sectors");
  EXPECT_EQ(asked("untouched")->answer, 0);
  EXPECT_EQ(asked("bank_conflicts"), nullptr) << "it uses no shared memory";
  EXPECT_EQ(asked("value"), nullptr) << "its result is not one number";

  run("divergence", 0, {"n=64", "block=32", "rounds=2"});  // by-lane: even threads go one way
  ASSERT_NE(asked("lanes"), nullptr);
  EXPECT_EQ(asked("lanes")->choices.at(static_cast<std::size_t>(asked("lanes")->answer)), "lanes 0, 2 … 30");
  EXPECT_EQ(asked("divergent_branches")->answer, 2) << "once in each warp";
}

TEST_F(Predicting, ResultsStayHiddenUntilThereIsAnAnswer) {
  run("counter", 0);
  EXPECT_FALSE(desk_.prediction.hides());
  desk_.prediction.turn(true);
  draw_until_idle();
  EXPECT_TRUE(desk_.prediction.hides());
  ASSERT_NE(desk_.prediction.question(), nullptr);
  EXPECT_EQ(desk_.prediction.question()->key, "value");
  desk_.prediction.answer(64);
  EXPECT_FALSE(desk_.prediction.hides());
  run("counter", 1);
  EXPECT_TRUE(desk_.prediction.hides()) << "another run";
  desk_.prediction.give_up();
  EXPECT_FALSE(desk_.prediction.hides());
  EXPECT_FALSE(desk_.prediction.guess());
  desk_.prediction.ask("warp_instructions");
  run("counter", 0);
  EXPECT_EQ(desk_.prediction.question()->key, "warp_instructions");
  desk_.prediction.ask("bank_conflicts");
  EXPECT_EQ(desk_.prediction.question()->key, "value") << "the counter has none: the first question instead";
  desk_.prediction.turn(false);
  draw_until_idle();
  EXPECT_FALSE(desk_.prediction.hides());
}

TEST(Verdict, SaysHowFarOffAGuessIs) {
  const PredictionQuestion sectors{.key = "global_sectors", .text = "", .answer = 576};
  EXPECT_EQ(verdict_on(sectors, 576), "Right: 576.");
  EXPECT_EQ(verdict_on(sectors, 32), "You said 32. It is 576: 18 times as many.");
  EXPECT_EQ(verdict_on(sectors, 5760), "You said 5,760. It is 576, and your number is 10 times that.");
  EXPECT_EQ(verdict_on(sectors, 580), "You said 580. It is 576: 4 fewer.");
  EXPECT_EQ(verdict_on(sectors, 0), "You said 0. It is 576: 576 more.");
  const PredictionQuestion none{.key = "bank_conflicts", .text = "", .answer = 0};
  EXPECT_EQ(verdict_on(none, 0), "Right: 0.");
  EXPECT_EQ(verdict_on(none, 3), "You said 3. It is 0: 3 fewer.");
  const PredictionQuestion lanes{.key = "lanes", .text = "", .answer = 1, .choices = {"all lanes", "lanes 0–15"}};
  EXPECT_EQ(verdict_on(lanes, 1), "Right: lanes 0–15.");
  EXPECT_EQ(verdict_on(lanes, 0), "You said all lanes. Right is: lanes 0–15.");
}

}  // namespace
}  // namespace warplens::desk
