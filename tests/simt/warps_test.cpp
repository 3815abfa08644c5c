#include <gtest/gtest.h>

#include <numeric>
#include <thread>

#include "tests/simt/launcher.h"

// Divergence, barriers, schedules and determinism.

namespace warplens::simt {
namespace {

using launch::ElementType;
using launch::FaultKind;
using launch::Outcome;

const std::string warps_declarations =
    ".reg .pred %p, %q;\n.reg .b32 %t, %x, %y, %z, %n;\n.reg .b64 %at, %to, %w;\n"
    "ld.param.u64 %at, [d];\nmov.u32 %t, %tid.x;\nmad.wide.u32 %to, %t, 4, %at;\n";

std::string kernel(const std::string& body) { return entry_text(".param .u64 d", warps_declarations + body); }

launch::Launch with_output(const std::string& body, std::uint32_t grid, std::uint32_t block, std::size_t size) {
  return launch_of(kernel(body), grid, block, {buffer(ElementType::u32, std::vector<std::uint32_t>(size), "d")});
}

const std::string racy = "ld.global.u32 %x, [%at];\nadd.u32 %x, %x, 1;\nst.global.u32 [%at], %x;\nret;\n";

TEST(Divergence, NestedBranchesMeetAgainInTheRightOrder) {
  // Bits 0 and 1 of lane t select one of four paths; each inner reconvergence completes before the outer one.
  const auto result = run(with_output(
      "and.b32 %x, %t, 1;\nsetp.ne.u32 %p, %x, 0;\nand.b32 %x, %t, 2;\nsetp.ne.u32 %q, %x, 0;\nmov.u32 %y, 0;\n"
      "@%p bra ODD;\n@%q bra EVEN2;\nadd.u32 %y, %y, 1;\nbra EVENMEET;\nEVEN2:\nadd.u32 %y, %y, 2;\nEVENMEET:\n"
      "activemask.b32 %z;\npopc.b32 %z, %z;\nshl.b32 %z, %z, 8;\nadd.u32 %y, %y, %z;\nbra MEET;\n"
      "ODD:\nadd.u32 %y, %y, 3;\nMEET:\nactivemask.b32 %z;\npopc.b32 %z, %z;\nshl.b32 %z, %z, 16;\nadd.u32 %y, %y, %z;\n"
      "st.global.u32 [%to], %y;\nret;\n",
      1, 32, 32));
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  const auto output = values_of<std::uint32_t>(result->outputs[0]);
  for (std::uint32_t t = 0; t < 32; ++t) {
    const std::uint32_t inner =
        t % 2 ? 3 : (t & 2 ? 2 : 1) + (16u << 8);  // 16 even lanes together at the inner reconvergence point
    EXPECT_EQ(output[t], inner + (32u << 16)) << t;
  }
  EXPECT_EQ(result->counters.divergent_branches, 2u);
}

TEST(Divergence, ASpinLockBetweenLanesOfOneWarpMakesProgress) {
  // Every lane takes the lock, increments an unprotected word, and releases it: spinning lanes must let the holder proceed.
  auto launch = with_output(
      "mov.u32 %n, 0;\nTRY:\natom.global.cas.b32 %x, [%at], 0, 1;\nsetp.ne.u32 %p, %x, 0;\n@%p bra TRY;\n"
      "ld.global.u32 %y, [%at+4];\nadd.u32 %y, %y, 1;\nst.global.u32 [%at+4], %y;\nmembar.gl;\n"
      "atom.global.exch.b32 %x, [%at], 0;\nret;\n",
      2, 64, 2);
  launch.step_limit = 5'000'000;
  for (const auto schedule : {launch::Schedule::timed, launch::Schedule::round_robin, launch::Schedule::random}) {
    launch.schedule = schedule;
    const auto result = run(launch);
    ASSERT_TRUE(result.ok()) << base::describe(result.error());
    ASSERT_EQ(result->outcome, Outcome::finished) << result->fault->message;
    EXPECT_EQ(values_of<std::uint32_t>(result->outputs[0])[1], 128u);
  }
}

TEST(Divergence, AProducerLaneFeedsTheLanesThatWaitForIt) {
  auto launch = with_output(
      "setp.eq.u32 %p, %t, 31;\n@%p bra PRODUCE;\nWAIT:\nld.volatile.global.u32 %x, [%at];\nsetp.eq.u32 %q, %x, 0;\n@%q bra "
      "WAIT;\n"
      "st.global.u32 [%to+4], %x;\nret;\nPRODUCE:\nmov.u32 %x, 9;\nst.volatile.global.u32 [%at], %x;\nret;\n",
      1, 32, 33);
  launch.step_limit = 100'000;
  const auto result = run(launch);
  ASSERT_TRUE(result.ok());
  ASSERT_EQ(result->outcome, Outcome::finished) << result->fault->message;
  EXPECT_EQ(values_of<std::uint32_t>(result->outputs[0])[5], 9u);
}

TEST(Stores, OfLanesThatStoreToOneAddressTheHighestWins) {
  const auto result = run(with_output("st.global.u32 [%at], %t;\nret;\n", 1, 32, 1));
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(values_of<std::uint32_t>(result->outputs[0])[0], 31u);
}

TEST(Shared, EachBlockStartsWithTheSameUnwrittenContent) {
  const auto result =
      run(with_output(".shared .align 4 .b8 cell[4];\nmov.u32 %x, %ctaid.x;\nmad.wide.u32 %to, %x, 4, %at;\nld.shared.u32 %y, "
                      "[cell];\nst.global.u32 [%to], %y;\n"
                      "st.shared.u32 [cell], %x;\nret;\n",
                      40, 1, 40));
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  for (const auto value : values_of<std::uint32_t>(result->outputs[0])) EXPECT_EQ(value, 0xcdcdcdcdu);
}

TEST(Race, TheRacyCounterLosesUpdatesDifferentlyBySeedAndTheAtomicOneNever) {
  std::vector<std::uint32_t> outcomes;
  auto launch = with_output(racy, 32, 32, 1);
  auto atomic = with_output("atom.global.add.u32 %x, [%at], 1;\nret;\n", 32, 32, 1);
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    launch.seed = atomic.seed = seed;
    outcomes.push_back(values_of<std::uint32_t>(run(launch)->outputs[0])[0]);
    EXPECT_EQ(values_of<std::uint32_t>(run(atomic)->outputs[0])[0], 1024u);
  }
  std::sort(outcomes.begin(), outcomes.end());
  EXPECT_LE(outcomes.back(), 32u);  // a warp adds at most 1: all its lanes read before one of them writes
  EXPECT_GE(outcomes.front(), 1u);
  EXPECT_GE(std::unique(outcomes.begin(), outcomes.end()) - outcomes.begin(), 3);
}

bool same(const trace::Trace& a, const trace::Trace& b) {
  return a.steps.cycle == b.steps.cycle && a.steps.warp == b.steps.warp && a.steps.instruction == b.steps.instruction &&
         a.steps.active == b.steps.active && a.steps.access == b.steps.access && a.accesses.done == b.accesses.done &&
         a.accesses.base == b.accesses.base && a.accesses.values == b.accesses.values &&
         a.placements.start == b.placements.start && a.end_cycle == b.end_cycle;
}

TEST(Determinism, TheSameSeedGivesTheSameTraceAndAnotherSeedAnother) {
  auto launch = with_output(racy, 32, 32, 1);
  launch.trace_level = trace::Level::full;
  for (const auto schedule : {launch::Schedule::timed, launch::Schedule::round_robin, launch::Schedule::random}) {
    launch.schedule = schedule;
    launch.seed = 7;
    const auto first = run(launch), second = run(launch);
    EXPECT_TRUE(same(first->trace, second->trace));
    launch.seed = 8;
    EXPECT_EQ(same(first->trace, run(launch)->trace), schedule == launch::Schedule::round_robin);  // which is not random
  }
}

TEST(Trace, TellsTheSameWhetherOrNotItIsKeptAndIsInOrderOfTime) {
  auto launch = with_output(racy, 32, 64, 1);
  const auto plain = run(launch);
  launch.trace_level = trace::Level::memory;
  const auto memory = run(launch);
  launch.trace_level = trace::Level::full;
  const auto full = run(launch);
  EXPECT_EQ(plain->outputs, memory->outputs);
  EXPECT_EQ(plain->outputs, full->outputs);
  EXPECT_EQ(plain->counters.cycles, full->counters.cycles);
  EXPECT_EQ(full->trace.steps.size(), full->counters.warp_instructions);
  EXPECT_EQ(memory->trace.steps.size(), 2u * 64);  // a read and a write by each of 64 warps
  EXPECT_TRUE(std::is_sorted(full->trace.steps.cycle.begin(), full->trace.steps.cycle.end()));
  for (std::size_t row = 0; row < full->trace.accesses.size(); ++row) {
    EXPECT_GT(full->trace.accesses.done[row], full->trace.steps.cycle[full->trace.accesses.step[row]]);
  }
  EXPECT_EQ(full->trace.placements.size(), 32u);
}

TEST(Trace, StopsAtItsBudgetAndTheKernelGoesOn) {
  auto launch = with_output(racy, 64, 256, 1);
  launch.trace_level = trace::Level::full;
  launch.trace_budget = 20'000;
  const auto result = run(launch);
  EXPECT_EQ(result->outcome, Outcome::finished);
  EXPECT_EQ(result->trace.truncation, trace::Truncation::budget);
  EXPECT_EQ(result->trace.steps.size() + result->trace.steps_not_recorded, result->counters.warp_instructions);
}

TEST(Counters, CountWhatClosedFormsSay) {
  // 64 threads read with a stride of 2 words: 2 requests of 8 sectors; they write contiguously: 2 requests of 4.
  const auto strided =
      run(launch_of(kernel("mad.wide.u32 %w, %t, 8, %at;\nld.global.u32 %x, [%w];\nst.global.u32 [%to], %x;\nret;\n"), 1, 64,
                    {buffer(ElementType::u32, std::vector<std::uint32_t>(128), "d")}));
  ASSERT_TRUE(strided.ok());
  EXPECT_EQ(strided->counters.global_loads, 2u);
  EXPECT_EQ(strided->counters.global_stores, 2u);
  EXPECT_EQ(strided->counters.global_sectors, 2u * 8 + 2u * 4);
  EXPECT_EQ(strided->counters.threads, 64u);

  // Shared memory with stride s words: gcd(s, 32) ways, so gcd - 1 extra passes for the one warp.
  for (const std::uint32_t stride : {1u, 2u, 4u, 32u, 33u}) {
    const auto result = run(with_output(".shared .align 4 .b8 cells[8192];\nmul.lo.u32 %x, %t, " + std::to_string(4 * stride) +
                                            ";\nmov.u32 %y, cells;\nadd.u32 %x, %x, %y;\nst.shared.u32 [%x], %t;\nret;\n",
                                        1, 32, 32));
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result->counters.shared_requests, 1u);
    EXPECT_EQ(result->counters.bank_conflicts, std::gcd(stride, 32u) - 1) << stride;
  }
  const auto broadcast = run(
      with_output(".shared .align 4 .b8 cells[128];\nld.shared.u32 %x, [cells+4];\nst.global.u32 [%to], %x;\nret;\n", 1, 32, 32));
  EXPECT_EQ(broadcast->counters.bank_conflicts, 0u);
}

