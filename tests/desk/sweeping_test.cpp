#include "desk/sweep/sweeping.h"

#include <gtest/gtest.h>

#include <thread>

#include "base/resources.h"
#include "desk/desk.h"
#include "simt/simt_device.h"
#include "tests/scratch_folder.h"

namespace warplens::desk {
namespace {

class SweepInTheWindow : public testing::Test {
 protected:
  SweepInTheWindow() {
    devices_.devices.push_back(simt::make_device());
    devices_.gpu_note = "none here";
    desk_ = std::make_unique<Desk>(experiment::load_catalogue({base::resource_folder() / "kernels"}), devices_, [] {});
    EXPECT_TRUE(choose_experiment(desk_->choices, "counter").ok());
    desk_->choices.run_wanted = false;
  }

  /// The final value over a few grids of 32 threads a block.
  void sweep_values() {
    experiment::Sweep& sweep = desk_->choices.session.sweep;
    sweep = experiment::default_sweep(desk_->choices.experiment());
    sweep.parameter = "grid";
    sweep.values = "1,2,3";
    sweep.entries = {1};  // atomic
    sweep.measures = {"value"};
    sweep.set = {"block=32"};
  }

  void run_sweep() {
    desk_->choices.sweep_order = SweepOrder::start;
    notify(desk_->notice, serve_sweep_order(desk_->sweeping, desk_->choices, desk_->runs.worker));
    update_sweeping(desk_->sweeping, desk_->choices, desk_->runs.worker);
    desk_->sweeping.worker.wait_until_idle();
    update_sweeping(desk_->sweeping, desk_->choices, desk_->runs.worker);
  }

