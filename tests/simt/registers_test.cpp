#include <gtest/gtest.h>

#include "simt/code/device_spec.h"
#include "tests/simt/launcher.h"

// Registers per thread: the compiler's where the PTX has them, else an estimate; and launches that they do not fit.

namespace warplens::simt {
namespace {

base::Result<launch::LaunchResult> with_registers(std::uint32_t registers, std::uint32_t threads, const DeviceSpec& spec) {
  launch::Launch launch = launch_of(entry_text("", "ret;"), 1, threads, {});
  if (registers != 0) {
    auto module = std::make_shared<ptx::Module>(*launch.module);
    module->functions[launch.entry].assembled = ptx::AssembledResources{registers, 0, 0};
    launch.module = module;
  }
  launch::Progress progress;
  return make_device(spec)->run(launch, progress);
}

TEST(Registers, OfTheCompilerDecideOccupancy) {
  // 64 registers of 256 threads: 16,384 of the A100's 65,536, so 4 blocks of 8 warps, of 64.
  const auto result = with_registers(64, 256, *device_spec_named("a100"));
  ASSERT_TRUE(result) << base::describe(result.error());
  EXPECT_EQ(result->occupancy->registers_from, launch::RegisterSource::compiler);
  EXPECT_EQ(result->occupancy->registers_per_thread, 64u);
  EXPECT_EQ(result->occupancy->blocks, 4u);
  EXPECT_EQ(result->occupancy->theoretical(), 0.5);
  EXPECT_EQ(with_registers(0, 256, *device_spec_named("a100"))->occupancy->registers_from, launch::RegisterSource::estimate);
}

TEST(Registers, ABlockThatNeedsTooManyIsRefused) {
  const auto refused = with_registers(207, 512, *device_spec_named("a100"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(
      refused.error().message,
      "512 threads of 207 registers each do not fit on a multiprocessor of the A100, which has 65,536 registers; CUDA refuses "
      "such a launch, too. Make the block smaller, or say __launch_bounds__(512) before the kernel's name, and the compiler "
      "uses fewer registers");
  EXPECT_TRUE(with_registers(207, 256, *device_spec_named("a100")));
}

}  // namespace
}  // namespace warplens::simt
