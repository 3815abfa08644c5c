#include "desk/run/companions.h"

#include <gtest/gtest.h>

#include "base/resources.h"
#include "desk/desk.h"
#include "desk/view_inputs.h"
#include "simt/simt_device.h"
#include "view/blocks/blocks_picture.h"
#include "view/drawing/theme.h"

// Both machines next to each other in the window. The GPU here is another preset of the SIMT machine by another name.

namespace warplens::desk {
namespace {

class OtherMachine final : public launch::Device {
 public:
  OtherMachine() {
    properties_.kind = launch::DeviceKind::gpu;
    properties_.id = "0";
    properties_.name = "Other GPU";
  }
  const launch::DeviceProperties& properties() const override { return properties_; }
  base::Result<launch::LaunchResult> run(const launch::Launch& launch, launch::Progress& progress) override {
    auto result = machine_->run(launch, progress);
    if (result) {
      result->device = properties_.name;
      result->modelled = false;
    }
    return result;
  }

 private:
  launch::DeviceProperties properties_;
  std::unique_ptr<launch::Device> machine_ = simt::make_device(*simt::device_spec_named("toy-4"));
};

class Counterpart : public testing::Test {
 protected:
  Counterpart()
      : devices_(machines()), desk_(experiment::load_catalogue({base::resource_folder() / "kernels"}), devices_, [] {}) {
    EXPECT_TRUE(choose_experiment(desk_.choices, "counter").ok());
  }

  static launch::DeviceList machines() {
    launch::DeviceList list;
    list.devices.push_back(simt::make_device());
    list.devices.push_back(std::make_unique<OtherMachine>());
    return list;
  }

  void run() {
    auto tables = run_of({&desk_.choices.experiment(), desk_.choices.session.settings, &desk_.choices.device()});
    ASSERT_NE(tables, nullptr);
    desk_.runs.shown = std::move(tables);
    desk_.runs.results.clear();
    desk_.runs.results[desk_.choices.session.settings.entry] = entry_result(desk_.runs.shown.get());
  }
  void run_counterpart() {
    auto request = missing_counterpart(desk_.runs, desk_.choices);
    ASSERT_TRUE(request);
    take_counterpart(desk_.runs, run_of(std::move(*request)));
  }
  std::shared_ptr<const RunTables> run_of(RunRequest request) {
    desk_.runs.worker.request(std::move(request));
    desk_.runs.worker.wait_until_idle();
    auto report = desk_.runs.worker.take();
    return report ? report->tables : nullptr;
  }

  launch::DeviceList devices_;
  Desk desk_;
};

TEST_F(Counterpart, IsTheSameLaunchOnTheOtherMachine) {
  run();
  EXPECT_EQ(counterpart(desk_.runs), nullptr);
  const auto request = missing_counterpart(desk_.runs, desk_.choices);
  ASSERT_TRUE(request);
  EXPECT_EQ(request->purpose, RunPurpose::counterpart);
  EXPECT_EQ(request->device->properties().kind, launch::DeviceKind::gpu);
  EXPECT_EQ(request->settings.grid, desk_.choices.session.settings.grid);
  run_counterpart();
  ASSERT_NE(counterpart(desk_.runs), nullptr);
  EXPECT_EQ(counterpart(desk_.runs)->run.result.device, "Other GPU");
  EXPECT_FALSE(missing_counterpart(desk_.runs, desk_.choices));  // it is there
  choose_device(desk_.choices, launch::first_gpu);
  run();
  EXPECT_EQ(counterpart(desk_.runs), nullptr);  // it was another run's
  EXPECT_EQ(missing_counterpart(desk_.runs, desk_.choices)->device->properties().kind, launch::DeviceKind::simt);
}

TEST_F(Counterpart, ResultsOfAllRepeatsStandNextToEachOther) {
  desk_.choices.session.settings.repeats = 20;
  run();
  run_counterpart();
  const view::Material material = material_of(desk_);
  const view::RaceInput input = view::race_input(material);
  ASSERT_GE(input.outcomes.size(), 2u);
  EXPECT_EQ(input.outcomes[0].label, "racy, SIMT machine");
  EXPECT_EQ(input.outcomes[1].label, "racy, GPU");
  EXPECT_EQ(input.outcomes[0].distribution->runs, 20u);
  EXPECT_EQ(input.outcomes[1].distribution->runs, 20u);
}

TEST_F(Counterpart, BlocksOfBothMachinesAreThere) {
  desk_.choices.session.view = "blocks";
  run();
  const auto blocks = [this] { return view::blocks_input(material_of(desk_)); };
  EXPECT_FALSE(blocks().other);
  run_counterpart();
  const view::BothBlocksInput both = blocks();
  const view::BlocksInput& own = both.own;
  const auto& other = both.other;
  ASSERT_TRUE(other);
  EXPECT_EQ(own.timeline->multiprocessors, 2u);     // the toy
  EXPECT_EQ(other->timeline->multiprocessors, 4u);  // the toy of four
  EXPECT_EQ(own.machine, "SIMT machine, 2-SM toy");
  EXPECT_EQ(other->machine, "Other GPU");
}

TEST_F(Counterpart, IsNotRunUnaskedWhereNothingShowsItOrItWouldTakeLong) {
  run();
  desk_.choices.session.view = "mapping";
  EXPECT_FALSE(missing_counterpart(desk_.runs, desk_.choices));
  desk_.choices.session.view = "race";
  EXPECT_TRUE(missing_counterpart(desk_.runs, desk_.choices));
  desk_.choices.session.settings.entry = 1;  // chosen, and not run yet
  EXPECT_FALSE(missing_counterpart(desk_.runs, desk_.choices));
  desk_.choices.session.settings.entry = 0;
  choose_device(desk_.choices, launch::first_gpu);
  desk_.choices.session.settings.grid = {977, 1, 1};
  desk_.choices.session.settings.block = {1024, 1, 1};
  desk_.choices.session.settings.repeats = 1;
  run();
  EXPECT_FALSE(missing_counterpart(desk_.runs, desk_.choices));  // more than a million threads on the SIMT machine
}

/// A failed one is not tried again and again.
TEST_F(Counterpart, AFailureIsKept) {
  run();
  take_counterpart(desk_.runs, nullptr);
  EXPECT_EQ(counterpart(desk_.runs), nullptr);
  EXPECT_FALSE(missing_counterpart(desk_.runs, desk_.choices));
}

}  // namespace
}  // namespace warplens::desk
