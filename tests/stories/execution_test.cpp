#include <filesystem>
#include <fstream>

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

TEST_F(Execution, OnlyHalfOfTheBlockComesToTheBarrier) {
  Person& he = sits_down(Size::full_hd, Theme::light);
  he.find("experiment barrier");
  he.click("divergent", Part::left);
  he.see("Not all threads came to the barrier.");
  he.see("64 of 128 threads of block (0,0,0) wait there");  // the even ones
  he.picture("half_a_barrier");
  he.click("barrier", Part::left);
  he.do_not_see("Not all threads came to the barrier.");
}

TEST_F(Execution, AWarpThatGoesBothWays) {
  Person& she = sits_down(Size::hd, Theme::projector);
  she.find("experiment divergence");
  she.set("Elements n", "32");
  she.set("Block x", "32");
  she.press("5");
  she.see("1 RESIDENT WARP");
  // Odd and even numbers alternate, so that half of the lanes wait wherever the branch is taken.
  for (int step = 0; step < 40 && !she.sees("idled"); ++step) she.press("→");
  she.see("with 16 lanes");
  const bool odd_go = she.sees("Lanes 0, 2 … 30 idled");
  EXPECT_TRUE(odd_go || she.sees("Lanes 1, 3 … 31 idled"));
  she.see("lanes 1, 3 … 31");
  she.see("lanes 0, 2 … 30");
  she.picture("both_ways");
  she.find("by-warp");
  she.press("Home");
  for (int step = 0; step < 40; ++step) {
    she.press("→");
    she.do_not_see("idled");
  }
}

/// Which thread has which value in a loop: by the names of the source.
TEST_F(Execution, EveryVariableAtEachStep) {
  Person& she = sits_down(Size::full_hd, Theme::light);
  she.find("experiment divergence");
  she.set("Elements n", "32");
  she.set("Block x", "32");
  she.press("5");
  she.do_not_see("rounds int");
  she.click("Show every variable");
  she.see("VARIABLES AND REGISTERS OF LANE");
  she.see("rounds int");
  she.see("unset");   // nothing has computed i yet
  she.click("next");  // access of a[0]
  she.see("ld");
  she.see("&a[0]");
  she.picture("every_variable");
  she.click("Optimise again");
  she.do_not_see("rounds int");
}

/// The source that one edits follows the steps, too.
TEST_F(Execution, StepsOfALongFileOfOnesOwn) {
  const std::filesystem::path file = folder_of("long") / "long.cu";
  std::filesystem::create_directories(file.parent_path());
  std::ofstream source(file);
  source << "__global__ void far_down(int* out, int n) {\n  int i = threadIdx.x;\n";
  for (int line = 0; line < 60; ++line) source << "  // line " << line << "\n";
  source << "  if (i < n) out[i] = i * 3;\n}\n";
  source.close();
  Person& he = sits_down(Size::hd, Theme::dark, "long", file);
  he.press("5");
  he.press("Home");
  he.do_not_see("out[i] = i * 3");
  for (int k = 0; k < 3 && !he.sees("out[i] = i * 3"); ++k) he.press("Shift W");
  he.see("out[i] = i * 3");
  he.picture("far_down");
}

TEST_F(Execution, FourMultiprocessors) {
  Person& he = sits_down(Size::hd, Theme::dark);
  he.find("blocks over");
  he.see("16 blocks ran on 2 multiprocessors in 2 waves. Each has room for 4 blocks");
  he.set("Multiprocessors", "4");
  he.see("16 blocks ran on 4 multiprocessors in 1 wave.");
  he.see("SM 3");
  he.picture("four_multiprocessors");
}

TEST_F(Execution, ASweepOnFourMultiprocessors) {
  Person& he = sits_down(Size::full_hd, Theme::projector);
  he.find("blocks over");
  he.set("Multiprocessors", "4");
  he.find("sweep rules");
  he.see("SIMT machine, 2-SM toy with 4 multiprocessors.");
  he.see("32 threads per block take");
  he.see("OCCUPANCY ACHIEVED");
  he.picture("sweep_on_four_multiprocessors");
}

TEST_F(Execution, TimeOverBlockSize) {
  Person& she = sits_down(Size::full_hd, Theme::light);
  she.find("increment");
  she.set("Elements n", "4096");
  she.find("sweep block-size");
  she.see("SWEEP block-size");
  she.see("12 values, 1 to 1,024");
  she.see("CYCLES · MODELLED");
  she.see("threads per block");
  she.picture("time_over_block_size");
}

}  // namespace
}  // namespace warplens::stories
