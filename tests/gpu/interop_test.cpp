#include <glad/gl.h>

#include <numeric>
#include <optional>
#include <set>
#include <span>

#include "base/resources.h"
#include "gl/context.h"
#include "gl/objects.h"
#include "gpu_test.h"
#include "view/drawing/cell_painter.h"

// Outputs that a real GPU writes to OpenGL buffers, drawn off-screen by the same GPU.

namespace warplens::gpu {
namespace {

class GpuInterop : public GpuTest {
 protected:
  void SetUp() override {
    GpuTest::SetUp();
    if (IsSkipped()) return;
    auto context = gl::OffscreenContext::create(std::atoi(device().properties().id.c_str()));
    if (!context) GTEST_SKIP() << context.error().message;
    context_.emplace(std::move(*context));
    const gl::Buffer probe(1024);
    if (const auto shared = device().share(probe.name(), 1024); !shared)
      GTEST_SKIP() << shared.error().message << " (" << gl::description() << ")";
  }

  std::optional<gl::OffscreenContext> context_;
};

constexpr std::uint32_t elements = 1u << 20;

/// a[i] += 2 i + 1, in 4,096 blocks of 256.
launch::Launch counting() {
  const std::string text = ptx_head + R"(.visible .entry odd(.param .u64 a) {
  .reg .b32 %r<7>; .reg .b64 %d<4>; ld.param.u64 %d1, [a]; cvta.to.global.u64 %d1, %d1;
  mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mad.lo.u32 %r4, %r2, %r3, %r1;
  mul.wide.u32 %d2, %r4, 4; add.u64 %d3, %d1, %d2; ld.global.u32 %r5, [%d3]; shl.b32 %r6, %r4, 1; add.u32 %r6, %r6, 1;
  add.u32 %r5, %r5, %r6; st.global.u32 [%d3], %r5; ret;
})";
  launch::Launch launch = launch_of(text, {buffer_of(launch::ElementType::u32, std::vector<std::uint32_t>(elements, 10))});
  launch.grid = {elements / 256, 1, 1};
  launch.block = {256, 1, 1};
  return launch;
}

std::vector<std::uint32_t> counted() {
  std::vector<std::uint32_t> values(elements);
  for (std::uint32_t i = 0; i < elements; ++i) values[i] = 10 + 2 * i + 1;
  return values;
}

launch::LaunchResult run_in(launch::Device& device, launch::SharedBuffer& shared, launch::Launch launch) {
  const auto address = shared.map();
  if (!address) throw std::runtime_error(base::describe(address.error()));
  launch.in_place =
      launch::InPlace{0, std::make_shared<const launch::LentMemory>(launch::LentMemory{*address, std::uint64_t{elements} * 4})};
  launch::Progress progress;
  auto result = device.run(launch, progress);
  if (!result) throw std::runtime_error(base::describe(result.error()));
  return std::move(*result);
}

TEST_F(GpuInterop, AKernelFillsAnOpenGlBufferAgainAndAgain) {
  const gl::Buffer buffer(std::size_t{elements} * 4);
  const auto shared = device().share(buffer.name(), buffer.size());
  ASSERT_TRUE(shared.ok()) << base::describe(shared.error());
  for (const trace::Level level : {trace::Level::none, trace::Level::memory, trace::Level::none}) {
    launch::Launch launch = counting();
    launch.trace_level = level;
    const auto result = run_in(device(), **shared, launch);
    ASSERT_TRUE((*shared)->unmap().ok());
    EXPECT_TRUE(result.in_place);
    EXPECT_TRUE(values_of<std::uint32_t>(result.outputs.at(0)) == counted());
    std::vector<std::uint32_t> there(elements);
    glBindBuffer(GL_COPY_READ_BUFFER, buffer.name());
    glGetBufferSubData(GL_COPY_READ_BUFFER, 0, static_cast<GLsizeiptr>(there.size() * 4), there.data());
    EXPECT_TRUE(there == counted());
  }
}

TEST_F(GpuInterop, PicturesAreTheSameToTheByteInPlaceAndCopied) {
  const gl::Buffer buffer(std::size_t{elements} * 4);
  const auto shared = device().share(buffer.name(), buffer.size());
  ASSERT_TRUE(shared.ok()) << base::describe(shared.error());
  const auto result = run_in(device(), **shared, counting());
  ASSERT_TRUE((*shared)->unmap().ok());
  auto painter = view::make_shader_cell_painter();
  ASSERT_TRUE(painter.ok()) << base::describe(painter.error());
  const view::ValueRange range{0, 2.0 * elements};
  view::CellLook cells;
  cells.mode = view::CellLook::Mode::ramp;
  for (std::size_t k = 0; k < cells.ramp.size(); ++k)
    cells.ramp[k] = {static_cast<std::uint8_t>(30 * k), static_cast<std::uint8_t>(255 - 20 * k), 90, 255};
  cells.columns = 1024;
  cells.cell_width = cells.cell_height = 0.6f;  // fewer than four cells a pixel, which are not summed up before
  view::BarLook bars;
  bars.each = 16;
  bars.pitch = 0.5f * 16;
  bars.fill = {86, 180, 233, 255};
  const auto pixels = [&](std::uint32_t gl_buffer, std::uint64_t version, bool as_bars) {
    const view::Values values{launch::ElementType::u32, as_bars ? 1024u : elements,
                              gl_buffer != 0 ? std::span<const std::byte>() : std::span(result.outputs.at(0)), gl_buffer};
    const view::Rectangle at{0, 0, 512, 512};
    const view::Image image = as_bars ? (*painter)->paint_bars(1, version, values, {0, 2048}, bars, at, 1).value()
                                      : (*painter)->paint_values(0, version, values, range, cells, at, 1);
    std::vector<std::uint32_t> read(512 * 512);
    glBindTexture(GL_TEXTURE_2D, image.texture);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, read.data());
    return read;
  };
  const auto colours = [](const std::vector<std::uint32_t>& picture) { return std::set(picture.begin(), picture.end()).size(); };
  for (const bool as_bars : {false, true}) {
    const auto in_place = pixels(buffer.name(), 1, as_bars), copied = pixels(0, 2, as_bars);
    EXPECT_TRUE(in_place == copied) << "number of colours: " << colours(in_place) << " in place, " << colours(copied)
                                    << " of a copy; as bars: " << as_bars << "; OpenGL error " << glGetError();
  }
  const auto drawn = pixels(buffer.name(), 3, false);
  EXPECT_NE(drawn.front(), drawn.back()) << "small values and large ones differ";
}

TEST_F(GpuInterop, IsLostWithAFault) {
  const gl::Buffer buffer(std::size_t{elements} * 4);
  auto shared = device().share(buffer.name(), buffer.size());
  ASSERT_TRUE(shared.ok());
  const auto failed = run_in(
      device(), **shared,
      launch_of(
          ptx_head + ".visible .entry fails(.param .u64 a) { .reg .b64 %d<2>; mov.u64 %d1, 64; st.global.u64 [%d1], %d1; ret; }",
          {buffer_of(launch::ElementType::u32, std::vector<std::uint32_t>(4))}));
  EXPECT_EQ(failed.outcome, launch::Outcome::faulted);
  EXPECT_FALSE(failed.in_place);
  EXPECT_TRUE((*shared)->lost());
  *shared = nullptr;
  EXPECT_FALSE(device().share(buffer.name(), buffer.size()).ok());
}

}  // namespace
}  // namespace warplens::gpu
