#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "desk/lesson/lessons.h"
#include "tests/ui/window_test_base.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/shown.h"
#include "ui/window/layout.h"

// On a small projector, where a lesson's texts are long for the panel.

namespace warplens::ui {
namespace {

class LessonPanel : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    if (IsSkipped()) return;
    app_->choices.session.theme = view::ThemeName::projector;
    app_->lessons.all = std::make_shared<lesson::Lessons>(
        lesson::load_lessons({base::resource_folder() / "assets" / "lessons"}, app_->choices.catalogue));
    app_->look.shown = &shown_;
  }
  /// Whether a text is in the right panel, all of it.
  bool in_sight(const std::string& words, float scale) const {
    const view::Rectangle room = places(width, height, scale, 0).right;
    return std::ranges::any_of(shown_.texts, [&](const ShownText& text) {
      const float bottom = std::min(room.y + room.height, text.clip.y + text.clip.height);
      return text.text == words && text.ink.x >= room.x && text.ink.y >= std::max(room.y, text.clip.y) &&
             text.ink.y + text.ink.height <= bottom;
    });
  }
  /// Where the button to the next step is in each of the next frames, pixels from the top; −1 where it is not.
  std::set<float> places_of_next(int frames, float scale) {
    std::set<float> places;
    for (int k = 0; k < frames; ++k) {
      frame(scale);
      const auto found = std::ranges::find(shown_.texts, icon::forward, &ShownText::text);
      places.insert(found != shown_.texts.end() ? found->ink.y : -1);
    }
    return places;
  }
  Shown shown_;
};

// What is too long for the panel scrolls as one: the steps with the longest code.
TEST_F(LessonPanel, AStepIsReadWholeAndTheTaskAndTheButtonsStayInSight) {
  const float scale = window_scale(width, height, 1, 1, view::theme(view::ThemeName::projector).scale);
  int seen = 0, steps = 0;
  std::string scrolled;
  for (const lesson::Lesson& lesson : app_->lessons.all->lessons) {
    for (std::uint32_t step = 1; step <= lesson.steps.size(); ++step) {
      SCOPED_TRACE(lesson.id + ":" + std::to_string(step));
      ASSERT_TRUE(open_lesson_step(app_->lessons, app_->choices, app_->runs, lesson.id, step).ok());
      settle(scale);
      ++steps;
      if (app_->lessons.text_shown < app_->lessons.text_height) scrolled += fmt::format("{}:{}\n", lesson.id, step);
      ASSERT_TRUE(show_lesson_step(app_->lessons, app_->choices).ok());
      settle(scale);
      if (!app_->lessons.step.done) continue;  // a sweep goes on
      ++seen;
      for (const char* words : {"DONE", icon::back, icon::undo, icon::magic, icon::forward})
        EXPECT_TRUE(in_sight(words, scale)) << words;
    }
  }
  EXPECT_GT(seen, 100);
  EXPECT_LT(std::ranges::count(scrolled, '\n') * 12, steps) << scrolled;
}

// A layout that alternates between frames has buttons that cannot be pressed.
TEST_F(LessonPanel, AStepStandsStill) {
  app_->choices.session.theme = view::ThemeName::dark;
  const float scale = window_scale(width, height, 1, 1, view::theme(view::ThemeName::dark).scale);
  for (const lesson::Lesson& lesson : app_->lessons.all->lessons) {
    for (std::uint32_t step = 1; step <= lesson.steps.size(); ++step) {
      SCOPED_TRACE(lesson.id + ":" + std::to_string(step));
      ASSERT_TRUE(open_lesson_step(app_->lessons, app_->choices, app_->runs, lesson.id, step).ok());
      settle(scale);
      EXPECT_EQ(places_of_next(5, scale).size(), 1u);
      ASSERT_TRUE(show_lesson_step(app_->lessons, app_->choices).ok());
      settle(scale);
      EXPECT_EQ(places_of_next(5, scale).size(), 1u) << "done";
    }
  }
}

}  // namespace
}  // namespace warplens::ui
