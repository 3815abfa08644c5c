#include "ui/window/last_frame.h"

#include <cstdint>
#include <vector>

#include "tests/ui/window_test_base.h"

// A frame is drawn only where it looks different.

namespace warplens::ui {
namespace {

class LastFrameTest : public WindowTest {
 protected:
  bool differs(view::Colour colour = {1, 2, 3, 255}) {
    frame();
    return last_.replace(*ImGui::GetDrawData(), colour, app_->grounds);
  }
  LastFrame last_;
};

TEST_F(LastFrameTest, NothingHappens) {
  EXPECT_TRUE(differs()) << "nothing was drawn before";
  EXPECT_FALSE(differs());
  EXPECT_FALSE(differs());
}

TEST_F(LastFrameTest, APointerOverAControlShows) {
  differs();
  const FocusStop& button = app_->focus.stops().front();
  ImGui::GetIO().MousePos = {button.from.x + 2, button.from.y + 2};
  EXPECT_TRUE(differs());
}

TEST_F(LastFrameTest, AnotherThemeShows) {
  differs();
  app_->choices.session.theme = view::ThemeName::light;
  EXPECT_TRUE(differs());
}

TEST_F(LastFrameTest, AnotherGroundShows) {
  differs();
  EXPECT_TRUE(differs({1, 2, 4, 255})) << "where no panel is";
  ASSERT_FALSE(app_->grounds.empty());
  std::vector<Ground> grounds = app_->grounds;
  grounds.back().colour.r ^= 1;
  EXPECT_TRUE(last_.replace(*ImGui::GetDrawData(), {1, 2, 4, 255}, grounds));
}

TEST_F(LastFrameTest, AnotherTextureShows) {
  differs();
  ImDrawData& drawn = *ImGui::GetDrawData();
  drawn.CmdLists[0]->CmdBuffer[0].TextureId = (ImTextureID)(std::intptr_t)12345;
  EXPECT_TRUE(last_.replace(drawn, {1, 2, 3, 255}, app_->grounds));
}

TEST_F(LastFrameTest, WhatTheSystemLostIsDrawnAgain) {
  differs();
  last_.forget();
  EXPECT_TRUE(differs());
}

}  // namespace
}  // namespace warplens::ui
