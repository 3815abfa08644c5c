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
}

}  // namespace
}  // namespace warplens::stories
