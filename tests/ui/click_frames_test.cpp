#include "tests/ui/window_test_base.h"
#include "ui/window/last_frame.h"

// A click is answered by one drawn frame: not by one that shows the pressed control and another with what follows from it.

namespace warplens::ui {
namespace {

class ClickFrames : public WindowTest {
 protected:
  /// Frames that the window presents from the button's release on, while the workers take no time.
  int drawn_after_click(ImVec2 at) {
    ImGui::GetIO().MousePos = at;
    settle();
    ImGui::GetIO().MouseDown[ImGuiMouseButton_Left] = true;
    frame();
    (void)presented();
    ImGui::GetIO().MouseDown[ImGuiMouseButton_Left] = false;
    int drawn = 0;
    for (int k = 0; k < 5; ++k) {
      frame();
      drawn += presented() ? 1 : 0;
      app_->wait_until_idle();
    }
    return drawn;
  }
  bool presented() {
    return app_->outdated == 0 && last_.replace(*ImGui::GetDrawData(), app_->look.colours().background, app_->grounds);
  }
  /// A place in the n-th group of choices, at this part of its width.
  ImVec2 in_group(int n, float part) const {
    for (const FocusStop& stop : app_->focus.stops())
      if (stop.kind == ControlKind::group && n-- == 0)
        return {stop.from.x + part * (stop.to.x - stop.from.x), stop.from.y + 0.75f * (stop.to.y - stop.from.y)};
    ADD_FAILURE() << "no such group";
    return {};
  }
  LastFrame last_;
};

TEST_F(ClickFrames, AnotherKernelIsDrawnOnce) {
  const std::uint32_t before = session().settings.entry;
  EXPECT_EQ(drawn_after_click(in_group(1, 0.5f)), 1);
  EXPECT_NE(session().settings.entry, before);
  EXPECT_EQ(app_->runs.shown->run.settings.entry, session().settings.entry);
}

TEST_F(ClickFrames, AnotherThemeIsDrawnOnce) {
  const view::ThemeName before = session().theme;
  EXPECT_EQ(drawn_after_click({width - app_->look.px(22 + 19 + 48), app_->look.px(30)}), 1);
  EXPECT_NE(session().theme, before);
}

TEST_F(ClickFrames, WhatIsDraggedIsDrawnInEachFrame) {
  ImGui::GetIO().MouseDown[ImGuiMouseButton_Left] = true;
  for (const view::ThemeName theme : {view::ThemeName::light, view::ThemeName::dark, view::ThemeName::projector}) {
    app_->choices.session.settings.seed += 1;
    app_->choices.run_wanted = true;
    frame();
    EXPECT_EQ(app_->outdated, 0);
    app_->choices.session.theme = theme;
    frame();
    EXPECT_EQ(app_->outdated, 0);
  }
  ImGui::GetIO().MouseDown[ImGuiMouseButton_Left] = false;
}

TEST_F(ClickFrames, EveryThirdFrameIsDrawnWhateverHappens) {
  int drawn = 0;
  constexpr int frames = 12;
  for (int k = 0; k < frames; ++k) {
    app_->choices.session.settings.seed += 1;
    app_->choices.run_wanted = true;
    frame();
    drawn += app_->outdated == 0 ? 1 : 0;
  }
  EXPECT_GE(drawn, frames / 3);
}

}  // namespace
}  // namespace warplens::ui
