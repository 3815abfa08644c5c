#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "tests/view/layout.h"
#include "view/sweep/plot_axis.h"
#include "view/sweep/plot_picture.h"

namespace warplens::view {
namespace {

PlotPoint point(double x, double y, std::uint64_t row) { return {x, y, y, y, row}; }

/// Times of two machines that cross between 4 and 8, and cycles.
PlotInput two_panels() {
  PlotInput input;
  input.x_label = "Elements n";
  input.x.name = "n";
  input.text = "Look here.";
  input.panels = {
      {"time",
       "ms",
       launch::Origin::measured,
       {{"CPU", {point(2, 1, 0), point(4, 2, 1), point(8, 4, 2)}},
        {"GPU", {point(2, 3, 3), point(4, 3, 4), {8, 3, 2.5, 3.5, 5}}}}},
      {"time on the SIMT machine", "cycles", launch::Origin::modelled, {{"racy", {point(2, 1000, 6), point(4, 3000, 7)}}}},
  };
  return input;
}

TEST(PlotAxis, starts_at_zero_unless_it_is_logarithmic) {
  const PlotAxis linear = plot_axis({2, 10}, false, false);
  EXPECT_EQ(linear.low, 0);
  EXPECT_GE(linear.high, 10);
  const PlotAxis logarithmic = plot_axis({2, 32}, true, true);
  EXPECT_TRUE(logarithmic.logarithmic);
  EXPECT_EQ(logarithmic.low, 2);
  EXPECT_EQ(logarithmic.high, 32);
  EXPECT_NEAR(logarithmic.place(8), 0.5, 1e-12);  // 2 · 4 = 8, 8 · 4 = 32
  EXPECT_FALSE(plot_axis({0, 32}, true, false).logarithmic);
  for (const std::vector<double>& alike : {std::vector<double>{5}, {0}, {0, 0}, {-3}}) {
    for (const bool tight : {false, true}) {
      const PlotAxis axis = plot_axis(alike, true, tight);
      EXPECT_TRUE(std::isfinite(axis.place(alike[0]))) << alike[0];
    }
  }
}

TEST(PlotAxis, has_ticks_at_round_numbers) {
  const auto words = [](const PlotAxis& axis, int most) {
    std::vector<std::string> all;
    for (const Tick& tick : plot_ticks(axis, most)) all.push_back(tick.words);
    return all;
  };
  EXPECT_EQ(words({0, 10, false}, 5), (std::vector<std::string>{"0", "2", "4", "6", "8", "10"}));
  EXPECT_EQ(words({0, 0.4, false}, 4), (std::vector<std::string>{"0", "0.1", "0.2", "0.3", "0.4"}));
  EXPECT_EQ(words({1, 1000, true}, 4), (std::vector<std::string>{"1", "10", "100", "1,000"}));
  EXPECT_EQ(words({1, 10, true}, 6), (std::vector<std::string>{"1", "2", "5", "10"}));
  EXPECT_EQ(words({150'000, 7'000'000, true}, 3),  // with powers of ten alone there would be one label
            (std::vector<std::string>{"200,000", "500,000", "1,000,000", "2,000,000", "5,000,000"}));
  EXPECT_EQ(words({2.1, 4.9, true}, 4), (std::vector<std::string>{"3", "4"}));
  EXPECT_LE(plot_ticks({1e-9, 1e12, true}, 5).size(), 23u);
}

TEST(PlotAxis, labels_below_each_other_have_a_line_each) {
  const PlotAxis axis{100, 10'000, true};
  const std::vector<Tick> ticks{{100, "100"}, {200, "200"}, {500, "500"}, {1000, "1,000"}, {2000, "2,000"}, {5000, "5,000"}};
  const auto words = [&](float height) {
    std::string all;
    for (const Tick& tick : thinned(ticks, axis, height)) all += tick.words + " ";
    return all;
  };
  // A decade is half of the height, a factor of 2 is 0.301 of a decade, one of 5 is 0.699.
  EXPECT_EQ(words(200), "100 200 500 1,000 2,000 5,000 ");
  EXPECT_EQ(words(100), "100   1,000  5,000 ");  // 2 and 5 are 15 points from a power of ten
}

TEST(PlotPicture, TheLastSweptValueIsLabelled) {
  for (const bool logarithmic : {false, true}) {
    PlotInput many;
    many.x_label = "Threads";
    many.logarithmic_x = logarithmic;
    many.panels = {{"time", "cycles", launch::Origin::modelled, {{"one", {}}}}};
    for (std::size_t k = 1; k <= 37; ++k) many.panels[0].series[0].points.push_back(point(static_cast<double>(k) * 27, 1, k));
    PlotInput close = many;  // few values, the last two too close for both labels
    close.panels[0].series[0].points = {point(1, 1, 0), point(1000, 1, 1), point(1001, 2, 2)};
    EXPECT_TRUE(says(plot_picture(many, dark(), 900, 500).drawing, "999")) << logarithmic;
    EXPECT_TRUE(says(plot_picture(close, dark(), 900, 500).drawing, "1,001")) << logarithmic;
  }
}

/// Every point has a hot spot; higher values are above lower ones of the same panel.
TEST(PlotPicture, points_answer_where_they_are) {
  const Picture picture = plot_picture(two_panels(), dark(), 900, 700);
  std::map<std::uint64_t, Point> found;
  for (float y = 0; y < 700; y += 4)
    for (float x = 0; x < 900; x += 4)
      if (const HotSpot spot = picture.under({x, y}); spot.target.point != Target::none)
        found.try_emplace(spot.target.point, Point{spot.at.x + spot.at.width / 2, spot.at.y + spot.at.height / 2});
  ASSERT_EQ(found.size(), 8u);
  EXPECT_LT(found[2].y, found[1].y);  // 4 above 2
  EXPECT_LT(found[1].y, found[0].y);
  EXPECT_NEAR(found[0].x, found[3].x, 0.01);  // both at x = 2
  EXPECT_LT(found[0].x, found[1].x);
  EXPECT_NEAR(found[0].y - found[1].y, (found[0].y - found[2].y) / 3, 0.5);  // linear: 1, 2, 4
  EXPECT_LT(found[0].y, found[7].y);                                         // the second panel is below the first
  EXPECT_NE(picture.under(found[5]).tooltip.find("n = 8: GPU, 3 ms (2.5 to 3.5), measured"), std::string::npos)
      << picture.under(found[5]).tooltip;
}

TEST(PlotPicture, a_logarithmic_axis_has_equal_steps_for_equal_factors) {
  PlotInput input = two_panels();
  input.logarithmic_x = input.logarithmic_y = true;
  const Picture picture = plot_picture(input, dark(), 900, 700);
  std::map<std::uint64_t, Point> found;
  for (const Shape& shape : picture.drawing.shapes)
    if (const auto* disc = std::get_if<Disc>(&shape))
      if (const HotSpot spot = picture.under(disc->centre); spot.target.point != Target::none)
        found[spot.target.point] = disc->centre;
  ASSERT_TRUE(found.contains(0) && found.contains(1) && found.contains(2));
  EXPECT_NEAR(found[1].x - found[0].x, found[2].x - found[1].x, 0.5);
  EXPECT_NEAR(found[0].y - found[1].y, found[1].y - found[2].y, 0.5);
}

TEST(PlotPicture, says_of_each_panel_how_its_numbers_came) {
  std::set<std::string> words;
  for (const Shape& shape : plot_picture(two_panels(), dark(), 900, 700).drawing.shapes)
    if (const auto* text = std::get_if<Text>(&shape)) words.insert(plain(text->spans));
  EXPECT_TRUE(words.contains("TIME · MS · MEASURED"));
  EXPECT_TRUE(words.contains("TIME ON THE SIMT MACHINE · CYCLES · MODELLED"));
}

TEST(PlotPicture, is_tidy_at_every_size) {
  std::string words = "A note";
  for (int k = 0; k < 60; ++k) words += " of many words";
  for (const bool logarithmic : {false, true}) {
    PlotInput input = two_panels();
    input.logarithmic_x = input.logarithmic_y = logarithmic;
    input.notes = {"The GPU's series are left out: no NVIDIA driver.", words};
    for (int panels = 2; panels <= 8; ++panels) {
      for (const Size& size : sizes())
        expect_tidy(plot_picture(input, dark(), size.width, size.height).drawing,
                    std::to_string(panels) + " panels, " + std::to_string(size.width) + " × " + std::to_string(size.height));
      input.panels.push_back(input.panels[1]);
    }
  }
}

TEST(PlotPicture, says_where_a_note_is_cut_off) {
  PlotInput input = two_panels();
  std::string words = "many";
  for (int k = 0; k < 200; ++k) words += " many";
  const auto last_of = [&] {
    std::string last;
    for (const Shape& shape : plot_picture(input, dark(), 500, 400).drawing.shapes)
      if (const auto* text = std::get_if<Text>(&shape)) last = plain(text->spans).starts_with("many") ? plain(text->spans) : last;
    return last;
  };
  input.notes = {words};
  EXPECT_TRUE(last_of().ends_with("many …")) << last_of();
  input.notes = {"many words"};
  EXPECT_EQ(last_of(), "many words");
}

TEST(PlotPicture, of_many_long_labels_is_tidy) {
  PlotInput input = two_panels();
  for (int k = 0; k < 14; ++k)
    input.panels[0].series.push_back(
        {"a rather long label of series number " + std::to_string(k), {point(2, k * 1e6, 10), point(9, 3, 11)}});
  for (const Size& size : sizes())
    if (size.width >= 1000 && size.height >= 700)
      expect_tidy(plot_picture(input, dark(), size.width, size.height).drawing, "labels");
}

TEST(PlotNumber, is_a_time_in_the_unit_that_suits_it) {
  const PlotPanel time{"time", "ms", launch::Origin::measured, {}}, count{"cycles", "", launch::Origin::counted, {}};
  EXPECT_EQ(plot_number(time, point(1, 4.47e-5, 0)), "44.7 ns");
  EXPECT_EQ(plot_number(time, {1, 0.25, 0.125, 0.5, 0}), "250 µs (125 to 500)");
  EXPECT_EQ(plot_number(time, point(1, 12.345, 0)), "12.3 ms");
  EXPECT_EQ(plot_number(time, point(1, 2500, 0)), "2.5 s");
  EXPECT_EQ(plot_number(count, point(1, 1234567, 0)), "1,234,567");
}

TEST(PlotPicture, of_nothing_is_empty) {
  const Picture picture = plot_picture({}, dark(), 600, 400);
  EXPECT_TRUE(picture.drawing.shapes.empty());
  EXPECT_EQ(picture.under({10, 10}).target.point, Target::none);
}

TEST(PlotHeadline, names_the_crossover) {
  const Headline headline = plot_headline(two_panels(), dark());
  EXPECT_EQ(plain(headline.title), "From n = 8 on, GPU is faster than CPU.");
  EXPECT_EQ(plain(headline.detail), "Look here.");
  EXPECT_EQ(headline.origin, launch::Origin::measured);
}

TEST(PlotHeadline, names_no_crossover_that_chance_may_have_made) {
  PlotInput input = two_panels();
  input.panels[0].series[1].points[2].high = 4.5;  // the CPU took 4
  EXPECT_EQ(plain(plot_headline(input, dark()).title), "At n = 8: GPU 3 ms, CPU 4 ms.");
}

TEST(PlotHeadline, says_how_many_times_as_fast_at_most) {
  PlotInput input = two_panels();
  input.panels = {{"times as fast as CPU, one thread",
                   "times",
                   launch::Origin::measured,
                   {{"BLAS", {point(100, 3, 0), point(200, 12.5, 1)}}}}};
  EXPECT_EQ(plain(plot_headline(input, dark()).title), "BLAS is up to 12.5 times as fast as CPU, one thread, at n = 200.");
}

TEST(PlotHeadline, gives_the_first_and_the_last_number_or_sets_series_beside_each_other) {
  PlotInput input = two_panels();
  input.panels.erase(input.panels.begin());
  EXPECT_EQ(plain(plot_headline(input, dark()).title), "Time on the SIMT machine: 1,000 cycles at n = 2, 3,000 cycles at n = 4.");
  input.panels[0].series.push_back({"atomic", {point(2, 9000, 8), point(4, 500, 9)}});
  EXPECT_EQ(plain(plot_headline(input, dark()).title), "At n = 4: atomic 500 cycles, racy 3,000 cycles.");
}

TEST(PlotHeadline, counts_things_along_x_in_the_singular_and_the_plural) {
  PlotInput input = two_panels();
  input.panels.erase(input.panels.begin());
  input.x = {"block", "", "", ""};
  input.panels[0].series = {{"waves", {point(1, 7664, 0), point(40, 42233, 1)}}};
  EXPECT_EQ(plain(plot_headline(input, dark()).title), "1 block takes 7,664 cycles; 40 take 42,233.");
  input.x = {"thread", " per block", "", ""};
  input.panels[0].series = {{"waves", {point(32, 100, 0), point(1024, 50, 1)}}};
  EXPECT_EQ(plain(plot_headline(input, dark()).title), "32 threads per block take 100 cycles; 1,024 take 50.");
  input.panels[0].title = "waves of blocks";
  input.panels[0].unit = "";
  EXPECT_EQ(plain(plot_headline(input, dark()).title),
            "Waves of blocks: 100 with 32 threads per block, 50 with 1,024 threads per block.");
  input.panels[0].series[0].points.pop_back();
  EXPECT_EQ(plain(plot_headline(input, dark()).title), "Waves of blocks: 100 throughout.");
}

TEST(PlotHeadline, tells_a_peak_or_a_dip_between_the_ends) {
  PlotInput input = two_panels();
  input.panels = {{"bank conflicts per request", "", launch::Origin::counted, {{"words", {}}}}};
  auto& points = input.panels[0].series[0].points;
  points = {point(0, 0, 0), point(32, 31, 1), point(33, 0, 2)};
  EXPECT_EQ(plain(plot_headline(input, dark()).title), "Bank conflicts per request: up to 31, at n = 32.");
  points = {point(1, 90, 0), point(2, 20, 1), point(3, 60, 2)};
  EXPECT_EQ(plain(plot_headline(input, dark()).title), "Bank conflicts per request: down to 20, at n = 2.");
  points = {point(1, 10, 0), point(2, 11, 1), point(3, 10, 2)};
  EXPECT_EQ(plain(plot_headline(input, dark()).title), "Bank conflicts per request: 10 at n = 1, 10 at n = 3.")
      << "it may be noise";
}

TEST(PlotPicture, says_which_series_coincide) {
  PlotInput input = two_panels();
  const PlotSeries other = input.panels[0].series[1];
  input.panels[0].series = {
      {"a", other.points}, {"b", {point(2, 9, 10), point(4, 8, 11), point(8, 7, 12)}}, {"c", other.points}, other};
  const auto all_words = [&] {
    std::set<std::string> words;
    for (const Shape& item : plot_picture(input, dark(), 900, 600).drawing.shapes)
      if (const Text* text = std::get_if<Text>(&item)) words.insert(plain(text->spans));
    return words;
  };
  EXPECT_TRUE(all_words().contains("a, c and GPU have the same values: their lines coincide."));
  input.panels[0].series.erase(input.panels[0].series.begin());
  input.panels[0].series.pop_back();
  for (const std::string& words : all_words()) EXPECT_EQ(words.find("coincide"), std::string::npos);
}

TEST(PlotHeadline, speaks_of_one_series_or_two_as_such) {
  PlotInput input = two_panels();
  input.panels.erase(input.panels.begin());
  input.panels[0].series.push_back({"atomic", {point(2, 9000, 8)}});  // ends before the other
  EXPECT_EQ(plain(plot_headline(input, dark()).title), "At n = 4: racy 3,000 cycles.");
  input.panels[0].series[1].points.push_back(point(4, 3000, 9));
  EXPECT_EQ(plain(plot_headline(input, dark()).title), "At n = 4: both 3,000 cycles.");
}

TEST(PlotVariable, reads_as_a_count_or_as_a_value) {
  EXPECT_EQ((PlotVariable{"multiprocessor", "", "", ""}.at(1)), "with 1 multiprocessor");
  EXPECT_EQ((PlotVariable{"", "", "ring", "KiB"}.at(16)), "at ring = 16 KiB");
  EXPECT_EQ((PlotVariable{"", "", "eye x", ""}.text(-1.5)), "eye x = -1.5");
}

TEST(PlotHeadline, tells_of_series_that_are_compared_rather_than_of_one_alone) {
  PlotInput input = two_panels();
  input.panels[0].series.pop_back();
  EXPECT_EQ(plain(plot_headline(input, dark()).title), "Time: 1 ms at n = 2, 4 ms at n = 8.");
  input.panels[1].series.push_back({"atomic", {point(2, 9000, 8), point(4, 500, 9)}});
  EXPECT_EQ(plain(plot_headline(input, dark()).title), "At n = 4: atomic 500 cycles, racy 3,000 cycles.");
  EXPECT_EQ(plot_headline(input, dark()).origin, launch::Origin::modelled);
}

TEST(PlotHeadline, follows_the_pointer) {
  PlotInput input = two_panels();
  input.hover.point = 7;
  EXPECT_EQ(plain(plot_headline(input, dark()).title), "At n = 4: racy, 3,000 cycles.");
  EXPECT_EQ(plot_headline(input, dark()).origin, launch::Origin::modelled);
}

TEST(PlotHeadline, says_how_far_a_running_sweep_is) {
  PlotInput input = two_panels();
  input.state = "2 of 9 parts";
  EXPECT_EQ(plain(plot_headline(input, dark()).detail), "2 of 9 parts");
  input.panels.clear();
  EXPECT_EQ(plain(plot_headline(input, dark()).title), "The first values are on their way…");
}

/// One number for each of three series: no line to draw.
PlotInput bars() {
  PlotInput input;
  input.x_label = "Rounds";
  input.x.name = "rounds";
  input.panels = {{"from access to access",
                   "cycles",
                   launch::Origin::modelled,
                   {{"registers", {point(16, 4, 0)}}, {"shared", {point(16, 24, 1)}}, {"global", {point(16, 624, 2)}}}}};
  return input;
}

TEST(PlotPicture, series_of_one_number_are_bars_below_each_other) {
  const Picture picture = plot_picture(bars(), dark(), 900, 400);
  for (const auto& [width, height] : sizes()) expect_tidy(plot_picture(bars(), dark(), width, height).drawing, "bars");
  std::vector<Box> found;
  for (const Shape& shape : picture.drawing.shapes)
    if (const auto* box = std::get_if<Box>(&shape); box != nullptr && box->fill == dark().read) found.push_back(*box);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].at.x, found[1].at.x);
  EXPECT_EQ(found[1].at.x, found[2].at.x);
  EXPECT_LT(found[0].at.y, found[1].at.y);
  EXPECT_LT(found[1].at.y, found[2].at.y);
  EXPECT_NEAR(found[2].at.width / found[1].at.width, 26.0f, 0.01f);  // 624 / 24
  const HotSpot spot = picture.under({found[2].at.x + found[2].at.width, found[2].at.y + found[2].at.height / 2});
  EXPECT_EQ(spot.target.point, 2u);
  EXPECT_EQ(spot.tooltip, "rounds = 16: global, 624 cycles, modelled");
  EXPECT_EQ(plain(plot_headline(bars(), dark()).title), "Registers 4 cycles, global 624 cycles.");
}

}  // namespace
}  // namespace warplens::view
