#include "ui/sweeping.h"

#include <gtest/gtest.h>

#include <thread>

#include "base/resources.h"
#include "simt/simt_device.h"
#include "tests/scratch_folder.h"
#include "ui/sweep_plot.h"
#include "ui/window/app.h"

namespace warplens::ui {
namespace {

class SweepInTheWindow : public testing::Test {
 protected:
  SweepInTheWindow() {
    devices_.devices.push_back(simt::make_device());
    devices_.gpu_note = "none here";
    app_ = std::make_unique<App>(experiment::load_catalogue({base::resource_folder() / "kernels"}), devices_, [] {});
    choose_experiment(*app_, "counter");
    app_->run_wanted = false;
  }

  /// The final value over a few grids of 32 threads a block.
  void sweep_values() {
    experiment::Sweep& sweep = app_->session.sweep;
    sweep = experiment::default_sweep(app_->experiment());
    sweep.parameter = "grid";
    sweep.values = "1,2,3";
    sweep.entries = {1};  // atomic
    sweep.measures = {"value"};
    sweep.set = {"block=32"};
  }

  void run_sweep() {
    start_sweep(*app_);
    update_sweeping(*app_);
    app_->sweeping.worker.wait_until_idle();
    update_sweeping(*app_);
  }

  launch::DeviceList devices_;
  std::unique_ptr<App> app_;
};

TEST_F(SweepInTheWindow, begins_with_the_experiments_first) { EXPECT_EQ(app_->session.sweep, app_->experiment().sweeps.front()); }

TEST_F(SweepInTheWindow, runs_and_keeps_its_points) {
  sweep_values();
  run_sweep();
  EXPECT_FALSE(app_->sweeping.running.has_value());
  EXPECT_TRUE(app_->sweeping.result.complete);
  ASSERT_EQ(app_->sweeping.result.points.size(), 3u);
  EXPECT_EQ(app_->sweeping.result.points[2].samples, (std::vector<double>{96}));
  const view::PlotInput plot = plot_of(app_->experiment(), app_->sweeping.result, "");
  ASSERT_EQ(plot.panels.size(), 1u);
  EXPECT_EQ(plot.panels[0].series[0].label, "atomic");
  EXPECT_EQ(plot.panels[0].series[0].points[1].y, 64);
  EXPECT_EQ(plot.x_label, "blocks");
}

TEST_F(SweepInTheWindow, waits_for_the_launch_that_runs) {
  sweep_values();
  app_->worker.request({&app_->experiment(), app_->session.settings, &app_->device()});
  app_->sweeping.wanted = true;
  update_sweeping(*app_);
  app_->worker.wait_until_idle();
  update_sweeping(*app_);
  ASSERT_TRUE(app_->sweeping.running.has_value());
  app_->sweeping.worker.wait_until_idle();
}

TEST_F(SweepInTheWindow, opens_the_launch_of_a_point) {
  sweep_values();
  run_sweep();
  app_->session.view = "sweep";
  open_point(*app_, 1);
  EXPECT_EQ(app_->session.view, "race");
  EXPECT_TRUE(app_->run_wanted);
  EXPECT_EQ(app_->session.settings.entry, 1u);
  EXPECT_EQ(app_->session.settings.grid, (base::Dim3{2, 1, 1}));
  EXPECT_EQ(app_->session.settings.block, (base::Dim3{32, 1, 1}));
  open_point(*app_, 99);  // nothing to it
}

TEST_F(SweepInTheWindow, that_cannot_run_is_refused_with_a_notice) {
  sweep_values();
  app_->session.sweep.values = "1..2";
  start_sweep(*app_);
  EXPECT_FALSE(app_->sweeping.wanted);
  EXPECT_TRUE(app_->notice.wrong);
  EXPECT_NE(app_->notice.text.find("lacks its step"), std::string::npos);
}

TEST_F(SweepInTheWindow, stops_with_the_points_so_far) {
  sweep_values();
  app_->session.sweep.values = "1..1000+1";
  start_sweep(*app_);
  update_sweeping(*app_);
  stop_sweep(*app_);
  app_->sweeping.worker.wait_until_idle();
  update_sweeping(*app_);
  EXPECT_FALSE(app_->sweeping.running.has_value());
  EXPECT_FALSE(app_->sweeping.result.complete);
  EXPECT_LT(app_->sweeping.result.points.size(), 1000u);
}

TEST_F(SweepInTheWindow, is_saved_beside_the_session) {
  sweep_values();
  run_sweep();
  app_->session_file = scratch("sweep.warplens");
  save_sweep_files(*app_);
  EXPECT_FALSE(app_->notice.wrong) << app_->notice.text;
  for (const char* ending : {".csv", ".json", ".svg"})
    EXPECT_TRUE(std::filesystem::exists(scratch(std::string("counter-own") + ending))) << ending;
}

}  // namespace
}  // namespace warplens::ui
