#include <gtest/gtest.h>

#include "tests/simt/launcher.h"

// A launch stepped manually.

namespace warplens::simt {
namespace {

using launch::ElementType;

/// Each thread increments d[0] without protection: parameter, load, add, store, return.
launch::Launch racy_counter(std::uint32_t blocks, std::uint32_t threads) {
  return launch_of(entry_text(".param .u64 d",
                              ".reg .b32 %x;\n.reg .b64 %d;\nld.param.u64 %d, [d];\nld.global.u32 %x, [%d];\nadd.u32 %x, %x, 1;\n"
                              "st.global.u32 [%d], %x;\nret;\n"),
                   blocks, threads, {buffer(ElementType::u32, std::vector<std::uint32_t>(1), "d")});
}

std::unique_ptr<launch::Stepper> stepper_of(const launch::Launch& launch) {
  auto stepper = make_device()->stepper(launch);
  EXPECT_TRUE(stepper.ok()) << base::describe(stepper.error());
  return std::move(*stepper);
}

std::uint32_t counter(const launch::Moment& moment) { return values_of<std::uint32_t>(moment.buffer(0))[0]; }

void steps(launch::Stepper& stepper, std::uint32_t warp, int count) {
  for (int i = 0; i < count; ++i) ASSERT_TRUE(stepper.do_step(warp).ok());
}

TEST(Stepper, ARaceLosesAnUpdateOrNotAsOneSteps) {
  const auto one_after_the_other = stepper_of(racy_counter(2, 1));
  steps(*one_after_the_other, 0, 5);
  steps(*one_after_the_other, 1, 5);
  EXPECT_TRUE(one_after_the_other->over());
  EXPECT_EQ(counter(*one_after_the_other), 2u);

  const auto interleaved = stepper_of(racy_counter(2, 1));
  steps(*interleaved, 0, 2);  // has loaded 0
  steps(*interleaved, 1, 5);
  EXPECT_EQ(counter(*interleaved), 1u);
  steps(*interleaved, 0, 3);
  EXPECT_TRUE(interleaved->over());
  EXPECT_EQ(counter(*interleaved), 1u) << "the update of warp 1 is lost";
}

TEST(Stepper, StepsAreTakenBackAndDoneOtherwise) {
  const auto stepper = stepper_of(racy_counter(2, 1));
  steps(*stepper, 0, 2);
  steps(*stepper, 1, 5);
  steps(*stepper, 0, 3);
  stepper->go_to(2);
  EXPECT_EQ(counter(*stepper), 0u);
  EXPECT_EQ(stepper->length(), 10u);
  for (const launch::RegisterAt& at : stepper->registers(0, 0)) EXPECT_TRUE(at.name != "%x" || at.bits[0] == 0) << "the 0 loaded";
  stepper->go_to(7);
  EXPECT_EQ(counter(*stepper), 1u);
  stepper->go_to(2);
  steps(*stepper, 0, 3);
  EXPECT_EQ(stepper->length(), 5u) << "what had been taken back is gone";
  steps(*stepper, 1, 5);
  EXPECT_EQ(counter(*stepper), 2u);
}

TEST(Stepper, WhatWasSteppedIsAScheduleToRun) {
  launch::Launch launch = racy_counter(3, 40);  // two warps a block
  const auto stepper = stepper_of(launch);
  steps(*stepper, 4, 2);
  for (const std::uint32_t warp : {0u, 1u, 2u, 3u, 5u}) steps(*stepper, warp, 5);
  EXPECT_EQ(counter(*stepper), 5u);
  launch.schedule = launch::Schedule::recorded;
  launch.recorded = std::make_shared<const launch::ScheduleRecord>(stepper->record());
  EXPECT_EQ(values_of<std::uint32_t>(run(launch)->outputs[0])[0], 1u) << "warp 4, left over, stores its 1 at last";
  steps(*stepper, 4, 3);
  launch.recorded = std::make_shared<const launch::ScheduleRecord>(stepper->record());
  const auto text = launch::parse_schedule_record(launch::to_text(stepper->record()));
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(*text, stepper->record());
  EXPECT_EQ(values_of<std::uint32_t>(run(launch)->outputs[0])[0], 1u);
}

TEST(Stepper, AWarpThatWaitsCannotGoAndSaysSo) {
  const auto stepper = stepper_of(launch_of(entry_text("", "bar.sync 0;\nret;\n"), 1, 64, {}));
  steps(*stepper, 0, 1);
  const auto waits = stepper->do_step(0);
  ASSERT_FALSE(waits.ok());
  EXPECT_NE(waits.error().message.find("waits for other warps"), std::string::npos) << waits.error().message;
  EXPECT_EQ(stepper->length(), 1u);
  const auto warps = stepper->warps();
  ASSERT_EQ(warps.size(), 2u);
  EXPECT_FALSE(warps[0].can_go);
  EXPECT_EQ(warps[0].lanes.at(0).waits, launch::LanesAt::Waits::for_block);
  EXPECT_FALSE(stepper->do_step(9).ok());
  steps(*stepper, 1, 2);
  steps(*stepper, 0, 1);
  EXPECT_TRUE(stepper->over());
  EXPECT_FALSE(stepper->do_step(0).ok());
}

TEST(Stepper, AFailureEndsIt) {
  const auto stepper = stepper_of(launch_of(entry_text("", "trap;\nret;\n"), 1, 64, {}));
  steps(*stepper, 1, 1);
  ASSERT_TRUE(stepper->fault());
  EXPECT_EQ(stepper->fault()->kind, launch::FaultKind::trap);
  EXPECT_TRUE(stepper->over());
  EXPECT_FALSE(stepper->do_step(0).ok());
  EXPECT_FALSE(stepper->do_step(1).ok());
  stepper->go_to(0);
  EXPECT_FALSE(stepper->over());
  steps(*stepper, 0, 1);
  EXPECT_TRUE(stepper->over());
}

TEST(Stepper, LanesThatPartedAreSteppedByThemselves) {
  const auto stepper = stepper_of(
      launch_of(entry_text(".param .u64 d",
                           ".reg .pred %p;\n.reg .b32 %t, %x;\n.reg .b64 %d;\nld.param.u64 %d, [d];\nmov.u32 %t, %tid.x;\n"
                           "setp.lt.u32 %p, %t, 8;\n@%p bra LOW;\nst.global.u32 [%d], 1;\nbra MEET;\nLOW:\n"
                           "st.global.u32 [%d], 2;\nMEET:\nret;\n"),
                1, 32, {buffer(ElementType::u32, std::vector<std::uint32_t>(1), "d")}));
  steps(*stepper, 0, 4);
  ASSERT_TRUE(stepper->do_step(0, 20).ok());
  EXPECT_EQ(counter(*stepper), 1u);
  ASSERT_TRUE(stepper->do_step(0, 3).ok());
  EXPECT_EQ(counter(*stepper), 2u);
  stepper->go_to(4);
  ASSERT_TRUE(stepper->do_step(0, 3).ok());
  ASSERT_TRUE(stepper->do_step(0, 20).ok());
  EXPECT_EQ(counter(*stepper), 1u);
  EXPECT_FALSE(stepper->do_step(0, 3).ok()) << "they wait for the others where all meet";
}

TEST(Stepper, BlocksComeAndGo) {
  launch::Launch launch = racy_counter(400, 1);
  const auto stepper = stepper_of(launch);
  for (std::uint32_t warp = 0; warp < 400; ++warp) steps(*stepper, warp, 5);
  EXPECT_TRUE(stepper->over());
  EXPECT_EQ(counter(*stepper), 400u);
  stepper->go_to(5 * 123 + 2);
  EXPECT_EQ(counter(*stepper), 123u);
  EXPECT_EQ(stepper->last_step(), (launch::Step{123, 1, 1}));
}

}  // namespace
}  // namespace warplens::simt
