#include "tests/stories/person.h"

// Barriers, divergence, and what the machine does when.

namespace warplens::stories {
namespace {

using Execution = Story;

TEST_F(Execution, WithoutTheBarrierWarpsReadTooEarly) {
  Person& she = sits_down(Size::hd, Theme::dark);
  she.find("experiment barrier");
  she.click("barrier", Part::left);
  she.do_not_see("hold a wrong value");
  she.click("missing", Part::left);
  she.see("hold a wrong value");
  she.see("Data race");
  she.picture("barrier_removed");
  // A warp alone runs both lines together: nobody is late.
  she.set("Block x", "32");
  she.do_not_see("hold a wrong value");
}

}  // namespace
}  // namespace warplens::stories
