#pragma once

#include <gtest/gtest.h>

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

  launch::DeviceList devices_;
  Desk desk_;
};

}  // namespace warplens::desk
