#include <algorithm>

#include "tests/ui/window_test_base.h"
#include "ui/panels/counters.h"

// The last run's figures stay beside the new ones.

namespace warplens::ui {
namespace {

const experiment::Experiment& some_experiment() {
  static const experiment::Experiment experiment;
  return experiment;
}

desk::RunIdentity run_with_block(std::uint32_t block) {
  desk::RunIdentity run{&some_experiment(), {}, "SIMT machine"};
  run.settings.block = {block, 1, 1};
  return run;
}

std::vector<Fact> steps(const std::string& value) { return {{"steps", value, {}, "", {}}}; }

TEST(Counters, TheFirstRunIsComparedWithNothing) {
  CountersState state;
  note_run(run_with_block(32), steps("10"), false, state);
  EXPECT_FALSE(state.before.has_value());
  EXPECT_EQ(was(state, "steps", "10"), std::nullopt);
}

TEST(Counters, AnotherRunIsComparedWithTheOneBefore) {
  CountersState state;
  for (int frame = 0; frame < 3; ++frame) note_run(run_with_block(32), steps("10"), false, state);
  for (int frame = 0; frame < 3; ++frame) note_run(run_with_block(64), steps("20"), false, state);
  ASSERT_TRUE(state.before.has_value());
  EXPECT_EQ(*state.before, run_with_block(32));
  EXPECT_EQ(was(state, "steps", "20"), "10");
  EXPECT_EQ(was(state, "steps", "10"), std::nullopt) << "only what differs";
  EXPECT_EQ(was(state, "sectors", "1"), std::nullopt) << "the run before had no such figure";
}

TEST(Counters, RunsOfTwoExperimentsAreNotCompared) {
  CountersState state;
  desk::RunIdentity other = run_with_block(32), own = run_with_block(32);
  static const experiment::Experiment another = [] {
    experiment::Experiment made;
    made.id = "another";
    made.entries.resize(1);
    made.entries[0].kernel = "kernel";
    return made;
  }();
  static const experiment::Experiment copy = [] {
    experiment::Experiment made;
    made.id = "/folder/copy.cu:kernel";
    made.entries.resize(2);
    made.entries[0].kernel = "kernel";
    made.entries[1].kernel = "something_else";
    return made;
  }();
  other.experiment = &another;
  own.experiment = &copy;
  note_run(run_with_block(32), steps("10"), false, state);
  note_run(other, steps("20"), false, state);
  EXPECT_FALSE(state.before.has_value());
  EXPECT_EQ(was(state, "steps", "20"), std::nullopt);
  note_run(own, steps("30"), false, state);
  EXPECT_EQ(was(state, "steps", "30"), "20") << "a copy may be compared with what it was made from";
  note_run(other, steps("20"), false, state);
  own.settings.entry = 1;
  note_run(own, steps("40"), false, state);
  EXPECT_EQ(was(state, "steps", "40"), std::nullopt) << "another kernel of the file may not";
}

TEST(Counters, ADragIsComparedWithTheRunBeforeIt) {
  CountersState state;
  note_run(run_with_block(32), steps("10"), false, state);
  note_run(run_with_block(32), steps("10"), true, state);  // pressed
  for (const std::uint32_t block : {40u, 48u, 64u}) note_run(run_with_block(block), steps(std::to_string(block)), true, state);
  EXPECT_EQ(was(state, "steps", "64"), "10");
  note_run(run_with_block(64), steps("64"), false, state);  // released
  EXPECT_EQ(was(state, "steps", "64"), "10");
  note_run(run_with_block(96), steps("96"), false, state);
  EXPECT_EQ(was(state, "steps", "96"), "64");
}

TEST(Counters, ARunOfTheSameIsNoOther) {
  CountersState state;
  note_run(run_with_block(32), steps("10"), false, state);
  note_run(run_with_block(64), steps("20"), false, state);
  note_run(run_with_block(64), steps("20"), false, state);
  EXPECT_EQ(was(state, "steps", "20"), "10");
}

TEST(Counters, ChangedCodeWithTheSameSettingsIsAnother) {
  CountersState state;
  note_run(run_with_block(32), steps("10"), false, state);
  note_run(run_with_block(32), steps("12"), false, state);
  EXPECT_EQ(was(state, "steps", "12"), "10");
}

using CountersInWindow = WindowTest;

TEST_F(CountersInWindow, AnEntryIsComparedWithTheOneChosenBefore) {
  const auto labelled = [](const std::vector<Fact>& facts, const std::string& label) {
    const auto found = std::ranges::find(facts, label, &Fact::label);
    return found == facts.end() ? std::string() : found->value;
  };
  const std::string racy = labelled(app_->counters.now_facts, "warp instructions");
  ASSERT_FALSE(racy.empty());
  ASSERT_TRUE(choose_entry(app_->choices, 1).ok());
  settle();
  EXPECT_EQ(app_->counters.before->settings.entry, 0u);
  EXPECT_EQ(labelled(app_->counters.before_facts, "warp instructions"), racy);
  EXPECT_EQ(distinction(*app_->counters.before, *app_->counters.now), "racy");
}

}  // namespace
}  // namespace warplens::ui
