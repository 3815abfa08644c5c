#include "ui/stepping.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/resources.h"
#include "simt/simt_device.h"
#include "ui/view_inputs.h"
#include "ui/window/app.h"
#include "view/drawing/theme.h"

namespace warplens::ui {
namespace {

/// The racy counter with two warps, each in a block of its own.
class Steps : public testing::Test {
 protected:
  Steps() : devices_(machines()), app_(experiment::load_catalogue({base::resource_folder() / "kernels"}), devices_, [] {}) {
    app_.look.theme = &view::theme(view::ThemeName::dark);
    choose_experiment(app_, "counter");
    app_.session.settings.grid = {2, 1, 1};
    app_.session.settings.block = {32, 1, 1};
    app_.session.settings.repeats = 1;
    run();
    choose_view(app_, "steps");
  }

  static launch::DeviceList machines() {
    launch::DeviceList list;
    list.devices.push_back(simt::make_device());
    return list;
  }
  void run() {
    app_.worker.request({&app_.experiment(), app_.session.settings, &app_.device()});
    app_.worker.wait_until_idle();
    const auto report = app_.worker.take();
    ASSERT_TRUE(report && report->tables);
    app_.shown = report->tables;
  }
  void wait() {
    update_stepping(app_);
    app_.stepping.worker.wait_until_idle();
    update_stepping(app_);
    ASSERT_TRUE(app_.stepping.ready());
  }
  double counter() const {
    return launch::to_double(launch::element(launch::ElementType::i32, app_.stepping.launch.moment()->buffer(0), 0));
  }

  launch::DeviceList devices_;
  App app_;
};

TEST_F(Steps, AsItRanHasAllStepsFromNothingToTheResult) {
  wait();
  EXPECT_EQ(app_.stepping.length(), app_.shown->run.result.counters.warp_instructions);
  EXPECT_EQ(app_.stepping.step(), 0u);
  EXPECT_EQ(counter(), 0);
  EXPECT_EQ(plain(headline_of(app_).title), "Step 0 of " + std::to_string(app_.stepping.length()) + ".");
  go_to_step(app_, app_.stepping.length());
  EXPECT_EQ(counter(), app_.shown->run.repeats.front());
  go_to_step(app_, 1);
  step_on(app_);
  EXPECT_EQ(app_.stepping.step(), 2u);
}

TEST_F(Steps, ByHandOneWarpAfterTheOtherLosesNoWarpsUpdate) {
  choose_by_hand(app_, true);
  wait();
  for (const std::uint32_t warp : {0u, 1u}) {
    choose_warp(app_, warp, 0);
    for (int k = 0; k < 1000 && app_.stepping.chosen() != nullptr && app_.stepping.warp == warp; ++k) step_warp(app_);
  }
  EXPECT_EQ(counter(), 2);
  // Back to the start, and the same steps again.
  const std::uint64_t steps = app_.stepping.step();
  go_to_step(app_, 0);
  EXPECT_EQ(counter(), 0);
  for (std::uint64_t k = 0; k < steps; ++k) step_on(app_);
  EXPECT_EQ(counter(), 2);

  run_stepped_order(app_);
  EXPECT_EQ(app_.session.view, "race");
  EXPECT_EQ(app_.session.settings.schedule, launch::Schedule::recorded);
  run();
  EXPECT_EQ(app_.shown->run.repeats, std::vector<double>{2});
}

TEST_F(Steps, ByHandAllLoadsFirstLosesAWarpsUpdate) {
  choose_by_hand(app_, true);
  wait();
  const auto loaded = [&](std::uint32_t warp) {
    const auto last = app_.stepping.launch.moment()->last_step();
    return last && last->warp == warp && instruction_text(*app_.shown, last->instruction).starts_with("ld.global");
  };
  for (const std::uint32_t warp : {0u, 1u}) {
    choose_warp(app_, warp, 0);
    for (int k = 0; k < 1000 && !loaded(warp); ++k) step_warp(app_);
  }
  for (const std::uint32_t warp : {0u, 1u}) {
    choose_warp(app_, warp, 0);
    for (int k = 0; k < 1000 && app_.stepping.chosen() != nullptr && app_.stepping.warp == warp; ++k) step_warp(app_);
  }
  EXPECT_EQ(counter(), 1);
}

TEST_F(Steps, TheLanesOfTheChosenWarpAreAtTheirLines) {
  wait();
  for (std::uint64_t step = 1; step <= app_.stepping.length(); ++step) {
    go_to_step(app_, step);
    const auto last = app_.stepping.launch.moment()->last_step();
    ASSERT_TRUE(last);
    // The warp that did the step is the one looked at, unless it was the last of its block and has left with it.
    const auto& warps = app_.stepping.moment->warps;
    const bool there = std::any_of(warps.begin(), warps.end(), [&](const auto& at) { return at.warp == last->warp; });
    if (there) {
      EXPECT_EQ(app_.stepping.warp, last->warp);
    }
    std::uint32_t lanes = 0;
    for (const LanesOfLine& at : lanes_by_line(app_)) {
      EXPECT_EQ(lanes & at.lanes, 0u);
      lanes |= at.lanes;
      EXPECT_GT(at.ptx_line, 0u);
    }
  }
}

TEST_F(Steps, AnotherRunIsSteppedAnew) {
  wait();
  go_to_step(app_, 3);
  app_.session.settings.grid = {3, 1, 1};
  run();
  wait();
  EXPECT_EQ(app_.stepping.step(), 0u);
  EXPECT_EQ(app_.stepping.length(), app_.shown->run.result.counters.warp_instructions);
}

}  // namespace
}  // namespace warplens::ui
