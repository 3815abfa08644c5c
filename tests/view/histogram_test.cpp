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
  EXPECT_EQ(plain(histogram_headline(input, dark()).detail), "4 samples are missing in 2 of 4 bins.") << "no trace says why";
  analysis::LostUpdates lost;
  lost.total = 4;
  input.lost = &lost;
  EXPECT_EQ(plain(histogram_headline(input, dark()).detail),
            "4 samples were lost in 2 of 4 bins: a thread wrote over another's count that it had not seen.");
  input.hover.element = 1;
  EXPECT_EQ(plain(histogram_headline(input, dark()).title), "Bin 1 counted 5.");
  EXPECT_EQ(plain(histogram_headline(input, dark()).detail), "3 are missing: there are 8.");
  input.range_minimum = -2;
  input.range_maximum = 2;
  EXPECT_EQ(plain(histogram_headline(input, dark()).title), "Bin 1 (−1 to 0) counted 5.");
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

/// Headline of a run whose kernel left these counts.
Headline headline_of(const std::vector<std::int32_t>& counts, const std::vector<double>& expected, std::uint64_t samples = 0,
                     std::uint64_t hovered = Target::none) {
  MadeRun run({1, 1, 1}, {1, 1, 1}, counts);
  run.finish();
  HistogramInput input;
  input.subject = run.subject(expected);
  input.quantity = "sample";
  input.samples = samples;
  input.hover.element = hovered;
  return histogram_headline(input, dark());
}

TEST(HistogramHeadline, SpeaksOfOneInTheSingular) {
  EXPECT_EQ(plain(headline_of({5}, {5}).detail), "Nothing was lost: the bin holds what it should.");
  EXPECT_EQ(plain(headline_of({5}, {}).title), "1 bin holds 5 samples.");
  EXPECT_EQ(plain(headline_of({4, 1}, {5, 1}).detail), "1 sample is missing in 1 of 2 bins.");
  EXPECT_EQ(plain(headline_of({6, 1}, {5, 1}).detail), "1 bin differs from the reference.");
  EXPECT_EQ(plain(headline_of({0, 1}, {1, 1}, 0, 0).detail), "1 is missing: there is 1.");
  EXPECT_EQ(plain(headline_of({3, 1}, {2, 1}, 0, 0).detail), "1 is too many: there are 2.");
}

TEST(HistogramHeadline, SaysHowManySamplesNoBinIsFor) {
  // 9 samples, of which the reference counts 6: 3 lie outside.
  EXPECT_EQ(plain(headline_of({1, 5}, {1, 5}, 9).title), "Of 6 samples in range the kernel counted 6.");
  EXPECT_EQ(plain(headline_of({1, 5}, {1, 5}, 9).detail),
            "Nothing was lost: all 2 bins hold what they should. 3 of 9 samples lie outside the bins.");
  EXPECT_EQ(plain(headline_of({1, 4}, {1, 5}, 7).detail),
            "1 sample is missing in 1 of 2 bins. 1 of 7 samples lies outside the bins.");
  EXPECT_EQ(plain(headline_of({1, 5}, {1, 5}, 6).title), "Of 6 samples the kernel counted 6.");
}

TEST(BinRange, HasTheDecimalsThatTellNeighboursApart) {
  MadeRun run({1, 1, 1}, {1, 1, 1}, std::vector<std::int32_t>(150));
  run.finish();
  HistogramInput input;
  input.subject = run.subject();
  EXPECT_EQ(bin_range(input, 3), "") << "the edges are not known";
  input.range_minimum = -4;
  input.range_maximum = 4;
  // 8 / 150 = 0.05333: bin 74 ends at −4 + 75 × 0.05333 = 0, exactly.
  EXPECT_EQ(bin_range(input, 74), "−0.0533 to 0");
  EXPECT_EQ(bin_range(input, 149), "3.9467 to 4");
  input.subject.elements = 8;
  EXPECT_EQ(bin_range(input, 3), "−1 to 0");
  input.subject.elements = 4096;  // 0.001953 wide
  EXPECT_EQ(bin_range(input, 4095), "3.99805 to 4");
  input.range_minimum = 4;
  EXPECT_EQ(bin_range(input, 0), "") << "no room for bins";
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
