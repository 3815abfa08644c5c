#include "view/values/values_picture.h"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/view/layout.h"
#include "tests/view/made_run.h"

// The view of a buffer's values: before, after and expected.

namespace warplens::view {
namespace {

struct Made {
  explicit Made(std::vector<std::int32_t> before, std::vector<std::int32_t> after)
      : run({1, 1, 1}, {32, 1, 1}, std::move(after)) {
    run.finish();
    bytes.resize(before.size() * sizeof before[0]);
    std::memcpy(bytes.data(), before.data(), bytes.size());
  }
  ValuesInput input(std::span<const double> expected = {}, std::uint64_t wrong = 0) const {
    ValuesInput input;
    input.subject = run.subject(expected);
    input.subject.wrong = wrong;
    input.initial = {std::span<const std::byte>(bytes)};
    input.changed = 2;
    return input;
  }
  MadeRun run;
  std::vector<std::byte> bytes;
};

std::vector<std::string> texts_of(const Picture& picture) {
  std::vector<std::string> all;
  for (const Shape& shape : picture.drawing.shapes)
    if (const auto* text = std::get_if<Text>(&shape)) all.push_back(plain(text->spans));
  return all;
}

TEST(ValuesHeadline, CountsWhatChangedAndWhatIsWrong) {
  const Made made({0, 5, 7}, {0, 6, 8});
  EXPECT_EQ(plain(values_headline(made.input(), dark()).title), "2 elements of 3 changed in counter.");
  const std::vector<double> expected{0, 6, 9};
  EXPECT_EQ(plain(values_headline(made.input(expected, 1), dark()).detail), "1 element is not as expected.");
  ValuesInput hovered = made.input(expected, 1);
  hovered.hover.element = 2;
  EXPECT_EQ(plain(values_headline(hovered, dark()).title), "counter[2] was 7 and is 8.");
  EXPECT_EQ(plain(values_headline(hovered, dark()).detail), "Expected: 9.");
  EXPECT_TRUE(is_wrong(hovered, 2));
  EXPECT_FALSE(is_wrong(hovered, 1));
  hovered.hover.element = 0;
  EXPECT_EQ(plain(values_headline(hovered, dark()).title), "counter[0] is 0, as before.");
}

TEST(ValuesPicture, WhatNothingHasWrittenIsUnset) {
  const auto fill = static_cast<std::int32_t>(0xcdcdcdcdu);
  const Made made({fill, fill, 3}, {7, fill, 3});
  ValuesInput input = made.input();
  EXPECT_EQ(value_before(input, 0), std::nullopt);
  EXPECT_EQ(value_before(input, 2), 3.0);
  const std::vector<std::string> texts = texts_of(values_picture(input, dark(), 800, 600));
  EXPECT_EQ(std::ranges::count(texts, "unset"), 3) << "two before, one of them after, too";
  EXPECT_EQ(std::ranges::count_if(texts,
                                  [](const std::string& text) {
                                    return text.find("842") != std::string::npos || text.find("e+08") != std::string::npos;
                                  }),
            0)
      << "neither in the table nor on an axis";
  input.hover.element = 0;
  EXPECT_EQ(plain(values_headline(input, dark()).title), "counter[0] was unset and is 7.");
}

TEST(ValuesHeadline, NamesTheFieldsOfStructures) {
  const Made made({1, 2, 3, 4}, {1, 2, 3, 5});
  ValuesInput input = made.input();
  input.subject.buffers = {{"counter", launch::ElementType::i32, 4, 0, {{"x", "y"}, {}}}};
  input.hover.element = 3;
  EXPECT_EQ(plain(values_headline(input, dark()).title), "counter[1].y was 4 and is 5.");
  EXPECT_EQ(std::ranges::count(texts_of(values_picture(input, dark(), 800, 600)), "1.y"), 1);
}

TEST(ValuesHeadline, LeadsWithTheFault) {
  const Made made({0, 5, 7}, {0, 6, 8});
  ValuesInput input = made.input();
  launch::LaunchResult faulted = *input.subject.result;
  faulted.outcome = launch::Outcome::faulted;
  faulted.fault = launch::Fault{};
  faulted.fault->kind = launch::FaultKind::out_of_bounds;
  input.subject.result = &faulted;
  EXPECT_EQ(plain(values_headline(input, dark()).title), "A thread reached outside its buffer.");
  input.hover.element = 1;
  EXPECT_EQ(plain(values_headline(input, dark()).title), "counter[1] was 5 and is 6.");
}

TEST(ValuesPicture, TheTableHasARowPerElementFromTheFirstOn) {
  const Made made({1, 2, 3, 4}, {10, 20, 30, 40});
  const std::vector<double> expected{10, 20, 31, 40};
  const Picture picture = values_picture(made.input(expected, 1), dark(), 500, 600);
  const std::vector<std::string> texts = texts_of(picture);
  for (const char* text : {"element", "before", "after", "expected", "30", "31", "ELEMENTS 0 TO 3 OF 4"})
    EXPECT_NE(std::ranges::find(texts, text), texts.end()) << text;
}

TEST(ValuesPicture, IsTidyAtEverySize) {
  const Made made({1, -2000000, 3, 4}, {10, 20, 2000000000, 40});
  const std::vector<double> expected{10, 20, 31, 40};
  for (const Size size : sizes())
    expect_tidy(values_picture(made.input(expected, 1), dark(), size.width, size.height).drawing, std::to_string(size.width));
}

TEST(ValuesPicture, ScrollsAndPointsAtElements) {
  std::vector<std::int32_t> values(1000);
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = static_cast<std::int32_t>(k);
  const Made made(values, values);
  ValuesInput input = made.input();
  Navigation navigation;
  const Size size{900, 700};
  const std::size_t visible = values_visible(input, size.width, size.height);
  ASSERT_LT(visible, values.size());
  move_values(input, dark(), size, {{}, {}, -1}, navigation);
  EXPECT_EQ(navigation.timeline.first_element, 3u);
  move_values(input, dark(), size, {{}, {0, -1e6f}, 0}, navigation);
  EXPECT_EQ(navigation.timeline.first_element, values.size() - visible) << "the last page is full";
  input.first = 500;
  const Picture picture = values_picture(input, dark(), size.width, size.height);
  EXPECT_EQ(picture.drawing.hot_spots.front().target.element, 500u);
  const Rectangle row = picture.drawing.hot_spots.front().at;
  EXPECT_EQ(picture.under({row.x + 5, row.y + 5}).target.element, 500u);
  EXPECT_EQ(picture.under({size.width - 0.1f, 60}).target.element, 999u) << "the right end of the plot";
}

/// The rasters of a picture, from left to right.
std::vector<Image> images_of(const Picture& picture) {
  std::vector<Image> all;
  for (const Shape& shape : picture.drawing.shapes)
    if (const auto* image = std::get_if<Image>(&shape)) all.push_back(*image);
  return all;
}

TEST(ValuesPicture, ShowsBytesAsAGreyOrAColourPicture) {
  // Two rows of two pixels: red and green, blue and white.
  const std::vector<std::int32_t> pixels{255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255};
  const Made made(std::vector<std::int32_t>(12, 7), pixels);
  ValuesInput input = made.input();
  input.shown_as = ColourMode::rgb;
  const Picture colour = values_picture(input, dark(), 800, 600);
  const std::vector<Image> drawn = images_of(colour);
  ASSERT_EQ(drawn.size(), 2u) << "before and after";
  const Raster& after = *drawn[1].raster;
  EXPECT_EQ(std::pair(after.width, after.height), std::pair(2u, 2u));
  EXPECT_EQ(after.pixels, (std::vector<Colour>{{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {255, 255, 255}}));
  EXPECT_EQ(drawn[0].raster->pixels.front(), (Colour{7, 7, 7}));
  const Rectangle at = drawn[1].at;
  EXPECT_EQ(colour.under({at.x + at.width * 0.75f, at.y + at.height * 0.25f}).target.element, 3u) << "the second pixel";
  EXPECT_EQ(colour.under({at.x + at.width * 0.25f, at.y + at.height * 0.75f}).target.element, 6u);

  input.shown_as = ColourMode::grey;
  const std::vector<double> expected(12, 255);
  input.subject.expected = std::span<const double>(expected);
  const std::vector<Image> grey = images_of(values_picture(input, dark(), 800, 600));
  ASSERT_EQ(grey.size(), 3u) << "and expected";
  EXPECT_EQ(grey[1].raster->width, 4u) << "the smallest square with room for 12";
  EXPECT_EQ(grey[1].raster->pixels[1], (Colour{0, 0, 0}));
  EXPECT_EQ(grey[2].raster->pixels[1], (Colour{255, 255, 255}));
}

TEST(ValuesPicture, ShowsTheInputInPlaceOfABlankOutput) {
  const Made made({0, 0, 0, 0}, {10, 20, 30, 40});
  ValuesInput input = made.input();
  input.shown_as = ColourMode::grey;
  ASSERT_EQ(input.subject.buffer, 0u);
  const std::vector<std::byte> source(12, std::byte{200});
  input.subject.buffers = {{"out", launch::ElementType::i32, 4, 2}, {"in", launch::ElementType::u8, 12, 6}};
  input.initial.emplace_back(std::span<const std::byte>(source));
  const Picture picture = values_picture(input, dark(), 800, 600);
  EXPECT_EQ(std::ranges::count(texts_of(picture), "input “in”, before the launch"), 1);
  const std::vector<Image> drawn = images_of(picture);
  ASSERT_EQ(drawn.size(), 2u);
  EXPECT_EQ(drawn[0].raster->pixels, std::vector<Colour>(4, {200, 200, 200}));
  EXPECT_EQ(picture.under({drawn[0].at.x + 1, drawn[0].at.y + 1}).target.element, Target::none) << "of another buffer";
}

TEST(ValuesPicture, AsAPictureIsTidyAtEverySize) {
  const Made made({1, -2000000, 3, 4}, {10, 20, 2000000000, 40});
  const std::vector<double> expected{10, 20, 31, 40};
  for (const ColourMode mode : {ColourMode::grey, ColourMode::rgb, ColourMode::rgba})
    for (const Size size : sizes()) {
      ValuesInput input = made.input(expected, 1);
      input.shown_as = mode;
      expect_tidy(values_picture(input, dark(), size.width, size.height).drawing, std::to_string(size.width));
    }
}

}  // namespace
}  // namespace warplens::view
