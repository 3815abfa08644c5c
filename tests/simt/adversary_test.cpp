#include "simt/machine/schedule/adversary.h"

#include <gtest/gtest.h>

#include <thread>

#include "tests/simt/launcher.h"

// The smallest and the largest result of racing kernels, compared with closed forms.

namespace warplens::simt {
namespace {

using launch::ElementType;
using launch::Outcome;

const std::string adversary_declarations =
    ".reg .pred %p, %q;\n.reg .b32 %t, %b, %x, %y, %n;\n.reg .b64 %at, %first, %second, %w;\n"
    "ld.param.u64 %at, [d];\nmov.u32 %t, %tid.x;\nmov.u32 %b, %ctaid.x;\n";

launch::Launch racing(const std::string& body, std::uint32_t grid, std::uint32_t block, std::vector<std::uint32_t> content) {
  return launch_of(entry_text(".param .u64 d", adversary_declarations + body), grid, block,
                   {buffer(ElementType::i32, content, "d")});
}

/// Each warp loads, adds 1 and stores, `times` times.
launch::Launch counter(std::uint32_t warps, std::uint32_t times) {
  return racing(
      "mov.u32 %n, 0;\nLOOP:\nld.global.u32 %x, [%at];\nadd.u32 %x, %x, 1;\nst.global.u32 [%at], %x;\nadd.u32 %n, %n, 1;\n"
      "setp.lt.u32 %p, %n, " +
          std::to_string(times) + ";\n@%p bra LOOP;\nret;\n",
      warps, 32, {0});
}

std::int64_t signed_value(const launch::Scalar& scalar) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(scalar.bits));
}

/// Runs `launch` with the schedule of `extreme`: the result must be the same.
void expect_shown(launch::Launch launch, const Target& target, const Extreme& extreme) {
  launch.schedule = launch::Schedule::recorded;
  launch.recorded = extreme.schedule;
  const auto result = run(launch);
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  EXPECT_EQ(launch::element(ElementType::i32, result->outputs[target.output], target.element).bits, extreme.value.bits);
}

void expect_range(const launch::Launch& launch, std::int64_t smallest, std::int64_t largest, std::uint64_t schedules = 60) {
  launch::Progress progress;
  const Target target{0, 0};
  const auto found = search_schedules(launch, target, schedules, progress);
  ASSERT_TRUE(found.ok()) << base::describe(found.error());
  ASSERT_TRUE(found->smallest && found->largest);
  EXPECT_EQ(signed_value(found->smallest->value), smallest) << found->smallest->strategy;
  EXPECT_EQ(signed_value(found->largest->value), largest) << found->largest->strategy;
  EXPECT_EQ(found->schedules, schedules);
  EXPECT_FALSE(found->failure);
  expect_shown(launch, target, *found->smallest);
  expect_shown(launch, target, *found->largest);
}

TEST(Adversary, ACounterIncrementedOnceByEachOfWWarpsEndsBetween1AndW) {
  // The lanes of a warp load together, so each warp adds at most 1.
  for (const std::uint32_t warps : {1u, 2u, 8u, 40u}) expect_range(counter(warps, 1), 1, warps);
}

TEST(Adversary, ACounterIncrementedOftenByEachCanEndAt2) {
  expect_range(counter(2, 2), 2, 4);
  expect_range(counter(2, 10), 2, 20);
  expect_range(counter(5, 4), 2, 20);
  expect_range(counter(1, 7), 7, 7);  // no other warp
}

TEST(Adversary, AtomicsLeaveNothingToChance) {
  expect_range(racing("atom.global.add.u32 %x, [%at], 1;\nret;\n", 6, 32, {0}), 192, 192);
}

TEST(Adversary, CheckThenActSellsWhatIsSoldOut) {
  // One item left; each of four buyers checks the stock and then takes one atomically.
  expect_range(racing("ld.global.u32 %x, [%at];\nsetp.lt.s32 %p, %x, 1;\n@%p bra OUT;\natom.global.add.u32 %x, [%at], -1;\nOUT:\n"
                      "ret;\n",
                      4, 1, {1}),
               -3, 0);
}

TEST(Adversary, TheLastWriterWins) {
  expect_range(racing("add.s32 %b, %b, 3;\nst.global.u32 [%at], %b;\nret;\n", 9, 32, {0}), 3, 11);
}

