#include <algorithm>

#include "session/asked.h"
#include "tests/ui/window_test_base.h"
#include "ui/window/commands.h"

// "Why …?" by keyboard and by mouse: from the counter's wrong value to the places of its causes.

namespace warplens::ui {
namespace {

class Why : public WindowTest {
 protected:
  void keep_element(std::uint64_t element) {
    go_to_element(app_->pointer, app_->choices, element);
    settle();
  }
  /// Move the mouse over the picture to the first element or thread.
  bool point_at_something() {
    ImGuiIO& io = ImGui::GetIO();
    const view::Rectangle& place = app_->picture.place;
    for (float y = place.y + 4; y < place.y + place.height; y += 8)
      for (float x = place.x + 4; x < place.x + place.width; x += 8) {
        io.MousePos = {x, y};
        frame();
        frame();
        if (!asked_text(app_->pointer.target).empty()) return true;
      }
    return false;
  }
};

TEST_F(Why, ByKeyboardAlone) {
  key(GLFW_KEY_Y);
  EXPECT_EQ(session().why, "") << "nothing is under the pointer";
  keep_element(0);
  key(GLFW_KEY_Y);
  ASSERT_EQ(session().why, "element 0");
  ASSERT_NE(app_->asking.answer, nullptr);
  EXPECT_FALSE(app_->asking.answer->causes.empty());
  const std::uint64_t end = app_->playback.place;
  key(GLFW_KEY_Y);
  EXPECT_EQ(app_->asking.current, 0u);
  key(GLFW_KEY_Y);
  EXPECT_EQ(app_->asking.current, 1u);
  EXPECT_NE(app_->playback.place, end) << "the place in the trace is the cause's";
  EXPECT_NE(app_->pointer.kept.thread, view::Target::none);
  key(GLFW_KEY_Y, GLFW_MOD_SHIFT);
  EXPECT_EQ(app_->asking.current, 0u);
  key(GLFW_KEY_ESCAPE);
  EXPECT_EQ(session().why, "");
  EXPECT_EQ(app_->asking.answer, nullptr);
}

TEST_F(Why, ByARightClickOnThePicture) {
  key(GLFW_KEY_1);  // the mapping, in which elements and threads are drawn
  ASSERT_TRUE(point_at_something());
  ImGuiIO& io = ImGui::GetIO();
  io.MouseDown[ImGuiMouseButton_Right] = true;
  frame();
  io.MouseDown[ImGuiMouseButton_Right] = false;
  settle();
  EXPECT_EQ(session().why, asked_text(app_->pointer.target));
  EXPECT_NE(app_->asking.answer, nullptr);
}

TEST_F(Why, WhatWasClickedStaysLitUntilItIsClickedAgain) {
  key(GLFW_KEY_1);
  ASSERT_TRUE(point_at_something());
  const ImVec2 at = ImGui::GetIO().MousePos;
  const view::Target target = app_->pointer.target;
  click(at.x, at.y);
  EXPECT_EQ(app_->pointer.kept, target);
  ImGui::GetIO().MousePos = {-1, -1};
  settle();
  EXPECT_EQ(app_->pointer.target, target) << "the pointer has left";
  click(at.x, at.y);
  EXPECT_TRUE(app_->pointer.kept.empty());
}

TEST_F(Why, ACounterIsAskedByAClickAndByTheKeyboard) {
  ASSERT_TRUE(app_->runs.shown);
  const auto all = commands(*app_);
  const auto sectors = std::ranges::find_if(
      all, [](const Command& command) { return command.kind == "Why" && command.label == "32-byte sectors"; });
  ASSERT_NE(sectors, all.end());
  sectors->act(*app_);
  settle();
  EXPECT_EQ(session().why, "counter global_sectors");
  ASSERT_NE(app_->asking.answer, nullptr);
  EXPECT_FALSE(app_->asking.answer->causes.empty());
}

TEST_F(Why, StaysWhenTheKernelChanges) {
  keep_element(0);
  key(GLFW_KEY_Y);
  const std::string before = app_->asking.answer->asked;
  ASSERT_TRUE(choose_entry(app_->choices, 1).ok());
  settle();
  ASSERT_NE(app_->asking.answer, nullptr);
  EXPECT_NE(app_->asking.answer->asked, before);
}

}  // namespace
}  // namespace warplens::ui
