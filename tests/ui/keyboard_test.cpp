#include <algorithm>
#include <set>

#include "tests/ui/window_test_base.h"
#include "ui/widgets/number_slider.h"

// Every control is reached, seen and turned without a mouse.

namespace warplens::ui {
namespace {

class Keyboard : public WindowTest {
 protected:
  /// Tab until the control has the focus whose upper left corner `wanted` accepts; false where it has gone through all.
  template <typename Wanted>
  bool tab_to(const Wanted& wanted) {
    for (std::size_t k = 0; k < 200; ++k) {
      key(GLFW_KEY_TAB);
      const FocusStop* stop = app_->focus.at();
      if (stop != nullptr && wanted(*stop)) return true;
    }
    return false;
  }
  /// The first group of the controls: the kernels of the counter.
  bool tab_to_entries() {
    return tab_to([](const FocusStop& stop) { return stop.kind == ControlKind::group && stop.from.x < 200 && stop.from.y > 60; });
  }
  bool tab_to_next_field() {
    return tab_to([](const FocusStop& stop) { return stop.kind == ControlKind::field; });
  }
};

TEST_F(Keyboard, NothingHasTheFocusBeforeTab) {
  EXPECT_EQ(app_->focus.at(), nullptr);
  key(GLFW_KEY_TAB);
  ASSERT_NE(app_->focus.at(), nullptr);
  EXPECT_LT(app_->focus.at()->from.y, 60) << "in the bar on top";
}

TEST_F(Keyboard, TabGoesThroughAllControlsAndBackToTheFirst) {
  key(GLFW_KEY_TAB);
  const ImGuiID first = app_->focus.at()->id;
  std::set<ImGuiID> seen, panels;
  for (std::size_t k = 0; k < 200 && seen.insert(app_->focus.at()->id).second; ++k) {
    panels.insert(app_->focus.at()->panel);
    key(GLFW_KEY_TAB);
    ASSERT_NE(app_->focus.at(), nullptr);
  }
  EXPECT_EQ(app_->focus.at()->id, first);
  EXPECT_EQ(seen.size(), app_->focus.stops().size());
  EXPECT_EQ(panels.size(), 5u);
  key(GLFW_KEY_TAB, GLFW_MOD_SHIFT);
  EXPECT_NE(app_->focus.at()->id, first);
  key(GLFW_KEY_TAB);
  EXPECT_EQ(app_->focus.at()->id, first);
}

TEST_F(Keyboard, TheKernelIsTurned) {
  ASSERT_TRUE(tab_to_entries());
  EXPECT_EQ(session().settings.entry, 0u);
  key(GLFW_KEY_RIGHT);
  EXPECT_EQ(session().settings.entry, 1u);
  key(GLFW_KEY_LEFT);
  EXPECT_EQ(session().settings.entry, 0u);
}

TEST_F(Keyboard, SizesAreTypedAndTurned) {
  ASSERT_TRUE(tab_to_entries());
  ASSERT_TRUE(tab_to_next_field());  // grid x
  ASSERT_EQ(session().settings.block.x, 32u);
  ASSERT_TRUE(tab_to_next_field());  // block x
  type("64");
  EXPECT_EQ(session().settings.block.x, 64u);
  EXPECT_EQ(session().view, "race") << "figures are no keys of views while they are typed";
  key(GLFW_KEY_UP);
  EXPECT_EQ(session().settings.block.x, 65u);
  key(GLFW_KEY_DOWN);
  key(GLFW_KEY_DOWN);
  EXPECT_EQ(session().settings.block.x, 63u);
  key(GLFW_KEY_UP, GLFW_MOD_SHIFT);
  EXPECT_EQ(session().settings.block.x, 126u);
  key(GLFW_KEY_ENTER);
  EXPECT_FALSE(ImGui::GetIO().WantTextInput);
  ASSERT_NE(app_->focus.at(), nullptr);
  key(GLFW_KEY_ENTER);
  EXPECT_TRUE(ImGui::GetIO().WantTextInput) << "Enter types there again";
  key(GLFW_KEY_ESCAPE);
  key(GLFW_KEY_ESCAPE);
  EXPECT_EQ(app_->focus.at(), nullptr);
}

TEST_F(Keyboard, AListIsOpenedAndChosenFrom) {
  key(GLFW_KEY_TAB);  // the experiments
  const std::string before = session().experiment;
  key(GLFW_KEY_ENTER);
  ASSERT_EQ(context_->OpenPopupStack.Size, 1);
  ASSERT_NE(app_->focus.at(), nullptr);
  EXPECT_EQ(app_->focus.at()->kind, ControlKind::row);
  key(GLFW_KEY_DOWN);
  EXPECT_EQ(session().experiment, before);
  key(GLFW_KEY_ENTER);
  EXPECT_EQ(context_->OpenPopupStack.Size, 0);
  EXPECT_NE(session().experiment, before);
  ASSERT_NE(app_->focus.at(), nullptr);
  EXPECT_LT(app_->focus.at()->from.y, 60) << "where it was before the list";
  key(GLFW_KEY_ENTER);
  key(GLFW_KEY_ESCAPE);
  EXPECT_EQ(context_->OpenPopupStack.Size, 0);
}

TEST_F(Keyboard, WithoutFocusKeysAreTheWindows) {
  ASSERT_TRUE(tab_to_entries());
  key(GLFW_KEY_ESCAPE);
  key(GLFW_KEY_HOME);
  key(GLFW_KEY_RIGHT);
  EXPECT_EQ(session().settings.entry, 0u);
  EXPECT_GT(app_->playback.place, 0u);
}

TEST_F(Keyboard, AClickTakesTheFocusAndTabGoesOnFromThere) {
  ASSERT_TRUE(tab_to_entries());
  const ImVec2 at = app_->focus.at()->from;
  const ImGuiID entries = app_->focus.at()->id;
  key(GLFW_KEY_TAB);
  key(GLFW_KEY_ESCAPE);
  click(at.x + 20, at.y + 20);
  EXPECT_EQ(app_->focus.at(), nullptr);
  ImGui::GetIO().MousePos = {-1, -1};
  key(GLFW_KEY_TAB);
  ASSERT_NE(app_->focus.at(), nullptr);
  key(GLFW_KEY_TAB, GLFW_MOD_SHIFT);
  EXPECT_EQ(app_->focus.at()->id, entries);
}

TEST_F(Keyboard, WhatIsReachedComesIntoView) {
  ASSERT_TRUE(tab_to_entries());
  for (int k = 0; k < 60; ++k) {
    key(GLFW_KEY_TAB);
    const FocusStop& stop = *app_->focus.at();
    EXPECT_GE(stop.from.y, stop.clip_from.y - 1) << k;
    EXPECT_LE(stop.to.y, stop.clip_to.y + 1) << k;
  }
}

TEST_F(Keyboard, ThePictureIsMovedAndBroughtNearer) {
  ASSERT_TRUE(choose_experiment(app_->choices, "add").ok());
  settle();
  key(GLFW_KEY_1);
  ASSERT_TRUE(tab_to([](const FocusStop& stop) { return stop.kind == ControlKind::picture; }));
  const view::Camera before = session().camera;
  key(GLFW_KEY_EQUAL);
  key(GLFW_KEY_EQUAL);
  const view::Camera nearer = session().camera;
  EXPECT_NE(nearer, before);
  key(GLFW_KEY_RIGHT);
  EXPECT_NE(session().camera, nearer);
}

TEST_F(Keyboard, ADialogHasTheKeyboardForItself) {
  key(GLFW_KEY_TAB);
  const ImGuiID before = app_->focus.at()->id;
  key(GLFW_KEY_O, GLFW_MOD_CONTROL);
  ASSERT_TRUE(app_->open_dialog.show);
  std::set<ImGuiID> panels;
  for (int k = 0; k < 30; ++k) {
    key(GLFW_KEY_TAB);
    panels.insert(app_->focus.at()->panel);
  }
  EXPECT_EQ(panels.size(), 1u);
  while (app_->focus.at()->kind == ControlKind::field) key(GLFW_KEY_TAB);
  key(GLFW_KEY_ESCAPE);
  EXPECT_FALSE(app_->open_dialog.show);
  ASSERT_NE(app_->focus.at(), nullptr);
  EXPECT_EQ(app_->focus.at()->id, before);
}

TEST_F(Keyboard, FiguresAnswerAQuestionThatAwaitsThem) {
  app_->prediction.turn(true);
  frame();
  frame();
  ASSERT_TRUE(app_->prediction.hides());
  const std::string view = session().view;
  for (const int figure : {GLFW_KEY_1, GLFW_KEY_0, GLFW_KEY_2, GLFW_KEY_5}) key(figure);
  key(GLFW_KEY_BACKSPACE);
  key(GLFW_KEY_4);
  EXPECT_EQ(session().view, view) << "they are no keys of views now";
  EXPECT_EQ(app_->prediction.typed, "1024");
  EXPECT_TRUE(app_->prediction.hides());
  key(GLFW_KEY_ENTER);
  EXPECT_EQ(app_->prediction.guess(), 1024.0);
  EXPECT_FALSE(app_->prediction.hides());
  key(GLFW_KEY_1);
  EXPECT_NE(session().view, view) << "now they are";
}

TEST_F(Keyboard, LettersMeanNothingBehindADialog) {
  const std::string view = session().view;
  const auto theme = session().theme;
  const auto press_letters = [&] {
    for (const int letter : {GLFW_KEY_B, GLFW_KEY_S, GLFW_KEY_T, GLFW_KEY_H, GLFW_KEY_P, GLFW_KEY_A, GLFW_KEY_1, GLFW_KEY_F2})
      key(letter);
  };
  const auto nothing_happened = [&] {
    EXPECT_EQ(session().view, view);
    EXPECT_EQ(session().theme, theme);
    EXPECT_FALSE(session().beside);
    EXPECT_FALSE(app_->save_dialog.show);
    EXPECT_EQ(app_->arrangement.shown, ShownPanels::all);
  };
  key(GLFW_KEY_F1);
  ASSERT_TRUE(app_->help.show);
  press_letters();
  EXPECT_FALSE(app_->lessons.show_catalogue);
  nothing_happened();
  key(GLFW_KEY_F1);
  ASSERT_FALSE(app_->help.show);

  key(GLFW_KEY_O, GLFW_MOD_CONTROL);
  frame();
  frame();
  EXPECT_TRUE(ImGui::GetIO().WantTextInput) << "the path takes what is typed";
  press_letters();
  nothing_happened();
  key(GLFW_KEY_ESCAPE);
  EXPECT_FALSE(app_->open_dialog.show);
  key(GLFW_KEY_T);
  EXPECT_NE(session().theme, theme) << "afterwards they do";
}

TEST_F(Keyboard, F6GoesFromPanelToPanel) {
  std::set<ImGuiID> panels;
  for (int k = 0; k < 5; ++k) {
    key(GLFW_KEY_F6);
    panels.insert(app_->focus.at()->panel);
  }
  EXPECT_EQ(panels.size(), 5u);
}

/// The tooltip that is shown; nullptr: none.
const ImGuiWindow* tooltip(const ImGuiContext& context) {
  for (const ImGuiWindow* window : context.Windows)
    if (window->Active && !window->Hidden && (window->Flags & ImGuiWindowFlags_Tooltip) != 0) return window;
  return nullptr;
}

TEST_F(Keyboard, WhatTabHasReachedExplainsItselfAfterAMoment) {
  const auto rest = [&] {
    for (int k = 0; k < 40; ++k) frame();  // of 1/60 s
  };
  std::size_t explained = 0;
  key(GLFW_KEY_TAB);
  const ImGuiID first = app_->focus.at()->id;
  do {
    EXPECT_EQ(tooltip(*context_), nullptr) << "at once";
    rest();
    const FocusStop& stop = *app_->focus.at();
    if (const ImGuiWindow* tip = tooltip(*context_)) {
      ++explained;
      const ImRect at = tip->Rect(), control(stop.from, stop.to);
      EXPECT_FALSE(at.Overlaps(control)) << at.Min.x << ", " << at.Min.y << " over " << stop.from.x << ", " << stop.from.y;
      const ImGuiWindow* panel = ImGui::FindWindowByID(stop.panel);
      EXPECT_GE(at.Min.x, panel->Pos.x);
      EXPECT_LE(at.Max.x, panel->Pos.x + panel->Size.x);
    }
    key(GLFW_KEY_TAB);
  } while (app_->focus.at()->id != first && explained < 60);
  EXPECT_GT(explained, 15u);
}

TEST_F(Keyboard, EscHidesTheTooltip) {
  const auto rest = [&] {
    for (int k = 0; k < 40; ++k) frame();
  };
  key(GLFW_KEY_TAB);  // the experiments
  rest();
  ASSERT_NE(tooltip(*context_), nullptr);
  key(GLFW_KEY_ESCAPE);
  rest();
  EXPECT_EQ(tooltip(*context_), nullptr);
  ASSERT_TRUE(tab_to_next_field());
  rest();
  ASSERT_NE(tooltip(*context_), nullptr);
  key(GLFW_KEY_ESCAPE);  // the first one ends the typing
  rest();
  EXPECT_EQ(tooltip(*context_), nullptr);
}

TEST_F(Keyboard, APointerThatMovesHidesTheTooltip) {
  key(GLFW_KEY_TAB);  // the experiments
  for (int k = 0; k < 40; ++k) frame();
  ASSERT_NE(tooltip(*context_), nullptr);
  for (const float x : {600.0f, 610.0f, 620.0f}) {
    ImGui::GetIO().MousePos = {x, 705};
    frame();
  }
  EXPECT_EQ(tooltip(*context_), nullptr);
}

TEST(NumberSlider, ArrowsTurnIt) {
  const NumberSlider linear{"n", "n", "", 0, 100, true, false, "", ""}, logarithmic{"n", "n", "", 1, 1024, true, true, "", ""},
      fraction{"n", "n", "", 0, 2, false, false, "", ""};
  EXPECT_EQ(turned_value(linear, 7, 1, false), 8);
  EXPECT_EQ(turned_value(linear, 7, 1, true), 12);
  EXPECT_EQ(turned_value(linear, 0, -1, false), 0);
  EXPECT_EQ(turned_value(linear, 99, 1, true), 100);
  EXPECT_EQ(turned_value(logarithmic, 32, 1, false), 33);
  EXPECT_EQ(turned_value(logarithmic, 32, 1, true), 64);
  EXPECT_EQ(turned_value(logarithmic, 32, -1, true), 16);
  EXPECT_DOUBLE_EQ(turned_value(fraction, 1, -1, false), 0.98);
}

}  // namespace
}  // namespace warplens::ui
