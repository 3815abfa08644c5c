#include <gtest/gtest.h>

#include <algorithm>

#include "tests/simt/bodies.h"

// Warps run ahead through instructions without effects on other warps: results must not change.

namespace warplens::simt {
namespace {

using launch::Outcome;

std::vector<std::uint32_t> output(const launch::LaunchResult& result) { return values_of<std::uint32_t>(result.outputs[1]); }

class RunAhead : public testing::TestWithParam<std::string> {};

TEST_P(RunAhead, IsTheSameWhetherOrNotAnybodyWatches) {
  auto launch = launch_of_body(GetParam());
  if (GetParam() == locks) launch.grid.x = 2;
  if (GetParam() == counts) launch.grid.x = blocks - 1;  // it stores one element further
  const auto plain = run(launch);
  ASSERT_TRUE(plain.ok()) << base::describe(plain.error());
  ASSERT_EQ(plain->outcome, Outcome::finished) << plain->fault->message;
  for (const auto level : {trace::Level::memory, trace::Level::full}) {
    launch.trace_level = level;
    const auto traced = run(launch);
    ASSERT_TRUE(traced.ok());
    EXPECT_EQ(traced->outputs, plain->outputs);
    EXPECT_EQ(traced->counters.cycles, plain->counters.cycles);
    EXPECT_EQ(traced->tallies, plain->tallies);
    const trace::Steps& steps = traced->trace.steps;
    EXPECT_TRUE(std::is_sorted(steps.cycle.begin(), steps.cycle.end()));
    const bool every_step = level == trace::Level::full;
    EXPECT_TRUE(!every_step || steps.size() == plain->counters.warp_instructions);
  }
}

TEST_P(RunAhead, ATraceCutOffAtItsBudgetIsTheBeginningOfTheWholeOne) {
  auto launch = launch_of_body(GetParam());
  launch.grid.x = 2;
  launch.trace_level = trace::Level::full;
  const auto whole = run(launch);
  launch.trace_budget = whole->trace.bytes() / 2;
  const auto cut = run(launch);
  ASSERT_EQ(cut->trace.truncation, trace::Truncation::budget);
  const trace::Steps &all = whole->trace.steps, &begin = cut->trace.steps;
  ASSERT_EQ(begin.size() + cut->trace.steps_not_recorded, all.size());
  for (std::size_t i = 0; i < begin.size(); ++i) {
    EXPECT_EQ(begin.cycle[i], all.cycle[i]);
    EXPECT_EQ(begin.warp[i], all.warp[i]);
    EXPECT_EQ(begin.instruction[i], all.instruction[i]);
    EXPECT_EQ(begin.access[i] == trace::no_row, all.access[i] == trace::no_row);
    if (begin.access[i] == trace::no_row || all.access[i] == trace::no_row) continue;
    std::array<trace::LaneAccess, trace::lanes> a{}, b{};
    const int lanes = trace::unpack(cut->trace, begin.access[i], a);
    ASSERT_EQ(trace::unpack(whole->trace, all.access[i], b), lanes);
    for (std::size_t lane = 0; lane < static_cast<std::size_t>(lanes); ++lane) EXPECT_EQ(a[lane].value, b[lane].value);
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, RunAhead,
                         testing::Values(reads_input, follows_chain, diverges, exchanges, increments, races, counts, locks));

TEST(RunAheadOver, InputsReadsThem) {
  const auto sums = output(*run(launch_of_body(reads_input)));
  const auto rounds = output(*run(launch_of_body(diverges)));
  for (std::uint32_t g = 0; g < threads; ++g) {
    std::uint32_t sum = 0;
    for (std::uint32_t n = 0; n < 8; ++n) sum += 7 * ((g + n) % threads);
    EXPECT_EQ(sums[g], sum);
    EXPECT_EQ(rounds[g], 7 * g * (g % 32 + 1));
  }
}

TEST(RunAheadOver, SharedMemoryReadsWhatWasWrittenBeforeTheBarrier) {
  const auto sums = output(*run(launch_of_body(exchanges)));
  for (std::uint32_t g = 0; g < threads; ++g) EXPECT_EQ(sums[g], 10 * (63 - g % 64) + 1000 * 45);
}

TEST(RunAheadOver, SharedMemoryWaitsForAWarpThatMayStillWrite) {
  // The second warp polls until the first, after a long loop, has written; there is no barrier.
  auto launch = launch_of_body(
      "setp.lt.u32 %p, %t, 32;\n@!%p bra POLL;\nmov.u32 %n, 0;\nLONG:\nadd.u32 %n, %n, 1;\nsetp.lt.u32 %p, %n, 5000;\n@%p bra "
      "LONG;\n"
      "mov.u32 %x, 9;\nst.volatile.shared.u32 [cells], %x;\nbra END;\n"
      "POLL:\nld.volatile.shared.u32 %x, [cells];\nsetp.ne.u32 %q, %x, 9;\n@%q bra POLL;\nEND:\nst.global.u32 [%to], "
      "%x;\nret;\n");
  launch.step_limit = 10'000'000;
  const auto result = run(launch);
  ASSERT_EQ(result->outcome, Outcome::finished) << result->fault->message;
  for (const std::uint32_t value : output(*result)) EXPECT_EQ(value, 9u);
}

TEST(RunAheadOver, InputsThatAreWrittenInAWayNobodyCouldTellStartsOver) {
  // %v becomes the address of the thread's own element of a, computed from b's address and a distance that hides its origin. Then
  // all threads increment a[0] under a lock in b[0], reading it through the pointer that looks read-only.
  auto launch = launch_of_body(
      "sub.u64 %w, %in, %out;\nshr.s64 %w, %w, 2;\nmul.lo.s64 %w, %w, 4;\nadd.u64 %v, %out, %w;\n"
      "TRY:\natom.global.cas.b32 %x, [%out], 0, 1;\nsetp.ne.u32 %p, %x, 0;\n@%p bra TRY;\nld.global.u32 %y, [%in];\n"
      "add.u32 %y, %y, 1;\nst.global.u32 [%v], %y;\nmembar.gl;\natom.global.exch.b32 %x, [%out], 0;\nret;\n");
  launch.grid.x = 2;
  for (const auto level : {trace::Level::none, trace::Level::full}) {
    launch.trace_level = level;
    const auto result = run(launch);
    ASSERT_EQ(result->outcome, Outcome::finished) << result->fault->message;
    EXPECT_EQ(values_of<std::uint32_t>(result->outputs[0])[0], 2 * block);
  }
}

}  // namespace
}  // namespace warplens::simt
