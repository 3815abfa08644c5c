#include <fmt/format.h>

#include "tests/stories/person.h"

// A counter that loses updates, and how a class finds out why.

namespace warplens::stories {
namespace {

using Races = Story;

/// A number with its groups, as the window writes it.
std::uint64_t number(std::string text) {
  std::erase(text, ',');
  return text.empty() ? 0 : std::stoull(text);
}

TEST_F(Races, TwoWarpsReadZeroBeforeEitherWrites) {
  Person& she = sits_down(Size::hd, Theme::dark);
  she.set("Grid x", "2");
  // A store takes as long as a load: neither warp sees the other's, and each of them leaves its own 1.
  she.see("64 threads each added 1. The counter says 1.");
  she.see("63 updates were lost: every warp read 0 before any warp had written.");
  she.press("Home");
  she.see("The counter says 0. Nothing has been written yet.");
  she.press("→", 2);
  she.see("The counter says 0. Nothing has been written yet.");  // both have asked
  she.press("→");
  she.see("32 of 64 threads have added 1. The counter says 1. 31 updates were lost so far.");
  she.picture("two_warps_read_0");
}

TEST_F(Races, WhichBinsLostCounts) {
  Person& he = sits_down(Size::four_k, Theme::projector);
  he.find("exp histogram");
  he.see("Nothing was lost: all 150 bins hold what they should.");
  he.click("racy");
  const auto in_range = number(he.read("Of ([0-9,]+) samples in range")), counted = number(he.read("kernel counted ([0-9,]+)")),
             lost = number(he.read("([0-9,]+) samples were lost")),
             outside = number(he.read("([0-9,]+) of 1,000,000 samples lie"));
  EXPECT_EQ(in_range + outside, 1'000'000u);
  EXPECT_EQ(counted + lost, in_range);
  EXPECT_NEAR(static_cast<double>(outside), 63.3, 4 * 8) << "1,000,000 times the normal distribution beyond 4 (0.0000633)";
  // In the middle, where most samples fall, threads meet most often.
  he.press("Ctrl G");
  he.type("75");
  he.press("Enter");
  he.see("Bin 75 (0 to 0.0533)");  // (4 − −4) / 150 wide, and 75 of them below it
  he.picture("which_bins_lost_counts");
  he.find("view race");  // which tells of the bin that is highlighted
  he.see("counts[75] says ");
  he.see("READS AND WRITES OF counts[75]");
}

TEST_F(Races, AnOrderByHandLosesNothing) {
  Person& he = sits_down(Size::hd, Theme::light);
  he.set("Grid x", "2");
  he.set("Block x", "1");
  he.see("1 update was lost");
  he.press("5");
  he.click("By hand");
  he.see("Nothing has run yet.");
  // One warp to its end, then the other: the second reads what the first has written.
  he.press("W");
  while (he.sees("BLOCK 0, WARP 0") && !testing::Test::HasFailure()) he.press("W");
  he.see("counter[0] is 1 in memory now.");
  he.see("1 RESIDENT WARP");
  he.see("block 1, warp 0");
  he.picture("by_hand_first_warp_done");
  while (he.sees("RESIDENT WARP") && !testing::Test::HasFailure()) he.press("W");
  he.see("Every warp has exited. counter[0] is 2 in memory now.");
  he.click("Run this order");
  he.see("The counter says 2. Nothing was lost");
  he.picture("by_hand_nothing_lost");
}

TEST_F(Races, AtomicIsOneClick) {
  Person& she = sits_down(Size::full_hd, Theme::projector);
  she.see("1,024 threads each added 1.");
  she.do_not_see("The counter says 1,024.");
  she.press("B");
  she.click("atomic", Part::left);
  she.see("Kept   racy");
  she.see("Now   atomic");
  she.see("The counter says 1,024.");
  she.picture("racy_beside_atomic");
}

TEST_F(Races, AnotherKernelIsShownToItsEnd) {
  Person& he = sits_down(Size::hd, Theme::light);
  he.press("Home");
  he.see("0 of 1,024 threads have added 1.");
  he.click("warp", Part::left);
  he.see("32 threads each added 32. The counter says 1,024.");  // one of each warp, for all of it
  he.picture("warp_at_its_end");
}

TEST_F(Races, OneBlockOf32KeepsOneUpdate) {
  Person& she = sits_down(Size::hd, Theme::dark);
  for (int k = 0; k < 3 && !she.sees("how many updates survive?"); ++k) she.click(fmt::format("{} of 4 →", k + 1), Part::left);
  she.see("how many updates survive?");
  she.picture("what_to_try");
  she.set("Grid x", "1");
  // All 32 lanes of the warp read 0 at once and write 1.
  she.see("32 threads each added 1. The counter says 1.");
  she.see("31 updates were lost");
  she.set("Grid x", "32");
  she.set("Block x", "1");
  she.see("32 threads each added 1.");
  she.do_not_see("The counter says 32.");  // it is not the warp alone: blocks lose updates to each other
  she.picture("32_blocks_of_1");
}

TEST_F(Races, TheWorstOrderOfAll) {
  Person& he = sits_down(Size::full_hd, Theme::dark);
  he.set("Grid x", "4");
  he.set("Block x", "1");
  he.scroll_to("Orders tried", Part::left);
  he.set("Orders tried", "200", Part::left);
  he.scroll_to("Find smallest and largest", Part::left);
  he.click("Find smallest and largest");
  he.wait_for("A search, not a proof");  // without scrolling
  // Of four additions one survives at least, and four at most; both are soon found.
  EXPECT_EQ(he.read("Show smallest ([0-9]+)"), "1");
  EXPECT_EQ(he.read("Show largest ([0-9]+)"), "4");
  he.click("Show largest");
  he.see("4 threads each added 1. The counter says 4. Nothing was lost");
  he.picture("the_kindest_order");
}

TEST_F(Races, WarpsFarDownTheTimeline) {
  Person& she = sits_down(Size::hd, Theme::dark);
  she.see("FIRST 8 OF 32 WARPS");
  she.do_not_see("block 31, warp 0");
  const ImVec2 on_rows = she.place_of("block 4, warp 0");
  she.wheel(on_rows, -100);
  she.see("block 31, warp 0");
  she.do_not_see("block 0, warp 0");
  she.picture("race_last_warps");
}

}  // namespace
}  // namespace warplens::stories
