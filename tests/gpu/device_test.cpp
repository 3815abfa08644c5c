#include "gpu/gpu_device.h"

#include "gpu_test.h"

namespace warplens::gpu {
namespace {

/// Adds its argument to the first element of a buffer.
const std::string add_number = ptx_head + R"(
.visible .entry add_number(.param .u64 a, .param .u32 n) {
  .reg .b32 %r<4>;
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [a];
  ld.param.u32 %r1, [n];
  cvta.to.global.u64 %rd2, %rd1;
  ld.global.u32 %r2, [%rd2];
  add.s32 %r3, %r2, %r1;
  st.global.u32 [%rd2], %r3;
  ret;
}
)";

/// Adds 1 to a module variable and stores the sum.
const std::string count_launches = ptx_head + R"(
.visible .global .align 4 .u32 launches = 40;
.visible .entry count_launches(.param .u64 a) {
  .reg .b32 %r<3>;
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [a];
  cvta.to.global.u64 %rd2, %rd1;
  ld.global.u32 %r1, [launches];
  add.s32 %r2, %r1, 1;
  st.global.u32 [launches], %r2;
  st.global.u32 [%rd2], %r2;
  ret;
}
)";

TEST(FindDevices, FindsAGpuOrSaysWhyNot) {
  const FoundDevices found = find_devices();
  if (found.devices.empty()) {
    EXPECT_FALSE(found.note.empty());
    GTEST_SKIP() << found.note;
  }
  for (const auto& device : found.devices) EXPECT_EQ(device->properties().kind, launch::DeviceKind::gpu);
}

class GpuDevice : public GpuTest {};

TEST_F(GpuDevice, KnowsItself) {
  const launch::DeviceProperties& properties = device().properties();
  EXPECT_FALSE(properties.name.empty());
  EXPECT_NE(properties.compute_capability.find('.'), std::string::npos);
  EXPECT_GT(properties.multiprocessors, 0u);
  EXPECT_EQ(properties.warp_size, 32u);
  EXPECT_EQ(properties.limits.threads_per_block, 1024u);
  EXPECT_GE(properties.per_multiprocessor.threads, 1024u);
  EXPECT_GT(properties.memory, 0u);
  EXPECT_GT(properties.l2, 0u);
  EXPECT_GT(properties.clock_mhz, 0.0);
  EXPECT_FALSE(properties.driver.empty());
  EXPECT_FALSE(properties.runtime.empty());
}

TEST_F(GpuDevice, CopiesInRunsAndCopiesOut) {
  const auto result = run(launch_of(
      add_number, {buffer_of<std::int32_t>(launch::ElementType::i32, {40, 7}), launch::Scalar{launch::ElementType::i32, 2}}));
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  EXPECT_EQ(result->outcome, launch::Outcome::finished);
  EXPECT_FALSE(result->modelled);
  EXPECT_EQ(values_of<std::int32_t>(result->outputs.at(0)), (std::vector<std::int32_t>{42, 7}));
  EXPECT_EQ(result->counters.threads, 1u);
}

TEST_F(GpuDevice, MeasuresTheKernelAndItsCopies) {
  const auto result = run(launch_of(add_number, {buffer_of(launch::ElementType::i32, std::vector<std::int32_t>(1 << 20, 1)),
                                                 launch::Scalar{launch::ElementType::i32, 1}}));
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  ASSERT_TRUE(result->timing.kernel_ms && result->timing.copies_ms && result->timing.host_ms);
  EXPECT_GT(*result->timing.kernel_ms, 0.0);
  EXPECT_GT(*result->timing.copies_ms, *result->timing.kernel_ms) << "with 4 MiB copied each way";
  EXPECT_FALSE(result->timing.kernel_cycles) << "nothing is modelled on a GPU";
}

TEST_F(GpuDevice, StartsEveryLaunchWithFreshVariables) {
  const launch::Launch launch = launch_of(count_launches, {buffer_of<std::int32_t>(launch::ElementType::i32, {0})});
  for (int time = 0; time < 3; ++time) {
    const auto result = run(launch);
    ASSERT_TRUE(result.ok()) << base::describe(result.error());
    EXPECT_EQ(values_of<std::int32_t>(result->outputs.at(0)).at(0), 41);
  }
}

TEST_F(GpuDevice, TakesAnEmptyBuffer) {
  const auto result = run(launch_of(ptx_head + ".visible .entry nothing(.param .u64 a) { ret; }",
                                    {buffer_of<std::int32_t>(launch::ElementType::i32, {})}));
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  EXPECT_TRUE(result->outputs.at(0).empty());
}

TEST_F(GpuDevice, HonoursCancellationBeforeTheLaunch) {
  launch::Progress progress;
  progress.cancel = true;
  const auto result = device().run(launch_of(add_number, {buffer_of<std::int32_t>(launch::ElementType::i32, {40}),
                                                          launch::Scalar{launch::ElementType::i32, 2}}),
                                   progress);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->outcome, launch::Outcome::cancelled);
  EXPECT_EQ(values_of<std::int32_t>(result->outputs.at(0)).at(0), 40);
}

}  // namespace
}  // namespace warplens::gpu
