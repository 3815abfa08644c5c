#include "view/drawing/values.h"

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "base/random.h"
#include "gl/context.h"
#include "view/drawing/cell_painter.h"
#include "view/drawing/texels.h"

namespace warplens::view {
namespace {

using launch::ElementType;

template <typename T>
struct Numbers {
  ElementType type;
  std::vector<T> numbers;
  Values values() const { return {type, numbers.size(), std::as_bytes(std::span(numbers)), 0}; }
};

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

TEST(Values, RangeIsOfTheFiniteOnes) {
  const Numbers<float> some{ElementType::f32, {3, -2, nan, static_cast<float>(infinity), 7.5f}};
  EXPECT_EQ(range_of(some.values()), (ValueRange{-2, 7.5, true}));
  EXPECT_EQ(range_of(Numbers<std::uint8_t>{ElementType::u8, {9, 200, 11}}.values()), (ValueRange{9, 200}));
  EXPECT_EQ(range_of(Numbers<std::int64_t>{ElementType::i64, {-5, -5}}.values()), (ValueRange{-5, -5}));
  EXPECT_EQ(range_of(Numbers<float>{ElementType::f32, {nan}}.values()), (ValueRange{0, 0, true}));
  EXPECT_EQ(range_of(Values{}), (ValueRange{0, 0}));
}

TEST(Values, KeysArePlacesInTheRangeAndWhatIsNoNumberIsMarked) {
  const Numbers<float> some{ElementType::f32, {-1, 0, 1, nan, 5, -5}};
  const Cells cells = value_cells(some.values(), {-1, 1});
  ASSERT_EQ(cells.size, 6u);
  EXPECT_EQ(cells.texels[0].key, 0u);
  EXPECT_NEAR(cells.texels[1].key / 4294967296.0, 0.5, 1e-9);
  EXPECT_EQ(cells.texels[2].key, 0xffffffffu);
  EXPECT_EQ(cells.texels[4].key, 0xffffffffu) << "beyond the range is its end";
  EXPECT_EQ(cells.texels[5].key, 0u);
  EXPECT_EQ(cells.texels[3].counts, 1u << 8 | 1u << 16);
  EXPECT_EQ(cells.texels[0].counts, 1u << 16);
  EXPECT_EQ(cells.texels[cells.start[1]].counts, 1u << 8 | 4u << 16);
  EXPECT_EQ(value_cells(some.values(), {5, 5}).texels[4].key, 0xffffffffu);
  const Cells huge = value_cells(Numbers<double>{ElementType::f64, {-1.7e308, 0, 1.7e308}}.values(), {-1.7e308, 1.7e308});
  EXPECT_NEAR(huge.texels[1].key / 4294967296.0, 0.5, 1e-9);
}

class ShaderValues : public testing::Test {
 protected:
  void SetUp() override {
    auto context = gl::OffscreenContext::create();
    if (!context) GTEST_SKIP() << context.error().message;
    context_.emplace(std::move(*context));
  }

