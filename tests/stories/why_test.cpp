#include <fstream>

#include "tests/stories/person.h"

// "Why?", asked by those who see a wrong number.

namespace warplens::stories {
namespace {

using Why = Story;

TEST_F(Why, TheCounterSaysOne) {
  Person& she = sits_down(Size::hd, Theme::dark);
  she.set("Grid x", "2");
  she.press("Ctrl G");
  she.type("0");
  she.press("Enter");
  she.press("Y");
  // Both warps have read 0: of 64 updates, one is in the counter.
  she.see("Why is counter[0] 1, and not 64?");
  she.see("63 of 64 updates are not in it.");
  she.picture("why_the_counter_says_one");
  she.press("Y", 2);  // to the thread that wrote over another's result
  she.picture("why_the_counter_says_one_second_place");
  she.press("Esc");
  she.do_not_see("Why is counter[0]");
}

TEST_F(Why, TheLastElementsStayEmpty) {
  Person& he = sits_down(Size::full_hd, Theme::light);
  he.find("exp add");
  he.find("rounded-down");
  he.press("Ctrl G");
  he.type("wrong");
  he.press("Enter");
  he.press("Y");
  he.see("Why did no thread write c[");
  he.see("The grid is too small: thread ");
  he.picture("why_the_last_elements_stay_empty");
}

TEST_F(Why, ATileIsReadBeforeItIsFilled) {
  Person& she = sits_down(Size::hd, Theme::projector);
  she.find("exp matrix multiplication");
  she.find("no-first-barrier");
  she.press("Ctrl G");
  she.type("wrong");
  she.press("Enter");
  she.press("Y");
  she.see("had not written");
  she.see("and nothing orders the two.");
  she.picture("why_a_tile_is_read_too_early");
}

TEST_F(Why, ATransposeMovesTooManySectors) {
  Person& he = sits_down(Size::hd, Theme::light);
  he.find("exp transpose");
  he.scroll_to("sectors per request", Part::right);
  he.click("sectors per request", Part::right);
  he.see("Sectors per request: why ");
  he.see("bytes apart: 32 lanes with 4 bytes each touched 32 sectors");
  he.picture("why_a_transpose_moves_too_many_sectors");
  he.press("Y");  // to the line that costs
  he.press("Y");  // to the request
  he.picture("why_a_transpose_moves_too_many_sectors_request");
}

TEST_F(Why, TheTileThatIsReadTooEarlyDiffersFromTheRightOne) {
  Person& he = sits_down(Size::full_hd, Theme::dark);
  he.find("exp matrix multiplication");
  he.find("tiled");
  he.press("B");
  he.find("no-first-barrier");
  he.press("Ctrl G");
  he.type("wrong");
  he.press("Enter");
  he.press("Y");
  he.see(" in the kept run?");
  he.see("and not ");
  he.picture("why_a_tile_differs_from_the_kept_run");
}

TEST_F(Why, AFingerAsksAboutTheElementThatItTouches) {
  Person& she = sits_down(Size::hd, Theme::projector);
  she.find("exp add");
  she.press("1");
  she.click_at(she.cell_of_element(700));
  she.picture("why_is_offered_beside_an_element");
  she.click("Why?", Part::middle);
  she.see("Why is c[700] ");
  she.do_not_see("Why?");
  she.move_away();
  she.picture("why_by_a_finger");
}

TEST_F(Why, AnAnswerIsReadBelowALesson) {
  Person& he = sits_down(Size::hd, Theme::dark);
  he.press("F2");
  he.click("A race");
  he.press("Ctrl G");
  he.type("0");
  he.press("Enter");
  he.press("Y");
  he.see("Why is counter[0] ");
  he.see("updates are not in it.");
  he.picture("why_below_a_lesson");
}

TEST_F(Why, AFindingIsFollowedToItsAccesses) {
  Person& she = sits_down(Size::full_hd, Theme::dark);
  she.find("why data race");
  she.see("Why “data race” at line");
  she.picture("why_a_finding");
  she.press("Y", 2);
  she.picture("why_a_finding_second_place");
}

TEST_F(Why, AVariableInStepsIsFollowedThroughACall) {
  const std::filesystem::path file = folder_of("own") / "average.cu";
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << R"(// The average of three neighbours: integers are divided too early.
__device__ int third(int value) {
  int part = value / 3;
  return part;
}

__global__ void average(int *out, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1 || i >= n - 1) return;
  int sum = 0;
  for (int d = -1; d <= 1; ++d) sum += third(in[i + d]);
  out[i] = sum;
}
)";
  Person& he = sits_down(Size::full_hd, Theme::light, "own", file);
  he.find("view steps");
  he.click("Show every variable");
  he.wait_for("Optimise again");
  he.press("End");
  he.find("5");  // out[5]
  he.click("last");
  he.see("sum int");
  he.click("sum", Part::middle);
  he.picture("why_is_offered_beside_a_variable");
  he.click("Why?", Part::middle);
  he.see("Why is sum 0 in thread 1 of block 0?");
  he.do_not_see("Why?");
  he.move_away();
  he.picture("why_a_variable_has_its_value");
  he.press("Y");
  he.see("line 11");
  he.picture("why_a_variable_first_place");
  he.find("why d of lane");
  he.see("Why is d 1 in thread 1 of block 0?");
}

}  // namespace
}  // namespace warplens::stories
