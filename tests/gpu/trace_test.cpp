#include <algorithm>
#include <numeric>
#include <utility>

#include "analysis/lost_updates.h"
#include "analysis/trace_races.h"
#include "base/resources.h"
#include "gpu_test.h"
#include "tests/instrumented_run.h"

// Traces of a real GPU agree with those of the SIMT machine, except for the order.

namespace warplens::gpu {
namespace {

class GpuTrace : public GpuTest {
 protected:
  static launch::Launch launch_of_entry(const std::string& id, const std::string& entry) {
    const auto loaded = experiment::load_experiment(base::resource_folder() / "kernels" / (id + ".toml"));
    if (!loaded) throw std::runtime_error(base::describe(loaded.error()));
    auto settings = experiment::default_settings(*loaded);
    if (!settings || !experiment::set(*loaded, *settings, "entry=" + entry)) throw std::runtime_error("no entry " + entry);
    const auto module = experiment::load_module(*loaded);
    if (!module) throw std::runtime_error(base::describe(module.error()));
    auto launch = experiment::make_launch(*loaded, *module, *settings);
    if (!launch) throw std::runtime_error(base::describe(launch.error()));
    launch->trace_level = trace::Level::memory;
    launch->trace_budget = std::uint64_t{2} << 30;
    return std::move(*launch);
  }

  launch::LaunchResult traced(const launch::Launch& launch) {
    auto result = run(launch);
    if (!result) throw std::runtime_error(base::describe(result.error()));
    EXPECT_EQ(result->outcome, launch::Outcome::finished);
    EXPECT_EQ(result->trace.level, trace::Level::memory) << result->trace_note;
    EXPECT_EQ(result->trace.steps_not_recorded, 0u);
    return std::move(*result);
  }
};

TEST_F(GpuTrace, SaysWhatTheSimtMachineSays) {
  for (const auto& [id, entry] : {std::pair{"increment", "guarded"}, {"increment", "grid-stride"}, {"increment", "one-thread"}}) {
    SCOPED_TRACE(entry);
    const launch::Launch launch = launch_of_entry(id, entry);
    const auto there = run_on_simt(launch);
    ASSERT_TRUE(there.ok());
    const auto here = traced(launch);
    EXPECT_EQ(here.outputs, there->outputs);
    expect_same_events(events_by_thread(there->trace, *launch.module, launch.entry),
                       events_by_thread(here.trace, *launch.module, launch.entry));
  }
}

TEST_F(GpuTrace, SharedMemoryBarriersGenericAddressesAndVectors) {
  const std::string text = ptx_head + R"(.visible .entry exchange(.param .u64 a) {
  .reg .pred %p; .reg .b32 %r<9>; .reg .b64 %d<9>; .shared .align 16 .b8 tile[2048];
  ld.param.u64 %d1, [a]; cvta.to.global.u64 %d1, %d1; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x;
  mad.lo.u32 %r4, %r2, %r3, %r1; mul.wide.u32 %d2, %r4, 8; add.u64 %d3, %d1, %d2; mov.u32 %r5, tile;
  shl.b32 %r6, %r1, 3; add.u32 %r6, %r6, %r5; ld.global.v2.u32 {%r7, %r8}, [%d3]; st.shared.v2.u32 [%r6], {%r8, %r7};
  bar.sync 0; cvt.u64.u32 %d4, %r6; cvta.shared.u64 %d4, %d4; setp.lt.u32 %p, %r1, 20; @%p st.u32 [%d4], %r1; bar.sync 0;
  ld.u64 %d5, [%d4]; st.global.u64 [%d3], %d5; red.global.add.u32 [%d3+4], 3; ret;
})";
  std::vector<std::uint32_t> numbers(2 * 200);
  std::iota(numbers.begin(), numbers.end(), 1u);
  launch::Launch launch = launch_of(text, {buffer_of(launch::ElementType::u32, numbers)});
  launch.grid = {2, 1, 1};
  launch.block = {100, 1, 1};
  launch.trace_level = trace::Level::memory;
  const auto there = run_on_simt(launch);
  ASSERT_TRUE(there.ok());
  const auto here = traced(launch);
  EXPECT_EQ(here.outputs, there->outputs);
  expect_same_events(events_by_thread(there->trace, *launch.module, launch.entry),
                     events_by_thread(here.trace, *launch.module, launch.entry));
}

