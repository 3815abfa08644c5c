#include <gtest/gtest.h>

#include "tests/simt/launcher.h"

// Warp collectives with member masks: participation and waiting. Expected results follow the PTX ISA, "shfl.sync", "redux.sync"
// and "bar.warp.sync": a thread waits until all threads in its membermask have executed the same instruction with the same
// membermask.

namespace warplens::simt {
namespace {

using launch::ElementType;
using launch::Outcome;

constexpr std::uint32_t lanes = 32;

const std::string collectives_declarations =
    ".reg .pred %p, %q;\n.reg .b32 %t, %x, %y, %m;\n.reg .b64 %at, %to;\n.shared .align 4 .b32 room[32];\n.reg .b64 %in, %from;\n"
    "ld.param.u64 %at, [d];\nmov.u32 %t, %tid.x;\nmad.wide.u32 %to, %t, 4, %at;\nmov.u64 %in, room;\n"
    "mad.wide.u32 %from, %t, 4, %in;\n"
    "and.b32 %m, %t, 1;\nshl.b32 %m, 0x55555555, %m;\n";  // the mask of the lane's parity, even or odd

launch::Launch launch_of_body(const std::string& body) {
  std::string text = entry_text(".param .u64 d", collectives_declarations + body);
  text.replace(text.find("sm_75"), 5, "sm_80");  // required by redux
  return launch_of(std::move(text), 1, lanes, {buffer(ElementType::u32, std::vector<std::uint32_t>(lanes), "d")});
}

std::vector<std::uint32_t> output_of(const launch::Launch& launch) {
  const auto result = run(launch);
  if (!result) throw std::runtime_error(base::describe(result.error()));
  if (result->fault) throw std::runtime_error(result->fault->message);
  return values_of<std::uint32_t>(result->outputs[0]);
}

const std::uint32_t sum_of_even = 240, sum_of_odd = 256;  // 0 + 2 + … + 30, 1 + 3 + … + 31

TEST(Collectives, LanesThatComeTogetherMeetByTheirOwnMasks) {
  const auto sums = output_of(launch_of_body("redux.sync.add.u32 %x, %t, %m;\nst.global.u32 [%to], %x;\nret;"));
  const auto votes =
      output_of(launch_of_body("setp.lt.u32 %p, %t, 4;\nvote.sync.ballot.b32 %x, %p, %m;\nst.global.u32 [%to], %x;\nret;"));
  const auto matches =
      output_of(launch_of_body("shr.u32 %y, %t, 4;\nmatch.any.sync.b32 %x, %y, %m;\nst.global.u32 [%to], %x;\nret;"));
  const auto given = output_of(launch_of_body("shfl.sync.idx.b32 %x|%p, %t, 5, 31, %m;\nst.global.u32 [%to], %x;\nret;"));
  for (std::uint32_t t = 0; t < lanes; ++t) {
    const std::uint32_t mask = 0x55555555u << t % 2, half = t < 16 ? 0xffffu : 0xffff0000u;
    EXPECT_EQ(sums[t], t % 2 == 0 ? sum_of_even : sum_of_odd) << t;
    EXPECT_EQ(votes[t], mask & 0xfu) << t;
    EXPECT_EQ(matches[t], mask & half) << t;
    if (t % 2 == 1) {  // lane 5 is not in the mask of even lanes
      EXPECT_EQ(given[t], 5u) << t;
    }
  }
}

TEST(Collectives, LanesThatComeOneAfterTheOtherWaitForTheirOwnMask) {
  // After a branch with a path that may exit, lanes need not reconverge: the two halves reach redux separately.
  const auto sums =
      output_of(launch_of_body("setp.lt.u32 %p, %t, 16;\n@%p bra MEET;\nsetp.gt.u32 %q, %t, 99;\n@%q ret;\nMEET:\n"
                               "redux.sync.add.u32 %x, %t, %m;\nst.global.u32 [%to], %x;\nret;"));
  for (std::uint32_t t = 0; t < lanes; ++t) EXPECT_EQ(sums[t], t % 2 == 0 ? sum_of_even : sum_of_odd) << t;
}

TEST(Collectives, WarpBarriersAtTwoPlacesAreOne) {
  auto launch = launch_of_body(
      "st.shared.u32 [%from], %t;\nsetp.lt.u32 %p, %t, 16;\n@%p bra FIRST;\nbar.warp.sync -1;\nbra READ;\n"
      "FIRST:\nbar.warp.sync -1;\nREAD:\nsub.u32 %x, 31, %t;\nmad.wide.u32 %from, %x, 4, %in;\nld.shared.u32 %y, [%from];\n"
      "st.global.u32 [%to], %y;\nret;");
  launch.check = true;
  const auto result = run(launch);
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  ASSERT_EQ(result->outcome, Outcome::finished) << result->fault->message;
  EXPECT_TRUE(result->findings.empty());
  const auto output = values_of<std::uint32_t>(result->outputs[0]);
  for (std::uint32_t t = 0; t < lanes; ++t) EXPECT_EQ(output[t], 31 - t);
}

TEST(Collectives, AWarpBarrierOrdersThoseOfItsMaskAlone) {
  const auto findings = [](std::uint32_t partner) {
    auto launch =
        launch_of_body("st.shared.u32 [%from], %t;\nbar.warp.sync %m;\nxor.b32 %x, %t, " + std::to_string(partner) +
                       ";\nmad.wide.u32 %from, %x, 4, %in;\nld.shared.u32 %y, [%from];\nst.global.u32 [%to], %y;\nret;");
    launch.check = true;
    const auto result = run(launch);
    if (!result) throw std::runtime_error(base::describe(result.error()));
    return result->findings;
  };
  EXPECT_TRUE(findings(2).empty());  // same parity
  ASSERT_EQ(findings(1).size(), 1u);
  EXPECT_EQ(findings(1).front().kind, launch::FindingKind::data_race);
}

TEST(Collectives, LanesThatLeaveEarlyAreNotWaitedFor) {
  // if (t >= 20) { d[t] = 7; return; } d[t] = shuffle(t): compilers merge the two stores and returns, so that the lanes would
  // reconverge there. Lanes that shuffle must not wait for lanes that never will.
  const auto output = output_of(
      launch_of_body("mov.u32 %x, 7;\nsetp.ge.u32 %p, %t, 20;\n@%p bra STORE;\nshfl.sync.bfly.b32 %x|%q, %t, 1, 31, -1;\nSTORE:\n"
                     "st.global.u32 [%to], %x;\nret;"));
  for (std::uint32_t t = 0; t < lanes; ++t) EXPECT_EQ(output[t], t < 20 ? t ^ 1 : 7) << t;
}

TEST(Collectives, LanesThatWaitForEachOtherAtTwoCollectivesAreStuck) {
  const auto result =
      run(launch_of_body("setp.lt.u32 %p, %t, 16;\n@%p bra OTHER;\nshfl.sync.bfly.b32 %x|%q, %t, 1, 31, -1;\nbra END;\nOTHER:\n"
                         "vote.sync.any.pred %q, %p, -1;\nEND:\nst.global.u32 [%to], %t;\nret;"));
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  ASSERT_TRUE(result->fault);
  EXPECT_EQ(result->fault->kind, launch::FaultKind::deadlock);
}

TEST(Collectives, AMaskThatLeavesItsLaneOutIsAnError) {
  for (const char* const body : {"shfl.sync.idx.b32 %x|%p, %t, 1, 31, 0xfffffff7;", "bar.warp.sync 0xfffffff7;",
                                 "vote.sync.any.pred %p, %q, 0xfffffff7;", "redux.sync.add.u32 %x, %t, 0xfffffff7;"}) {
    const auto result = run(launch_of_body(std::string("setp.eq.u32 %q, %t, 0;\n") + body + "\nret;"));
    ASSERT_TRUE(result.ok()) << base::describe(result.error());
    ASSERT_TRUE(result->fault) << body;
    EXPECT_EQ(result->fault->kind, launch::FaultKind::invalid_mask);
    EXPECT_EQ(result->fault->thread, (base::Dim3{3, 0, 0}));
    EXPECT_EQ(
        result->fault->message,
        "thread (3,0,0) of block (0,0,0) is lane 3 of its warp, and the mask 0xfffffff7 that it names at test.ptx:19 leaves "
        "this lane out");
  }
}

}  // namespace
}  // namespace warplens::simt
