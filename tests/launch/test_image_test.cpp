#include "launch/arguments/test_image.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "launch/arguments/argument.h"

// The computed test picture, and the shape of a picture in a buffer.

namespace warplens::launch {
namespace {

double at(ElementType type, const Bytes& data, std::uint64_t index) { return to_double(element(type, data, index)); }

TEST(PictureWidth, IsThatOfTheRowsOrOfASquare) {
  EXPECT_EQ(picture_width(60 * 45, 60, 1), 60u);
  EXPECT_EQ(picture_width(60 * 45 * 3, 180, 3), 60u) << "a row has three elements a pixel";
  EXPECT_EQ(picture_width(60 * 45 * 3, 60, 3), 60u) << "columns counted in pixels";
  EXPECT_EQ(picture_width(64 * 64 * 4, 256, 4), 64u);
  EXPECT_EQ(picture_width(1000, 0, 1), 32u) << "32 × 32 is the smallest square with room for 1,000";
  EXPECT_EQ(picture_width(300, 0, 3), 10u);
  EXPECT_EQ(picture_width(2, 0, 3), 1u) << "fewer elements than a pixel has";
}

TEST(TestImage, ShowsABallBeforeASky) {
  constexpr std::uint64_t width = 120, height = 80;
  const Bytes rgb = test_image(ElementType::u8, width * height * 3, width * 3, 3);
  const auto channel = [&](std::uint64_t x, std::uint64_t y, std::uint64_t k) {
    return at(ElementType::u8, rgb, (y * width + x) * 3 + k);
  };
  EXPECT_GT(channel(2, 2, 2), channel(2, 2, 0)) << "the sky is blue";
  EXPECT_GT(channel(40, 30, 0), 2 * channel(40, 30, 2)) << "the ball is red";
  const Bytes grey = test_image(ElementType::u8, width * height, width, 1);
  const Bytes fractions = test_image(ElementType::f32, width * height, width, 1);
  for (std::uint64_t k = 0; k < width * height; ++k) {
    // ITU-R BT.601. The channels are rounded.
    const double luma = 0.299 * at(ElementType::u8, rgb, 3 * k) + 0.587 * at(ElementType::u8, rgb, 3 * k + 1) +
                        0.114 * at(ElementType::u8, rgb, 3 * k + 2);
    ASSERT_NEAR(at(ElementType::u8, grey, k), luma, 1.001) << k;
    ASSERT_NEAR(at(ElementType::f32, fractions, k) * 255, at(ElementType::u8, grey, k), 0.501) << k;
  }
}

TEST(TestImage, FitsEveryType) {
  for (const ElementType type : {ElementType::i8, ElementType::u8, ElementType::i16, ElementType::u16, ElementType::i32,
                                 ElementType::u32, ElementType::i64, ElementType::u64, ElementType::f32, ElementType::f64}) {
    const double white = is_floating(type) ? 1 : type == ElementType::i8 ? 127 : 255;
    for (const std::uint64_t size : {1, 2, 3, 7, 4000}) {
      const auto buffer = make_buffer(type, size, "rgba", 1);
      ASSERT_TRUE(buffer) << name(type);
      ASSERT_EQ(buffer->initial->size(), size * bytes(type));
      double largest = 0;
      for (std::uint64_t k = 0; k < size; ++k) {
        EXPECT_GE(at(type, *buffer->initial, k), 0);
        largest = std::max(largest, at(type, *buffer->initial, k));
      }
      if (size >= 4) {
        EXPECT_EQ(largest, white) << name(type) << ": alpha is opaque";
      }
      EXPECT_LE(largest, white);
    }
  }
  EXPECT_FALSE(parse_argument("u8=image", 1)) << "it fills a buffer";
  EXPECT_TRUE(parse_argument("u8[100]=image", 1));
}

}  // namespace
}  // namespace warplens::launch
