#include <cstdint>
#include <fstream>

#include "tests/stories/person.h"

// A lecturer: what is shown to a room, mostly at 1280 × 720 on a projector.

namespace warplens::stories {
namespace {

using Lecture = Story;

/// Width and height of a PNG file: two big-endian numbers behind its signature and the name of its first part.
std::pair<std::uint32_t, std::uint32_t> size_of_png(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string head(24, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  const auto at = [&](std::size_t from) {
    std::uint32_t number = 0;
    for (std::size_t k = from; k < from + 4; ++k) number = number << 8 | static_cast<unsigned char>(head[k]);
    return number;
  };
  return {at(16), at(20)};
}

TEST_F(Lecture, AnHourFromTheRaceToSharedMemory) {
  Person& he = sits_down(Size::hd, Theme::projector);
  he.see("1,024 threads each added 1.");
  he.do_not_see("The counter says 1,024.");
  he.picture("lecture_race");
  he.click("atomic", Part::left);
  he.see("The counter says 1,024. Nothing was lost");
  he.find("experiment histogram");
  he.set("Samples n", "20000");
  he.click("racy", Part::left);
  he.see("samples were lost");
  he.see("SAMPLES IN EACH OF 150 BINS");
  he.picture("lecture_histogram");
  he.click("shared", Part::left);
  he.see("Nothing was lost: all 150 bins hold what they should.");
  he.do_not_see("samples were lost");
  he.picture("lecture_shared");
}

TEST_F(Lecture, AFilmOfAWarp) {
  Person& she = sits_down(Size::hd, Theme::projector);
  she.find("experiment increment");
  she.set("Elements n", "48");
  she.set("Block x", "64");
  she.press("5");
  she.see("2 RESIDENT WARPS");
  she.see("a[0] is 0 in memory now.");
  // At the guard, warp 1 parts: lanes 0 to 15 are elements 32 to 47, the others have none.
  for (int step = 0; step < 60 && !she.sees("idled"); ++step) she.press("→");
  she.see("with 16 lanes");
  she.see("BLOCK 0, WARP 1");
  she.see("Lanes 16–31 idled");
  she.click("Source");
  she.see("7     a[i] = a[i] +");  // the line that the others go on with is in sight
  she.picture("film_the_guard");
  she.press("Space");
  she.wait(5);
  she.see("Every warp has exited. a[0] is 1 in memory now.");
  she.press("←");
  she.see("1 RESIDENT WARP");
  she.press("Home");
  she.see("Step 0 of");
  she.see("2 RESIDENT WARPS");
}

TEST_F(Lecture, TwoStridesSideBySide) {
  Person& she = sits_down(Size::full_hd, Theme::projector);
  she.find("experiment coalescing");
  she.press("B");
  she.click("strided", Part::left);
  she.set("Stride", "8");
  she.see("Kept   neighbours · stride 1");
  she.see("Now   strided · stride 8");
  // 32 lanes × 4 bytes are 4 sectors side by side, and 32 sectors where each lane has one to itself.
  she.see("16,384 bytes of source moved; all were asked for.");
  she.see("131,072 bytes of source moved; 12.5 % of them were used.");
  she.see("BYTES ASKED FOR AND MOVED, BY MEMORY");
  she.see("128 bytes asked for");
  she.picture("two_strides_side_by_side");
  she.press("B");
  she.set("Stride", "4");
  she.do_not_see("Kept");
  // 128 reads of 16 sectors now, of 32 before; and 128 writes of 4.
  she.scroll_to("global sectors", Part::right);
  she.see("Below: what it was with stride 8");
  she.scroll_to("was 4,608", Part::right);
  she.see("global sectors 2,560 was 4,608");
  she.picture("figures_of_the_last_run");
  she.set("Stride", "12");
  she.scroll_to("Below: what it was with", Part::right);
  she.see("stride 12. Below: what it was with stride 4");  // not with 1, which was half of the number
}

TEST_F(Lecture, WhatIfThereWereTwiceTheBlocks) {
  Person& he = sits_down(Size::hd, Theme::projector);
  he.find("experiment blocks over");
  he.see("16 blocks ran on 2 multiprocessors in 2 waves. Each has room for 4 blocks");
  he.set("Grid x", "32");
  he.see("32 blocks ran on 2 multiprocessors in 4 waves.");
  he.picture("twice_the_blocks");
  // "And blocks of 33?" Two warps each, of which a multiprocessor takes 8 blocks: half of its 32 warps.
  he.set("Block x", "33");
  he.see("32 blocks ran on 2 multiprocessors in 2 waves. Each has room for 8 blocks, limited by its number of blocks");
  he.see("occupancy at most 50 %");
  // "And of one thread?" A warp each.
  he.slide("Block x", 0);
  he.see("occupancy at most 25 %");
  // "And the largest?" As many threads as a multiprocessor has room for.
  he.slide("Block x", 1);
  he.see("Each has room for 1 block, limited by its threads");
  he.see("32 blocks ran on 2 multiprocessors in 16 waves.");
  he.picture("the_largest_block");
}

TEST_F(Lecture, StridesAndSectors) {
  Person& she = sits_down(Size::hd, Theme::projector);
  she.find("experiment coalescing");
  she.click("strided", Part::left);
  she.set("Elements n", "1024");
  struct Row {
    const char *stride, *sectors, *used;
  };
  // A sector has 8 floats: of stride s, 8 / s of them are asked for, and at least 1.
  for (const Row& row : {Row{"1", "4 sectors", "all were asked for"}, Row{"2", "8 sectors", "50 % of them were used"},
                         Row{"4", "16 sectors", "25 % of them were used"}, Row{"8", "32 sectors", "12.5 % of them were used"},
                         Row{"16", "32 sectors", "12.5 % of them were used"}}) {
    she.set("Stride", row.stride);
    she.see(row.used);
    she.see(std::string(row.sectors) + " of 32 bytes each on average");
    if (row.stride == std::string("2")) she.picture("stride_of_two");
  }
  she.picture("stride_of_sixteen");
}

TEST_F(Lecture, AColumnMoreAndNoConflict) {
  Person& he = sits_down(Size::hd, Theme::dark);
  he.find("experiment transpose");
  he.set("Rows", "32");
  he.set("Columns", "32");
  he.see("12.5 % of them were used");  // a column is written, each lane in a sector of its own
  he.click("shared", Part::left);
  // 32 warps' rows are written in 1 pass each, and 32 columns read in 32 passes each: (32 + 32 × 32) / 64.
  he.see("A request to shared memory took 16.5 passes on average.");
  he.see("64 requests to the 32 banks");
  he.picture("tile_with_conflicts");
  he.click("padded", Part::left);
  he.see("No two lanes met in a bank: 1 pass a request.");
  he.picture("tile_with_a_column_more");
  he.click("swizzled", Part::left);
  he.see("No two lanes met in a bank: 1 pass a request.");
}

TEST_F(Lecture, ASweepForASlide) {
  Person& she = sits_down(Size::hd, Theme::projector);
  she.find("experiment increment");
  she.set("Elements n", "1024");
  she.find("sweep block-size");
  she.wait_for("12 values, 1 to 1,024");
  she.wait_for("CYCLES · MODELLED");
  she.picture("sweep_in_the_hall");
  she.press("P");
  she.click("Only the picture");
  she.see("increment-block-size.png");
  she.see("Width 1920");
  she.picture("sweep_for_a_slide");
  she.press("Enter");
  she.see("Saved to");
  EXPECT_EQ(size_of_png(she.folder() / "increment-block-size.png"), std::pair(1920u, 1080u));
}

TEST_F(Lecture, TheOthersWaitForTheLateWarp) {
  Person& he = sits_down(Size::hd, Theme::projector);
  he.find("experiment barrier");
  he.click("late-warp", Part::left);
  he.set("Grid x", "1");
  he.find("view schedulers");
  const auto waiting = [&he](const char* rounds) {
    he.set("Rounds", rounds);
    return std::stod(he.read("waiting at barriers ([0-9]+) %"));
  };
  const double at_once = waiting("0"), late = waiting("1000");
  // Three of the four warps wait for the first, which is late by nearly all the time there is.
  EXPECT_LT(at_once, 25);
  EXPECT_GT(late, 50);
  EXPECT_LE(late, 75);
  he.picture("late_warp");
  he.press("1");
  he.see("128 threads touched 128 elements. No two threads touched the same element.");
  he.do_not_see("hold a wrong value");
  he.find("kernel missing");
  he.see("hold a wrong value");
}

TEST_F(Lecture, DivergenceByLaneOrByWarp) {
  Person& she = sits_down(Size::full_hd, Theme::light);
  she.find("experiment divergence");
  she.set("Elements n", "1024");
  she.find("kernel unequal-by-lane");
  // In round r of the loop, lanes 0 to r have left it: 1 + 2 + … + 31 = 496 lanes of a warp, and 32 warps.
  she.see("15,872");
  she.see("inactive lanes");
  she.picture("unequal_by_lane");
  she.find("kernel unequal-by-warp");
  she.do_not_see("15,872");
  she.scroll_to("SIMT efficiency", Part::right);
  she.see("SIMT efficiency 100 %");
  she.see("Below: what it was with unequal-by-lane");
  she.picture("unequal_by_warp");
}

TEST_F(Lecture, OneBlockMoreThanTwoWaves) {
  Person& he = sits_down(Size::four_k, Theme::dark);
  he.find("experiment blocks over");
  he.find("kernel tail");
  // Twice 2 × 4 blocks, and one.
  he.see("17 blocks ran on 2 multiprocessors in 3 waves.");
  he.see("No block was left to fill the last");
  he.picture("one_block_more");
  he.set("Multiprocessors", "4");
  he.see("17 blocks ran on 4 multiprocessors in 2 waves.");
  he.set("Grid x", "16");
  he.see("16 blocks ran on 4 multiprocessors in 1 wave.");
  he.find("kernel one-block");
  he.see("1 block ran on 1 of 2 multiprocessors");
  he.see("1 multiprocessor had no block.");
  he.picture("one_block");
}

TEST_F(Lecture, PageDownThroughALesson) {
  Person& she = sits_down(Size::hd, Theme::projector);
  she.find("lesson race");
  she.see("What is missing");
  she.see("This sentence comes with your answer.");
  she.press("PgDn");
  she.see("One line, three steps");
  she.press("PgDn");
  she.see("A single warp");
  she.click("Controls");
  she.set("Grid x", "1");
  she.see("32 threads each added 1. The counter says 1.");
  she.click("Lesson");
  she.see("DONE");
  she.picture("lesson_in_the_hall");
  for (const char* title : {"Is it the warps, or the blocks?", "Not the same twice", "Many runs", "Right by luck"}) {
    she.press("PgDn");
    she.see(title);
  }
  she.picture("right_by_luck");
  she.press("PgDn");
  she.see("Without a race");
  she.press("PgUp");
  she.see("Right by luck");
}

TEST_F(Lecture, PtxBesideTheSource) {
  Person& he = sits_down(Size::full_hd, Theme::projector);
  he.press("X");
  // One line of C++, three of PTX: read, add, write.
  he.see("ld.global.u32");
  he.see("add.s32");
  he.see("st.global.u32");
  he.picture("ptx_of_a_race");
  he.click("atomic", Part::left);
  he.see("atom.global.add.u32");
  he.do_not_see("st.global.u32");
  he.picture("ptx_of_an_atomic");
  he.press("X");
  he.do_not_see("atom.global.add.u32");
}

TEST_F(Lecture, BackToTheDarkThemeAndLarger) {
  Person& she = sits_down(Size::hd, Theme::projector);
  she.press("T");
  she.see("The counter says");
  she.picture("dark_again");
  const float before = she.place_of("Run on every change", Part::left).y;
  she.press("Ctrl +", 2);
  EXPECT_NE(she.place_of("Run on every change", Part::left).y, before);
  she.see("1,024 threads each added 1.");
  she.picture("dark_and_larger");
  she.press("Ctrl 0");
  EXPECT_EQ(she.place_of("Run on every change", Part::left).y, before);
}

}  // namespace
}  // namespace warplens::stories
