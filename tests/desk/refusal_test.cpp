#include "desk/choices/refusal.h"

#include <gtest/gtest.h>

#include "desk/desk.h"

namespace warplens::desk {
namespace {

experiment::Experiment two_entries() {
  experiment::Experiment experiment;
  experiment.id = "made-up";
  experiment.title = "Made up";
  for (const char* label : {"racy", "atomic"}) {
    experiment::Entry entry;
    entry.kernel = std::string("kernel_") + label;
    entry.label = label;
    entry.grid = {"4"};
    entry.block = {"32"};
    if (entry.label == "atomic") entry.needs = {"mod(bx, 32) == 0", "blocks of whole warps"};
    experiment.entries.push_back(entry);
  }
  experiment::Parameter n;
  n.name = "n";
  n.label = "Elements n";
  n.value = 100;
  n.minimum = 1;
  n.maximum = 1000000;
  experiment.parameters = {n};
  return experiment;
}

class IdleDevice : public launch::Device {
 public:
  IdleDevice() { properties_.kind = launch::DeviceKind::simt; }
  const launch::DeviceProperties& properties() const override { return properties_; }
  base::Result<launch::LaunchResult> run(const launch::Launch&, launch::Progress&) override {
    return base::error("never asked to run");
  }

 private:
  launch::DeviceProperties properties_;
};

class Requests : public testing::Test {
 protected:
  Requests() {
    devices_.devices.push_back(std::make_unique<IdleDevice>());
    desk_ = std::make_unique<Desk>(experiment::Catalogue{{two_entries()}, {}}, devices_, [] {});
    EXPECT_TRUE(choose_experiment(desk_->choices, "made-up").ok());
  }
  launch::DeviceList devices_;
  std::unique_ptr<Desk> desk_;
};

TEST_F(Requests, FineSettingsAreNotRefused) { EXPECT_EQ(refusal_of(desk_->choices).reason, ""); }

TEST_F(Requests, TheCoursesOwnCubeIsRefusedWithLimitAndReason) {
  desk_->choices.session.settings.block = {32, 32, 32};
  const std::string refusal = refusal_of(desk_->choices).reason;
  EXPECT_NE(refusal.find("32,768"), std::string::npos) << refusal;
  EXPECT_NE(refusal.find("1,024"), std::string::npos) << refusal;
}

TEST_F(Requests, AZeroExtentIsRefused) {
  desk_->choices.session.settings.grid.x = 0;
  EXPECT_NE(refusal_of(desk_->choices).reason, "");
}

TEST_F(Requests, ABlockThatTheKernelIsNotWrittenForIsRefusedInItsWords) {
  desk_->choices.session.settings.block.x = 33;
  EXPECT_EQ(refusal_of(desk_->choices).reason, "");
  desk_->choices.session.settings.entry = 1;
  EXPECT_EQ(refusal_of(desk_->choices).reason, "'atomic' needs blocks of whole warps; the block is 33");
  desk_->choices.session.settings.block.x = 64;
  EXPECT_EQ(refusal_of(desk_->choices).reason, "");
}

TEST_F(Requests, TooManyMultiprocessorsAreRefusedWithTheLimit) {
  desk_->choices.session.settings.multiprocessors = 1024;
  EXPECT_EQ(refusal_of(desk_->choices).reason, "");
  desk_->choices.session.settings.multiprocessors = 5000;
  EXPECT_EQ(refusal_of(desk_->choices).reason, "5,000 multiprocessors; a modelled card has at most 1,024");
}

TEST_F(Requests, AParameterOutsideItsRangeIsRefusedWithTheRange) {
  desk_->choices.session.settings.parameters["n"] = 0;
  EXPECT_EQ(refusal_of(desk_->choices).reason, "Elements n is 0; it goes from 1 to 1,000,000");
}

TEST_F(Requests, WhatTheUserTurnedStaysWhenTheKernelChanges) {
  desk_->choices.session.settings.block.x = 64;
  desk_->choices.session.settings.seed = 9;
  desk_->choices.session.settings.parameters["n"] = 77;
  ASSERT_TRUE(choose_entry(desk_->choices, 1).ok());
  EXPECT_EQ(desk_->choices.session.settings.entry, 1u);
  EXPECT_EQ(desk_->choices.session.settings.block.x, 64u);
  EXPECT_EQ(desk_->choices.session.settings.seed, 9u);
  EXPECT_EQ(desk_->choices.session.settings.parameters["n"], 77);
}

TEST_F(Requests, ABlockThatTheNextKernelIsNotWrittenForDoesNotStay) {
  desk_->choices.session.settings.block.x = 33;
  ASSERT_TRUE(choose_entry(desk_->choices, 1).ok());
  EXPECT_EQ(desk_->choices.session.settings.block.x, 32u);
  EXPECT_EQ(refusal_of(desk_->choices).reason, "");
}

TEST_F(Requests, ASessionOfAnUnknownExperimentIsRefusedAndNothingChanges) {
  Session session;
  session.experiment = "elsewhere";
  EXPECT_FALSE(open_session(desk_->choices, session).ok());
  EXPECT_EQ(desk_->choices.session.experiment, "made-up");
  session.experiment = "made-up";
  session.settings.entry = 5;
  EXPECT_FALSE(open_session(desk_->choices, session).ok());
  EXPECT_EQ(desk_->choices.session.settings.entry, 0u);
  session.settings.entry = 0;
  session.memory = "elsewhere";
  const base::Status opened = open_session(desk_->choices, session);
  ASSERT_FALSE(opened.ok());
  EXPECT_NE(opened.error().message.find("'memory' must be one of"), std::string::npos) << opened.error().message;
  EXPECT_EQ(desk_->choices.session.memory, "");
}

}  // namespace
}  // namespace warplens::desk
