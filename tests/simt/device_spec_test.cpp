#include "simt/code/device_spec.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "launch/spec_ids.h"
#include "tests/simt/launcher.h"

// The presets, and their effect on a launch.

namespace warplens::simt {
namespace {

using launch::ElementType;

TEST(DeviceSpecs, AreFoundByTheirIdsAndTheToyIsTheFirst) {
  std::vector<std::string_view> ids;
  for (const DeviceSpec& spec : device_specs()) {
    EXPECT_EQ(device_spec_named(spec.id), &spec);
    ids.push_back(spec.id);
  }
  EXPECT_TRUE(std::ranges::equal(ids, launch::spec_ids));  // which readers of files know
  EXPECT_EQ(device_spec_named("toy"), &two_sm_toy());
  EXPECT_EQ(device_spec_named("rtx-9999"), nullptr);
  EXPECT_EQ(device_spec_named(""), nullptr);
}

TEST(DeviceSpecs, HaveTheFiguresOfTheTablesOfComputeCapabilities) {
  // CUDA C++ Programming Guide, "Technical Specifications per Compute Capability", as totals of the whole card.
  const auto threads = [](const char* id) {
    const DeviceSpec& spec = *device_spec_named(id);
    return spec.multiprocessors * spec.per_multiprocessor.threads;
  };
  EXPECT_EQ(threads("rtx-2080-ti"), 69632u);  // 68 × 1,024
  EXPECT_EQ(threads("rtx-4090"), 196608u);    // 128 × 1,536
  EXPECT_EQ(threads("a100"), 221184u);        // 108 × 2,048
  EXPECT_EQ(threads("h100"), 270336u);        // 132 × 2,048
  for (const DeviceSpec& spec : device_specs()) {
    const launch::MultiprocessorLimits& limits = spec.per_multiprocessor;
    EXPECT_GE(limits.threads, 1024u) << spec.id;  // the largest block fits
    EXPECT_GE(limits.shared, spec.shared_per_block_opt_in + limits.shared_reserved) << spec.id;
    EXPECT_EQ(limits.registers, 65536u) << spec.id;
    EXPECT_GT(spec.clock_mhz, 0) << spec.id;
  }
}

/// Each block stores the number of its multiprocessor.
launch::Launch where_blocks_ran(std::uint32_t grid, std::uint32_t block) {
  return launch_of(entry_text(".param .u64 d",
                              ".reg .b32 %b, %s;\n.reg .b64 %at;\nld.param.u64 %at, [d];\nmov.u32 %b, %ctaid.x;\nmov.u32 %s, "
                              "%smid;\nmad.wide.u32 %at, %b, 4, %at;\nst.global.u32 [%at], %s;\nret;"),
                   grid, block, {buffer(ElementType::u32, std::vector<std::uint32_t>(grid))});
}

TEST(DeviceSpecs, ACardHandsItsBlocksToAllItsMultiprocessors) {
  for (const DeviceSpec& spec : device_specs()) {
    launch::Progress progress;
    const auto result = make_device(spec)->run(where_blocks_ran(spec.multiprocessors, 32), progress);
    ASSERT_TRUE(result.ok()) << base::describe(result.error());
    const auto sm = values_of<std::uint32_t>(result->outputs[0]);
    EXPECT_EQ(std::set<std::uint32_t>(sm.begin(), sm.end()).size(), spec.multiprocessors) << spec.id;
  }
}

TEST(DeviceSpecs, ALaunchMayAskForAnotherNumberOfMultiprocessors) {
  for (const std::uint32_t count : {1u, 2u, 5u, 64u}) {
    launch::Launch launch = where_blocks_ran(200, 32);
    launch.multiprocessors = count;
    launch::Progress progress;
    const auto result = make_device(two_sm_toy())->run(launch, progress);
    ASSERT_TRUE(result.ok()) << base::describe(result.error());
    const auto sm = values_of<std::uint32_t>(result->outputs[0]);
    EXPECT_EQ(std::set<std::uint32_t>(sm.begin(), sm.end()).size(), count);
    EXPECT_EQ(result->multiprocessors, count);
  }
}

TEST(DeviceSpecs, AGridThatWaitsForItselfMustBeThereAtOnce) {
  // The toy has two multiprocessors of 1,024 threads: 4 resident blocks of 512.
  const auto asks_where_to_wait = [](std::uint32_t grid) {
    return run(launch_of(entry_text(".param .u64 d", ".reg .b32 %u;\nmov.u32 %u, %envreg2;\nret;"), grid, 512,
                         {buffer(ElementType::u32, std::vector<std::uint32_t>(1))}));
  };
  EXPECT_TRUE(asks_where_to_wait(4).ok());
  const auto result = asks_where_to_wait(5);
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().message.find("all 5 have to run at once; the 2-SM toy has room for 4"), std::string::npos)
      << result.error().message;
}

/// The largest number of blocks resident on one multiprocessor.
std::uint32_t max_at_once(const launch::LaunchResult& result, std::uint32_t multiprocessor) {
  const trace::BlockPlacements& placed = result.trace.placements;
  std::uint32_t most = 0;
  for (std::size_t i = 0; i < placed.size(); ++i) {
    std::uint32_t together = 0;  // at the start of block i
    for (std::size_t j = 0; j < placed.size(); ++j)
      together += placed.sm[i] == multiprocessor && placed.sm[j] == multiprocessor && placed.start[j] <= placed.start[i] &&
                  placed.end[j] > placed.start[i];
    most = std::max(most, together);
  }
  return most;
}

TEST(DeviceSpecs, SharedMemoryLimitsTheBlocksOfAMultiprocessorByItsAllocationUnits) {
  // Long-running blocks. On an A100, 16,000 bytes plus the 1,024 reserved by the system are 17,024 = 133 × 128; 164 KiB hold 9 of
  // them.
  auto launch =
      launch_of(entry_text("",
                           ".reg .b32 %i;\n.reg .pred %p;\nmov.u32 %i, 0;\nLOOP:\nadd.u32 %i, %i, 1;\nsetp.lt.u32 %p, %i, 2000;\n"
                           "@%p bra LOOP;\nret;"),
                108 * 20, 32, {});
  launch.dynamic_shared = 16000;
  launch.trace_level = trace::Level::memory;
  launch::Progress progress;
  const auto result = make_device(*device_spec_named("a100"))->run(launch, progress);
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  EXPECT_EQ(max_at_once(*result, 0), 9u);
  EXPECT_EQ(max_at_once(*result, 107), 9u);
}

TEST(DeviceSpecs, MoreThan48KiBOfSharedMemoryMustBeThere) {
  auto launch = where_blocks_ran(1, 32);
  const auto runs_on = [&](const char* id) {
    launch::Progress progress;
    return make_device(*device_spec_named(id))->run(launch, progress).ok();
  };
  launch.dynamic_shared = 65536;  // as on compute capability 7.5
  EXPECT_TRUE(runs_on("toy"));
  launch.dynamic_shared = 65537;
  EXPECT_TRUE(runs_on("h100"));
  EXPECT_FALSE(runs_on("toy"));
  launch.dynamic_shared = 232448;  // 227 KiB
  EXPECT_TRUE(runs_on("h100"));
  EXPECT_FALSE(runs_on("a100"));
  launch.dynamic_shared += 1;
  EXPECT_FALSE(runs_on("h100"));
  launch::Progress progress;
  launch.dynamic_shared = 160 * 1024;
  const auto refused = make_device(two_sm_toy())->run(launch, progress);
  ASSERT_FALSE(refused.ok());
  // 163 KiB on compute capability 8.0 and 227 on 9.0 (CUDA C++ Programming Guide, "Technical Specifications").
  EXPECT_EQ(refused.error().message,
            "a block wants 163,840 bytes of shared memory; the 2-SM toy has at most 65,536; enough have: a100, h100, h200");
}

}  // namespace
}  // namespace warplens::simt
