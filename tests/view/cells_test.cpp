#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <optional>

#include "base/random.h"
#include "gl/context.h"
#include "gl/objects.h"
#include "view/drawing/cell_painter.h"
#include "view/drawing/cells.h"
#include "view/drawing/levels.h"
#include "view/drawing/values.h"

#include <glad/gl.h>

namespace warplens::view {
namespace {

constexpr Colour black{0, 0, 0, 255}, grey{100, 100, 100, 255}, orange{240, 115, 58, 255};

Cell touched(std::uint32_t key) { return {Cell::Kind::shown, key}; }
Cell empty() { return {Cell::Kind::empty, 0}; }
Cell marked(std::uint32_t key) { return {Cell::Kind::marked, key}; }

/// Cells of every kind, reproducible.
Cells mixture(std::uint64_t size) {
  base::Random random(7);
  Cells cells;
  for (std::uint64_t k = 0; k < size; ++k) {
    const std::uint32_t which = random.below(20);
    cells.push_back(which == 0   ? empty()
                    : which == 1 ? marked(static_cast<std::uint32_t>(k))
                                 : touched(static_cast<std::uint32_t>(k)));
  }
  return cells;
}

Raster rasterise(const Cells& cells, const CellLook& look, std::uint32_t width, std::uint32_t height) {
  Levels levels;
  return view::rasterise(cells, levels, look, width, height);
}

CellLook look(std::uint32_t columns, float cell) {
  CellLook look;
  look.group = 64;
  look.groups = 16;
  look.background = black;
  look.empty = grey;
  look.empty_line = grey;
  look.marked = orange;
  look.columns = columns;
  look.cell_width = look.cell_height = cell;
  return look;
}

/// By number of cells of a kind.
struct Sums {
  std::uint64_t shown = 0, empty = 0, marked = 0;
};

Sums sums_of(const Level& level) {
  Sums sums;
  for (const CoarseCell& cell : level.cells) {
    sums.shown += cell.counts & 0xff;
    sums.empty += cell.counts >> 8 & 0xff;
    sums.marked += cell.counts >> 16;
  }
  return sums;
}

TEST(Levels, HaveFourTimesAsManyCellsInEachAndAddUp) {
  const std::uint64_t columns = 301, size = columns * 200 - 17;  // the last row is not full, nothing is a power of two
  const Cells cells = mixture(size);
  Sums all;
  for (const Cell& cell : cells) {
    all.shown += cell.kind() == Cell::Kind::shown;
    all.empty += cell.kind() == Cell::Kind::empty;
    all.marked += cell.kind() == Cell::Kind::marked;
  }
  for (const float stretched : {1.0f, 4.0f, 0.25f}) {
    Levels levels;
    for (std::uint32_t level = 1; level <= 3; ++level) {
      const float side = std::exp2(-static_cast<float>(level));
      CellLook own = look(columns, side * std::sqrt(stretched));
      own.cell_height = side / std::sqrt(stretched);
      const auto made = levels.level_for(own, size, reader_of(cells));
      ASSERT_NE(made, nullptr);
      EXPECT_EQ(made->across_bits + made->down_bits, 2 * level) << stretched;
      const Sums sums = sums_of(*made);
      EXPECT_EQ(sums.shown, all.shown) << stretched << " " << level;
      EXPECT_EQ(sums.empty, all.empty) << stretched << " " << level;
      EXPECT_EQ(sums.marked, all.marked) << stretched << " " << level;
    }
  }
  // Four cells high and three pixels wide: coarse cells are columns of four.
  Levels levels;
  CellLook flat = look(columns, 3);
  flat.cell_height = 0.25f;
  const auto made = levels.level_for(flat, size, reader_of(cells));
  ASSERT_NE(made, nullptr);
  EXPECT_EQ(made->across_bits, 0u);
  EXPECT_EQ(made->down_bits, 2u);
}

TEST(Levels, AreMadeOnceForAllPlacesOfACamera) {
  const Cells cells = mixture(64 * 64);
  int reads = 0;
  const ReadCells read = [&](std::uint64_t first, std::span<Cell> to) {
    ++reads;
    reader_of(cells)(first, to);
  };
  Levels levels;
  EXPECT_EQ(levels.level_for(look(64, 0.6f), cells.size(), read), nullptr);  // fewer than four cells a pixel
  EXPECT_EQ(reads, 0);
  const auto first = levels.level_for(look(64, 0.2f), cells.size(), read);
  const int once = reads;
  EXPECT_GT(once, 0);
  CellLook moved = look(64, 0.21f);
  moved.first_column = 3;
  moved.origin_x = -0.1f;
  EXPECT_EQ(levels.level_for(moved, cells.size(), read), first);
  EXPECT_NE(levels.level_for(look(64, 0.4f), cells.size(), read), first);
  EXPECT_EQ(reads, once);
  CellLook unmarked = moved;
  unmarked.marks = false;
  EXPECT_EQ(sums_of(*levels.level_for(unmarked, cells.size(), read)).marked, 0u);
  levels.forget();
  levels.level_for(unmarked, cells.size(), read);
  EXPECT_EQ(reads, 3 * once);
}

TEST(Cells, LargeCellsShowTheirOwnColour) {
  const Cells cells = Cells({touched(0), empty(), marked(2), touched(64)});
  const Raster raster = rasterise(cells, look(2, 3), 8, 6);
  const auto at = [&](std::uint32_t x, std::uint32_t y) { return raster.pixels[y * 8 + x]; };
  EXPECT_EQ(at(4, 1), grey);
  EXPECT_EQ(at(1, 4), orange);
  EXPECT_EQ(at(7, 4), black);     // outside the grid
  EXPECT_NE(at(1, 1), at(4, 4));  // different groups have different hues
  EXPECT_EQ(at(0, 0), at(2, 2));  // one cell, one colour
  // Hue 205°, saturation 0.56, lightness 0.38 by hand: 0.38 ± 0.2128; red 43/255, blue 151/255.
  EXPECT_NEAR(at(1, 1).r, 43, 1);
  EXPECT_NEAR(at(1, 1).b, 151, 1);
}

TEST(Cells, OneRareCellAmongManyStaysVisible) {
  const std::uint64_t side = 64;
  for (const bool is_empty : {true, false}) {
    Cells texels(side * side, touched(0));
    const Raster plain = rasterise(texels, look(side, 0.125f), 8, 8);
    texels[20 * side + 20] = is_empty ? empty() : marked(0);
    const Raster raster = rasterise(texels, look(side, 0.125f), 8, 8);
    int changed = 0;
    for (std::size_t k = 0; k < raster.pixels.size(); ++k)
      changed += std::abs(int{raster.pixels[k].r} - int{plain.pixels[k].r}) > 15 ? 1 : 0;
    EXPECT_EQ(changed, 1) << is_empty;  // only its own pixel
    EXPECT_NE(raster.pixels[2 * 8 + 2], plain.pixels[2 * 8 + 2]);
  }
}

TEST(Cells, TilesKeepBlocksApart) {
  CellLook tiles = look(2, 4);
  tiles.tile_cells = 4;
  tiles.tiles_across = 2;
  tiles.tile_width = tiles.tile_height = 10;
  tiles.group = 4;
  const Raster raster = rasterise(Cells(8, empty()), tiles, 20, 10);
  EXPECT_EQ(raster.pixels[9], black);       // between the tiles
  EXPECT_EQ(raster.pixels[10], grey);       // the second tile
  EXPECT_EQ(raster.pixels[9 * 20], black);  // below
}

/// Of a texture, read through a framebuffer.
std::vector<Colour> pixels_of(const Image& image, int width, int height) {
  GLuint framebuffer = 0;
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, image.texture, 0);
  std::vector<Colour> pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  glDeleteFramebuffers(1, &framebuffer);
  return pixels;
}

/// Pixels of which a part differs by more than `most`.
std::size_t differing(const std::vector<Colour>& one, const std::vector<Colour>& other, int most) {
  std::size_t differ = 0;
  for (std::size_t k = 0; k < one.size(); ++k)
    differ += std::abs(int{one[k].r} - int{other[k].r}) > most || std::abs(int{one[k].g} - int{other[k].g}) > most ||
              std::abs(int{one[k].b} - int{other[k].b}) > most;
  return differ;
}

/// The shader and the CPU implement the same rule: at every scale their pixels agree up to rounding at edges.
TEST(CellPainters, ShaderAndProcessorAgree) {
  base::Result<gl::OffscreenContext> context = gl::OffscreenContext::create();
  if (!context) GTEST_SKIP() << context.error().message;
  base::Result<std::unique_ptr<CellPainter>> shader = make_shader_cell_painter();
  ASSERT_TRUE(shader.ok()) << base::describe(shader.error());
  const Cells cells = mixture(40000);
  std::uint64_t version = 0;
  std::uint32_t before = 0;
  for (const float cell : {0.11f, 0.5f, 0.97f, 1.0f, 2.3f, 5.0f, 20.6f})
    for (const bool ramp : {false, true})
      for (const bool panned : {false, true}) {
        CellLook own = look(200, cell);
        own.gap = cell > 4 ? 1.0f : 0.0f;
        own.radius = cell > 6 ? 1.2f : 0.0f;
        if (ramp) {
          own.mode = CellLook::Mode::ramp;
          own.marks = false;
          for (std::size_t k = 0; k < 8; ++k)
            own.ramp[k] = {static_cast<std::uint8_t>(30 * k), 80, static_cast<std::uint8_t>(250 - 30 * k), 255};
        }
        if (panned) {
          own.first_column = 17;
          own.first_row = 5;
          own.origin_x = own.origin_y = -0.3f * cell;
        }
        const Image image = (*shader)->paint(
            0, ++version, [&] { return std::make_shared<const Cells>(cells); }, own, {0, 0, 120, 90}, 1);
        const Raster expected = rasterise(cells, own, 120, 90);
        ASSERT_NE(image.texture, 0u);
        EXPECT_NE(image.texture, before) << "other pixels, another name";
        before = image.texture;
        const std::vector<Colour> pixels = pixels_of(image, 120, 90);
        EXPECT_LT(differing(pixels, expected.pixels, 3), pixels.size() / 200)
            << "cell " << cell << " ramp " << ramp << " panned " << panned;
      }
}

CellLook ramp_look(std::uint32_t columns, float cell) {
  CellLook own = look(columns, cell);
  own.mode = CellLook::Mode::ramp;
  for (std::size_t k = 0; k < 8; ++k)
    own.ramp[k] = {static_cast<std::uint8_t>(30 * k), 80, static_cast<std::uint8_t>(250 - 30 * k), 255};
  return own;
}

/// Of cells that are too many to be uploaded at once, those that are seen are uploaded: the camera may be anywhere, and come
/// back.
TEST(CellPainters, ShowAnyPartOfVeryManyCells) {
  const auto context = gl::OffscreenContext::create();
  if (!context) GTEST_SKIP() << context.error().message;
  const auto shader = make_shader_cell_painter();
  ASSERT_TRUE(shader.ok()) << base::describe(shader.error());
  const std::uint32_t columns = 1000;
  Cells cells;
  for (std::uint32_t k = 0; k < 3'000'000; ++k)
    cells.push_back(touched(k % columns * 700'000 + k / columns * 100'000));  // changes along both axes
  const auto shared = std::make_shared<const Cells>(cells);
  Levels levels;
  for (const float cell : {0.05f, 3.0f, 0.7f, 3.0f, 0.05f})
    for (const std::uint32_t row : {0u, 2900u, 1500u}) {
      CellLook own = ramp_look(columns, cell);
      own.first_row = row;
      own.first_column = 40;
      own.origin_y = -0.4f * cell;
      const Image image = (*shader)->paint(
          0, 1, [&] { return shared; }, own, {0, 0, 120, 90}, 1);
      EXPECT_LT(differing(pixels_of(image, 120, 90), view::rasterise(cells, levels, own, 120, 90).pixels, 3), 54u)
          << cell << " " << row;
    }
}

/// Values are drawn alike from this computer's memory and from a buffer of OpenGL, where a shader turns them into cells.
TEST(CellPainters, ValuesAreAlikeWhereverTheyAre) {
  const auto context = gl::OffscreenContext::create();
  if (!context) GTEST_SKIP() << context.error().message;
  const auto shader = make_shader_cell_painter();
  ASSERT_TRUE(shader.ok()) << base::describe(shader.error());
  std::vector<float> numbers(20'000);
  for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = 0.25f * static_cast<float>(k);
  numbers[77] = std::nanf("");
  const auto bytes = std::as_bytes(std::span(numbers));
  const gl::Buffer buffer(bytes);
  const ValueRange range{0, 5000, true};
  std::uint64_t version = 0;
  for (const float cell : {0.3f, 0.7f, 4.0f}) {
    const Values here{launch::ElementType::f32, numbers.size(), bytes, 0};
    const Values there{launch::ElementType::f32, numbers.size(), {}, buffer.name()};
    const CellLook own = ramp_look(100, cell);
    const auto of_here = pixels_of((*shader)->paint_values(0, ++version, here, range, own, {0, 0, 120, 90}, 1), 120, 90);
    const auto of_there = pixels_of((*shader)->paint_values(0, ++version, there, range, own, {0, 0, 120, 90}, 1), 120, 90);
    EXPECT_LT(differing(of_here, of_there, 3), 54u) << cell;
  }
}

TEST(CellPainters, AskForCellsOnlyWhenTheVersionChanges) {
  const std::unique_ptr<CellPainter> painter = make_raster_cell_painter();
  int asked = 0;
  const auto make = [&] {
    ++asked;
    return std::make_shared<const Cells>(mixture(100));
  };
  const Image first = painter->paint(0, 1, make, look(10, 4), {0, 0, 40, 40}, 1);
  const Image same = painter->paint(0, 1, make, look(10, 4), {5, 5, 40, 40}, 1);
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(first.raster, same.raster);
  (void)painter->paint(0, 1, make, look(10, 8), {0, 0, 40, 40}, 1);
  EXPECT_EQ(asked, 1);
  (void)painter->paint(1, 1, make, look(10, 4), {0, 0, 40, 40}, 1);
  EXPECT_EQ(asked, 2);
  (void)painter->paint(0, 2, make, look(10, 4), {0, 0, 40, 40}, 1);
  EXPECT_EQ(asked, 3);
}

}  // namespace
}  // namespace warplens::view
