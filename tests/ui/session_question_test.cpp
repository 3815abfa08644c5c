#include "ui/panels/session_question.h"

#include <algorithm>

#include "desk/lesson/lessons.h"
#include "tests/ui/window_test_base.h"
#include "ui/widgets/shown.h"
#include "ui/window/window_text.h"

// The card with the question that a session came with.

namespace warplens::ui {
namespace {

class SessionQuestionCard : public WindowTest {
 protected:
  void open_question() {
    Session asked = session();
    asked.question = "Why does the counter lose updates?";
    asked.answer = "Two threads read the same value.";
    ASSERT_TRUE(desk::open_session(app_->choices, asked).ok());
    settle();
  }
  bool told(const std::string& title) const {
    return std::ranges::any_of(window_text(*app_), [&](const TextPart& part) { return part.title == title; });
  }
};

TEST_F(SessionQuestionCard, StandsInTheWindowAndItsText) {
  EXPECT_FALSE(has_session_question(*app_));
  open_question();
  EXPECT_TRUE(has_session_question(*app_));
  EXPECT_TRUE(told("Why does the counter lose updates?"));
  Shown shown;
  app_->look.shown = &shown;
  settle();
  const auto close = std::ranges::find(shown.texts, "Close", &ShownText::text);
  ASSERT_NE(close, shown.texts.end());
  const view::Rectangle at = close->ink;
  app_->look.shown = nullptr;
  click(at.x + at.width / 2, at.y + at.height / 2);
  EXPECT_EQ(session().question, "");
  EXPECT_EQ(session().answer, "");
}

TEST_F(SessionQuestionCard, DoesNotAnswerWhatIsToBePredicted) {
  open_question();
  app_->prediction.turn(true);
  ASSERT_TRUE(desk::choose_entry(app_->choices, 1).ok());
  settle();
  ASSERT_TRUE(app_->prediction.hides());
  EXPECT_EQ(lines_of(window_text(*app_)).find("Two threads read the same value."), std::string::npos);
}

}  // namespace
}  // namespace warplens::ui
