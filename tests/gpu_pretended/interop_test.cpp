#include <glad/gl.h>

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <thread>

#include "gl/context.h"
#include "gl/objects.h"
#include "gpu/gpu_device.h"
#include "pretended_cuda.h"
#include "tests/simt/launcher.h"

// Outputs that a kernel writes to an OpenGL buffer: real OpenGL, pretended GPU.

namespace warplens::gpu {
namespace {

using launch::ElementType;
using Graphics = PretendedGpu::Graphics;

class PretendedInterop : public testing::Test {
 protected:
  void SetUp() override {
    auto context = gl::OffscreenContext::create();
    if (!context) GTEST_SKIP() << context.error().message;
    context_.emplace(std::move(*context));
    restart_pretended_gpu();
    device_ = std::move(find_devices().devices.at(0));
    pretended_gpu().graphics = Graphics::granted;
  }

  launch::LaunchResult run(const launch::Launch& launch) {
    launch::Progress progress;
    auto result = device_->run(launch, progress);
    if (!result) throw std::runtime_error(base::describe(result.error()));
    return std::move(*result);
  }

  std::optional<gl::OffscreenContext> context_;
  std::unique_ptr<launch::Device> device_;
};

constexpr std::uint32_t elements = 96;

/// Element i of `out`, the second argument, becomes 3 i + its old value; the first argument is unchanged.
launch::Launch tripling() {
  const std::string body = R"(.reg .b32 %r<6>; .reg .b64 %d<4>; ld.param.u64 %d1, [out]; mov.u32 %r1, %tid.x;
mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mad.lo.u32 %r4, %r2, %r3, %r1; mul.wide.u32 %d2, %r4, 4; add.u64 %d3, %d1, %d2;
ld.global.u32 %r5, [%d3]; mad.lo.u32 %r5, %r4, 3, %r5; st.global.u32 [%d3], %r5; ret;)";
  std::vector<std::uint32_t> out(elements, 100);
  launch::Launch launch = simt::launch_of(
      simt::entry_text(".param .u64 in, .param .u64 out", body), 3, 32,
      {simt::buffer(ElementType::u32, std::vector<std::uint32_t>{7}, "in"), simt::buffer(ElementType::u32, out, "out")});
  launch.trace_budget = 1u << 20;
  return launch;
}

std::vector<std::uint32_t> tripled() {
  std::vector<std::uint32_t> values(elements);
  for (std::uint32_t i = 0; i < elements; ++i) values[i] = 100 + 3 * i;
  return values;
}

std::vector<std::uint32_t> content_of(const gl::Buffer& buffer) {
  std::vector<std::uint32_t> values(elements);
  glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
  glGetBufferSubData(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(elements * 4), values.data());
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  return values;
}

launch::InPlace lent(launch::SharedBuffer& shared, std::uint64_t bytes, std::uint32_t buffer = 1) {
  const auto address = shared.map();
  EXPECT_TRUE(address.ok()) << base::describe(address.error());
  return {buffer, std::make_shared<const launch::LentMemory>(launch::LentMemory{*address, bytes})};
}

TEST_F(PretendedInterop, AKernelFillsAnOpenGlBufferAgainAndAgainRegisteredOnce) {
  {
    const gl::Buffer buffer(elements * 4);
    const auto shared = device_->share(buffer.name(), elements * 4);
    ASSERT_TRUE(shared.ok()) << base::describe(shared.error());
    for (const trace::Level level : {trace::Level::none, trace::Level::memory, trace::Level::none}) {
      launch::Launch launch = tripling();
      launch.trace_level = level;
      launch.in_place = lent(**shared, elements * 4);
      const auto result = run(launch);
      ASSERT_TRUE((*shared)->unmap().ok());
      EXPECT_TRUE(result.in_place);
      EXPECT_EQ(content_of(buffer), tripled());
      EXPECT_EQ(simt::values_of<std::uint32_t>(result.outputs.at(1)), tripled());
    }
    EXPECT_EQ(pretended_gpu().registered, 1u);
    EXPECT_EQ(pretended_gpu().unregistered, 0u);
  }
  EXPECT_EQ(pretended_gpu().unregistered, 1u) << "before the buffer was deleted";
  EXPECT_EQ(pretended_gpu().mapped, 3u);
  EXPECT_EQ(pretended_gpu().unmapped, 3u);
  EXPECT_EQ(pretended_gpu().misused, 0u);
}

TEST_F(PretendedInterop, IsGivenBackMappedOrNot) {
  const gl::Buffer buffer(elements * 4);
  {
    const auto shared = device_->share(buffer.name(), elements * 4);
    ASSERT_TRUE(shared.ok());
    ASSERT_TRUE((*shared)->unmap().ok()) << "it is with OpenGL already";
    const auto once = (*shared)->map(), twice = (*shared)->map();
    ASSERT_TRUE(once.ok() && twice.ok());
    EXPECT_EQ(*once, *twice);
  }
  EXPECT_EQ(pretended_gpu().mapped, 1u);
  EXPECT_EQ(pretended_gpu().unmapped, 1u);
  EXPECT_EQ(pretended_gpu().unregistered, 1u);
  EXPECT_EQ(pretended_gpu().misused, 0u);
}

TEST_F(PretendedInterop, ABufferThatDoesNotFitIsLeftAlone) {
  const gl::Buffer buffer(elements * 4);
  const auto shared = device_->share(buffer.name(), elements * 4);
  ASSERT_TRUE(shared.ok());
  for (const launch::InPlace& in_place : {lent(**shared, elements * 4 - 1), lent(**shared, elements * 4, 2)}) {
    launch::Launch launch = tripling();
    launch.in_place = in_place;
    const auto result = run(launch);
    EXPECT_FALSE(result.in_place);
    EXPECT_EQ(simt::values_of<std::uint32_t>(result.outputs.at(1)), tripled());
  }
  const gl::Buffer small(16);
  const auto too_small = device_->share(small.name(), elements * 4);
  ASSERT_TRUE(too_small.ok());
  const auto mapped = (*too_small)->map();
  ASSERT_FALSE(mapped.ok());
  EXPECT_NE(mapped.error().message.find("16 bytes"), std::string::npos) << mapped.error().message;
}

TEST_F(PretendedInterop, ARefusalSaysWhy) {
  const gl::Buffer buffer(16);
  const auto refusal = [&](Graphics graphics) {
    pretended_gpu().graphics = graphics;
    const auto shared = device_->share(buffer.name(), 16);
    EXPECT_FALSE(shared.ok());
    return shared.ok() ? std::string() : shared.error().message;
  };
  EXPECT_NE(refusal(Graphics::refused).find("does not draw on an NVIDIA GPU"), std::string::npos);
  EXPECT_NE(refusal(Graphics::of_another_gpu).find("OpenGL draws on GPU 1, the kernel runs on GPU 0"), std::string::npos);
  EXPECT_EQ(pretended_gpu().registered, 0u);
  const auto machine = simt::make_device();
  EXPECT_NE(machine->share(buffer.name(), 16).error().message.find("no memory of its own"), std::string::npos);
}

TEST_F(PretendedInterop, WhatWasRegisteredIsLostWithItsContext) {
  const gl::Buffer buffer(elements * 4);
  auto shared = device_->share(buffer.name(), elements * 4);
  ASSERT_TRUE(shared.ok());
  launch::Launch failing = simt::launch_of(
      simt::entry_text(".param .u64 a", ".reg .b64 %d<3>; ld.param.u64 %d1, [a]; st.global.u32 [%d1+4096], 1; ret;"), 1, 32,
      {simt::buffer(ElementType::u32, std::vector<std::uint32_t>{0})});
  failing.in_place = lent(**shared, elements * 4, 0);
  const auto result = run(failing);
  EXPECT_EQ(result.outcome, launch::Outcome::faulted);
  EXPECT_FALSE(result.in_place);
  EXPECT_TRUE((*shared)->lost());
  EXPECT_FALSE((*shared)->may_be_written());
  EXPECT_FALSE((*shared)->unmap().ok());
  EXPECT_FALSE((*shared)->map().ok());
  *shared = nullptr;
  EXPECT_EQ(pretended_gpu().unregistered, 0u) << "there is nothing to unregister it from";
  EXPECT_FALSE(device_->share(buffer.name(), elements * 4).ok());
  EXPECT_EQ(pretended_gpu().misused, 0u);
}

TEST_F(PretendedInterop, ABufferThatAKernelMayStillWriteIsLeftToIt) {
  const gl::Buffer buffer(elements * 4);
  const auto shared = device_->share(buffer.name(), elements * 4);
  ASSERT_TRUE(shared.ok());
  launch::Launch launch = tripling();
  launch.in_place = lent(**shared, elements * 4);
  pretended_gpu().hangs = true;
  launch::Progress progress;
  std::jthread impatient([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    progress.cancel = true;
  });
  const auto result = device_->run(launch, progress);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->outcome, launch::Outcome::cancelled);
  EXPECT_FALSE(result->in_place);
  EXPECT_TRUE((*shared)->lost() && (*shared)->may_be_written());
  EXPECT_FALSE((*shared)->unmap().ok());
  EXPECT_EQ(pretended_gpu().unmapped, 0u);
}

}  // namespace
}  // namespace warplens::gpu