TEST(Limits, AnEndlessLoopEndsAtTheStepLimitAndNamesItsLine) {
  auto launch = with_output("LOOP:\nadd.u32 %x, %x, 1;\nbra LOOP;\n", 1, 32, 32);
  launch.step_limit = 100'000;
  const auto result = run(launch);
  ASSERT_TRUE(result.ok());
  ASSERT_EQ(result->outcome, Outcome::faulted);
  EXPECT_EQ(result->fault->kind, FaultKind::step_limit);
  EXPECT_EQ(result->counters.warp_instructions, 100'000u);
  EXPECT_GE(result->fault->line, 13u);
  EXPECT_LE(result->fault->line, 15u);
}

TEST(Limits, BlocksThatEndAreProgress) {
  // A block issues a few instructions; all of them together more than the limit.
  const std::string body = "mov.u32 %x, %ctaid.x;\nsetp.eq.u32 %p, %x, 999;\nLOOP:\n@%p bra LOOP;\nret;\n";
  for (const auto schedule : {launch::Schedule::timed, launch::Schedule::round_robin, launch::Schedule::random}) {
    auto launch = with_output("mov.u32 %x, %ctaid.x;\nsetp.eq.u32 %p, %x, 999;\n@%p bra END;\nEND:\nret;\n", 2000, 32, 32);
    launch.schedule = schedule;
    launch.step_limit = 1'000;
    const auto done = run(launch);
    ASSERT_TRUE(done.ok());
    ASSERT_EQ(done->outcome, Outcome::finished) << done->fault->message;
    EXPECT_GT(done->counters.warp_instructions, 3 * launch.step_limit);
    // One of them loops for ever: the others end, and then it is stopped.
    auto endless = with_output(body, 2000, 32, 32);
    endless.schedule = schedule;
    endless.step_limit = 1'000;
    const auto hung = run(endless);
    ASSERT_TRUE(hung.ok());
    ASSERT_EQ(hung->outcome, Outcome::faulted);
    EXPECT_EQ(hung->fault->kind, FaultKind::step_limit);
    EXPECT_EQ(hung->fault->block, (base::Dim3{999, 0, 0}));
    EXPECT_NE(hung->fault->message.find("stopped after 1,000 warp instructions in which no block ended"), std::string::npos)
        << hung->fault->message;
    EXPECT_LE(hung->counters.warp_instructions, 2000 * endless.step_limit);
    const auto again = run(endless);
    EXPECT_EQ(again->fault->message, hung->fault->message);
    EXPECT_EQ(again->counters.warp_instructions, hung->counters.warp_instructions);
  }
}

TEST(Limits, CancellingStopsALongLoop) {
  const auto launch =
      with_output("mov.u32 %x, 0;\nLOOP:\nadd.u32 %x, %x, 1;\nsetp.ne.u32 %p, %x, 0;\n@%p bra LOOP;\n", 4, 64, 64);
  launch::Progress progress;
  std::thread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    progress.cancel = true;
  });
  const auto result = make_device()->run(launch, progress);
  canceller.join();
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->outcome, Outcome::cancelled);
}

