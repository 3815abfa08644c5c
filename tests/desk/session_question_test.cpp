#include "desk/choices/question.h"
#include "tests/desk/desk_test_base.h"

// The question that a session came with: its answer speaks of exactly what was opened.

namespace warplens::desk {
namespace {

class SessionQuestion : public DeskTest {
 protected:
  SessionQuestion() {
    EXPECT_TRUE(choose_experiment(desk_.choices, "increment").ok());
    asked_ = desk_.choices.session;
    asked_.question = "How many threads?";
    asked_.answer = "As many as there are elements.";
    open(asked_);
  }
  void open(const Session& session) {
    EXPECT_TRUE(open_session(desk_.choices, session).ok());
    frame();
  }
  /// What a frame does of it, while no control is held.
  void frame() {
    keep_question_true(desk_.choices);
    desk_.undo.note(desk_.choices.session, false);
    desk_.choices.run_wanted = false;
  }
  const Session& session() const { return desk_.choices.session; }

  Session asked_;
};

TEST_F(SessionQuestion, StaysWithItsAnswerWhileOneLooksAround) {
  desk_.choices.session.theme = view::ThemeName::light;
  desk_.choices.session.scrub = 0.5;
  desk_.choices.session.camera.zoom = 4;
  frame();
  EXPECT_EQ(session().question, asked_.question);
  EXPECT_EQ(session().answer, asked_.answer);
}

TEST_F(SessionQuestion, LosesItsAnswerWithAnotherRunOrViewAndUndoBringsItBack) {
  choose_parameter(desk_.choices, "n", 4096);
  frame();
  EXPECT_EQ(session().question, asked_.question);
  EXPECT_EQ(session().answer, "");
  desk_.undo_change();
  frame();
  EXPECT_EQ(session().answer, asked_.answer) << "one step takes back both";
  choose_view(desk_.choices, "steps");
  frame();
  EXPECT_EQ(session().answer, "") << "it speaks of the picture, too";
}

TEST_F(SessionQuestion, GoesWithAnotherExperiment) {
  ASSERT_TRUE(choose_experiment(desk_.choices, "counter").ok());
  frame();
  EXPECT_EQ(session().question, "");
  EXPECT_EQ(session().answer, "");
}

TEST_F(SessionQuestion, OfAnotherSessionIsOfThatOne) {
  Session other = asked_;
  other.settings.block.x = 32;
  other.answer = "Fewer.";
  open(other);
  EXPECT_EQ(session().answer, "Fewer.");
}

}  // namespace
}  // namespace warplens::desk
