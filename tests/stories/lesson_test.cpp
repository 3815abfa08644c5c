#include "tests/stories/person.h"

// A lesson from its first step to its last, as a student does it.

namespace warplens::stories {
namespace {

using Lesson = Story;

TEST_F(Lesson, ThreadsAndBlocksFromBeginningToEnd) {
  Person& he = sits_down(Size::full_hd, Theme::light);
  he.press("F2");
  he.see("Short steps next to a live picture");
  he.click("Threads and blocks");

  he.see("One thread for each element");
  he.hover_at(he.cell_of_element(20));
  he.see("Thread 20 of block 0: 0 × 32 + 20 = 20.");
  he.press("PgDn");

  he.set("Block x", "64");
  he.see("2 blocks of 64, which are the same 128 threads as before.");
  he.press("PgDn");

  he.see("How many threads have nothing to do?");
  he.answer("40");
  he.see("Not that: look again");
  he.answer("24");  // 16 blocks of 64 are 1,024 threads for 1,000 elements
  he.see("16 × 64 = 1,024 threads for 1,000 elements");
  he.picture("lesson_answered");
  he.press("PgDn");

  he.find("kernel unguarded");
  he.see("The machine stopped the kernel:");
  he.press("PgDn");

  he.find("kernel rounded-down");
  he.see("The last 40: 15 blocks of 64 reach 960 elements.");
  he.press("PgDn");

  he.set("Block x", "25");
  he.do_not_see("Here: block 25, not 64.");  // as the lesson asks for
  he.see("7 of 32: a warp never takes threads of two blocks.");
  he.press("PgDn");

  he.set("Block x", "1");
  he.see("The same 1,024 additions, in 1,024 warps instead of 32.");
  he.press("PgDn");

  he.set("Block x", "1024");
  he.see("One of 2 multiprocessors had all the work.");
  he.picture("lesson_last_step");
  he.press("F2");
  he.see("8 of 8");
  he.picture("lesson_done");
}

}  // namespace
}  // namespace warplens::stories
