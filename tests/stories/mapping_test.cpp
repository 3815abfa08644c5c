#include "tests/stories/person.h"

// Which thread has which element, and threads that have none.

namespace warplens::stories {
namespace {

using Mapping = Story;

TEST_F(Mapping, WhichThreadWroteElement785AndFromWhichLine) {
  Person& he = sits_down(Size::full_hd, Theme::light);
  he.find("increment");
  he.set("Elements n", "1024");
  he.hover_at(he.cell_of_element(785));
  he.see("Element 785 was touched by thread 17 of block 3.");
  he.see("blockIdx.x × blockDim.x + threadIdx.x = 3 × 256 + 17 = 785");
  he.see("7     a[i] = a[i] + 1.0f; 2,048 ×");  // the line, and that each element was read and written there
  he.picture("element_785");
}

TEST_F(Mapping, ThirtyThreeThreadsABlock) {
  Person& she = sits_down(Size::hd, Theme::projector);
  she.find("increment");
  she.set("Elements n", "1024");
  she.set("Block x", "33");
  she.see("⌈1,024 / 33⌉ = 32");  // 31 blocks have 1,023 threads
  // Each block has a warp of 32 threads and one of a single thread.
  she.scroll_to("threads without work", Part::left);
  she.see("warps 64");
  she.see("empty lanes 992");          // 32 × 31
  she.see("threads without work 32");  // 32 × 33 − 1,024
  she.picture("33_threads_a_block");
}

TEST_F(Mapping, AGridThatIsTooSmall) {
  Person& he = sits_down(Size::full_hd, Theme::dark);
  he.find("increment");
  he.set("Elements n", "10000");
  he.click("fixed-grid", Part::left);
  he.see("6,400 threads touched 6,400 of 10,000 elements. 3,600 elements were left untouched.");  // 100 blocks of 64
  he.scroll_to("elements untouched", Part::left);
  he.see("elements untouched 3,600");
  he.see("3,600 elements differ from the reference.");
  he.picture("a_grid_too_small");
  he.click("grid-stride", Part::left);
  he.see("All 10,000 elements are what the reference computes.");
}

TEST_F(Mapping, ASliderGoesBackAndForth) {
  Person& she = sits_down(Size::hd, Theme::light);
  she.find("increment");
  she.set("Elements n", "1000");
  she.set("Block x", "128");
  she.see("1,000 threads touched 1,000 elements; 24 touched none.");  // 8 × 128
  she.press("Ctrl Z");
  she.see("1,000 threads touched 1,000 elements; 24 touched none.");  // 4 × 256
  she.see("4 BLOCKS OF 256");
  she.press("Ctrl Shift Z");
  she.see("8 BLOCKS OF 128");
  she.slide("Block x", 1);
  she.see("1 BLOCK OF 1,024");
  she.picture("slider_at_its_end");
}

TEST_F(Mapping, EveryControlByKeyboard) {
  Person& he = sits_down(Size::hd, Theme::dark);
  he.tab_to("racy");
  he.press("→");  // the neighbour in the group
  he.see("The counter says 1,024.");
  he.tab_to("Block x");
  he.type("16");
  he.press("Enter");
  he.see("512 threads each added 1. The counter says 512.");
  he.picture("keyboard_alone");
}

TEST_F(Mapping, AnElementAmongAMillion) {
  Person& she = sits_down(Size::four_k, Theme::dark);
  she.find("increment");
  she.press("Ctrl G");
  she.type("999999");
  she.see("a[999999]");
  she.press("Enter");
  // 3,906 × 256 = 999,936
  she.see("Element 999,999 was touched by thread 63 of block 3,906.");
  she.picture("an_element_among_a_million");
}

TEST_F(Mapping, WhatIsAskedForByTheKeyboardStaysUntilTheMouseMoves) {
  Person& she = sits_down(Size::hd, Theme::dark);
  she.find("exp increment");
  she.set("Elements n", "500");
  she.hover_at(she.cell_of_thread(3));
  she.see("Thread 3 of block 0 ");
  she.press("Ctrl G");
  she.type("17");
  she.press("Enter");
  she.see("Element 17 was touched by thread 17 of block 0.");
  she.do_not_see("Thread 3 of block 0 ");
  she.hover_at(she.cell_of_thread(4));
  she.see("Thread 4 of block 0 ");
}

}  // namespace
}  // namespace warplens::stories
