#include "desk/pointer/findings.h"
#include "desk/desk.h"

#include <gtest/gtest.h>

#include "view/drawing/theme.h"

namespace warplens::desk {
namespace {

experiment::Experiment one_experiment() {
  experiment::Experiment experiment;
  experiment.id = "made-up";
  experiment.source = "/a/course/made_up.cu";
  experiment.entries.resize(2);
  experiment.entries[0].label = "plain";
  experiment.entries[1].label = "racy";
  experiment.entries[1].racy = true;
  for (experiment::Entry& entry : experiment.entries) {
    entry.grid = {"8"};
    entry.block = {"32"};
  }
  return experiment;
}

launch::Witness witness(std::uint32_t block, std::uint32_t thread, std::uint32_t line) {
  launch::Witness witness;
  witness.block = {block, 0, 0};
  witness.thread = {thread, 0, 0};
  witness.file = "/elsewhere/made_up.cu";
  witness.line = line;
  witness.access = trace::AccessKind::write;
  return witness;
}

launch::Finding finding(std::string buffer, std::uint32_t first_line, std::uint32_t second_line) {
  launch::Finding finding;
  finding.space = "global";
  finding.buffer = std::move(buffer);
  finding.element = 5;
  finding.first = witness(3, 17, first_line);
  finding.second = witness(4, 2, second_line);
  finding.second->access = trace::AccessKind::read;
  finding.message = "They race.";
  return finding;
}

class Findings : public testing::Test {
 protected:
  Findings() : desk_(experiment::Catalogue{{one_experiment()}, {}}, devices_, [] {}) {
    EXPECT_TRUE(choose_experiment(desk_.choices, "made-up").ok());
    auto tables = std::make_shared<RunTables>();
    tables->experiment = &desk_.choices.experiment();
    tables->run.settings = desk_.choices.session.settings;
    auto module = std::make_shared<ptx::Module>();
    module->functions.resize(1);
    tables->run.launch.module = module;
    tables->run.launch.grid = {8, 1, 1};
    tables->run.launch.block = {32, 1, 1};
    tables->run.buffer_names = {"totals"};
    tables->run.result.findings = {finding("totals", 12, 14), finding("tile", 20, 20)};
    tables_ = tables;
    desk_.runs.shown = tables;
  }
  const view::Theme& theme() const { return desk_.choices.theme(); }
  std::optional<view::Colour> mark(std::uint32_t line) const {
    return finding_mark(desk_.findings, desk_.runs, desk_.choices, line);
  }
  std::optional<view::Headline> headline() const {
    return finding_headline(desk_.findings, desk_.pointer, desk_.runs, desk_.choices);
  }

  launch::DeviceList devices_;
  Desk desk_;
  std::shared_ptr<RunTables> tables_;
};

TEST_F(Findings, OneSideLightsItsThread) {
  choose_finding(desk_.findings, desk_.pointer, *desk_.runs.shown, 0, Side::first);
  EXPECT_EQ(desk_.pointer.kept.thread, 3u * 32 + 17);
  EXPECT_EQ(desk_.pointer.kept.element, view::Target::none);
  choose_finding(desk_.findings, desk_.pointer, *desk_.runs.shown, 0, Side::second);
  EXPECT_EQ(desk_.pointer.kept.thread, 4u * 32 + 2);
  choose_finding(desk_.findings, desk_.pointer, *desk_.runs.shown, 0, Side::second);
  EXPECT_TRUE(desk_.pointer.kept.empty()) << "chosen again";
}

TEST_F(Findings, BothSidesLightTheElementThatTheViewsDraw) {
  choose_finding(desk_.findings, desk_.pointer, *desk_.runs.shown, 0);
  EXPECT_EQ(desk_.pointer.kept.element, 5u);
  EXPECT_EQ(desk_.pointer.kept.thread, view::Target::none);
  choose_finding(desk_.findings, desk_.pointer, *desk_.runs.shown, 1);
  EXPECT_EQ(desk_.pointer.kept.thread, 3u * 32 + 17) << "no view draws the tile: its first thread";
  choose_finding(desk_.findings, desk_.pointer, *desk_.runs.shown, 2);
  EXPECT_EQ(desk_.findings.current, 1u) << "there is no third";
}

TEST_F(Findings, KeysGoThroughThemAndAround) {
  move_finding(desk_.findings, desk_.pointer, *desk_.runs.shown, 1);
  EXPECT_EQ(desk_.findings.current, 0u) << "the first press goes to the current one";
  move_finding(desk_.findings, desk_.pointer, *desk_.runs.shown, 1);
  EXPECT_EQ(desk_.findings.current, 1u);
  move_finding(desk_.findings, desk_.pointer, *desk_.runs.shown, 1);
  EXPECT_EQ(desk_.findings.current, 0u);
  move_finding(desk_.findings, desk_.pointer, *desk_.runs.shown, -1);
  EXPECT_EQ(desk_.findings.current, 1u);
  EXPECT_FALSE(desk_.pointer.kept.empty());
  tables_->run.result.findings.clear();
  desk_.findings.current = 0;
  move_finding(desk_.findings, desk_.pointer, *desk_.runs.shown, 1);
  EXPECT_EQ(desk_.findings.current, 0u);
}

TEST_F(Findings, BothLinesAreMarkedInTheirColours) {
  EXPECT_EQ(mark(12), theme().write);
  EXPECT_EQ(mark(14), theme().read);
  EXPECT_EQ(mark(13), std::nullopt);
  desk_.findings.current = 1;
  EXPECT_EQ(mark(20), theme().write) << "one line on both sides";
  EXPECT_EQ(mark(12), std::nullopt);
  tables_->run.result.findings[1].first.file = tables_->run.result.findings[1].second->file = "helpers.cuh";
  EXPECT_EQ(mark(20), std::nullopt) << "a line of another file";
}

TEST_F(Findings, TheHeadlineSaysWhatAndWhere) {
  const auto said = headline();
  ASSERT_TRUE(said);
  EXPECT_EQ(view::plain(said->title), "Found: data race between lines 12 and 14. 1 more.");
  EXPECT_EQ(view::plain(said->detail), "totals[5]: write by block 3 thread 17, read by block 4 thread 2 · 1 time");
  desk_.findings.current = 1;
  EXPECT_EQ(view::plain(headline()->title), "Found: data race in line 20. 1 more.");
}

TEST_F(Findings, TheHeadlineGivesWay) {
  desk_.pointer.target.element = 3;
  EXPECT_FALSE(headline()) << "the pointer asks";
  desk_.pointer.target = {};
  EXPECT_TRUE(headline());
  tables_->run.settings.entry = desk_.choices.session.settings.entry = 1;
  EXPECT_FALSE(headline()) << "meant to go wrong: the view tells it";
  tables_->run.settings.entry = desk_.choices.session.settings.entry = 0;
  tables_->run.result.fault = launch::Fault{};
  EXPECT_FALSE(headline()) << "the kernel stopped: the view tells it";
}

}  // namespace
}  // namespace warplens::desk
