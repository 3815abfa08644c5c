#include "tests/stories/person.h"

// What requests ask of memory and of its banks.

namespace warplens::stories {
namespace {

using Memory = Story;

TEST_F(Memory, ABankConflictIsFoundAndRemoved) {
  Person& she = sits_down(Size::full_hd, Theme::light);
  she.find("experiment banks");
  she.set("Stride", "32");
  she.set("Rounds", "16");
  // 64 writes without a conflict, 128 reads (8 warps, 16 rounds) in which all 32 lanes want one bank: 4,160 passes of 192
  // requests.
  she.see("A request to shared memory took 21.7 passes on average.");
  she.see("READS SHARED MEMORY (LINE 13)");
  she.see("32 passes over the 32 banks");
  she.picture("bank_conflict");
  she.set("Stride", "33");
  she.see("No two lanes met in a bank: 1 pass a request.");
  she.picture("bank_conflict_removed");
}

TEST_F(Memory, AStrideOfEightTakesASectorForEachLane) {
  Person& he = sits_down(Size::hd, Theme::projector);
  he.find("experiment coalescing");
  he.see("4 sectors of 32 bytes each on average");
  he.click("strided", Part::left);
  he.set("Stride", "8");
  he.do_not_see("neighbouring elements");
  he.see("12.5 % of them were used");  // 4 of 32 bytes
  he.see("32 sectors of 32 bytes each on average");
  he.picture("stride_of_eight");
}

TEST_F(Memory, TilesReadEachElementLess) {
  Person& she = sits_down(Size::full_hd, Theme::dark);
  she.find("matrix multiplication");
  // C has 40 × 72 elements: each of a row of A is read once for each of the 72 columns, each of B for each of the 40 rows.
  she.see("Each element of a was read 72 times and of b 40 times.");
  she.find("kernel tiled");
  she.do_not_see("was read 72 times");
  // 5 × 3 tiles of 16 × 16: each element of A once for each of the 5 columns of tiles, of B for each of the 3 rows of tiles.
  she.see("Each element of a was read 5 times and of b 3 times.");
  she.picture("tiled_matrix");
}

TEST_F(Memory, ThePictureAloneForASlide) {
  Person& he = sits_down(Size::hd, Theme::light);
  he.press("P");
  he.click("Only the picture");
  he.see("counter-race.png");
  he.press("Enter");
  EXPECT_TRUE(std::filesystem::exists(he.folder() / "counter-race.png"));
  he.press("P");
  he.click("Only the picture");
  he.see("There is a file counter-race.png already.");  // a second one does not overwrite it in silence
  he.click("SVG");
  he.do_not_see("There is a file");
  he.picture("a_picture_for_a_slide");
  he.press("Enter");
  EXPECT_TRUE(std::filesystem::exists(he.folder() / "counter-race.svg"));
}

}  // namespace
}  // namespace warplens::stories
