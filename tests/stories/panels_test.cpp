#include "tests/stories/person.h"

// Panels that are hidden in a lecture, and made wider for the source.

namespace warplens::stories {
namespace {

using Panels = Story;

TEST_F(Panels, ThePictureFillsTheProjector) {
  Person& she = sits_down(Size::hd, Theme::projector);
  she.press("H");
  she.see("H shows the panels again");
  she.do_not_see("Run on every change");
  she.wait(8);
  she.picture("lecture_only_the_picture");
  she.press("Space");
  she.press("Space");
  she.press("Shift H");
  she.see("accesses to memory");
  she.wait(8);
  she.picture("lecture_picture_and_source");
  she.press("Shift H");
  she.see("Run on every change");
}

TEST_F(Panels, TheSourceGetsAWiderPanelWhichStays) {
  {
    Person& he = sits_down(Size::full_hd, Theme::light);
    he.drag({1450, 500}, {1150, 500});
    he.move_away();
    he.picture("lecture_wide_source");
  }
  Person& next_day = sits_down(Size::full_hd, Theme::light);
  next_day.find("exp add");
  next_day.picture("lecture_wide_source_next_day");
}

/// A letter means nothing to the window behind a list that is open over it.
TEST_F(Panels, LettersStayWithAnOpenList) {
  Person& she = sits_down(Size::full_hd, Theme::dark);
  she.click("Race: a global counter", Part::anywhere);
  she.press("b");
  she.press("Esc");
  she.do_not_see("Show one run again");
  she.press("b");
  she.see("Show one run again");
}

}  // namespace
}  // namespace warplens::stories