TEST_F(GpuTrace, TheRacyCountersLostUpdatesAddUp) {
  const launch::Launch launch = launch_of_entry("counter", "racy");
  auto result = traced(launch);
  const std::uint64_t threads = base::count(launch.grid) * base::count(launch.block);
  const auto counter = static_cast<std::uint64_t>(values_of<std::int32_t>(result.outputs.at(0)).at(0));
  // Records follow loads and precede stores: every update that looks lost was lost, but some lost ones may look successful.
  EXPECT_LE(analysis::lost_updates(result.trace, 0, 1, 4).total, threads - counter);
  EXPECT_GT(analysis::lost_updates(result.trace, 0, 1, 4).total, 0u);
  analysis::add_trace_races(launch, result);
  EXPECT_FALSE(result.findings.empty());
}

TEST_F(GpuTrace, TheAtomicCounterHasNoRaces) {
  const launch::Launch launch = launch_of_entry("counter", "atomic");
  auto result = traced(launch);
  analysis::add_trace_races(launch, result);
  EXPECT_TRUE(result.findings.empty());
  EXPECT_EQ(result.unchecked, "");
  // Every old value occurs once, in any order.
  std::vector<std::uint64_t> seen;
  for (const auto& [thread, events] : events_by_thread(result.trace, *launch.module, launch.entry))
    for (const ThreadEvent& event : events) seen.push_back(event.value);
  std::sort(seen.begin(), seen.end());
  std::vector<std::uint64_t> wanted(seen.size());
  std::iota(wanted.begin(), wanted.end(), std::uint64_t{0});
  EXPECT_EQ(seen, wanted);
}

TEST_F(GpuTrace, BlocksAreOnTheMultiprocessorsThatThereAre) {
  const auto result = traced(launch_of_entry("increment", "guarded"));
  const trace::BlockPlacements& placements = result.trace.placements;
  EXPECT_EQ(placements.size(), result.counters.blocks);
  for (std::size_t row = 0; row < placements.size(); ++row) {
    EXPECT_LT(placements.sm[row], device().properties().multiprocessors);
    EXPECT_LE(placements.start[row], placements.end[row]);
  }
}

TEST_F(GpuTrace, ATraceThatIsTooLargeIsCutAndSaysSo) {
  launch::Launch launch = launch_of_entry("increment", "guarded");
  launch.trace_budget = 1u << 20;
  const auto result = run(launch);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->trace.truncation, trace::Truncation::budget);
  EXPECT_GT(result->trace.steps.size(), 0u);
  // A load and a store per warp with elements: the last six warps of the rounded-up grid have none.
  EXPECT_EQ(result->trace.steps.size() + result->trace.steps_not_recorded, 2u * 1'000'000 / 32);
}

TEST_F(GpuTrace, SeveralTimedRunsAndAnEmptyKernel) {
  launch::Launch launch = launch_of_entry("increment", "guarded");
  launch.trace_level = trace::Level::none;
  launch.timed_runs = 21;
  const auto result = run(launch);
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  const launch::Timing& timing = result->timing;
  ASSERT_TRUE(timing.kernel_spread && timing.copies_spread && timing.overhead_ms);
  EXPECT_EQ(timing.kernel_spread->runs, 21u);
  EXPECT_GT(timing.kernel_spread->smallest, 0.0);
  EXPECT_GT(timing.copies_spread->median, timing.kernel_spread->median);
  EXPECT_GT(*timing.overhead_ms, 0.0);
}

}  // namespace
}  // namespace warplens::gpu
