#include "ui/findings.h"

#include <gtest/gtest.h>

#include "view/drawing/theme.h"

namespace warplens::ui {
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
  witness.access = "write";
  return witness;
}

launch::Finding finding(std::string buffer, std::uint32_t first_line, std::uint32_t second_line) {
  launch::Finding finding;
  finding.space = "global";
  finding.buffer = std::move(buffer);
  finding.element = 5;
  finding.first = witness(3, 17, first_line);
  finding.second = witness(4, 2, second_line);
  finding.message = "They race.";
  return finding;
}

class Findings : public testing::Test {
 protected:
  Findings() : app_(experiment::Catalogue{{one_experiment()}, {}}, devices_, [] {}) {
    choose_experiment(app_, "made-up");
    app_.look.theme = &view::theme(view::ThemeName::dark);
    auto tables = std::make_shared<RunTables>();
    tables->experiment = &app_.experiment();
    tables->run.settings = app_.session.settings;
    auto module = std::make_shared<ptx::Module>();
    module->functions.resize(1);
    tables->run.launch.module = module;
    tables->run.launch.grid = {8, 1, 1};
    tables->run.launch.block = {32, 1, 1};
    tables->run.buffer_names = {"totals"};
    tables->run.result.findings = {finding("totals", 12, 14), finding("tile", 20, 20)};
    tables_ = tables;
    app_.shown = tables;
  }
  const view::Theme& theme() const { return app_.look.colours(); }

  launch::DeviceList devices_;
  App app_;
  std::shared_ptr<RunTables> tables_;
};

TEST_F(Findings, OneSideLightsItsThread) {
  choose_finding(app_, 0, Side::first);
  EXPECT_EQ(app_.kept_target.thread, 3u * 32 + 17);
  EXPECT_EQ(app_.kept_target.element, view::Target::none);
  choose_finding(app_, 0, Side::second);
  EXPECT_EQ(app_.kept_target.thread, 4u * 32 + 2);
  choose_finding(app_, 0, Side::second);
  EXPECT_TRUE(app_.kept_target.empty()) << "chosen again";
}

TEST_F(Findings, BothSidesLightTheElementThatTheViewsDraw) {
  choose_finding(app_, 0);
  EXPECT_EQ(app_.kept_target.element, 5u);
  EXPECT_EQ(app_.kept_target.thread, view::Target::none);
  choose_finding(app_, 1);
  EXPECT_EQ(app_.kept_target.thread, 3u * 32 + 17) << "no view draws the tile: its first thread";
  choose_finding(app_, 2);
  EXPECT_EQ(app_.finding, 1u) << "there is no third";
}

TEST_F(Findings, KeysGoThroughThemAndAround) {
  move_finding(app_, 1);
  EXPECT_EQ(app_.finding, 0u) << "the first press goes to the current one";
  move_finding(app_, 1);
  EXPECT_EQ(app_.finding, 1u);
  move_finding(app_, 1);
  EXPECT_EQ(app_.finding, 0u);
  move_finding(app_, -1);
  EXPECT_EQ(app_.finding, 1u);
  EXPECT_FALSE(app_.kept_target.empty());
  tables_->run.result.findings.clear();
  app_.finding = 0;
  move_finding(app_, 1);
  EXPECT_EQ(app_.finding, 0u);
}

TEST_F(Findings, BothLinesAreMarkedInTheirColours) {
  EXPECT_EQ(finding_mark(app_, 12), theme().wrong);
  EXPECT_EQ(finding_mark(app_, 14), theme().accent);
  EXPECT_EQ(finding_mark(app_, 13), std::nullopt);
  app_.finding = 1;
  EXPECT_EQ(finding_mark(app_, 20), theme().wrong) << "one line on both sides";
  EXPECT_EQ(finding_mark(app_, 12), std::nullopt);
  tables_->run.result.findings[1].first.file = tables_->run.result.findings[1].second->file = "helpers.cuh";
  EXPECT_EQ(finding_mark(app_, 20), std::nullopt) << "a line of another file";
}

TEST_F(Findings, TheHeadlineSaysWhatAndWhere) {
  const auto headline = finding_headline(app_);
  ASSERT_TRUE(headline);
  EXPECT_EQ(view::plain(headline->title), "Found: data race between lines 12 and 14. 1 more.");
  EXPECT_EQ(view::plain(headline->detail), "totals[5]: write by block 3 thread 17, write by block 4 thread 2 · 1 time");
  app_.finding = 1;
  EXPECT_EQ(view::plain(finding_headline(app_)->title), "Found: data race in line 20. 1 more.");
}

TEST_F(Findings, TheHeadlineGivesWay) {
  app_.target.element = 3;
  EXPECT_FALSE(finding_headline(app_)) << "the pointer asks";
  app_.target = {};
  EXPECT_TRUE(finding_headline(app_));
  tables_->run.settings.entry = app_.session.settings.entry = 1;
  EXPECT_FALSE(finding_headline(app_)) << "meant to go wrong: the view tells it";
  tables_->run.settings.entry = app_.session.settings.entry = 0;
  tables_->run.result.fault = launch::Fault{};
  EXPECT_FALSE(finding_headline(app_)) << "the kernel stopped: the view tells it";
}

}  // namespace
}  // namespace warplens::ui
