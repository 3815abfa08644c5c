#include <gtest/gtest.h>

#include <bit>
#include <numeric>
#include <vector>

#include "base/random.h"
#include "tests/simt/launcher.h"

// What fetches from textures cost and touch. (The values are tested in tests/instructions/tex.*.ptx and
// tests/programs/texture_*.cu.)

namespace warplens::simt {
namespace {

using launch::ElementType;

/// Each of 32 threads fetches at its number plus `shift`, from 64 texels.
launch::Launch fetching(float shift, bool linear) {
  std::vector<float> texels(64);
  std::iota(texels.begin(), texels.end(), 0.0f);
  launch::Launch launch =
      launch_of(entry_text(".param .u64 texels, .param .u64 out, .param .u64 object, .param .f32 shift",
                           "  .reg .b32 %t; .reg .f32 %x, %s, %d<4>; .reg .b64 %o, %at, %w;\n"
                           "  mov.u32 %t, %tid.x;\n  cvt.rn.f32.u32 %x, %t;\n  ld.param.f32 %s, [shift];\n"
                           "  add.f32 %x, %x, %s;\n  ld.param.u64 %o, [object];\n"
                           "  tex.1d.v4.f32.f32 {%d0, %d1, %d2, %d3}, [%o, {%x}];\n"
                           "  ld.param.u64 %at, [out];\n  mad.wide.u32 %at, %t, 4, %at;\n"
                           "  st.global.f32 [%at], %d0;\n  ret;"),
                1, 32,
                {buffer(ElementType::f32, texels, "texels"), buffer(ElementType::f32, std::vector<float>(32), "out"),
                 scalar(ElementType::u64, 5), scalar(ElementType::f32, std::bit_cast<std::uint32_t>(shift))});
  launch::Texture texture;
  texture.handle = 5;
  texture.width = 64;
  texture.linear_filter = linear;
  launch.textures = {texture};
  return launch;
}

TEST(Textures, AFetchIsARequestForEachTexelItBlends) {
  const auto nearest = run(fetching(0.5f, false));
  ASSERT_TRUE(nearest.ok()) << base::describe(nearest.error());
  EXPECT_EQ(nearest->counters.global_loads, 1u);
  EXPECT_EQ(nearest->counters.load_sectors, 4u);  // 32 texels of 4 bytes
  const auto blended = run(fetching(1.0f, true));
  ASSERT_TRUE(blended.ok()) << base::describe(blended.error());
  EXPECT_EQ(blended->counters.global_loads, 2u);
  EXPECT_EQ(blended->counters.load_sectors, 9u);  // the second texels reach into a fifth sector
  EXPECT_EQ(blended->counters.l1_hit_sectors, 4u);
  EXPECT_EQ(values_of<float>(blended->outputs[1])[3], 3.5f);
  const auto centred = run(fetching(0.5f, true));
  ASSERT_TRUE(centred.ok()) << base::describe(centred.error());
  EXPECT_EQ(centred->counters.global_loads, 1u);  // texels of weight 0 are not read
}

TEST(Textures, AreInTheTraceElementByElement) {
  launch::Launch launch = fetching(1.0f, true);
  launch.trace_level = trace::Level::full;
  const auto result = run(launch);
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  std::size_t reads = 0;
  for (std::size_t row = 0; row < result->trace.accesses.size(); ++row)
    reads += result->trace.accesses.buffer[row] == 0 && result->trace.accesses.kind[row] == trace::AccessKind::read;
  EXPECT_EQ(reads, 2u);
}

TEST(Textures, BeyondTheirBuffersAreRefused) {
  launch::Launch launch = fetching(0, false);
  launch.textures.front().width = 65;
  const auto result = run(launch);
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().message.find("beyond its memory"), std::string::npos) << result.error().message;
}

/// Whatever a stranger's launch says of its textures: it is refused, or reads its buffers only.
TEST(Textures, OfAStrangerReachNothingElse) {
  base::Random random(20261130);
  int ran = 0;
  for (int round = 0; round < 3000; ++round) {
    launch::Launch launch = fetching(static_cast<float>(random.below(200)) - 100, false);
    launch::Texture& texture = launch.textures.front();
    const auto some = [&](std::uint32_t most) { return random.below(most); };
    texture.surface = some(20) == 0;
    texture.resource = static_cast<launch::TextureResource>(some(3));
    texture.buffer = some(10) == 0 ? some(4) : 0;
    texture.offset = 4 * std::uint64_t{some(20)};
    texture.width = 1 + some(70);
    texture.height = 1 + some(3);
    texture.depth = 1 + some(3);
    texture.pitch = 4 * std::uint64_t{some(30)};
    texture.slice = 4 * std::uint64_t{some(30)};
    texture.kind = static_cast<launch::ChannelKind>(some(3));
    texture.bits = static_cast<std::uint8_t>(8u << some(3));
    texture.channels = static_cast<std::uint8_t>(1u << some(3));
    texture.modes.fill(static_cast<launch::AddressMode>(some(4)));
    texture.linear_filter = some(2) == 0;
    texture.normalised_reads = some(2) == 0;
    texture.normalised_coordinates = some(2) == 0;
    ran += run(launch).ok();
  }
  EXPECT_GT(ran, 300);
}

}  // namespace
}  // namespace warplens::simt
