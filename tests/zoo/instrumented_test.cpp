#include "tests/instrumented_run.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string_view>

#include "analysis/trace_races.h"
#include "zoo.h"

namespace warplens::zoo {
namespace {

/// Kernels whose values differ between runs even under one schedule: addresses from malloc; phases that warps process in turn.
constexpr std::string_view never_twice_alike[] = {"heap", "areas", "pipeline_of_roles"};

/// Made once for all kernels of a file.
base::Result<std::shared_ptr<const InstrumentedModule>> instrumented_module_of(
    const std::shared_ptr<const ptx::Module>& original) {
  static std::map<std::shared_ptr<const ptx::Module>, std::shared_ptr<const InstrumentedModule>> modules;
  if (const auto found = modules.find(original); found != modules.end()) return found->second;
  auto instrumented = instrument_module(*original, 16u << 20);
  if (!instrumented) return instrumented.error();
  return modules[original] = std::make_shared<const InstrumentedModule>(std::move(*instrumented));
}

launch::Launch with_schedule(launch::Launch launch, launch::Schedule schedule) {
  launch.schedule = schedule;
  launch.trace_level = trace::Level::memory;
  launch.trace_budget = std::uint64_t{1} << 32;
  return launch;
}

}  // namespace

/// The instrumented kernel gives the right results; if the events of each thread do not depend on the schedule, its records agree
/// with the original's trace.
TEST_P(Zoo, InstrumentedDoesTheSameAndSaysWhat) {
  launch::Launch launch;
  Case wanted;
  if (const auto skipped = prepare(GetParam(), launch, wanted); !skipped.empty()) GTEST_SKIP() << skipped;
  if (HasFatalFailure()) return;
  launch.trace_level = trace::Level::none;
  const auto module = instrumented_module_of(launch.module);
  ASSERT_TRUE(module.ok()) << base::describe(module.error());
  const auto instrumented = run_instrumented(launch, **module);
  ASSERT_TRUE(instrumented.ok()) << base::describe(instrumented.error());
  expect_result(instrumented->result, wanted);
  if (!wanted.fault.empty()) return;
  EXPECT_EQ(instrumented->buffer.dropped, 0u);
  if (!wanted.races) {
    for (const launch::Finding& finding : analysis::trace_races(launch, instrumented->trace).findings)
      ADD_FAILURE() << "a false alarm: " << finding.message;
  }

  if (std::ranges::count(never_twice_alike, std::string_view(GetParam().kernel.name)) > 0) return;
  const auto events = [&](launch::Schedule schedule, std::uint64_t seed) {
    launch::Launch other = with_schedule(launch, schedule);
    other.seed = seed;
    const auto result = run_on_simt(other);
    EXPECT_TRUE(result.ok());
    return events_by_thread(result->trace, *launch.module, launch.entry);
  };
  const EventsByThread timed = events(launch::Schedule::timed, 1);
  const EventsByThread recorded = events_by_thread(instrumented->trace, *launch.module, launch.entry);
  if (timed == recorded) return;
  if (timed != events(launch::Schedule::round_robin, 1)) return;
  for (const std::uint64_t seed : {1, 2, 3, 4})
    if (timed != events(launch::Schedule::random, seed)) return;
  expect_same_events(timed, recorded);
}

}  // namespace warplens::zoo