  std::optional<gl::OffscreenContext> context_;
};

/// All texels of all levels, read back.
std::vector<Cells::Texel> read(const Texels& texels, std::size_t count) {
  std::vector<Cells::Texel> all(std::size_t{texels.texture.width()} * texels.texture.height());
  glBindTexture(GL_TEXTURE_2D, texels.texture.name());
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RG_INTEGER, GL_UNSIGNED_INT, all.data());
  glBindTexture(GL_TEXTURE_2D, 0);
  all.resize(count);
  return all;
}

/// Compares the texels that the GPU computes, from host memory and from an OpenGL buffer, with those of the CPU.
template <typename T>
void expect_the_same(ElementType type, const std::vector<T>& numbers) {
  SCOPED_TRACE(std::string(launch::name(type)) + " × " + std::to_string(numbers.size()));
  const auto program = gl::Program::load("values");
  ASSERT_TRUE(program.ok()) << base::describe(program.error());
  const gl::VertexArray vertices;
  Values values = Numbers<T>{type, numbers}.values();
  values.bytes = std::as_bytes(std::span(numbers));
  const ValueRange range = range_of(values);
  const Cells wanted = value_cells(values, range);
  const auto copied = texels_of(values, range, *program, vertices);
  ASSERT_TRUE(copied.ok());
  EXPECT_EQ(copied->start, wanted.start);
  const auto got = read(*copied, wanted.texels.size());
  std::size_t far = 0, counts = 0;
  for (std::size_t k = 0; k < got.size(); ++k) {
    const double off = std::abs(static_cast<double>(got[k].key) - static_cast<double>(wanted.texels[k].key)) / 4294967296.0;
    far += off > 2e-6;
    counts += got[k].counts != wanted.texels[k].counts;
  }
  EXPECT_EQ(far, 0u);
  EXPECT_EQ(counts, 0u);

  std::vector<std::byte> padded(values.bytes.begin(), values.bytes.end());
  padded.resize((padded.size() + 3) / 4 * 4);
  const gl::Buffer buffer(padded);
  values.bytes = {};
  values.gl_buffer = buffer.name();
  const auto unpacked = texels_of(values, range, *program, vertices);
  ASSERT_TRUE(unpacked.ok());
  EXPECT_TRUE(read(*unpacked, got.size()) == got) << "from a buffer of OpenGL, bit for bit";
}

/// `size` numbers over the whole range of a type.
template <typename T>
std::vector<T> random_numbers(std::size_t size) {
  base::Random random(3);
  std::vector<T> numbers(size);
  for (T& number : numbers) {
    if constexpr (std::is_floating_point_v<T>)
      number = static_cast<T>((static_cast<double>(random.below(2'000'001)) - 1e6) / 1e3);
    else
      number = static_cast<T>(random.next());
  }
  return numbers;
}

TEST_F(ShaderValues, OfEveryTypeAreThoseOfTheCpu) {
  for (const std::size_t size : {1, 3, 64, 4095, 4097, 10'001}) {
    expect_the_same(ElementType::i8, random_numbers<std::int8_t>(size));
    expect_the_same(ElementType::u8, random_numbers<std::uint8_t>(size));
    expect_the_same(ElementType::i16, random_numbers<std::int16_t>(size));
    expect_the_same(ElementType::u16, random_numbers<std::uint16_t>(size));
    expect_the_same(ElementType::i32, random_numbers<std::int32_t>(size));
    expect_the_same(ElementType::u32, random_numbers<std::uint32_t>(size));
    expect_the_same(ElementType::i64, random_numbers<std::int64_t>(size));
    expect_the_same(ElementType::u64, random_numbers<std::uint64_t>(size));
    expect_the_same(ElementType::f32, random_numbers<float>(size));
    expect_the_same(ElementType::f64, random_numbers<double>(size));
  }
}

TEST_F(ShaderValues, OddNumbersToo) {
  const auto inf = static_cast<float>(infinity);
  expect_the_same<float>(ElementType::f32, {0, nan, 1, inf, -inf, 0.25f, nan, -3, 2, 2, 2, 2, 2, 2, 2, 2, nan});
  expect_the_same<float>(ElementType::f32, {-3e38f, 3e38f, 0, 1e38f});
  expect_the_same<float>(ElementType::f32, {1e-30f, 2e-30f, 3e-30f});
  expect_the_same<double>(ElementType::f64, {-1e300, 1e300, 5e299, infinity, -infinity, std::nan(""), 0});
  expect_the_same<double>(ElementType::f64, {1e-200, 3e-200, 2e-200});
  expect_the_same<std::int32_t>(ElementType::i32, {5, 5, 5});
}

TEST_F(ShaderValues, BarsAreAsHighAsTheirValues) {
  const auto painter = make_shader_cell_painter();
  ASSERT_TRUE(painter.ok()) << base::describe(painter.error());
  const std::vector<std::int32_t> counts{0, 10, 5, 20};
  const Values values{ElementType::i32, 4, std::as_bytes(std::span(counts)), 0};
  BarLook look;
  look.pitch = 10;
  look.fill = {10, 200, 30, 255};
  look.lit = {250, 0, 0, 255};
  look.lit_bar = 2;
  const auto height_of = [&](const BarLook& bars, std::uint32_t x) {
    const auto image = (*painter)->paint_bars(3, 1, values, {0, 40}, bars, {0, 0, 40, 40}, 1);
    EXPECT_TRUE(image && image->texture != 0);
    std::vector<Colour> pixels(40 * 40);
    glBindTexture(GL_TEXTURE_2D, image->texture);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    int height = 0;
    for (std::size_t y = 0; y < 40; ++y) {
      const Colour& pixel = pixels[y * 40 + x];
      if (pixel.a == 0) continue;
      ++height;
      EXPECT_EQ(pixel.r, x / 10 / bars.each == bars.lit_bar ? 250 : 10);
      EXPECT_GE(y, 20u) << "bars stand on the bottom, and the highest fills half";
    }
    return height;
  };
  EXPECT_EQ(height_of(look, 5), 0);
  EXPECT_EQ(height_of(look, 15), 10);
  EXPECT_EQ(height_of(look, 25), 5);
  EXPECT_EQ(height_of(look, 35), 20);
  look.each = 2;
  look.pitch = 20;
  look.lit_bar = 1;
  EXPECT_EQ(height_of(look, 5), 10) << "of two the higher";
  EXPECT_EQ(height_of(look, 25), 20);
  look.each = 1000;
  EXPECT_FALSE((*painter)->paint_bars(3, 1, values, {0, 40}, look, {0, 0, 40, 40}, 1));
  EXPECT_FALSE(make_raster_cell_painter()->paint_bars(3, 1, values, {0, 40}, look, {0, 0, 40, 40}, 1));
}

TEST_F(ShaderValues, ASlotShowsWhatItWasLastAskedFor) {
  const auto painter = make_shader_cell_painter();
  ASSERT_TRUE(painter.ok());
  const std::vector<float> numbers{0, 1};
  const Values values{ElementType::f32, 2, std::as_bytes(std::span(numbers)), 0};
  CellLook look;
  look.mode = CellLook::Mode::ramp;
  look.ramp.fill({0, 0, 0, 255});
  look.ramp.back() = {255, 255, 255, 255};
  look.columns = 2;
  look.cell_width = look.cell_height = 8;
  const auto pixel = [](const Image& image) {
    std::vector<Colour> pixels(16 * 8);
    glBindTexture(GL_TEXTURE_2D, image.texture);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    return pixels[12];
  };
  const Rectangle at{0, 0, 16, 8};
  EXPECT_EQ(pixel((*painter)->paint_values(0, 1, values, {0, 1}, look, at, 1)).r, 255);
  EXPECT_EQ(pixel((*painter)->paint_values(0, 1, values, {0, 10}, look, at, 1)).r, 0) << "of another range";
  const auto cells = [] { return make_cells({{0, 1u << 16}, {0xffffffffu, 1u << 16}}); };
  EXPECT_EQ(pixel((*painter)->paint(0, 1, cells, look, at, 1)).r, 255) << "cells of the same version";
  EXPECT_EQ(pixel((*painter)->paint_values(0, 1, values, {0, 10}, look, at, 1)).r, 0);
}

}  // namespace
}  // namespace warplens::view
