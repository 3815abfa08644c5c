#include "launch/texture.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <vector>

namespace warplens::launch {
namespace {

/// 8 × 4 texels of 16 bytes in a buffer of 512.
Texture good() {
  Texture texture;
  texture.handle = 3;
  texture.width = 8;
  texture.height = 4;
  texture.dimensions = 2;
  texture.pitch = 128;
  texture.slice = 512;
  texture.channels = 4;
  return texture;
}

std::string wrong_with(const std::function<void(Texture&)>& change) {
  std::vector<Texture> textures{good()};
  change(textures.front());
  const std::vector<std::uint64_t> sizes{512};
  return contradiction(textures, sizes);
}

TEST(Texture, LiesInItsBuffer) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const std::string beyond = "a texture reaches beyond its memory";
  EXPECT_EQ(wrong_with([](Texture&) {}), "");
  EXPECT_EQ(wrong_with([](Texture& texture) { texture.width = 9; }), beyond);
  EXPECT_EQ(wrong_with([](Texture& texture) { texture.height = 5; }), beyond);
  EXPECT_EQ(wrong_with([](Texture& texture) { texture.depth = 2; }), beyond);
  EXPECT_EQ(wrong_with([](Texture& texture) { texture.height = 0; }), beyond);
  EXPECT_EQ(wrong_with([](Texture& texture) { texture.offset = 16; }), beyond);
  EXPECT_EQ(wrong_with([](Texture& texture) { texture.offset = most - 15; }), beyond);
  EXPECT_EQ(wrong_with([](Texture& texture) { texture.pitch = most - 15; }), beyond);
  EXPECT_EQ(wrong_with([](Texture& texture) { texture.pitch = 136; }), beyond);  // texels at no multiples of their size
  EXPECT_EQ(wrong_with([](Texture& texture) { texture.depth = 1u << 28, texture.slice = std::uint64_t{1} << 40; }), beyond);
  EXPECT_EQ(wrong_with([](Texture& texture) { texture.depth = 0xffffffffu, texture.slice = 0; }), beyond);
  EXPECT_EQ(wrong_with([](Texture& texture) { texture.buffer = 1; }), beyond);
}

TEST(Texture, HasTexelsAndDimensionsThatThereAre) {
  EXPECT_EQ(wrong_with([](Texture& texture) { texture.bits = 24; }), "a texture has no such texels");
  EXPECT_EQ(wrong_with([](Texture& texture) { texture.bits = 0; }), "a texture has no such texels");
  EXPECT_EQ(wrong_with([](Texture& texture) { texture.bits = 8; }), "a texture has no such texels");  // floating-point
  EXPECT_EQ(wrong_with([](Texture& texture) { texture.channels = 3; }), "a texture has no such texels");
  EXPECT_EQ(wrong_with([](Texture& texture) { texture.dimensions = 0; }), "a texture has no such dimensions");
  EXPECT_EQ(wrong_with([](Texture& texture) { texture.dimensions = 3, texture.layered = true; }),
            "a texture has no such dimensions");
  EXPECT_EQ(wrong_with([](Texture& texture) { texture.handle = 0; }), "its textures are not in order");
}

TEST(Texture, IsFoundByItsHandle) {
  std::vector<Texture> textures{good(), good(), good()};
  textures[1].handle = 7;
  textures[2].handle = 8;
  EXPECT_EQ(find_texture(textures, 3), &textures[0]);
  EXPECT_EQ(find_texture(textures, 8), &textures[2]);
  EXPECT_EQ(find_texture(textures, 4), nullptr);
  EXPECT_EQ(find_texture(textures, 9), nullptr);
  EXPECT_EQ(find_texture({}, 3), nullptr);
  textures[2].handle = 7;
  const std::vector<std::uint64_t> sizes{512};
  EXPECT_EQ(contradiction(textures, sizes), "its textures are not in order");
}

}  // namespace
}  // namespace warplens::launch
