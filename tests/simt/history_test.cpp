#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "base/random.h"
#include "tests/simt/launcher.h"

// Seeking to any step of a launch gives the state of the uninterrupted launch, from any starting point.

namespace warplens::simt {
namespace {

using launch::ElementType;
using launch::Schedule;

const std::string history_declarations =
    ".reg .pred %p, %q;\n.reg .b32 %t, %x, %y, %z, %n, %g;\n.reg .b64 %in, %out, %from, %to, %w;\n"
    ".shared .align 4 .b8 cells[256];\n"
    "ld.param.u64 %in, [a];\nld.param.u64 %out, [b];\nmov.u32 %t, %tid.x;\nmov.u32 %x, %ctaid.x;\nmad.lo.u32 %g, %x, 64, %t;\n"
    "mad.wide.u32 %from, %g, 4, %in;\nmad.wide.u32 %to, %g, 4, %out;\n";

constexpr std::uint32_t blocks = 200, block = 64, threads = blocks * block;

/// In thread g of 200 × 64, %g = g; %from and %to are the addresses of its elements of a (initially g · 7) and b (zeros).
launch::Launch stepped_launch(const std::string& body) {
  std::vector<std::uint32_t> a(threads), b(threads);
  for (std::uint32_t g = 0; g < threads; ++g) a[g] = 7 * g;
  launch::Launch launch = launch_of(entry_text(".param .u64 a, .param .u64 b", history_declarations + body), blocks, block,
                                    {buffer(ElementType::u32, a, "a"), buffer(ElementType::u32, b, "b")});
  return launch;
}

/// Ten iterations: write the thread's own cell, barrier, read the cell of thread 63 - t, barrier. Then increment b[0] without
/// protection.
const std::string exchanges =
    "mov.u32 %x, cells;\nmad.lo.u32 %z, %t, 4, %x;\nsub.u32 %x, 63, %t;\nmov.u32 %y, cells;\nmad.lo.u32 %x, %x, 4, %y;\n"
    "mov.u32 %y, 0;\nmov.u32 %n, 0;\nLOOP:\nmad.lo.u32 %g, %n, 1000, %t;\nst.shared.u32 [%z], %g;\nbar.sync 0;\n"
    "ld.shared.u32 %g, [%x];\nadd.u32 %y, %y, %g;\nbar.sync 0;\nadd.u32 %n, %n, 1;\nsetp.lt.u32 %p, %n, 10;\n@%p bra LOOP;\n"
    "st.global.u32 [%to], %y;\nld.global.u32 %x, [%out];\nadd.u32 %x, %x, 1;\nst.global.u32 [%out], %x;\nret;\n";

/// A different number of iterations in each lane, each of which reads another element of a.
const std::string diverges =
    "and.b32 %n, %t, 31;\nmov.u32 %y, 0;\nLOOP:\nadd.u32 %x, %g, %n;\nrem.u32 %x, %x, 12800;\nmad.wide.u32 %w, %x, 4, %in;\n"
    "ld.global.u32 %z, [%w];\nadd.u32 %y, %y, %z;\nsub.u32 %n, %n, 1;\nsetp.ge.s32 %p, %n, 0;\n@%p bra LOOP;\n"
    "st.global.u32 [%to], %y;\natom.global.add.u32 %x, [%out], %y;\nret;\n";

/// Every lane takes the lock b[0], increments the unprotected b[1], and releases the lock.
const std::string locks =
    "TRY:\natom.global.cas.b32 %x, [%out], 0, 1;\nsetp.ne.u32 %p, %x, 0;\n@%p bra TRY;\nld.global.u32 %y, [%out+4];\n"
    "add.u32 %y, %y, 1;\nst.global.u32 [%out+4], %y;\nmembar.gl;\natom.global.exch.b32 %x, [%out], 0;\nret;\n";

std::vector<launch::Launch> launches() {
  std::vector<launch::Launch> all;
  for (const std::string& body : {exchanges, diverges, locks}) {
    for (const Schedule schedule : {Schedule::timed, Schedule::round_robin, Schedule::random}) {
      all.push_back(stepped_launch(body));
      all.back().schedule = schedule;
      if (body == locks) all.back().grid.x = 4;
    }
  }
  return all;
}

std::unique_ptr<launch::History> history_of(const launch::Launch& launch) {
  launch::Progress progress;
  auto history = make_device()->history(launch, progress);
  EXPECT_TRUE(history.ok()) << base::describe(history.error());
  return std::move(*history);
}

/// The complete state at a moment.
struct Everything {
  std::optional<launch::Step> last;
  std::vector<launch::WarpAt> warps;
  std::vector<std::vector<launch::RegisterAt>> registers;
  std::vector<launch::Bytes> memory;
  bool operator==(const Everything&) const = default;
};

Everything everything(const launch::Moment& moment) {
  Everything all{moment.last_step(), moment.warps(), {}, {moment.buffer(0), moment.buffer(1)}};
  for (const launch::WarpAt& warp : all.warps) {
    all.registers.push_back(moment.registers(warp.warp, 0));
    all.memory.push_back(moment.shared(warp.block));
  }
  return all;
}

TEST(History, EndsAsTheLaunchDoes) {
  for (const launch::Launch& launch : launches()) {
    const auto plain = run(launch);
    ASSERT_TRUE(plain.ok());
    const auto history = history_of(launch);
    EXPECT_EQ(history->step(), 0u);
    EXPECT_EQ(history->length(), plain->counters.warp_instructions);
    EXPECT_EQ(history->buffer(0), plain->outputs[0]) << "nothing in a changes";
    EXPECT_EQ(history->buffer(1), launch::Bytes(plain->outputs[1].size())) << "nothing has run yet";
    history->go_to(~std::uint64_t{0});
    EXPECT_EQ(history->step(), history->length());
    EXPECT_EQ(history->buffer(1), plain->outputs[1]);
    EXPECT_TRUE(history->warps().empty());
  }
}

TEST(History, ItsStepsAreThoseOfTheTrace) {
  for (launch::Launch launch : launches()) {
    launch.trace_level = trace::Level::full;
    const auto traced = run(launch);
    const trace::Steps& steps = traced->trace.steps;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> expected, seen;  // warp, instruction
    for (std::size_t i = 0; i < steps.size(); ++i) expected.emplace_back(steps.warp[i], steps.instruction[i]);
    const auto history = history_of(launch);
    for (std::uint64_t step = 1; step <= history->length(); ++step) {
      history->go_to(step);
      ASSERT_EQ(history->step(), step);
      seen.emplace_back(history->last_step()->warp, history->last_step()->instruction);
    }
    // The trace is sorted by time, which differs from the step order when warps, or lanes of one warp, run ahead.
    std::sort(expected.begin(), expected.end());
    std::sort(seen.begin(), seen.end());
    EXPECT_TRUE(seen == expected);
  }
}

TEST(History, AStepIsTheSameFromWhereverOneComes) {
  for (const launch::Launch& launch : launches()) {
    const auto there = history_of(launch), back = history_of(launch);
    base::Random random(7);
    std::vector<std::uint64_t> steps;
    for (int i = 0; i < 12; ++i) steps.push_back(random.next() % (there->length() + 1));
    std::sort(steps.begin(), steps.end());
    std::vector<Everything> seen;
    for (const std::uint64_t step : steps) {
      there->go_to(step);
      seen.push_back(everything(*there));
    }
    for (std::size_t i = steps.size(); i-- > 0;) {
      back->go_to(steps[i]);
      EXPECT_TRUE(everything(*back) == seen[i]) << "step " << steps[i] << " of " << back->length();
    }
  }
}

TEST(History, OfARecordedScheduleIsThatOfTheLaunchRecorded) {
  for (launch::Launch launch : launches()) {
    launch.record_schedule = true;
    const auto recorded = run(launch);
    const auto original = history_of(launch);
    launch.schedule = Schedule::recorded;
    launch.recorded = std::make_shared<const launch::ScheduleRecord>(*recorded->schedule);
    const auto again = history_of(launch);
    ASSERT_EQ(again->length(), original->length());
    for (const std::uint64_t part : {3u, 1u, 2u}) {
      original->go_to(original->length() * part / 4);
      again->go_to(again->length() * part / 4);
      EXPECT_EQ(again->last_step(), original->last_step());
      EXPECT_EQ(again->buffer(1), original->buffer(1));
    }
  }
}

TEST(History, TellsWhereLanesAreAndWhatTheyHold) {
  // Lanes 0 to 7 do not take the branch; all reconverge at the last addition.
  launch::Launch launch = launch_of(
      entry_text(".param .u64 d",
                 ".reg .pred %p;\n.reg .b32 %t, %x;\n.reg .b64 %d;\nmov.u32 %t, %tid.x;\nsetp.lt.u32 %p, %t, 8;\nmov.u32 %x, 5;\n"
                 "@!%p bra MEET;\nadd.u32 %x, %x, %t;\nadd.u32 %x, %x, 1;\nMEET:\nadd.u32 %x, %x, 10;\nld.param.u64 %d, [d];\n"
                 "st.global.u32 [%d], %x;\nret;\n"),
      1, 32, {buffer(ElementType::u32, std::vector<std::uint32_t>(1), "d")});
  const auto history = history_of(launch);
  history->go_to(5);  // after the branch and the first addition, by lanes 0 to 7
  EXPECT_EQ(history->last_step(), (launch::Step{0, 4, 0xff}));
  const auto warps = history->warps();
  ASSERT_EQ(warps.size(), 1u);
  EXPECT_TRUE(warps[0].can_go);
  ASSERT_EQ(warps[0].lanes.size(), 2u);
  const auto& lanes = warps[0].lanes;
  const auto first = lanes[0].lanes == 0xff ? lanes[0] : lanes[1], rest = lanes[0].lanes == 0xff ? lanes[1] : lanes[0];
  EXPECT_EQ(first, (launch::LanesAt{5, 0xff, 0, launch::LanesAt::Waits::not_at_all}));
  EXPECT_EQ(rest.instruction, 6u);
  EXPECT_EQ(rest.lanes, 0xffffff00u);
  const auto registers = history->registers(0, 0);
  const auto bits = [&](const std::string& name, std::uint32_t lane) {
    const auto found = std::find_if(registers.begin(), registers.end(), [&](const auto& at) { return at.name == name; });
    return found != registers.end() ? found->bits[lane] : ~std::uint64_t{0};
  };
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(bits("%p", lane), lane < 8 ? 1u : 0u);
    EXPECT_EQ(bits("%t", lane), lane);
    EXPECT_EQ(bits("%x", lane), lane < 8 ? 5 + lane : 5u);
  }
}

TEST(History, StopsAtAFault) {
  launch::Launch launch = stepped_launch("mul.wide.u32 %w, %g, 4096;\nadd.u64 %w, %w, %out;\nst.global.u32 [%w], %g;\nret;\n");
  const auto history = history_of(launch);
  EXPECT_FALSE(history->fault());
  history->go_to(history->length());
  ASSERT_TRUE(history->fault());
  EXPECT_EQ(history->fault()->kind, launch::FaultKind::out_of_bounds);
  history->go_to(1);
  EXPECT_FALSE(history->fault());
}

TEST(History, OfAMillionStepsKeepsUnderHalfAGigabyte) {
  launch::Launch launch = stepped_launch(diverges);
  launch.grid.x = 1600;  // 3,200 warps, about 300 steps each
  launch.arguments[1] = buffer(ElementType::u32, std::vector<std::uint32_t>(1600 * block), "b");
  const auto history = history_of(launch);
  EXPECT_GT(history->length(), 800'000u);
  EXPECT_LT(history->bytes(), 500'000'000u);
}

TEST(History, RefusesWhatCannotRunAndWhatWasCancelled) {
  launch::Progress progress;
  progress.cancel = true;
  EXPECT_FALSE(make_device()->history(stepped_launch(diverges), progress).ok());
  launch::Launch launch = stepped_launch(diverges);
  launch.block.x = 2000;
  launch::Progress other;
  EXPECT_FALSE(make_device()->history(launch, other).ok());
}

}  // namespace
}  // namespace warplens::simt
