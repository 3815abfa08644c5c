#include <gtest/gtest.h>

#include "tests/simt/launcher.h"

// Launches that can never end are stopped early, with the reason; launches that end late are not.

namespace warplens::simt {
namespace {

using launch::ElementType;
using launch::FaultKind;
using launch::Outcome;
using launch::Schedule;

constexpr std::uint64_t soon = 20'000'000;  // warp instructions, less than a second

const std::string endless_declarations =
    ".reg .pred %p, %q;\n.reg .b32 %t, %b, %x, %y, %z, %n;\n.reg .b64 %at, %to, %w;\n"
    "ld.param.u64 %at, [flag];\nmov.u32 %t, %tid.x;\nmov.u32 %b, %ctaid.x;\n";

launch::Launch launch_of_body(const std::string& body, std::uint32_t grid, std::uint32_t block,
                              const std::vector<std::uint32_t>& content = {0, 0}) {
  return launch_of(entry_text(".param .u64 flag", endless_declarations + body), grid, block,
                   {buffer(ElementType::u32, content, "flag")});
}

const std::string spin = "SPIN:\nld.volatile.global.u32 %x, [%at];\nsetp.eq.u32 %p, %x, 0;\n@%p bra SPIN;\n";

/// The fault of a launch that never ends, found soon under every schedule.
launch::Fault endless(launch::Launch launch) {
  launch::Fault fault;
  for (const Schedule schedule : {Schedule::random, Schedule::round_robin, Schedule::timed}) {
    launch.schedule = schedule;
    const auto result = run(launch);
    if (!result.ok()) throw std::runtime_error(base::describe(result.error()));
    EXPECT_EQ(result->outcome, Outcome::faulted);
    EXPECT_LE(result->counters.warp_instructions, soon);
    if (result->fault) fault = *result->fault;
    EXPECT_EQ(fault.message.find("step limit"), std::string::npos) << fault.message;
  }
  return fault;
}

void expect_end(launch::Launch launch, const std::vector<std::uint32_t>& wanted) {
  for (const Schedule schedule : {Schedule::timed, Schedule::round_robin, Schedule::random}) {
    launch.schedule = schedule;
    const auto result = run(launch);
    ASSERT_TRUE(result.ok()) << base::describe(result.error());
    ASSERT_EQ(result->outcome, Outcome::finished) << result->fault->message;
    EXPECT_EQ(values_of<std::uint32_t>(result->outputs[0]), wanted);
  }
}

TEST(EndlessLoop, AWaitForMemoryThatNobodyWritesIsNamed) {
  const auto fault = endless(launch_of_body(spin + "ret;\n", 2, 64));
  EXPECT_EQ(fault.kind, FaultKind::deadlock);
  EXPECT_EQ(fault.message,
            "thread (0,0,0) of block (0,0,0) waits for flag[0] to change from 0; no thread that still runs writes it");
}

TEST(EndlessLoop, SharedMemoryToo) {
  const auto fault =
      endless(launch_of_body(".shared .align 4 .u32 ready[4];\nst.shared.u32 [ready+8], -7;\nbar.sync 0;\n"
                             "SPIN:\nld.volatile.shared.u32 %x, [ready+8];\nsetp.eq.u32 %p, %x, -7;\n"
                             "@%p bra SPIN;\nret;\n",
                             1, 96));
  EXPECT_EQ(fault.kind, FaultKind::deadlock);
  EXPECT_NE(fault.message.find("waits for ready[2] to change from -7; no thread that still runs writes it"), std::string::npos)
      << fault.message;
}

TEST(EndlessLoop, ALockThatItsHolderNeverGivesBack) {
  const auto fault = endless(
      launch_of_body("TRY:\natom.global.cas.b32 %x, [%at+4], 0, 1;\nsetp.ne.u32 %p, %x, 0;\n@%p bra TRY;\nret;\n", 3, 64));
  EXPECT_EQ(fault.kind, FaultKind::deadlock);
  EXPECT_NE(fault.message.find("waits for flag[1] to change from 1; no thread that still runs changes it"), std::string::npos)
      << fault.message;
}

TEST(EndlessLoop, ABarrierBehindASpin) {
  // Warp 1 would write the flag after the barrier, at which it waits for warp 0.
  const auto fault = endless(launch_of_body("setp.ge.u32 %q, %t, 32;\n@%q bra MEET;\n" + spin +
                                                "MEET:\nbar.sync 0;\nmov.u32 %x, 1;\nst.volatile.global.u32 [%at], %x;\nret;\n",
                                            1, 64));
  EXPECT_NE(
      fault.message.find("flag[0] to change from 0; no thread that still runs writes it; 32 threads wait at the barrier at "),
      std::string::npos)
      << fault.message;
}

TEST(EndlessLoop, AWaitForABlockThatHasNoRoom) {
  // The last block would write the flag, but as many blocks as fit at once wait for it.
  auto launch = launch_of_body("setp.eq.u32 %q, %b, 99;\n@%q bra WRITE;\n" + spin +
                                   "ret;\nWRITE:\nmov.u32 %x, 1;\nst.volatile.global.u32 [%at], %x;\nret;\n",
                               100, 1024);
  const auto fault = endless(launch);
  EXPECT_NE(fault.message.find(" blocks have not begun, as no multiprocessor has room before others end"), std::string::npos)
      << fault.message;
  launch.grid.x = 99;  // no block writes it, and all are resident, or wait for room
  EXPECT_EQ(endless(launch).kind, FaultKind::deadlock);
}

TEST(EndlessLoop, ALoopThatReadsNothing) {
  const auto fault = endless(launch_of_body("LOOP:\nadd.u32 %x, %t, 1;\nbra LOOP;\n", 1, 32));
  EXPECT_EQ(fault.kind, FaultKind::step_limit);
  EXPECT_TRUE(fault.endless);
  EXPECT_NE(fault.message.find("never leaves the loop at "), std::string::npos) << fault.message;
}

TEST(EndlessLoop, ALoopThatCountsAndWritesButHasNoEnd) {
  for (const std::string body : {"add.u32 %x, %x, 1;\n", "add.u32 %x, %x, 1;\nst.global.u32 [%at], %x;\n"}) {
    const auto fault = endless(launch_of_body("mov.u32 %x, 0;\nLOOP:\n" + body + "bra LOOP;\n", 2, 64));
    EXPECT_EQ(fault.kind, FaultKind::step_limit);
    EXPECT_TRUE(fault.endless);
    EXPECT_NE(fault.message.find("never leaves the loop at "), std::string::npos) << fault.message;
    EXPECT_NE(fault.message.find(": no way leads out of it"), std::string::npos) << fault.message;
  }
}

TEST(EndlessLoop, ABarrierWhoseOtherThreadsLoop) {
  const auto fault = endless(launch_of_body(
      "mov.u32 %x, 0;\nsetp.ge.u32 %q, %t, 32;\n@%q bra MEET;\nLOOP:\nadd.u32 %x, %x, 1;\nbra LOOP;\nMEET:\nbar.sync 0;\nret;\n",
      1, 64));
  EXPECT_NE(fault.message.find("no way leads out of it in the compiled code; 32 threads wait at the barrier at "),
            std::string::npos)
      << fault.message;
}

TEST(EndlessLoop, NoneWhereAnotherThreadStopsTheKernel) {
  auto launch = launch_of_body(
      "mov.u32 %x, 0;\nmov.u32 %n, 3000000;\nsetp.ge.u32 %q, %t, 32;\n@%q bra OTHER;\nLOOP:\n"
      "add.u32 %x, %x, 1;\nbra LOOP;\nOTHER:\nsub.u32 %n, %n, 1;\nsetp.ne.u32 %p, %n, 0;\n@%p bra OTHER;\n"
      "trap;\n",
      1, 64);
  EXPECT_EQ(run(launch)->fault->kind, FaultKind::trap);
}

TEST(EndlessLoop, OneOfManyThreads) {
  // Lane 5 of one warp waits; the others of its warp wait to reconverge with it, and all other warps have ended.
  const auto fault = endless(launch_of_body("setp.ne.u32 %q, %t, 69;\n@%q bra END;\n" + spin + "END:\nret;\n", 4, 96));
  EXPECT_NE(fault.message.find("thread (69,0,0) of block ("), std::string::npos) << fault.message;
}

TEST(EndlessLoop, SeveralReads) {
  const auto fault =
      endless(launch_of_body("SPIN:\nld.volatile.global.u32 %x, [%at];\nld.volatile.global.u32 %y, [%at+4];\n"
                             "or.b32 %x, %x, %y;\nsetp.eq.u32 %p, %x, 0;\n@%p bra SPIN;\nret;\n",
                             1, 32));
  EXPECT_NE(fault.message.find("and other memory, and no thread that still runs writes any of it"), std::string::npos)
      << fault.message;
}

TEST(EndlessLoop, LaunchesThatAreRecordedOrCheckedStopAsWell) {
  auto launch = launch_of_body(spin + "ret;\n", 1, 64);
  launch.check = true;
  launch.trace_level = trace::Level::memory;
  EXPECT_EQ(endless(launch).kind, FaultKind::deadlock);
}

/// Counts down in a register, 400,000 rounds.
const std::string works = "mov.u32 %n, 400000;\nWORK:\nsub.u32 %n, %n, 1;\nsetp.ne.u32 %q, %n, 0;\n@%q bra WORK;\n";
const std::string writes = "mov.u32 %x, 5;\nst.volatile.global.u32 [%at], %x;\n";

TEST(EndlessLoop, AWaitForAWarpThatWorksForLongIsNone) {
  expect_end(
      launch_of_body("setp.ge.u32 %q, %t, 32;\n@%q bra OTHER;\n" + spin + "ret;\nOTHER:\n" + works + writes + "ret;\n", 1, 64),
      {5, 0});
}

TEST(EndlessLoop, NorForALaneOfTheSameWarp) {
  expect_end(
      launch_of_body("setp.eq.u32 %q, %t, 31;\n@%q bra OTHER;\n" + spin + "ret;\nOTHER:\n" + works + writes + "ret;\n", 1, 32),
      {5, 0});
}

TEST(EndlessLoop, NorForAWarpThatSleeps) {
  const std::string sleeps =
      "mov.u32 %n, 300;\nREST:\nnanosleep.u32 1000000;\nsub.u32 %n, %n, 1;\nsetp.ne.u32 %q, %n, 0;\n@%q bra REST;\n";
  auto launch =
      launch_of_body("setp.ge.u32 %q, %t, 32;\n@%q bra OTHER;\n" + spin + "ret;\nOTHER:\n" + sleeps + writes + "ret;\n", 1, 64);
  launch.schedule = Schedule::timed;
  const auto result = run(launch);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->outcome, Outcome::finished) << result->fault->message;
}

TEST(EndlessLoop, NorForAWarpThatOftenWritesTheSameFirst) {
  const std::string same =
      "mov.u32 %n, 400000;\nWORK:\nst.volatile.global.u32 [%at], 0;\nsub.u32 %n, %n, 1;\nsetp.ne.u32 %q, %n, 0;\n@%q bra WORK;\n";
  expect_end(
      launch_of_body("setp.ge.u32 %q, %t, 32;\n@%q bra OTHER;\n" + spin + "ret;\nOTHER:\n" + same + writes + "ret;\n", 1, 64),
      {5, 0});
}

TEST(EndlessLoop, NorForOneThatCountsInMemory) {
  // All state is in memory: the registers are the same in each round.
  for (const std::string space : {"local", "shared", "global"}) {
    const std::string place = space == "global" ? "%at+4" : "count", variable = "." + space + " .align 4 .u32 count;\n";
    const std::string counts = "mov.u32 %n, 300000;\nst." + space + ".u32 [" + place + "], %n;\nmov.u32 %n, 0;\nWORK:\nld." +
                               space + ".u32 %n, [" + place + "];\nsub.u32 %n, %n, 1;\nst." + space + ".u32 [" + place +
                               "], %n;\nsetp.ne.u32 %q, %n, 0;\nmov.u32 %n, 0;\n@%q bra WORK;\n";
    expect_end(launch_of_body((space == "global" ? "" : variable) + "setp.ge.u32 %q, %t, 32;\n@%q bra OTHER;\n" + spin +
                                  "ret;\nOTHER:\n" + counts + writes + "ret;\n",
                              1, 64),
               {5, 0});
  }
}

TEST(EndlessLoop, NorForOneThatPassesBarriers) {
  // Warps 1 and 2 meet 100,000 times, then one writes the flag.
  const std::string meets =
      "mov.u32 %n, 100000;\nWORK:\nbar.sync 1, 64;\nsub.u32 %n, %n, 1;\nsetp.ne.u32 %q, %n, 0;\n@%q bra WORK;\n";
  expect_end(
      launch_of_body("setp.ge.u32 %q, %t, 32;\n@%q bra OTHER;\n" + spin + "ret;\nOTHER:\n" + meets + writes + "ret;\n", 1, 96),
      {5, 0});
}

TEST(EndlessLoop, NorForTheClock) {
  // Waits until a bit of the clock is set that is set for half of the time, for long at once.
  auto launch = launch_of_body(
      "WAIT:\nmov.u64 %w, %clock64;\nand.b64 %w, %w, 8388608;\nsetp.eq.u64 %p, %w, 0;\n@%p bra WAIT;\nmov.u32 %x, 5;\n"
      "st.volatile.global.u32 [%at], %x;\nret;\n",
      1, 32);
  expect_end(launch, {5, 0});
}

TEST(EndlessLoop, StopsAtTheSameInstructionEachTime) {
  const auto launch = launch_of_body(spin + "ret;\n", 3, 96);
  const auto first = run(launch), second = run(launch);
  EXPECT_EQ(first->counters.warp_instructions, second->counters.warp_instructions);
  EXPECT_EQ(first->fault->message, second->fault->message);
}

}  // namespace
}  // namespace warplens::simt
