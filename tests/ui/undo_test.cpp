#include <gtest/gtest.h>

#include "base/resources.h"
#include "simt/simt_device.h"
#include "ui/window/app.h"

namespace warplens::ui {
namespace {

class UndoInTheWindow : public testing::Test {
 protected:
  UndoInTheWindow() {
    devices_.devices.push_back(simt::make_device());
    app_ = std::make_unique<App>(experiment::load_catalogue({base::resource_folder() / "kernels"}), devices_, [] {});
    choose_experiment(*app_, "increment");
    frame();
  }
  /// What a frame does of it, while no control is held.
  void frame() {
    app_->undo.note(app_->session, false);
    app_->run_wanted = false;
  }

  launch::DeviceList devices_;
  std::unique_ptr<App> app_;
};

TEST_F(UndoInTheWindow, AParameterGoesBackAndTheRunWithIt) {
  const Session before = app_->session;
  choose_parameter(*app_, "n", 4096);
  frame();
  const Session after = app_->session;
  ASSERT_NE(after, before);
  undo_change(*app_);
  EXPECT_EQ(app_->session, before);
  EXPECT_TRUE(app_->run_wanted);
  frame();
  redo_change(*app_);
  EXPECT_EQ(app_->session, after);
  frame();
  redo_change(*app_);
  EXPECT_EQ(app_->session, after) << "nothing is left to be made again";
}

TEST_F(UndoInTheWindow, TheViewAndTheThemeGoBackWithoutARun) {
  app_->session.theme = view::ThemeName::light;
  frame();
  choose_view(*app_, "steps");
  frame();
  undo_change(*app_);
  EXPECT_EQ(app_->session.view, "mapping");
  EXPECT_EQ(app_->session.theme, view::ThemeName::light);
  undo_change(*app_);
  EXPECT_EQ(app_->session.theme, view::ThemeName::dark);
  EXPECT_FALSE(app_->run_wanted);
}

TEST_F(UndoInTheWindow, AnotherExperimentGoesBackWithItsSettings) {
  choose_parameter(*app_, "n", 4096);
  frame();
  const Session before = app_->session;
  choose_experiment(*app_, "histogram");
  frame();
  undo_change(*app_);
  EXPECT_EQ(app_->session, before);
  EXPECT_EQ(app_->experiment().id, "increment");
}

}  // namespace
}  // namespace warplens::ui
