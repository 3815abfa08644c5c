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

/// Made once for all kernels of a file and size of the record buffer in bytes.
base::Result<std::shared_ptr<const InstrumentedModule>> instrumented_module_of(const std::shared_ptr<const ptx::Module>& original,
                                                                               std::uint64_t bytes) {
  static std::map<std::pair<std::shared_ptr<const ptx::Module>, std::uint64_t>, std::shared_ptr<const InstrumentedModule>>
      modules;
  const std::pair key(original, bytes);
  if (const auto found = modules.find(key); found != modules.end()) return found->second;
  auto instrumented = instrument_module(*original, bytes);
  if (!instrumented) return instrumented.error();
  return modules[key] = std::make_shared<const InstrumentedModule>(std::move(*instrumented));
}

/// With a record buffer that is large only where it must be: it is cleared and copied at every run.
base::Result<InstrumentedRun> run_with_all_records(const launch::Launch& launch) {
  for (const std::uint64_t bytes : {1u << 19, 16u << 20}) {
    const auto module = instrumented_module_of(launch.module, bytes);
    if (!module) return module.error();
    auto run = run_instrumented(launch, **module);
    if (!run || run->buffer.dropped() == 0) return run;
  }
  return base::error("more than 16 MiB of records");
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
  const auto instrumented = run_with_all_records(launch);
  ASSERT_TRUE(instrumented.ok()) << base::describe(instrumented.error());
  expect_result(instrumented->result, wanted);
  if (!wanted.fault.empty()) return;
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
