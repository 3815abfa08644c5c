#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <optional>

#include "base/random.h"
#include "gl/context.h"
#include "gl/objects.h"
#include "view/drawing/cell_painter.h"
#include "view/drawing/cells.h"

#include <glad/gl.h>

namespace warplens::view {
namespace {

constexpr Colour black{0, 0, 0, 255}, grey{100, 100, 100, 255}, orange{240, 115, 58, 255};

Cells::Texel touched(std::uint32_t key) { return {key, 1u << 16}; }
Cells::Texel empty() { return {0, 1u | 1u << 16}; }
Cells::Texel marked(std::uint32_t key) { return {key, 1u << 8 | 1u << 16}; }

/// Cells of every kind, reproducible.
Cells mixture(std::uint64_t size) {
  base::Random random(7);
  std::vector<Cells::Texel> cells;
  for (std::uint64_t k = 0; k < size; ++k) {
    const std::uint32_t which = random.below(20);
    cells.push_back(which == 0   ? empty()
                    : which == 1 ? marked(static_cast<std::uint32_t>(k))
                                 : touched(static_cast<std::uint32_t>(k)));
  }
  return make_cells(std::move(cells));
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

TEST(Cells, LevelsAddUp) {
  const Cells cells = mixture(1000);
  ASSERT_EQ(cells.size, 1000u);
  std::uint64_t empties = 0, marks = 0;
  for (std::uint64_t k = 0; k < 1000; ++k) {
    empties += cells.texels[k].counts & 0xff;
    marks += cells.texels[k].counts >> 8 & 0xff;
  }
  EXPECT_GT(empties, 0u);
  EXPECT_GT(marks, 0u);
  std::uint64_t size = 1000;
  for (std::size_t level = 1; level < Cells::levels; ++level) {
    size = (size + 3) / 4;
    std::uint64_t of_level[3] = {0, 0, 0};
    for (std::uint64_t k = 0; k < size; ++k) {
      const std::uint32_t counts = cells.texels[cells.start[level] + k].counts;
      of_level[0] += counts & 0xff;
      of_level[1] += counts >> 8 & 0xff;
      of_level[2] += counts >> 16;
    }
    EXPECT_EQ(of_level[0], empties) << level;
    EXPECT_EQ(of_level[1], marks) << level;
    EXPECT_EQ(of_level[2], 1000u) << level;
  }
}

TEST(Cells, LargeCellsShowTheirOwnColour) {
  const Cells cells = make_cells({touched(0), empty(), marked(2), touched(64)});
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
    std::vector<Cells::Texel> texels(side * side, touched(0));
    const Raster plain = rasterise(make_cells(texels), look(side, 0.125f), 8, 8);
    texels[20 * side + 20] = is_empty ? empty() : marked(0);
    const Raster raster = rasterise(make_cells(texels), look(side, 0.125f), 8, 8);
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
  const Raster raster = rasterise(make_cells(std::vector<Cells::Texel>(8, empty())), tiles, 20, 10);
  EXPECT_EQ(raster.pixels[9], black);       // between the tiles
  EXPECT_EQ(raster.pixels[10], grey);       // the second tile
  EXPECT_EQ(raster.pixels[9 * 20], black);  // below
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
        // Read the texture's pixels through a framebuffer.
        GLuint framebuffer = 0;
        glGenFramebuffers(1, &framebuffer);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, image.texture, 0);
        std::vector<Colour> pixels(120 * 90);
        glReadPixels(0, 0, 120, 90, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
        glDeleteFramebuffers(1, &framebuffer);
        std::size_t differ = 0;
        for (std::size_t k = 0; k < pixels.size(); ++k)
          differ += std::abs(int{pixels[k].r} - int{expected.pixels[k].r}) > 3 ||
                            std::abs(int{pixels[k].g} - int{expected.pixels[k].g}) > 3 ||
                            std::abs(int{pixels[k].b} - int{expected.pixels[k].b}) > 3
                        ? 1
                        : 0;
        EXPECT_LT(differ, pixels.size() / 200) << "cell " << cell << " ramp " << ramp << " panned " << panned;
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
