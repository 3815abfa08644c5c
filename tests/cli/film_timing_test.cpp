#include "cli/film_timing.h"

#include <gtest/gtest.h>

namespace warplens::cli {
namespace {

lesson::Block paragraph(const std::string& first, const std::string& second) {
  lesson::Block block;
  block.pieces = {{first, lesson::Setting::plain, {}}, {second, lesson::Setting::strong, {}}};
  return block;
}

TEST(FilmTiming, CountsWhatStandsBetweenBlanks) {
  lesson::Block code;
  code.kind = lesson::BlockKind::code;
  code.code = "x = 1;\n  y();\n";
  lesson::Step step;
  step.title = "A single warp";
  step.text = {paragraph("All lanes of a ", "warp"), code};
  step.task = {paragraph("Set it to 1", ".")};
  step.seen = {paragraph("never before it is", " done")};
  EXPECT_EQ(words_of(step.text), 5u + 4u);
  EXPECT_EQ(words_of(step), 3u + 9u + 4u);
  EXPECT_EQ(words_of(std::span<const lesson::Block>()), 0u);
}

TEST(FilmTiming, ReadsAHundredAndSixtyWordsAMinute) {
  EXPECT_DOUBLE_EQ(reading_time(160), 60);
  EXPECT_DOUBLE_EQ(reading_time(24), 9);
  EXPECT_DOUBLE_EQ(reading_time(10), 4);
  EXPECT_DOUBLE_EQ(reading_time(0), 4);
}

TEST(FilmTiming, ShowsNothingForLessThanAFrame) {
  EXPECT_EQ(frames_of(4, 30), 120u);
  EXPECT_EQ(frames_of(8.625, 1), 9u);
  EXPECT_EQ(frames_of(0, 30), 1u);
}

TEST(FilmTiming, ATextThatHasNoRoomIsTurnedPageByPage) {
  EXPECT_EQ(pages(300, 300), std::vector<float>{0});
  EXPECT_EQ(pages(200, 300), std::vector<float>{0});
  EXPECT_EQ(pages(500, 300), (std::vector<float>{0, 200}));
  EXPECT_EQ(pages(1000, 300), (std::vector<float>{0, 700.0f / 3, 1400.0f / 3, 700})) << "no turn by more than 240";
}

TEST(FilmTiming, AShortTracePlaysEightStepsASecond) {
  const std::vector<Shot> eight{{0, 8}, {1, 1}, {2, 1}, {3, 8}};
  EXPECT_EQ(playback(3, 8), eight);
  const std::vector<Shot> sixteen{{0, 17}, {1, 2}, {2, 2}, {3, 16}};
  EXPECT_EQ(playback(3, 16), sixteen);
  const std::vector<Shot> one{{0, 1}, {3, 1}};
  EXPECT_EQ(playback(3, 1), one);
}

TEST(FilmTiming, ALongTracePlaysForEightSeconds) {
  for (const std::uint64_t steps : {64ull, 192ull, 1'000'003ull, 5'000'000'000'000ull}) {
    const std::vector<Shot> shots = playback(steps, 30);
    std::uint64_t frames = 0, before = 0;
    for (const Shot& shot : shots) {
      EXPECT_TRUE(shot.place > before || &shot == &shots.front()) << "each place comes once, in order";
      before = shot.place;
      frames += shot.frames;
    }
    EXPECT_EQ(frames, 30u + (8 * 30 - 1) + 30u) << steps;
    EXPECT_EQ(shots.front().place, 0u);
    EXPECT_EQ(shots.back(), (Shot{steps, 30}));
  }
  const std::vector<Shot> ten = playback(800, 1);
  ASSERT_EQ(ten.size(), 9u);
  EXPECT_EQ(ten[3], (Shot{300, 1}));
}

TEST(FilmTiming, NothingPlaysWithoutATrace) { EXPECT_TRUE(playback(0, 30).empty()); }

}  // namespace
}  // namespace warplens::cli