TEST(Limits, ProgressCountsBlocks) {
  launch::Progress progress;
  const auto launch = with_output(racy, 100, 32, 1);
  ASSERT_TRUE(make_device()->run(launch, progress).ok());
  EXPECT_EQ(progress.blocks_done.load(), 100u);
}

TEST(Limits, ALargestBlockRuns) {
  const auto result = run(with_output("st.global.u32 [%to], %t;\nbar.sync 0;\nret;\n", 3, 1024, 1024));
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  ASSERT_EQ(result->outcome, Outcome::finished) << result->fault->message;
  EXPECT_EQ(values_of<std::uint32_t>(result->outputs[0])[1023], 1023u);
}

TEST(Limits, AbsurdSharedAndLocalArraysAreErrors) {
  for (const std::string space : {"shared", "local"}) {
    const auto result = run(with_output(
        "." + space + " .align 4 .b8 big[1073741824];\nmov.u64 %w, big;\nst.global.u32 [%to], %t;\nret;\n", 1, 32, 32));
    ASSERT_FALSE(result.ok());
    EXPECT_NE(result.error().message.find(space == "shared" ? "1,073,741,824 bytes" : "big"), std::string::npos)
        << result.error().message;
  }
}

TEST(Sleep, TakesItsTimeByTheClock) {
  // A thread reads the clocks, sleeps for the longest time in its warp, and reads them again; 2,000,000 ns exceed the maximum of
  // 1 ms.
  const std::string text = entry_text(
      ".param .u64 p",
      ".reg .b32 %r<3>; .reg .b64 %t<4>, %c<3>, %p;\n"
      "mov.u32 %r1, %tid.x; mul.lo.u32 %r2, %r1, 4000; ld.param.u64 %p, [p];\n"
      "mov.u64 %t1, %globaltimer; mov.u64 %c1, %clock64; nanosleep.u32 %r2; mov.u64 %t2, %globaltimer; mov.u64 %c2, %clock64;\n"
      "sub.u64 %t3, %t2, %t1; sub.u64 %c2, %c2, %c1; st.global.u64 [%p], %t3; st.global.u64 [%p+8], %c2;\n"
      "nanosleep.u32 2000000; mov.u64 %t1, %globaltimer; sub.u64 %t3, %t1, %t2; st.global.u64 [%p+16], %t3; ret;");
  const auto result = run(launch_of(text, 1, 3, {buffer(launch::ElementType::u64, std::vector<std::uint64_t>(3))}));
  ASSERT_TRUE(result.ok());
  const auto times = values_of<std::uint64_t>(result->outputs[0]);
  EXPECT_GE(times[0], 8000u);
  EXPECT_LE(times[0], 8100u);
  EXPECT_GE(times[1], 1000u);
  EXPECT_GE(times[2], 1'000'000u);
  EXPECT_LE(times[2], 1'001'000u);
}

