#include "tests/stories/person.h"

// A teacher lets the class guess before anything is shown.

namespace warplens::stories {
namespace {

using Predict = Story;

TEST_F(Predict, TheClassSaysHowManySectorsAndLearnsWhy) {
  Person& she = sits_down(Size::full_hd, Theme::projector);
  she.find("exp transpose");
  she.find("predict before");
  she.see("How many sectors of 32 bytes");
  she.do_not_see("WHAT IT DID");
  she.picture("predict_asks");
  she.click_at({she.place_of("Your number, then Enter", Part::middle)});
  she.type("1000");
  she.press("Enter");
  she.see("PREDICTED");
  she.see("You said 1,000. It is ");
  she.see(" times as many.");
  she.click("Why is it so?", Part::right);
  she.see("32-byte sectors: why ");
  she.picture("predict_and_why");
}

TEST_F(Predict, TheQuestionThatWasChosenIsAskedAgain) {
  Person& she = sits_down(Size::hd, Theme::light);
  she.find("exp divergence");
  she.find("by-lane");
  she.find("predict before");
  she.find("predict lanes");
  she.see("Which lanes of block 0, warp 0 take part in line 21");
  she.picture("predict_lanes");
  she.click("lanes 1, 3 … 31", Part::middle);
  she.see("You said lanes 1, 3 … 31. Right is: lanes 0, 2 … 30.");
  she.find("unequal-by-lane");
  she.see("Which lanes of block 0, warp 0 take part in line ");
  she.find("show results at once");
  she.move_away();
  she.see("A branch parted a warp ");
}

}  // namespace
}  // namespace warplens::stories
