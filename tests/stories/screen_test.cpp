#include "tests/stories/screen.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include "ui/widgets/text.h"

// The check that every picture of a story goes through, on frames in which it must find something.

namespace warplens::stories {
namespace {

class ScreenOfOneFrame : public testing::Test {
 protected:
  ScreenOfOneFrame() {
    ImGui::SetCurrentContext(context_);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {800, 600};
    look_.theme = &view::theme(view::ThemeName::dark);
    look_.shown = &shown_;
    EXPECT_TRUE(look_.fonts.build(1).ok());
    io.Fonts->Build();
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({800, 600});
    ImGui::Begin("room", nullptr, ImGuiWindowFlags_NoDecoration);
  }
  ~ScreenOfOneFrame() override { ImGui::DestroyContext(context_); }

  void text(ImVec2 at, const std::string& words) {
    draw_text(*ImGui::GetWindowDrawList(), look_, ui::body, at, look_.colours().text, words);
  }
  Screen end() {
    ImGui::End();
    ImGui::Render();
    return {shown_, 1};
  }

  ImGuiContext* context_ = ImGui::CreateContext();
  ui::Look look_;
  ui::Shown shown_;
};

TEST_F(ScreenOfOneFrame, LinesAreReadInTheirOrderAndSpansAsOne) {
  text({100, 100}, "warp");
  text({100 + text_width(look_, ui::body, "warp"), 100}, "s go");
  text({100, 130}, "both ways");
  const Screen screen = end();
  EXPECT_EQ(screen.prose(), "warps go both ways");
  EXPECT_TRUE(screen.flaws().empty());
}

TEST_F(ScreenOfOneFrame, TextsOverEachOtherAreAFlaw) {
  text({100, 100}, "a lane");
  text({110, 104}, "a bank");
  EXPECT_EQ(end().flaws().size(), 1u);
}

TEST_F(ScreenOfOneFrame, WhatIsPaintedOverIsNotSeenAndNoFlaw) {
  text({100, 100}, "below");
  note_cover(look_, *ImGui::GetWindowDrawList(), {90, 80}, {200, 110});
  text({100, 100}, "above");
  const Screen screen = end();
  EXPECT_EQ(screen.prose(), "above");
  EXPECT_TRUE(screen.flaws().empty());
}

TEST_F(ScreenOfOneFrame, TextThatIsCutOffIsAFlawUnlessItWasShortened) {
  ImGui::PushClipRect({0, 0}, {130, 600}, true);
  text({100, 100}, "a long text");
  text({100, 140}, "a long t…");
  ImGui::PopClipRect();
  const Screen screen = end();
  ASSERT_EQ(screen.flaws().size(), 1u);
  EXPECT_TRUE(screen.flaws()[0].starts_with("“a long text” is cut off")) << screen.flaws()[0];
}

TEST_F(ScreenOfOneFrame, TextOutOfSightIsAFlawWhereNothingScrolls) {
  text({900, 100}, "beyond the edge");
  const Screen screen = end();
  EXPECT_EQ(screen.prose(), "");
  EXPECT_EQ(screen.flaws().size(), 1u);
}

TEST_F(ScreenOfOneFrame, WhatCanBeScrolledToIsNoFlaw) {
  ImGui::BeginChild("list", {300, 100});
  for (int k = 0; k < 20; ++k) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    text({at.x, at.y + 15}, "row");
    ImGui::Dummy({100, 20});
  }
  ImGui::EndChild();
  ImGui::End();
  // How far a window scrolls is known in the frame after.
  ImGui::Render();
  shown_ = {};
  ImGui::NewFrame();
  ImGui::Begin("room", nullptr, ImGuiWindowFlags_NoDecoration);
  ImGui::BeginChild("list", {300, 100});
  for (int k = 0; k < 20; ++k) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    text({at.x, at.y + 15}, "row");
    ImGui::Dummy({100, 20});
  }
  ImGui::EndChild();
  EXPECT_TRUE(end().flaws().empty());
}

}  // namespace
}  // namespace warplens::stories
