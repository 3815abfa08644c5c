#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "base/file.h"
#include "export/png.h"
#include "export/svg.h"

namespace warplens::export_ {
namespace {

std::uint32_t big_endian(const std::vector<std::byte>& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t k = 0; k < 4; ++k) value = value << 8 | std::to_integer<std::uint32_t>(bytes[at + k]);
  return value;
}

TEST(Png, HasASignatureAndItsSizeInTheHeader) {
  const std::vector<view::Colour> pixels(3 * 2, view::Colour{1, 2, 3, 255});
  const auto png = png_of(3, 2, pixels);
  ASSERT_TRUE(png.ok());
  constexpr std::array<unsigned, 8> signature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  for (std::size_t k = 0; k < signature.size(); ++k) EXPECT_EQ(std::to_integer<unsigned>((*png)[k]), signature[k]);
  EXPECT_EQ(big_endian(*png, 16), 3u);
  EXPECT_EQ(big_endian(*png, 20), 2u);
}

TEST(Png, RefusesASizeThatThePixelsDoNotFill) {
  const std::vector<view::Colour> pixels(5);
  EXPECT_FALSE(png_of(3, 2, pixels).ok());
  EXPECT_FALSE(png_of(0, 0, {}).ok());
}

view::Drawing drawing() {
  view::Drawing drawing;
  drawing.width = 200;
  drawing.height = 100;
  return drawing;
}

TEST(Svg, KeepsTextAsText) {
  view::Drawing picture = drawing();
  picture.shapes.push_back(
      view::Text{{10, 20}, 17, view::Anchor::middle, {{"a < b & \"c\"", {232, 234, 238}, view::Face::mono}}});
  const auto svg = svg_of(picture, {18, 21, 27}, "x > 1");
  ASSERT_TRUE(svg.ok());
  EXPECT_NE(svg->find("a &lt; b &amp; &quot;c&quot;"), std::string::npos);
  EXPECT_NE(svg->find("text-anchor=\"middle\""), std::string::npos);
  EXPECT_NE(svg->find("JetBrains Mono"), std::string::npos);
  EXPECT_NE(svg->find("<title>x &gt; 1</title>"), std::string::npos);
  EXPECT_NE(svg->find("fill=\"#12151b\""), std::string::npos) << "the background";
}

TEST(Svg, WritesEveryShape) {
  view::Drawing picture = drawing();
  picture.shapes.push_back(view::Box{{1, 2, 30, 40}, 4, {255, 0, 0, 128}, {0, 255, 0}, 2});
  picture.shapes.push_back(view::Line{{{0, 0}, {5.5, 6}}, {0, 0, 255}, 1.5f, 3});
  picture.shapes.push_back(view::Disc{{7, 8}, 9, {1, 1, 1}, {}, 0});
  const auto svg = svg_of(picture, {}, "");
  ASSERT_TRUE(svg.ok());
  EXPECT_NE(svg->find("<rect x=\"1\" y=\"2\" width=\"30\" height=\"40\" rx=\"4\" fill=\"#ff0000\" fill-opacity=\"0.502\""),
            std::string::npos);
  EXPECT_NE(
      svg->find("<polyline points=\"0,0 5.5,6\" fill=\"none\" stroke=\"#0000ff\" stroke-width=\"1.5\" stroke-dasharray=\"3\"/>"),
      std::string::npos);
  EXPECT_NE(svg->find("<circle cx=\"7\" cy=\"8\" r=\"9\" fill=\"#010101\" stroke=\"none\"/>"), std::string::npos);
}

TEST(Svg, EmbedsRastersAsPng) {
  view::Drawing picture = drawing();
  auto raster = std::make_shared<view::Raster>();
  raster->width = raster->height = 2;
  raster->pixels.assign(4, {9, 9, 9, 255});
  picture.shapes.push_back(view::Image{{0, 0, 10, 10}, 0, raster});
  const auto svg = svg_of(picture, {}, "");
  ASSERT_TRUE(svg.ok());
  // Base64 of the PNG signature 89 50 4e 47 0d 0a 1a 0a, computed by hand.
  EXPECT_NE(svg->find("data:image/png;base64,iVBORw0KGgo"), std::string::npos);
}

TEST(Svg, RefusesPixelsThatAreNotHere) {
  view::Drawing picture = drawing();
  picture.shapes.push_back(view::Image{{0, 0, 10, 10}, 5, nullptr});
  EXPECT_FALSE(svg_of(picture, {}, "").ok());
}

TEST(Svg, IsWrittenOrItsErrorNamesTheFile) {
  const auto status = write_svg("/no/such/folder/a.svg", drawing(), {}, "");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().file, "/no/such/folder/a.svg");
}

}  // namespace
}  // namespace warplens::export_
