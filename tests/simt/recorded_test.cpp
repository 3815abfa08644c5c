#include <gtest/gtest.h>

#include "base/random.h"
#include "tests/simt/launcher.h"

// Schedules as values: recorded, handwritten, parsed from text, replayed.

namespace warplens::simt {
namespace {

using launch::ElementType;
using launch::Outcome;
using launch::Schedule;

const std::string recorded_declarations =
    ".reg .pred %p, %q;\n.reg .b32 %t, %x, %y, %z, %n;\n.reg .b64 %at, %to, %w;\n"
    "ld.param.u64 %at, [d];\nmov.u32 %t, %tid.x;\nmad.wide.u32 %to, %t, 4, %at;\n";

launch::Launch with_output(const std::string& body, std::uint32_t grid, std::uint32_t block, std::size_t size) {
  return launch_of(entry_text(".param .u64 d", recorded_declarations + body), grid, block,
                   {buffer(ElementType::u32, std::vector<std::uint32_t>(size), "d")});
}

const std::string load_add_store = "ld.global.u32 %x, [%at];\nadd.u32 %x, %x, 1;\nst.global.u32 [%at], %x;\nret;\n";
const std::string lock =
    "TRY:\natom.global.cas.b32 %x, [%at], 0, 1;\nsetp.ne.u32 %p, %x, 0;\n@%p bra TRY;\n"
    "ld.global.u32 %y, [%at+4];\nadd.u32 %y, %y, 1;\nst.global.u32 [%at+4], %y;\nmembar.gl;\n"
    "atom.global.exch.b32 %x, [%at], 0;\nret;\n";
/// Warps synchronise at barriers and read each other's values; then lanes diverge and use the clock.
const std::string barriers =
    ".shared .align 4 .b8 cells[512];\nmov.u32 %y, cells;\nmad.lo.u32 %y, %t, 4, %y;\nst.shared.u32 [%y], %t;\nbar.sync 0;\n"
    "ld.shared.u32 %x, [cells+64];\nand.b32 %z, %t, 1;\nsetp.ne.u32 %p, %z, 0;\n@%p bra ODD;\nmov.u32 %n, %clock;\n"
    "atom.global.add.u32 %z, [%at], %n;\nbra MEET;\nODD:\natom.global.max.u32 %z, [%at+4], %x;\nMEET:\n"
    "add.u32 %z, %z, %x;\nst.global.u32 [%to+8], %z;\nbar.sync 0;\nld.global.u32 %z, [%at+12];\nst.global.u32 [%to+8], "
    "%z;\nret;\n";

std::vector<launch::Launch> kernels() {
  return {with_output(load_add_store, 40, 64, 1), with_output(lock, 3, 48, 2), with_output(barriers, 12, 96, 130)};
}

void expect_same_trace(const launch::LaunchResult& a, const launch::LaunchResult& b) {
  EXPECT_EQ(a.outputs, b.outputs);
  EXPECT_EQ(a.counters.warp_instructions, b.counters.warp_instructions);
  EXPECT_EQ(a.trace.steps.warp, b.trace.steps.warp);
  EXPECT_EQ(a.trace.steps.instruction, b.trace.steps.instruction);
  EXPECT_EQ(a.trace.steps.cycle, b.trace.steps.cycle);
  EXPECT_EQ(a.trace, b.trace);
}

TEST(Recorded, AnyScheduleIsReplayedToTheLastCycleByItsText) {
  for (launch::Launch launch : kernels()) {
    for (const trace::Level level : {trace::Level::none, trace::Level::memory, trace::Level::full}) {
      for (const Schedule schedule : {Schedule::timed, Schedule::round_robin, Schedule::random}) {
        SCOPED_TRACE(std::string(launch::name(schedule)) + " at level " + std::to_string(static_cast<int>(level)));
        launch.trace_level = level;
        launch.schedule = schedule;
        launch.record_schedule = false;
        const auto plain = run(launch);
        ASSERT_TRUE(plain.ok()) << base::describe(plain.error());
        ASSERT_EQ(plain->outcome, Outcome::finished);
        EXPECT_FALSE(plain->schedule.has_value());
        launch.record_schedule = true;
        const auto recorded = run(launch);
        ASSERT_TRUE(recorded->schedule.has_value());
        expect_same_trace(*plain, *recorded);
        EXPECT_TRUE(recorded->schedule->complete);

        const auto read = launch::parse_schedule_record(launch::to_text(*recorded->schedule));
        ASSERT_TRUE(read.ok()) << base::describe(read.error());
        launch.schedule = Schedule::recorded;
        launch.recorded = std::make_shared<const launch::ScheduleRecord>(*read);
        const auto replayed = run(launch);
        ASSERT_TRUE(replayed.ok()) << base::describe(replayed.error());
        expect_same_trace(*plain, *replayed);
        EXPECT_EQ(replayed->schedule, recorded->schedule);
      }
    }
  }
}

/// The result of a launch under a handwritten schedule.
base::Result<launch::LaunchResult> follow_text(launch::Launch launch, const std::string& text) {
  const auto record = launch::parse_schedule_record(text);
  if (!record) return record.error();
  launch.schedule = Schedule::recorded;
  launch.recorded = std::make_shared<const launch::ScheduleRecord>(*record);
  return run(launch);
}

TEST(Recorded, AScheduleWrittenByHandDecidesARace) {
  const auto launch = with_output(load_add_store, 3, 32, 1);  // three warps that load, add 1 and store
  const auto counter = [&](const std::string& text) {
    const auto result = follow_text(launch, text);
    EXPECT_TRUE(result.ok()) << base::describe(result.error());
    return result.ok() ? values_of<std::uint32_t>(result->outputs[0])[0] : 0;
  };
  EXPECT_EQ(counter("operations untimed 0x2 1x2 2x2"), 3u);
  EXPECT_EQ(counter("operations untimed 0 1 2 0 1 2"), 1u);
  EXPECT_EQ(counter("operations untimed 0 1x2 2x2 0"), 1u);
  EXPECT_EQ(counter("operations untimed 0 1 0 2x2 1"), 1u);  // 1 has read 0 and overwrites the result of 2
  EXPECT_EQ(counter("operations timed 2x2 0x2 1x2"), 3u);    // differs from the order of the clocks
  EXPECT_EQ(counter("operations timed 2 0x2 1x2 2"), 1u);
  EXPECT_EQ(counter("operations untimed 2:2 0:2 1:2"), 3u);  // both operations in one turn
  EXPECT_EQ(counter("operations untimed"), 1u);              // falls back to round-robin: all load before one stores
  EXPECT_EQ(counter("operations untimed 1x2"), 2u);
}

TEST(Recorded, GroupsOfADivergentWarpGoAsTheRecordSays) {
  // Lanes 0 to 15 store 1 and the others 2 to the same address: the group that runs last wins.
  const auto launch = with_output(
      "setp.lt.u32 %p, %t, 16;\n@%p bra LOW;\nmov.u32 %x, 2;\nst.global.u32 [%at], %x;\nbra MEET;\nLOW:\nmov.u32 %x, 1;\n"
      "st.global.u32 [%at], %x;\nMEET:\nld.global.u32 %x, [%at];\nst.global.u32 [%to], %x;\nret;\n",
      1, 32, 32);
  // A first turn without an operation takes one group to its store; the other stays at the branch.
  for (const auto& [text, last] : {std::pair{"operations untimed 0:0 0@0 0@31", 2u}, {"operations untimed 0:0 0@31 0@0", 1u}}) {
    const auto result = follow_text(launch, text);
    ASSERT_TRUE(result.ok()) << base::describe(result.error());
    EXPECT_EQ(values_of<std::uint32_t>(result->outputs[0])[7], last) << text;
  }
}

TEST(Recorded, ARecordThatDoesNotFitNamesItsEntry) {
  const auto error = [](const launch::Launch& launch, const std::string& text) {
    const auto result = follow_text(launch, text);
    return result.ok() ? "none" : base::describe(result.error());
  };
  const auto racing = with_output(load_add_store, 3, 32, 1);
  EXPECT_EQ(error(racing, "operations untimed 0 3"),
            "error: entry 2 of the recorded schedule does not fit: there is no warp 3; the launch has 3 warps");
  EXPECT_NE(error(racing, "operations untimed 0x3 1x2 0").find("entry 3"), std::string::npos);
  EXPECT_NE(error(racing, "operations untimed 0:9 1:9 2:9 0 1 2 1").find("no warp can go any more"), std::string::npos);
  EXPECT_NE(error(racing, "operations untimed 1:0x18446744073709551615").find("its turns do nothing"), std::string::npos);
  EXPECT_NE(error(racing, "instructions untimed 1:0x18446744073709551615").find("its turns do nothing"), std::string::npos);
  const auto waits = with_output("bar.sync 0;\nst.global.u32 [%at], %t;\nret;\n", 1, 64, 1);
  EXPECT_NE(error(waits, "operations untimed 1 1").find("warp 1 cannot go: it waits for other warps"), std::string::npos);
  EXPECT_EQ(error(waits, "operations untimed 1 0 1"), "none");
  const auto many = with_output(load_add_store, 1000, 32, 1);  // more blocks than can be resident
  EXPECT_NE(error(many, "operations untimed 999").find("is on no multiprocessor: its block has not started yet"),
            std::string::npos);
  EXPECT_NE(error(with_output(load_add_store, 3, 32, 1), "operations untimed 0x9").find("has ended"), std::string::npos);
  auto without = racing;
  without.schedule = Schedule::recorded;
  EXPECT_FALSE(run(without).ok());
}

TEST(Recorded, AnyRecordEndsInAResultOrAnError) {
  base::Random random(5);
  for (int round = 0; round < 300; ++round) {
    for (launch::Launch launch : kernels()) {
      launch.step_limit = 200'000;
      std::string text = random.below(2) ? "operations " : "instructions ";
      text += std::array{"untimed", "timed", "timed-strict"}[random.below(3)];
      for (std::uint32_t n = random.below(12); n > 0; --n) {
        text += " " + std::to_string(random.below(9));
        if (random.below(4) == 0) text += "@" + std::to_string(random.below(32));
        if (random.below(3) == 0) text += ":" + std::to_string(random.below(4));
        if (random.below(3) == 0) text += "x" + std::to_string(1 + random.below(5));
      }
      const auto result = follow_text(launch, text);
      if (result.ok()) continue;
      EXPECT_NE(result.error().message.find("entry "), std::string::npos) << text;
    }
  }
}

TEST(Recorded, StopsRecordingAtTheBudgetAndTheRestGoesRoundRobin) {
  auto launch = with_output(load_add_store, 40, 64, 1);
  launch.schedule = Schedule::random;
  launch.record_schedule = true;
  launch.trace_budget = 20 * sizeof(launch::ScheduleRun);
  const auto recorded = run(launch);
  ASSERT_TRUE(recorded.ok());
  EXPECT_FALSE(recorded->schedule->complete);
  EXPECT_LE(recorded->schedule->runs.size(), 20u);
  const auto replayed = follow_text(launch, launch::to_text(*recorded->schedule));
  ASSERT_TRUE(replayed.ok()) << base::describe(replayed.error());
  EXPECT_EQ(replayed->outcome, Outcome::finished);
}

}  // namespace
}  // namespace warplens::simt