TEST(Sleep, WhoSleepsInALoopLetsOthersDoWhatItWaitsFor) {
  // Warp 0 sleeps until warp 1 sets a flag after a long loop; then the same between the two halves of warp 2.
  const std::string text = entry_text(
      ".param .u64 p",
      ".reg .b32 %r<5>; .reg .b64 %p; .reg .pred %q, %s;\n"
      "mov.u32 %r1, %tid.x; ld.param.u64 %p, [p]; setp.lt.u32 %q, %r1, 32; @%q bra wait_first;\n"
      "setp.lt.u32 %q, %r1, 64; @%q bra set_first; setp.lt.u32 %q, %r1, 80; @%q bra wait_second; bra set_second;\n"
      "wait_first: nanosleep.u32 50; ld.volatile.global.u32 %r2, [%p]; setp.eq.u32 %s, %r2, 0; @%s bra wait_first; ret;\n"
      "set_first: mov.u32 %r3, 0;\n"
      "busy: add.u32 %r3, %r3, 1; setp.lt.u32 %s, %r3, 3000; @%s bra busy; st.volatile.global.u32 [%p], 1; ret;\n"
      "wait_second: nanosleep.u32 50; ld.volatile.global.u32 %r2, [%p+4]; setp.eq.u32 %s, %r2, 0; @%s bra wait_second; ret;\n"
      "set_second: nanosleep.u32 5000; st.volatile.global.u32 [%p+4], 1; ret;");
  for (const auto schedule : {launch::Schedule::timed, launch::Schedule::round_robin, launch::Schedule::random}) {
    launch::Launch launch = launch_of(text, 1, 96, {buffer(launch::ElementType::u32, std::vector<std::uint32_t>(2))});
    launch.schedule = schedule;
    launch.step_limit = 1'000'000;
    const auto result = run(launch);
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result->outcome, launch::Outcome::finished) << launch::name(schedule) << ": " << result->fault->message;
  }
}

}  // namespace
}  // namespace warplens::simt
