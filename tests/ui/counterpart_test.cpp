#include "ui/counterpart.h"

#include <gtest/gtest.h>

#include "base/resources.h"
#include "simt/simt_device.h"
#include "ui/view_inputs.h"
#include "ui/window/app.h"
#include "view/blocks/blocks_picture.h"
#include "view/drawing/theme.h"

// Both machines beside each other in the window. The GPU here is another preset of the SIMT machine by another name.

namespace warplens::ui {
namespace {

class OtherMachine final : public launch::Device {
 public:
  OtherMachine() {
    properties_.kind = "gpu";
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
  Counterpart() : devices_(machines()), app_(experiment::load_catalogue({base::resource_folder() / "kernels"}), devices_, [] {}) {
    app_.look.theme = &view::theme(view::ThemeName::dark);
    choose_experiment(app_, "counter");
  }

  static launch::DeviceList machines() {
    launch::DeviceList list;
    list.devices.push_back(simt::make_device());
    list.devices.push_back(std::make_unique<OtherMachine>());
    return list;
  }

  void run() {
    auto tables = run_of({&app_.experiment(), app_.session.settings, &app_.device()});
    ASSERT_NE(tables, nullptr);
    app_.shown = std::move(tables);
    app_.outcomes.clear();
    app_.outcomes[app_.session.settings.entry] = std::make_shared<const analysis::Distribution>(app_.shown->distribution);
  }
  void run_counterpart() {
    auto request = missing_counterpart(app_);
    ASSERT_TRUE(request);
    take_counterpart(app_, run_of(std::move(*request)));
  }
  std::shared_ptr<const RunTables> run_of(RunRequest request) {
    app_.worker.request(std::move(request));
    app_.worker.wait_until_idle();
    auto report = app_.worker.take();
    return report ? report->tables : nullptr;
  }

  launch::DeviceList devices_;
  App app_;
};

TEST_F(Counterpart, IsTheSameLaunchOnTheOtherMachine) {
  run();
  EXPECT_EQ(counterpart(app_), nullptr);
  const auto request = missing_counterpart(app_);
  ASSERT_TRUE(request);
  EXPECT_TRUE(request->counterpart);
  EXPECT_EQ(request->device->properties().kind, "gpu");
  EXPECT_EQ(request->settings.grid, app_.session.settings.grid);
  run_counterpart();
  ASSERT_NE(counterpart(app_), nullptr);
  EXPECT_EQ(counterpart(app_)->run.result.device, "Other GPU");
  EXPECT_FALSE(missing_counterpart(app_));  // it is there
  choose_device(app_, launch::first_gpu);
  run();
  EXPECT_EQ(counterpart(app_), nullptr);  // it was another run's
  EXPECT_EQ(missing_counterpart(app_)->device->properties().kind, "simt");
}

TEST_F(Counterpart, ResultsOfAllRepeatsStandBesideEachOther) {
  app_.session.settings.repeats = 20;
  run();
  run_counterpart();
  const view::Material material = material_of(app_, app_.row().needs);
  const view::RaceInput input = view::race_input(material);
  ASSERT_GE(input.outcomes.size(), 2u);
  EXPECT_EQ(input.outcomes[0].label, "racy, SIMT machine");
  EXPECT_EQ(input.outcomes[1].label, "racy, GPU");
  EXPECT_EQ(input.outcomes[0].distribution->runs, 20u);
  EXPECT_EQ(input.outcomes[1].distribution->runs, 20u);
}

TEST_F(Counterpart, BlocksOfBothMachinesAreThere) {
  app_.session.view = "blocks";
  run();
  const auto blocks = [this] { return view::blocks_input(material_of(app_, app_.row().needs)); };
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
  app_.session.view = "mapping";
  EXPECT_FALSE(missing_counterpart(app_));
  app_.session.view = "race";
  EXPECT_TRUE(missing_counterpart(app_));
  app_.session.settings.entry = 1;  // chosen, and not run yet
  EXPECT_FALSE(missing_counterpart(app_));
  app_.session.settings.entry = 0;
  choose_device(app_, launch::first_gpu);
  app_.session.settings.grid = {4096, 1, 1};
  app_.session.settings.block = {1024, 1, 1};
  app_.session.settings.repeats = 1;
  run();
  EXPECT_FALSE(missing_counterpart(app_));  // 4 million threads on the SIMT machine
}

/// A failed one is not tried again and again.
TEST_F(Counterpart, AFailureIsKept) {
  run();
  take_counterpart(app_, nullptr);
  EXPECT_EQ(counterpart(app_), nullptr);
  EXPECT_FALSE(missing_counterpart(app_));
}

}  // namespace
}  // namespace warplens::ui
