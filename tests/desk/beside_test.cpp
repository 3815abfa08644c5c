#include "desk/run/beside.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "desk/view_inputs.h"
#include "tests/desk/desk_test_base.h"

// Two runs side by side: one is kept, the other follows the settings.

namespace warplens::desk {
namespace {

class BesideTest : public DeskTest {
 protected:
  BesideTest() {
    desk_.open_first_experiment();
    draw_until_idle();
  }
};

TEST_F(BesideTest, AKeptRunStaysWhileTheSettingsMove) {
  EXPECT_FALSE(draws_beside(desk_.runs, desk_.choices));
  const auto first = desk_.runs.shown;
  keep_beside(desk_.choices, desk_.runs);
  ASSERT_TRUE(choose_entry(desk_.choices, 1).ok());
  draw_until_idle();
  ASSERT_TRUE(draws_beside(desk_.runs, desk_.choices));
  EXPECT_EQ(beside(desk_.runs, desk_.choices), first.get());
  EXPECT_NE(desk_.runs.shown, first);
  const auto& entries = desk_.choices.experiment().entries;
  EXPECT_EQ(distinction(*first, *desk_.runs.shown), entries[0].label);
  EXPECT_EQ(distinction(*desk_.runs.shown, *first), entries[1].label);
  const ViewsOfRuns views = views_of_runs(desk_);
  ASSERT_TRUE(views.beside.headline && views.shown.headline);
  EXPECT_NE(view::plain(views.beside.headline->title), view::plain(views.shown.headline->title));

  drop_beside(desk_.choices);
  EXPECT_FALSE(draws_beside(desk_.runs, desk_.choices));
}

TEST_F(BesideTest, BothAreAtTheSameCycleAndLightTheSame) {
  keep_beside(desk_.choices, desk_.runs);
  ASSERT_TRUE(choose_entry(desk_.choices, 1).ok());
  draw_until_idle();
  go_to_place(desk_.playback, desk_.choices.session, desk_.runs, desk_.runs.steps() / 2);
  desk_.pointer.target.thread = 5;
  desk_.update();
  const std::uint64_t cycle = cycle_at(desk_.runs.shown->trace(), desk_.playback.place);
  const trace::Trace& kept = desk_.runs.beside->trace();
  const std::uint64_t place = desk_.beside.playback.place;
  ASSERT_GT(place, 0u);
  ASSERT_LT(place, kept.steps.size());
  EXPECT_LE(kept.steps.cycle[place - 1], cycle);
  EXPECT_GT(kept.steps.cycle[place], cycle);
  EXPECT_EQ(desk_.beside.pointer.target.thread, 5u);
}

TEST_F(BesideTest, IfOneIsWrongBothAreColouredByTheResult) {
  ASSERT_TRUE(choose_experiment(desk_.choices, "barrier").ok());
  const auto& entries = desk_.choices.experiment().entries;
  const auto entry = [&](const std::string& label) {
    return static_cast<std::uint32_t>(std::ranges::find(entries, label, &experiment::Entry::label) - entries.begin());
  };
  ASSERT_TRUE(choose_entry(desk_.choices, entry("missing")).ok());
  choose_view(desk_.choices, "mapping");
  draw_until_idle();
  keep_beside(desk_.choices, desk_.runs);
  ASSERT_TRUE(choose_entry(desk_.choices, entry("barrier")).ok());
  draw_until_idle();
  ASSERT_TRUE(draws_beside(desk_.runs, desk_.choices));
  const ViewsOfRuns views = views_of_runs(desk_);
  const view::Row& row = desk_.choices.row();
  EXPECT_EQ(row.colour(views.shown.input), view::ColourMode::result);
  EXPECT_EQ(row.colour(views.beside.input), view::ColourMode::result);
  drop_beside(desk_.choices);
  draw_until_idle();
  EXPECT_EQ(row.colour(views_of_runs(desk_).shown.input), view::ColourMode::block);
}

TEST_F(BesideTest, BothHaveOneScale) {
  EXPECT_EQ(material_of(desk_).subject.shared_scale, view::SharedScale{}) << "a single run has its own";
  keep_beside(desk_.choices, desk_.runs);
  ASSERT_TRUE(choose_entry(desk_.choices, 1).ok());
  draw_until_idle();
  const std::uint64_t now = desk_.runs.shown->run.result.counters.cycles, kept = desk_.runs.beside->run.result.counters.cycles;
  ASSERT_NE(now, kept);
  EXPECT_EQ(material_of(desk_, WhichRun::shown).subject.shared_scale.cycles, std::max(now, kept));
  EXPECT_EQ(material_of(desk_, WhichRun::beside).subject.shared_scale.cycles, std::max(now, kept));

  choose_view(desk_.choices, "memory");
  draw_until_idle();
  const auto start = material_of(desk_, WhichRun::shown).memory_start;
  ASSERT_TRUE(start);
  EXPECT_EQ(start->memory, "counter");
  EXPECT_EQ(material_of(desk_, WhichRun::beside).memory_start, start);

  choose_view(desk_.choices, "lanes");
  draw_until_idle();
  const auto longest = [](const RunTables& tables) { return tables.warp_steps(subject_of(tables)).longest; };
  EXPECT_EQ(material_of(desk_, WhichRun::beside).subject.shared_scale.instructions,
            std::max(longest(*desk_.runs.shown), longest(*desk_.runs.beside)));
  EXPECT_EQ(material_of(desk_, WhichRun::beside).subject.shared_scale, material_of(desk_, WhichRun::shown).subject.shared_scale);
}

TEST_F(BesideTest, SaysWhatTellsTwoRunsApart) {
  keep_beside(desk_.choices, desk_.runs);
  desk_.choices.session.settings.block = {64, 1, 1};
  desk_.choices.session.settings.seed = 7;
  settings_changed(desk_.choices);
  draw_until_idle();
  EXPECT_EQ(distinction(*desk_.runs.shown, *desk_.runs.beside), "block 64 · seed 7");

  // Of different experiments, settings are not compared.
  experiment::Experiment another = desk_.choices.experiment();
  another.title = "Another experiment";
  another.entries.front().label = "first";
  RunIdentity other = identity_of(*desk_.runs.beside);
  other.experiment = &another;
  other.settings.entry = 0;
  EXPECT_EQ(distinction(other, identity_of(*desk_.runs.shown)), "Another experiment · first");
}

TEST_F(BesideTest, ComesBackFromASessionAndByUndo) {
  keep_beside(desk_.choices, desk_.runs);
  ASSERT_TRUE(choose_entry(desk_.choices, 1).ok());
  draw_until_idle();
  const auto document = session_from_json(to_json(desk_.choices.session), "memory");
  ASSERT_TRUE(document) << base::describe(document.error());
  EXPECT_EQ(document->session.beside, desk_.choices.session.beside);

  const std::uint64_t instructions = desk_.runs.beside->run.result.counters.warp_instructions;
  drop_beside(desk_.choices);
  desk_.runs.beside_choice.reset();
  desk_.runs.beside.reset();
  const base::Status settled = desk_.settle(document->session);
  ASSERT_TRUE(settled.ok()) << base::describe(settled.error());
  ASSERT_TRUE(draws_beside(desk_.runs, desk_.choices));
  EXPECT_EQ(desk_.runs.beside->run.settings.entry, 0u);
  EXPECT_EQ(desk_.runs.beside->run.result.counters.warp_instructions, instructions);
}

TEST_F(BesideTest, ARunThatCannotBeSaysWhy) {
  Session session = desk_.choices.session;
  session.beside = RunChoice{"nothing of the kind", {}, launch::simt_device, "toy"};
  EXPECT_FALSE(desk_.settle(session).ok());
  ASSERT_TRUE(desk_.runs.beside_failure);
  EXPECT_NE(desk_.runs.beside_failure->message.find("nothing of the kind"), std::string::npos);
  EXPECT_FALSE(draws_beside(desk_.runs, desk_.choices));
  EXPECT_TRUE(has_picture(desk_)) << "the session's own run is drawn";
}

TEST_F(BesideTest, AViewThatOneOfThemDoesNotOfferDrawsOne) {
  keep_beside(desk_.choices, desk_.runs);
  choose_view(desk_.choices, "steps");
  draw_until_idle();
  EXPECT_FALSE(draws_beside(desk_.runs, desk_.choices)) << "one launch is stepped through";
  ASSERT_TRUE(choose_experiment(desk_.choices, "matrix_multiplication").ok());
  choose_view(desk_.choices, "matrix");
  draw_until_idle();
  EXPECT_FALSE(draws_beside(desk_.runs, desk_.choices)) << "a counter is no matrix";
}

}  // namespace
}  // namespace warplens::desk