  launch::DeviceList devices_;
  std::unique_ptr<Desk> desk_;
};

TEST_F(SweepInTheWindow, begins_with_the_experiments_first) {
  EXPECT_EQ(desk_->choices.session.sweep, desk_->choices.experiment().sweeps.front());
}

TEST_F(SweepInTheWindow, runs_and_keeps_its_points) {
  sweep_values();
  run_sweep();
  EXPECT_FALSE(desk_->sweeping.running.has_value());
  EXPECT_TRUE(desk_->sweeping.result.complete);
  ASSERT_EQ(desk_->sweeping.result.points.size(), 3u);
  EXPECT_EQ(desk_->sweeping.result.points[2].samples, (std::vector<double>{96}));
  const view::PlotInput plot = plot_of(desk_->choices.experiment(), desk_->sweeping.result, "");
  ASSERT_EQ(plot.panels.size(), 1u);
  EXPECT_EQ(plot.panels[0].series[0].label, "atomic");
  EXPECT_EQ(plot.panels[0].series[0].points[1].y, 64);
  EXPECT_EQ(plot.x_label, "blocks");
}

TEST_F(SweepInTheWindow, follows_the_number_of_multiprocessors) {
  sweep_values();
  run_sweep();
  const auto order = [&] {
    desk_->choices.sweep_order = SweepOrder::start_unless_done;
    EXPECT_TRUE(serve_sweep_order(desk_->sweeping, desk_->choices, desk_->runs.worker).ok());
    return desk_->sweeping.wanted;
  };
  EXPECT_FALSE(order()) << "it is done";
  desk_->choices.session.settings.multiprocessors = 4;
  EXPECT_TRUE(order()) << "for another machine it is not";
  run_sweep();
  EXPECT_TRUE(open_point(desk_->sweeping, desk_->choices, 1).ok());
  EXPECT_EQ(desk_->choices.session.settings.multiprocessors, 4u);
}

TEST_F(SweepInTheWindow, waits_for_the_launch_that_runs) {
  sweep_values();
  desk_->runs.worker.request({&desk_->choices.experiment(), desk_->choices.session.settings, &desk_->choices.device()});
  desk_->sweeping.wanted = true;
  update_sweeping(desk_->sweeping, desk_->choices, desk_->runs.worker);
  desk_->runs.worker.wait_until_idle();
  update_sweeping(desk_->sweeping, desk_->choices, desk_->runs.worker);
  ASSERT_TRUE(desk_->sweeping.running.has_value());
  desk_->sweeping.worker.wait_until_idle();
}

TEST_F(SweepInTheWindow, opens_the_launch_of_a_point) {
  sweep_values();
  run_sweep();
  desk_->choices.session.view = "sweep";
  EXPECT_TRUE(open_point(desk_->sweeping, desk_->choices, 1).ok());
  EXPECT_EQ(desk_->choices.session.view, "race");
  EXPECT_TRUE(desk_->choices.run_wanted);
  EXPECT_EQ(desk_->choices.session.settings.entry, 1u);
  EXPECT_EQ(desk_->choices.session.settings.grid, (base::Dim3{2, 1, 1}));
  EXPECT_EQ(desk_->choices.session.settings.block, (base::Dim3{32, 1, 1}));
  EXPECT_TRUE(open_point(desk_->sweeping, desk_->choices, 99).ok());  // nothing to it
}

TEST_F(SweepInTheWindow, that_cannot_run_is_refused_with_a_notice) {
  sweep_values();
  desk_->choices.session.sweep.values = "1..2";
  desk_->choices.sweep_order = SweepOrder::start;
  notify(desk_->notice, serve_sweep_order(desk_->sweeping, desk_->choices, desk_->runs.worker));
  EXPECT_FALSE(desk_->sweeping.wanted);
  EXPECT_TRUE(desk_->notice.wrong);
  EXPECT_NE(desk_->notice.text.find("lacks its step"), std::string::npos);
}

TEST_F(SweepInTheWindow, stops_with_the_points_so_far) {
  sweep_values();
  desk_->choices.session.sweep.values = "1..1000+1";
  desk_->choices.sweep_order = SweepOrder::start;
  notify(desk_->notice, serve_sweep_order(desk_->sweeping, desk_->choices, desk_->runs.worker));
  update_sweeping(desk_->sweeping, desk_->choices, desk_->runs.worker);
  desk_->choices.sweep_order = SweepOrder::stop;
  EXPECT_TRUE(serve_sweep_order(desk_->sweeping, desk_->choices, desk_->runs.worker).ok());
  desk_->sweeping.worker.wait_until_idle();
  update_sweeping(desk_->sweeping, desk_->choices, desk_->runs.worker);
  EXPECT_FALSE(desk_->sweeping.running.has_value());
  EXPECT_FALSE(desk_->sweeping.result.complete);
  EXPECT_LT(desk_->sweeping.result.points.size(), 1000u);
}

TEST_F(SweepInTheWindow, gives_way_to_the_run_of_another_view) {
  sweep_values();
  desk_->choices.session.sweep.values = "1..1000+1";
  desk_->choices.session.view = view::sweep_view;
  desk_->choices.sweep_order = SweepOrder::start;
  desk_->request_work();
  desk_->take_answers();
  ASSERT_TRUE(desk_->sweeping.running.has_value());
  ASSERT_TRUE(choose_experiment(desk_->choices, "increment").ok());  // whose own sweep follows
  desk_->choices.session.view = "mapping";
  for (int frame = 0; frame < 1000 && !desk_->shows_choice(); ++frame) {
    desk_->request_work();
    desk_->runs.worker.wait_until_idle();
    if (desk_->sweeping.running) desk_->sweeping.worker.wait_until_idle();
    desk_->take_answers();
  }
  EXPECT_TRUE(desk_->shows_choice());
  EXPECT_FALSE(desk_->sweeping.wanted);
  EXPECT_FALSE(desk_->sweeping.result.complete);
}

TEST_F(SweepInTheWindow, is_saved_in_the_folder_of_the_session) {
  sweep_values();
  run_sweep();
  desk_->choices.session_file = scratch("sweep.warplens");
  ASSERT_TRUE(save_sweep_files(desk_->sweeping, desk_->choices).ok());
  for (const char* ending : {".csv", ".json", ".svg"})
    EXPECT_TRUE(std::filesystem::exists(scratch(std::string("counter-own") + ending))) << ending;
}

}  // namespace
}  // namespace warplens::desk
