#include <gtest/gtest.h>

#include <thread>

#include "base/resources.h"
#include "ptx/compile/compile.h"
#include "simt/parallel/cores.h"
#include "tests/simt/bodies.h"
#include "tests/simt/on_cores.h"

// A launch run on several cores gives bit-identical results, or falls back to one core.

namespace warplens::simt {
namespace {

using launch::LaunchResult;

class ParallelKernels : public testing::TestWithParam<std::string> {};

TEST_P(ParallelKernels, IsTheSameOnAnyNumberOfCores) {
  const auto launch = launch_of_body(GetParam());
  for (const std::uint32_t multiprocessors : {2u, 3u, 7u}) {
    const DeviceSpec spec = crowded(multiprocessors);
    const LaunchResult alone = run_alone(launch, spec);
    ASSERT_EQ(alone.outcome, launch::Outcome::finished);
    for (const std::uint32_t cores : {2u, 3u, 8u}) {
      const auto together = run_on(launch, cores, spec);
      ASSERT_TRUE(together) << multiprocessors << " multiprocessors, " << cores << " cores";
      expect_same(*together, alone);
      const auto in_turn = run_without_helpers(launch, cores, spec);
      ASSERT_TRUE(in_turn) << multiprocessors << " multiprocessors, one thread for " << cores << " cores";
      expect_same(*in_turn, alone);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, ParallelKernels, testing::Values(reads_input, diverges, exchanges, increments));

TEST(ParallelLaunch, SeesThatABlockReadsWhatAnotherWrites) {
  const std::string same_element = "st.global.u32 [%out], %g;\nret;\n";  // which is never read
  const std::string next_block = "ld.global.u32 %x, [%to+256];\nst.global.u32 [%to], %x;\nret;\n";
  for (const std::string& body : {std::string(races), std::string(follows_chain), same_element, next_block}) {
    const auto launch = launch_of_body(body);
    EXPECT_FALSE(run_on(launch, 2)) << body;
    EXPECT_FALSE(run_without_helpers(launch, 2)) << body;
  }
}

TEST(ParallelLaunch, GivesTheDeviceWhatOneCoreGives) {
  for (const std::string& body : {increments, races, counts, locks}) {
    auto launch = launch_of_body(body);
    if (body == locks) launch.grid.x = 2;
    if (body == counts) launch.grid.x = blocks - 1;
    launch::Progress progress;
    const auto device = make_device(two_sm_toy(), 4);
    for (int repeat = 0; repeat < 2; ++repeat) expect_same(device->run(launch, progress).value(), run_alone(launch));
  }
}

TEST(ParallelLaunch, LeavesAFailureToOneMachine) {
  const auto outside = launch_of_body("ld.global.u32 %x, [%to+1024];\nst.global.u32 [%to], %x;\nret;\n");
  EXPECT_FALSE(run_on(outside, 2));
  // Some threads of one block never reach the barrier and do not exit.
  const auto waits =
      launch_of_body("setp.ne.u32 %p, %g, 700;\n@%p bra MEET;\nLOOP:\nbar.sync 1;\nbra LOOP;\nMEET:\nbar.sync 0;\nret;\n");
  EXPECT_FALSE(run_on(waits, 2));
  auto endless = launch_of_body("setp.ne.u32 %p, %g, 700;\n@%p bra END;\nLOOP:\nadd.u32 %x, %x, 1;\nbra LOOP;\nEND:\nret;\n");
  endless.step_limit = 100'000;
  EXPECT_FALSE(run_on(endless, 2));
}

TEST(ParallelLaunch, TheStepLimitIsThatOfTheWholeLaunch) {
  auto launch = launch_of_body(increments);
  const std::uint64_t all = run_alone(launch).counters.warp_instructions;
  std::uint64_t least = 1;  // with which the launch ends on one core
  for (std::uint64_t step = all; step > 0; step /= 2) {
    launch.step_limit = least + step;
    if (run_alone(launch).outcome == launch::Outcome::faulted) least += step;
  }
  launch.step_limit = least;
  EXPECT_EQ(run_alone(launch).outcome, launch::Outcome::faulted);
  EXPECT_FALSE(run_on(launch, 2)) << "each core may do less than the limit between the ends of its own blocks";
  launch.step_limit = all;
  EXPECT_TRUE(run_on(launch, 2));
}

TEST(ParallelLaunch, AKernelOfManyWavesIsTheSame) {
  auto text = ptx::load(base::resource_folder() / "kernels" / "increment.ptx");
  ASSERT_TRUE(text);
  auto launch =
      launch_of(*text, 500, 100,
                {buffer(launch::ElementType::f32, std::vector<float>(49'999, 2)), scalar(launch::ElementType::i32, 49'999)});
  launch.entry = ptx::find_entry(*launch.module, "increment").value();
  const DeviceSpec& spec = *device_spec_named("rtx-2080-ti");
  const auto together = run_on(launch, 2, spec);
  ASSERT_TRUE(together);
  expect_same(*together, run_alone(launch, spec));
  const auto values = values_of<float>(together->outputs[0]);
  EXPECT_EQ(std::count(values.begin(), values.end(), 3.f), 49'999);
}

TEST(ParallelLaunch, BeginsWithoutHelpersThatAreLate) {
  const auto launch = launch_of_body(increments);
  const auto result = run_without_helpers(launch, 2);
  ASSERT_TRUE(result);
  expect_same(*result, run_alone(launch));
}

TEST(ParallelLaunch, ACoreThatIsDoneStillRunsTheTurnsOfOneThatHasParked) {
  const auto launch = launch_of_body(increments);
  const auto program = decode(*launch.module, launch.entry, two_sm_toy());
  const GlobalMemory memory(launch, program->variables, program->written);
  Cores cores(3, memory, two_sm_toy(), false);
  const auto done = [&](std::uint32_t core) { cores.reach(core, ~std::uint64_t{0}, ~std::uint64_t{0}, 0); };
  const double faster_than_any = 1e30;
  cores.begin_together(faster_than_any, 0, done);
  while (!cores.one_does_all()) cores.judge();
  cores.reach(1, Turn{10, 1}.key(), 0, 0);
  cores.park(1);
  cores.reach(2, Turn{L2Cache::interval, 2}.key(), 0, 0);
  std::thread other([&] {
    EXPECT_TRUE(cores.wait_for_interval(2, L2Cache::interval));
    cores.park(2);
  });
  done(0);
  cores.run_until_all_parked();
  EXPECT_TRUE(cores.all_parked());
  other.join();
}

TEST(ParallelLaunch, LaunchesThatFollowEachOtherShareTheHelpers) {
  const auto launch = launch_of_body(exchanges);
  const auto program = decode(*launch.module, launch.entry, two_sm_toy());
  const LaunchResult alone = run_alone(launch);
  Helpers helpers;
  for (int repeat = 0; repeat < 50; ++repeat) {
    launch::Progress progress;
    const auto result = run_in_parallel(launch, *program, two_sm_toy(), progress, helpers, 2, nullptr);
    ASSERT_TRUE(result);
    expect_same(*result, alone);
  }
}

TEST(ParallelLaunch, SmallUntimedAndRecordedLaunchesAreNotTried) {
  auto launch = launch_of_body(increments);
  launch.grid.x = 256;
  const auto program = decode(*launch.module, launch.entry, two_sm_toy());
  const auto may = [&] { return may_run_in_parallel(launch, *program, two_sm_toy()); };
  launch.check = true;
  launch.trace_level = trace::Level::full;
  EXPECT_TRUE(may());
  launch.record_schedule = true;
  EXPECT_FALSE(may());
  launch.record_schedule = false;
  launch.schedule = launch::Schedule::random;
  EXPECT_FALSE(may());
  launch.schedule = launch::Schedule::timed;
  launch.grid.x = 4;
  EXPECT_FALSE(may());
}

TEST(ParallelLaunch, ChecksOfFencesAreLeftToOneCore) {
  auto launch = launch_of_body("st.global.u32 [%to], %x;\nmembar.gl;\nret;\n");
  launch.grid.x = 256;
  const auto program = decode(*launch.module, launch.entry, two_sm_toy());
  EXPECT_TRUE(may_run_in_parallel(launch, *program, two_sm_toy()));
  launch.check = true;
  EXPECT_FALSE(may_run_in_parallel(launch, *program, two_sm_toy()));
}

}  // namespace
}  // namespace warplens::simt
