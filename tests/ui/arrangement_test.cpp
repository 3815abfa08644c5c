#include "ui/window/arrangement.h"

#include <algorithm>
#include <cstdlib>

#include "base/file.h"
#include "tests/ui/window_test_base.h"
#include "ui/window/commands.h"

// Panels that are hidden by a key, and side panels that are as wide as the user wants.

namespace warplens::ui {
namespace {

class Panels : public WindowTest {
 protected:
  void drag(float from, float to) {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = {from, 300};
    settle();
    io.MouseDown[ImGuiMouseButton_Left] = true;
    frame();
    io.MousePos = {to, 300};
    frame();
    frame();
    io.MouseDown[ImGuiMouseButton_Left] = false;
    settle();
  }
  float picture_width() const { return app_->picture.place.width; }
};

TEST_F(Panels, HShowsThePictureAloneAndAllAgain) {
  const float before = picture_width();
  key(GLFW_KEY_H);
  EXPECT_GT(picture_width(), 1.8f * before);
  EXPECT_EQ(app_->grounds.size(), 1u) << "no panel but the picture's is drawn";
  EXPECT_NE(app_->notice.text, "") << "it says how to come back";
  key(GLFW_KEY_H, GLFW_MOD_SHIFT);
  EXPECT_EQ(app_->grounds.size(), 2u) << "the picture and the source";
  key(GLFW_KEY_H, GLFW_MOD_SHIFT);
  EXPECT_EQ(picture_width(), before);
  key(GLFW_KEY_F11);  // nothing without a screen
}

TEST_F(Panels, AnAnswerIsSeenWhereOnlyThePictureWas) {
  key(GLFW_KEY_H);
  go_to_element(app_->pointer, app_->choices, 0);
  settle();
  key(GLFW_KEY_Y);
  EXPECT_NE(app_->asking.answer, nullptr);
  EXPECT_EQ(app_->arrangement.shown, ShownPanels::picture_and_source);
}

TEST_F(Panels, AnEdgeIsDraggedAndADoubleClickTakesItBack) {
  const float before = picture_width();
  drag(280, 240);
  EXPECT_EQ(app_->arrangement.left, 240);
  EXPECT_GT(picture_width(), before + 30);
  const float right = width - 360;
  drag(right, right - 100);
  EXPECT_EQ(app_->arrangement.right, 460);
  ImGuiIO& io = ImGui::GetIO();
  io.MousePos = {right - 100, 300};
  settle();
  for (const bool down : {true, false, true, false}) {
    io.MouseDown[ImGuiMouseButton_Left] = down;
    frame();
  }
  settle();
  EXPECT_EQ(app_->arrangement.right, 0);
  drag(240, 1200);
  EXPECT_GE(picture_width(), 200) << "the picture keeps some room";
}

TEST_F(Panels, AreMadeWiderByNameAndGivenTheirOwnWidthsAgain) {
  const auto carry_out = [&](const std::string& label) {
    const auto all = commands(*app_);
    const auto found = std::ranges::find(all, label, &Command::label);
    ASSERT_NE(found, all.end()) << label;
    found->act(*app_);
    settle();
  };
  const float before = picture_width();
  carry_out("Make the source's panel wider");
  EXPECT_EQ(app_->arrangement.right, 400);
  EXPECT_FLOAT_EQ(picture_width(), before - 40);
  carry_out("Make the controls' panel narrower");
  EXPECT_EQ(app_->arrangement.left, 240);
  carry_out("Give the panels their own widths again");
  EXPECT_EQ(picture_width(), before);
}

TEST(ArrangementFile, IsReadAsItWasWrittenAndADamagedOneIsNot) {
  const std::filesystem::path state = scratch("panels");
  std::filesystem::remove_all(state);
  const char* const before = std::getenv("XDG_STATE_HOME");
  const std::string kept = before != nullptr ? before : "";
  setenv("XDG_STATE_HOME", state.c_str(), 1);
  EXPECT_EQ(load_arrangement(), Arrangement{});
  const Arrangement wide{ShownPanels::picture_and_source, 300, 512};
  EXPECT_TRUE(save_arrangement(wide).ok());
  EXPECT_EQ(load_arrangement(), wide);
  for (const char* damaged : {"", "7 1 1", "0 nan 3", "0 1e99 3", "0 12", "x"}) {
    ASSERT_TRUE(base::write_file(state / "warplens" / "panels", damaged).ok());
    EXPECT_EQ(load_arrangement(), Arrangement{}) << damaged;
  }
  before != nullptr ? setenv("XDG_STATE_HOME", kept.c_str(), 1) : unsetenv("XDG_STATE_HOME");
}

}  // namespace
}  // namespace warplens::ui
