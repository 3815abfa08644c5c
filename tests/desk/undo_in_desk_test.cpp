#include "tests/desk/desk_test_base.h"

namespace warplens::desk {
namespace {

class UndoOfTheDesk : public DeskTest {
 protected:
  UndoOfTheDesk() {
    EXPECT_TRUE(choose_experiment(desk_.choices, "increment").ok());
    frame();
  }
  /// What a frame does of it, while no control is held.
  void frame() {
    desk_.undo.note(desk_.choices.session, false);
    desk_.choices.run_wanted = false;
  }
};

TEST_F(UndoOfTheDesk, AParameterGoesBackAndTheRunWithIt) {
  const Session before = desk_.choices.session;
  choose_parameter(desk_.choices, "n", 4096);
  frame();
  const Session after = desk_.choices.session;
  ASSERT_NE(after, before);
  desk_.undo_change();
  EXPECT_EQ(desk_.choices.session, before);
  EXPECT_TRUE(desk_.choices.run_wanted);
  frame();
  desk_.redo_change();
  EXPECT_EQ(desk_.choices.session, after);
  frame();
  desk_.redo_change();
  EXPECT_EQ(desk_.choices.session, after) << "nothing is left to be made again";
}

TEST_F(UndoOfTheDesk, TheViewAndTheThemeGoBackWithoutARun) {
  desk_.choices.session.theme = view::ThemeName::light;
  frame();
  choose_view(desk_.choices, "steps");
  frame();
  desk_.undo_change();
  EXPECT_EQ(desk_.choices.session.view, "mapping");
  EXPECT_EQ(desk_.choices.session.theme, view::ThemeName::light);
  desk_.undo_change();
  EXPECT_EQ(desk_.choices.session.theme, view::ThemeName::dark);
  EXPECT_FALSE(desk_.choices.run_wanted);
}

TEST_F(UndoOfTheDesk, AnotherExperimentGoesBackWithItsSettings) {
  choose_parameter(desk_.choices, "n", 4096);
  frame();
  const Session before = desk_.choices.session;
  ASSERT_TRUE(choose_experiment(desk_.choices, "histogram").ok());
  frame();
  desk_.undo_change();
  EXPECT_EQ(desk_.choices.session, before);
  EXPECT_EQ(desk_.choices.experiment().id, "increment");
}

}  // namespace
}  // namespace warplens::desk
