#include <gtest/gtest.h>

#include "tests/view/layout.h"
#include "tests/view/made_run.h"
#include "view/histogram/histogram_picture.h"

namespace warplens::view {
namespace {

TEST(HistogramHeadline, SaysWhatIsMissing) {
  MadeRun run({1, 1, 1}, {1, 1, 1}, {1, 5, 2, 0});
  run.finish();
  const std::vector<double> expected{1, 8, 2, 1};
  HistogramInput input;
  input.subject = run.subject(expected);
  input.quantity = "sample";
  EXPECT_EQ(plain(histogram_headline(input, dark()).title), "Of 12 samples the kernel counted 8.");
  EXPECT_EQ(plain(histogram_headline(input, dark()).detail), "4 samples were lost in 2 of 4 bins.");
  input.hover.element = 1;
  EXPECT_EQ(plain(histogram_headline(input, dark()).title), "Bin 1 counted 5.");
  EXPECT_EQ(plain(histogram_headline(input, dark()).detail), "3 are missing: there are 8.");
  input.range_minimum = -2;
  input.range_maximum = 2;
  EXPECT_EQ(plain(histogram_headline(input, dark()).title), "Bin 1 (-1 to 0) counted 5.");
}

TEST(HistogramHeadline, SaysWhenNothingIsMissing) {
  MadeRun run({1, 1, 1}, {1, 1, 1}, {1, 5});
  run.finish();
  const std::vector<double> expected{1, 5};
  HistogramInput input;
  input.subject = run.subject(expected);
  EXPECT_EQ(plain(histogram_headline(input, dark()).title), "Of 6 counts the kernel counted 6.");
  EXPECT_EQ(plain(histogram_headline(input, dark()).detail), "Nothing was lost: all 2 bins hold what they should.");
  input.subject.expected = {};
  EXPECT_EQ(plain(histogram_headline(input, dark()).title), "2 bins hold 6 counts.");
}

TEST(HistogramHeadline, MakingUpForLossesElsewhereIsNotRight) {
  MadeRun run({1, 1, 1}, {1, 1, 1}, {4, 6});
  run.finish();
  const std::vector<double> expected{5, 5};
  HistogramInput input;
  input.subject = run.subject(expected);
  EXPECT_EQ(histogram_headline(input, dark()).title[1].colour, dark().wrong);
  EXPECT_EQ(plain(histogram_headline(input, dark()).detail), "2 bins differ from the reference.");
}

/// Bar heights are proportional to the kernel's counts.
TEST(HistogramPicture, BarsAreToScale) {
  MadeRun run({1, 1, 1}, {1, 1, 1}, {10, 20, 5});
  run.finish();
  HistogramInput input;
  input.subject = run.subject();
  const Picture picture = histogram_picture(input, dark(), 900, 600, *make_raster_cell_painter());
  std::vector<float> heights;
  for (const Shape& shape : picture.drawing.shapes)
    if (const auto* box = std::get_if<Box>(&shape); box && box->fill == dark().read && box->at.width > 50)
      heights.push_back(box->at.height);
  ASSERT_EQ(heights.size(), 3u);
  EXPECT_NEAR(heights[1] / heights[0], 2, 0.01);
  EXPECT_NEAR(heights[0] / heights[2], 2, 0.01);
}

TEST(HistogramPicture, TidyAtEverySizeAndPointersFindBins) {
  for (const std::size_t bins : {1u, 2u, 150u, 4096u, 100000u}) {
    for (const std::int32_t most : {0, 1, 2000000000}) {
      std::vector<std::int32_t> counts(bins);
      std::vector<double> expected(bins);
      for (std::size_t k = 0; k < bins; ++k) {
        counts[k] = static_cast<std::int32_t>(static_cast<std::int64_t>(most) * static_cast<std::int64_t>(k) /
                                              static_cast<std::int64_t>(bins));
        expected[k] = counts[k] + (k % 3 == 0 ? most / 4.0 : 0);
      }
      MadeRun run({1, 1, 1}, {1, 1, 1}, counts);
      run.finish();
      HistogramInput input;
      input.subject = run.subject(expected);
      for (const Size& size : sizes())
        for (const bool ranged : {false, true}) {
          if (ranged)
            input.range_minimum = -4, input.range_maximum = 4;
          else
            input.range_minimum = input.range_maximum = std::nullopt;
          input.hover.element = ranged ? bins / 2 : Target::none;
          const Picture picture = histogram_picture(input, dark(), size.width, size.height, *make_raster_cell_painter());
          expect_tidy(picture.drawing, std::to_string(bins) + " bins up to " + std::to_string(most) + " at " +
                                           std::to_string(size.width) + "×" + std::to_string(size.height));
          if (testing::Test::HasFailure()) return;
          const HotSpot spot = picture.under({size.width * 0.6f, size.height * 0.4f});
          EXPECT_LT(spot.target.element, bins);
          EXPECT_LT(picture.drawing.shapes.size(), 3 * size.width + 200) << "the cost follows the pixels, not the bins";
        }
    }
  }
}

}  // namespace
}  // namespace warplens::view