TEST(Adversary, BarriersAndLocksAreKept) {
  // Warps of one block increment in turns ordered by a barrier; then under a spin lock.
  expect_range(racing("mov.u32 %n, 0;\nLOOP:\nshl.b32 %y, %n, 5;\nsub.u32 %y, %t, %y;\nsetp.lt.u32 %p, %y, 32;\n"
                      "@%p ld.global.u32 %x, [%at];\n@%p add.u32 %x, %x, 1;\n@%p st.global.u32 [%at], %x;\nbar.sync 0;\n"
                      "add.u32 %n, %n, 1;\nsetp.lt.u32 %q, %n, 4;\n@%q bra LOOP;\nret;\n",
                      1, 128, {0}),
               4, 4, 30);
  expect_range(racing("TRY:\natom.global.cas.b32 %x, [%at+4], 0, 1;\nsetp.ne.u32 %p, %x, 0;\n@%p bra TRY;\n"
                      "ld.global.u32 %x, [%at];\nadd.u32 %x, %x, 1;\nst.global.u32 [%at], %x;\nmembar.gl;\n"
                      "atom.global.exch.b32 %x, [%at+4], 0;\nret;\n",
                      5, 1, {0, 0}),
               5, 5, 30);
}

/// Block 0 takes lock 1 and then lock 2, block 1 in the opposite order.
const std::string two_locks =
    "setp.eq.u32 %p, %b, 0;\nadd.u64 %first, %at, 4;\nadd.u64 %second, %at, 8;\nselp.b64 %w, %first, %second, %p;\n"
    "selp.b64 %second, %second, %first, %p;\nmov.b64 %first, %w;\n"
    "A:\natom.global.cas.b32 %x, [%first], 0, 1;\nsetp.ne.u32 %q, %x, 0;\n@%q bra A;\n"
    "B:\natom.global.cas.b32 %x, [%second], 0, 1;\nsetp.ne.u32 %q, %x, 0;\n@%q bra B;\n"
    "ld.global.u32 %x, [%at];\nadd.u32 %x, %x, 1;\nst.global.u32 [%at], %x;\n"
    "atom.global.exch.b32 %x, [%second], 0;\natom.global.exch.b32 %x, [%first], 0;\nret;\n";

TEST(Adversary, LocksTakenInDifferentOrdersDeadlockUnderSomeSchedule) {
  auto launch = racing(two_locks, 2, 1, {0, 0, 0});
  launch.step_limit = 20'000;
  launch::Progress progress;
  const auto found = search_schedules(launch, {0, 0}, 20, progress);
  ASSERT_TRUE(found.ok()) << base::describe(found.error());
  ASSERT_TRUE(found->failure);
  EXPECT_EQ(found->failure->fault.kind, launch::FaultKind::step_limit);
  ASSERT_TRUE(found->smallest && found->largest);  // blocks that run one after the other finish
  EXPECT_EQ(signed_value(found->smallest->value), 2);
  EXPECT_EQ(signed_value(found->largest->value), 2);
  launch.schedule = launch::Schedule::recorded;
  launch.recorded = found->failure->schedule;
  launch.step_limit = found->failure->step_limit;
  const auto again = run(launch);
  ASSERT_TRUE(again.ok()) << base::describe(again.error());
  EXPECT_EQ(again->outcome, Outcome::faulted);
}

TEST(Adversary, IsDeterministic) {
  launch::Progress progress;
  const auto launch = counter(6, 3);
  const auto first = search_schedules(launch, {0, 0}, 40, progress), second = search_schedules(launch, {0, 0}, 40, progress);
  EXPECT_EQ(*first->smallest->schedule, *second->smallest->schedule);
  EXPECT_EQ(*first->largest->schedule, *second->largest->schedule);
  EXPECT_EQ(first->smallest->strategy, second->smallest->strategy);
}

TEST(Adversary, RefusesWhatIsNotThereAndStopsWhenToldTo) {
  launch::Progress progress;
  const auto launch = counter(2, 2);
  EXPECT_FALSE(search_schedules(launch, {1, 0}, 10, progress).ok());
  EXPECT_FALSE(search_schedules(launch, {0, 1}, 10, progress).ok());
  EXPECT_FALSE(search_schedules(counter(100'000, 1), {0, 0}, 10, progress).ok());
  std::thread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    progress.cancel = true;
  });
  const auto cancelled = search_schedules(launch, {0, 0}, 1'000'000'000, progress);
  canceller.join();
  ASSERT_TRUE(cancelled.ok());
  EXPECT_TRUE(cancelled->cancelled);
  EXPECT_LT(cancelled->schedules, 1'000'000'000u);
}

}  // namespace
}  // namespace warplens::simt
