#include <string>

#include "tests/stories/person.h"

// A laptop and the machine of a laboratory, which another process plays.

namespace warplens::stories {
namespace {

using Elsewhere = Story;

const std::string laboratory = WARPLENS_PROGRAM " device-server --device simt --spec a100";

void add_place(Person& person, const std::string& command) {
  person.scroll_to("Add a device of another computer", Part::left);
  person.click("Add a device of another computer", Part::left);
  person.type(command);
  person.scroll_to("Connect", Part::left);
  person.click("Connect", Part::left);
}

void add_place_by_keyboard(Person& person, const std::string& command) {
  person.scroll_to("Add a device of another computer", Part::left);
  person.click("Add a device of another computer", Part::left);
  person.type(command);
  person.press("Enter");
}

TEST_F(Elsewhere, ALaptopRunsOnTheMachineOfALaboratory) {
  Person& she = sits_down(Size::full_hd, Theme::dark);
  she.see("2-SM toy");
  add_place(she, laboratory);
  she.wait_for("elsewhere");
  she.see("A100");
  she.see("The counter says");
  she.scroll_to("ms away", Part::left);
  she.see("Chosen: idle");
  she.picture("elsewhere_full_hd");
  add_place(she, "echo no route to host >&2; exit 255");
  she.wait_for("echo no route to host");
  she.scroll_to("it said: no route to host", Part::left);
  she.picture("elsewhere_trouble");
  she.scroll_to("This computer", Part::left);
  she.click("This computer", Part::left);
  she.do_not_see("elsewhere");
}

TEST_F(Elsewhere, TheListIsReadAtTheBackOfTheRoom) {
  Person& he = sits_down(Size::hd, Theme::projector);
  add_place_by_keyboard(he, laboratory);
  he.wait_for("The counter says 1.");
  he.scroll_to("ms away", Part::left);
  he.picture("elsewhere_projector");
  he.scroll_to("Take off the list", Part::left);
  he.click("Take off the list", Part::left);
  he.see("The counter says 8.");
}

}  // namespace
}  // namespace warplens::stories
