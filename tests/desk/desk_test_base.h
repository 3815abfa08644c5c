#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "base/resources.h"
#include "desk/desk.h"
#include "simt/simt_device.h"

namespace warplens::desk {

/// A desk with the program's own experiments and the SIMT machine.
class DeskTest : public testing::Test {
 protected:
  explicit DeskTest(launch::DeviceList devices = simt_machine())
      : devices_(std::move(devices)), desk_(own_experiments(), devices_, [] {}) {}

  static experiment::Catalogue own_experiments() { return experiment::load_catalogue({base::resource_folder() / "kernels"}); }
  static launch::DeviceList simt_machine() {
    launch::DeviceList list;
    list.devices.push_back(simt::make_device());
    return list;
  }

  /// Run the chosen experiment, and show the run.
  void run_chosen() {
    desk_.runs.worker.request({&desk_.choices.experiment(), desk_.choices.session.settings, &desk_.choices.device()});
    desk_.runs.worker.wait_until_idle();
    const auto report = desk_.runs.worker.take();
    ASSERT_TRUE(report && report->tables) << (report && report->error ? base::describe(*report->error) : "nothing ran");
    desk_.runs.shown = report->tables;
  }

  /// Update frame by frame until nothing is left to do.
  void draw_until_idle() {
    for (int k = 0; k < 4; ++k) {
      desk_.take_answers();
      desk_.update();
      desk_.request_work();
      desk_.wait_until_idle();
    }
  }

  /// Write a kernel file, open it in the steps view, compiled with or without optimisation, and pause its launch.
  void open_in_steps(const std::filesystem::path& file, const std::string& text, bool optimised) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
    desk_.open_first_experiment();
    desk_.open_file(file);
    choose_optimised(desk_.choices, optimised);
    choose_view(desk_.choices, "steps");
    draw_until_idle();
    ASSERT_TRUE(desk_.stepping.ready());
    ASSERT_EQ(is_unoptimised(desk_.choices), !optimised);
  }

  launch::DeviceList devices_;
  Desk desk_;
};

}  // namespace warplens::desk
