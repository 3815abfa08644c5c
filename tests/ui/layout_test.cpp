#include "ui/window/layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "ui/widgets/number_slider.h"

namespace warplens::ui {
namespace {

TEST(Layout, of_a_view_has_the_picture_and_the_bar) {
  for (const float scale : {1.0f, 1.5f}) {
    const Places at = places_of_view(960, 600, scale);
    EXPECT_EQ(at.centre.width, 960);
    EXPECT_EQ(at.centre.height + at.bar.height, 600);
    EXPECT_EQ(at.bar.y, at.centre.height);
    for (const view::Rectangle& empty : {at.top, at.controls, at.right, at.sides}) EXPECT_EQ(empty.height, 0);
  }
}

TEST(Places, AreTheDesignsAt1920) {
  const Places at = places(1920, 1080, 1, 0);
  EXPECT_EQ(at.top.height, 60);
  EXPECT_EQ(at.bar.height, 66);
  EXPECT_EQ(at.controls.width, 300);
  EXPECT_EQ(at.right.width, 730);
  EXPECT_EQ(at.centre.width, 1920 - 300 - 730);
}

TEST(Places, ShrinkTheSidePanelsAt1280) {
  const Places at = places(1280, 720, 1, 0);
  EXPECT_EQ(at.controls.width, 280);
  EXPECT_EQ(at.right.width, 360);
}

TEST(Places, CoverTheWindowWithoutOverlapAtAnySize) {
  constexpr float height = 600;
  for (const float width : {640.0f, 1024.0f, 1280.0f, 1919.0f, 2560.0f, 3840.0f}) {
    for (const float scale : {0.5f, 1.0f, 1.25f, 2.0f}) {
      for (const float picture : {0.0f, picture_left_by_ptx, picture_left_by_editor}) {
        const Places at = places(width, height, scale, picture);
        EXPECT_GE(at.centre.width, 0);
        const bool one_side = at.sides.height > 0;
        EXPECT_EQ(one_side, width / scale < 1200);
        EXPECT_FLOAT_EQ(one_side ? 0 : at.controls.width, at.centre.x);
        EXPECT_FLOAT_EQ(at.sides.height, at.right.y - at.top.height);
        EXPECT_FLOAT_EQ(at.sides.height + at.right.height, at.centre.height);
        EXPECT_EQ(at.controls.x, one_side ? at.right.x : 0);
        EXPECT_FLOAT_EQ(at.centre.x + at.centre.width, at.right.x);
        EXPECT_FLOAT_EQ(at.right.x + at.right.width, width);
        EXPECT_FLOAT_EQ(at.top.height + at.centre.height, at.bar.y);
        EXPECT_FLOAT_EQ(at.bar.y + at.bar.height, height);
      }
    }
  }
}

TEST(Places, LeaveThePictureTwoThirdsOfASmallProjector) {
  const float scale = 1.25f;  // of the projector's theme
  const Places at = places(1280, 720, scale, 0);
  EXPECT_NEAR(at.centre.width, 1280 * 2.0f / 3, 1);
  EXPECT_NEAR(places(1280, 720, scale, 0, {ShownPanels::all, 400, 300}).centre.width, 1280 - 300 * scale, 1);
}

TEST(Places, TakeTheWidthsThatTheUserChose) {
  const Places at = places(1920, 1080, 1, 0, {ShownPanels::all, 300, 700});
  EXPECT_EQ(at.controls.width, 300);
  EXPECT_EQ(at.right.width, 700);
  for (const float wish : {1.0f, 5000.0f}) {
    for (const float width : {640.0f, 1280.0f, 1920.0f, 3840.0f}) {
      const Places clamped = places(width, 720, 1, 0, {ShownPanels::all, wish, wish});
      const Places own = places(width, 720, 1, 0);
      EXPECT_GE(clamped.centre.width, std::min(own.centre.width, std::max(0.4f * width, 320.0f))) << width << ", " << wish;
      EXPECT_GE(clamped.controls.width, std::min(own.controls.width, 200.0f));
      EXPECT_GE(clamped.right.width, std::min(own.right.width, 240.0f));
      EXPECT_FLOAT_EQ(clamped.right.x + clamped.right.width, width);
      const Places with_ptx = places(width, 720, 1, picture_left_by_ptx, {ShownPanels::all, wish, wish});
      EXPECT_GE(with_ptx.right.width, clamped.right.width) << "PTX next to the source takes no width away";
      EXPECT_GE(with_ptx.centre.width, std::min(own.centre.width, 320.0f));
    }
  }
}

TEST(Places, OfALectureHaveThePictureAloneOrWithTheSource) {
  for (const auto& [width, height] : {std::pair{1280.0f, 720.0f}, std::pair{640.0f, 1385.0f}}) {
    const Places alone = places(width, height, 1, 0, {ShownPanels::picture, 0, 0});
    EXPECT_EQ(alone.centre.width, width);
    EXPECT_EQ(alone.centre.height, height);
    const Places two = places(width, height, 1, 0, {ShownPanels::picture_and_source, 0, 0});
    const auto area = [](const view::Rectangle& at) { return at.width * at.height; };
    EXPECT_FLOAT_EQ(area(two.centre) + area(two.right), width * height);
    for (const Places& at : {alone, two})
      for (const view::Rectangle& hidden : {at.top, at.controls, at.bar, at.sides}) EXPECT_EQ(hidden.height, 0);
  }
}

TEST(Places, ShareTheWidthOfAPhone) {
  for (const float scale : {1.0f, 1.83f}) {
    const float width = 640 * scale, height = 1385 * scale;
    const Places at = places(width, height, scale, picture_left_by_ptx);
    for (const view::Rectangle& each : {at.top, at.centre, at.sides, at.controls, at.right, at.bar}) {
      EXPECT_EQ(each.x, 0);
      EXPECT_EQ(each.width, width);
    }
    EXPECT_FLOAT_EQ(at.top.height, at.centre.y);
    EXPECT_FLOAT_EQ(at.centre.y + at.centre.height, at.sides.y);
    EXPECT_FLOAT_EQ(at.sides.y + at.sides.height, at.controls.y);
    EXPECT_FLOAT_EQ(at.controls.y, at.right.y);
    EXPECT_FLOAT_EQ(at.controls.y + at.controls.height, at.bar.y);
    EXPECT_FLOAT_EQ(at.bar.y + at.bar.height, height);
    EXPECT_GT(at.centre.height, 400 * scale);
    EXPECT_GT(at.controls.height, 400 * scale);
  }
}

TEST(WindowScale, FollowsDisplayWindowAndUser) {
  EXPECT_EQ(window_scale(1920, 1080, 1, 1, 1), 1);
  EXPECT_EQ(window_scale(1280, 720, 1, 1, 1), 1) << "never smaller than the display asks for";
  EXPECT_EQ(window_scale(3840, 2160, 1, 1, 1), 2);
  EXPECT_EQ(window_scale(1920, 1080, 2, 1, 1), 2);
  EXPECT_EQ(window_scale(1920, 1080, 1, 1.5f, 1), 1.5f);
  EXPECT_EQ(window_scale(640, 360, 1, 1, 1), 1) << "a small film";
  EXPECT_FLOAT_EQ(window_scale(1170, 2532, 3, 1, 1), 1170.0f / 640) << "a phone, upright";
  EXPECT_FLOAT_EQ(window_scale(390, 844, 1, 1, 1), 390.0f / 640);
  EXPECT_FLOAT_EQ(window_scale(2532, 1170, 3, 1, 1), 1170.0f / 540) << "and on its side";
}

NumberSlider block() { return {"block", "Block x", "", 1, 1024, true, true, "", ""}; }

TEST(Slider, PlaceAndValueAreInverse) {
  EXPECT_EQ(slider_place(block(), 1), 0);
  EXPECT_EQ(slider_place(block(), 1024), 1);
  EXPECT_NEAR(slider_place(block(), 32), 0.5, 1e-9);  // log2(32) = 5 of 10
  for (const double value : {1.0, 2.0, 17.0, 256.0, 1000.0, 1024.0})
    EXPECT_EQ(slider_value(block(), slider_place(block(), value)), value);
}

TEST(Slider, AValueOutsideStaysAtTheEnd) {
  EXPECT_EQ(slider_place(block(), 5000), 1);
  EXPECT_EQ(slider_place(block(), 0), 0);
  EXPECT_EQ(slider_place(block(), -3), 0);
}

TEST(Slider, WithNoRangeHasOnePlace) {
  const NumberSlider slider{"x", "x", "", 4, 4, true, true, "", ""};
  EXPECT_EQ(slider_place(slider, 4), 0);
  EXPECT_EQ(slider_value(slider, 0.7), 4);
}

TEST(Slider, ADragFindsRoundNumbers) {
  NumberSlider slider = block();
  slider.maximum = 1'000'000;
  slider.logarithmic = true;
  constexpr double pixel = 1.0 / 220;
  for (const double meant : {25.0, 64.0, 200.0, 256.0, 1'000.0, 1'024.0, 20'000.0, 100'000.0})
    EXPECT_EQ(round_value(slider, slider_place(slider, meant), 1.2 * pixel), meant);
  for (const double meant : {64.0, 20'000.0, 100'000.0})
    for (const double off : {-0.5, 0.5})
      EXPECT_EQ(round_value(slider, slider_place(slider, meant) + off * pixel, 1.2 * pixel), meant) << off;
  EXPECT_EQ(round_value(slider, 0, 1.2 * pixel), slider.minimum);
  EXPECT_EQ(round_value(slider, 1, 1.2 * pixel), slider.maximum);
  slider.integer = false;
  EXPECT_EQ(round_value(slider, 0.3, 1.2 * pixel), slider_value(slider, 0.3));
}

TEST(TypedNumber, TakesNumbersOnly) {
  double value = -1;
  EXPECT_TRUE(typed_number("1024", true, value));
  EXPECT_EQ(value, 1024);
  EXPECT_TRUE(typed_number("2.75", true, value));
  EXPECT_EQ(value, 2);
  EXPECT_TRUE(typed_number("-0.5", false, value));
  EXPECT_EQ(value, -0.5);
  for (const char* text : {"", "-", "abc", "12x", "nan", "inf", "1e400", "1e30"}) {
    value = 7;
    EXPECT_FALSE(typed_number(text, true, value)) << text;
    EXPECT_EQ(value, 7) << text;
  }
}

}  // namespace
}  // namespace warplens::ui
