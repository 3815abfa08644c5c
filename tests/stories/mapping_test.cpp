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
  he.see("7     a[i] = a[i] + 1.0f; 1,024 ×");  // the line, and that each element went through it
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

}  // namespace
}  // namespace warplens::stories
