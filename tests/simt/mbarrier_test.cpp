#include "simt/code/memory/mbarrier.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/simt/launcher.h"

// Misused mbarrier objects, and copies that arrive at them when no thread waits. Regular use is tested in tests/instructions.

namespace warplens::simt {
namespace {

using launch::ElementType;

const std::string mbarrier_declarations =
    ".reg .pred %p, %q; .reg .b32 %t, %x, %y; .reg .b64 %s, %a, %g;\n.shared .align 8 .b64 object; .shared .align 16 .b8 "
    "tile[512];\n"
    "mov.u32 %t, %tid.x; setp.eq.u32 %q, %t, 0; ld.param.u64 %a, [a]; mad.wide.u32 %g, %t, 4, %a;\n";

launch::Launch launch_with_mbarrier(const std::string& body, std::uint32_t threads) {
  std::vector<std::uint32_t> values(128);
  for (std::uint32_t i = 0; i < values.size(); ++i) values[i] = i;
  return launch_of(entry_text(".param .u64 a", mbarrier_declarations + body), 1, threads, {buffer(ElementType::u32, values)});
}

std::string fault(const std::string& body) {
  const auto result = run(launch_with_mbarrier(body, 1));
  if (!result.ok()) return base::describe(result.error());
  return result->fault ? std::string(launch::name(result->fault->kind)) + ": " + result->fault->message : "none";
}

TEST(Mbarrier, KeepsEveryFieldInItsBits) {
  for (const std::uint32_t pending : {0u, 1u, Mbarrier::max_arrivals}) {
    for (const std::int32_t bytes : {0, 1, -1, (1 << 20) - 1, -(1 << 20) + 1}) {
      const Mbarrier object = Mbarrier::from(Mbarrier{pending, Mbarrier::max_arrivals - pending, bytes, 5}.bits());
      EXPECT_EQ(object.pending, pending);
      EXPECT_EQ(object.expected, Mbarrier::max_arrivals - pending);
      EXPECT_EQ(object.transactions, bytes);
      EXPECT_EQ(object.phase, 5u);
    }
  }
}

TEST(Mbarrier, MisuseIsAFault) {
  const auto expect = [](const std::string& body, const std::string& wanted) {
    const std::string got = fault(body + " ret;");
    EXPECT_NE(got.find(wanted), std::string::npos) << body << ": " << got;
  };
  const std::string init = "mbarrier.init.shared.b64 [object], 2; ";
  expect("mbarrier.arrive.shared.b64 %s, [object];", "uses an mbarrier that is not initialised");
  expect(init + "mbarrier.inval.shared.b64 [object]; mbarrier.arrive.shared.b64 %s, [object];", "is not initialised");
  expect("mbarrier.init.shared.b64 [object], 0;", "initialises an mbarrier for 0 arrivals");
  expect("mbarrier.init.shared.b64 [object], 1048576;", "it takes 1 to 2^20 - 1");
  expect(init + "mbarrier.arrive.shared.b64 %s, [object], 3;", "arrives at an mbarrier for 3, whose phase waits for 2 more");
  expect(init + "mbarrier.arrive.noComplete.shared.b64 %s, [object], 2;", "completes the phase of an mbarrier by an arrival");
  expect(init + "mbarrier.expect_tx.relaxed.cta.shared.b64 [object], 1048576;", "expects more than 2^20 - 1 bytes");
  expect("mbarrier.init.b64 [%a], 1;", "uses an mbarrier outside of shared memory");
  expect("mbarrier.init.shared.b64 [tile+4], 1;", "misaligned");
  expect("mbarrier.init.shared.b64 [object+4096], 1;", "out-of-bounds");
  const std::string bulk = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes ";
  expect(init + bulk + "[tile], [%a], 24, [object];", "copies 24 bytes in bulk");
  expect(init + bulk + "[tile], [%a], 1024, [object];", "out-of-bounds");
  expect(init + bulk + "[tile], [%a+384], 256, [object];", "out-of-bounds");
  expect(init + bulk + "[tile], [%a], 16, [object+4096];", "where there is no shared memory for one");
  const std::string store = "st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 ";
  expect(init + store + "[tile+4], {%t, %t}, [object];", "misaligned");
  expect(init + store + "[tile+4096], {%t, %t}, [object];", "out-of-bounds");
  expect(init + store + "[tile], {%t, %t}, [object+4];", "stores for an mbarrier at byte");
  expect(store + "[tile], {%t, %t}, [object];",
         "stores of thread (0,0,0) of block (0,0,0) arrive at an mbarrier that waits for none");
  expect("cp.async.ca.shared.global [tile], [%a], 4; cp.async.mbarrier.arrive.noinc.shared.b64 [object];", "is not initialised");
}

/// Warp 0 copies and exits; warp 1 waits for the copies and stores them in reverse order.
const std::string copies_of_the_gone =
    "@%q mbarrier.init.shared.b64 [object], 32; bar.sync 0; mov.u32 %x, tile; setp.lt.u32 %p, %t, 32; @!%p bra others;\n"
    "mad.lo.u32 %x, %t, 4, %x; cp.async.ca.shared.global [%x], [%g], 4; cp.async.mbarrier.arrive.noinc.shared.b64 [object]; "
    "ret;\n"
    "others: mbarrier.test_wait.parity.shared.b64 %p, [object], 0; @!%p bra others;\n"
    "sub.u32 %y, 63, %t; mad.lo.u32 %x, %y, 4, %x; ld.shared.u32 %y, [%x]; st.global.u32 [%g], %y; ret;\n";

TEST(Mbarrier, CopiesArriveAlsoForWhoIsGone) {
  for (const auto schedule : {launch::Schedule::timed, launch::Schedule::round_robin, launch::Schedule::random}) {
    for (const auto level : {trace::Level::none, trace::Level::memory, trace::Level::full}) {
      launch::Launch launch = launch_with_mbarrier(copies_of_the_gone, 64);
      launch.schedule = schedule;
      launch.trace_level = level;
      launch.check = level != trace::Level::none;
      launch.step_limit = 1'000'000;
      const auto result = run(launch);
      ASSERT_TRUE(result.ok());
      ASSERT_FALSE(result->fault) << result->fault->message;
      EXPECT_TRUE(result->findings.empty()) << result->findings.front().message;
      const auto values = values_of<std::uint32_t>(result->outputs[0]);
      for (std::uint32_t t = 32; t < 64; ++t) EXPECT_EQ(values[t], 63 - t);
      EXPECT_TRUE(std::is_sorted(result->trace.steps.cycle.begin(), result->trace.steps.cycle.end()));
    }
  }
}

/// Each thread stores, by st.async, at the place of the next; it reads its own place, after a wait or without one.
launch::LaunchResult handed_on(std::uint32_t threads, bool waits, std::uint32_t missing_bytes = 0) {
  const std::string wait = waits ? "wait: mbarrier.try_wait.parity.shared.b64 %p, [object], 0; @!%p bra wait;\n" : "";
  const std::string body =
      ".reg .b32 %z; mov.u32 %z, tile; mad.lo.u32 %x, %t, 4, %z; mov.u32 %y, 0; st.shared.u32 [%x], %y;\n"
      "@%q mbarrier.init.shared.b64 [object], 1; @%q mbarrier.arrive.expect_tx.shared.b64 _, [object], " +
      std::to_string(4 * threads + missing_bytes) + "; bar.sync 0;\nadd.u32 %y, %t, 1; and.b32 %y, %y, " +
      std::to_string(threads - 1) +
      "; mad.lo.u32 %y, %y, 4, %z; add.u32 %t, %t, 100;\n"
      "st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%y], %t, [object];\n" +
      wait + "ld.shared.u32 %y, [%x]; st.global.u32 [%g], %y; ret;";
  launch::Launch launch = launch_with_mbarrier(body, threads);
  launch.check = true;
  launch.step_limit = 1'000'000;
  auto result = run(launch);
  if (!result) throw std::runtime_error(base::describe(result.error()));
  return std::move(*result);
}

TEST(Mbarrier, AsynchronousStoresAreThereAfterTheWait) {
  const auto result = handed_on(64, true);
  ASSERT_FALSE(result.fault) << result.fault->message;
  EXPECT_TRUE(result.findings.empty()) << result.findings.front().message;
  const auto values = values_of<std::uint32_t>(result.outputs[0]);
  for (std::uint32_t t = 0; t < 64; ++t) EXPECT_EQ(values[t], 100 + (t + 63) % 64);
}

TEST(Mbarrier, AMissingWaitForAsynchronousStoresIsSeenAndFound) {
  const auto result = handed_on(32, false);
  ASSERT_FALSE(result.fault) << result.fault->message;
  EXPECT_FALSE(result.findings.empty());
  const auto values = values_of<std::uint32_t>(result.outputs[0]);
  for (std::uint32_t t = 0; t < 32; ++t) EXPECT_EQ(values[t], 0u) << "they land as late as they may";
}

TEST(Mbarrier, BytesThatNobodyStoresAreWaitedForInVain) {
  const auto result = handed_on(32, true, 4);
  ASSERT_TRUE(result.fault);
  EXPECT_EQ(result.fault->kind, launch::FaultKind::deadlock) << result.fault->message;
}

TEST(Mbarrier, WaitingForWhoNeverComesIsADeadlock) {
  // 65 arrivals are expected but there are 64 threads; one warp waits at the object, the other there or at a block barrier.
  const std::string first =
      "@%q mbarrier.init.shared.b64 [object], 65; bar.sync 0; mbarrier.arrive.shared.b64 %s, [object]; setp.lt.u32 %p, %t, 32;\n";
  const std::string wait = "wait: mbarrier.test_wait.shared.b64 %p, [object], %s; @!%p bra wait; ret;";
  for (const std::string& body : {first + wait, first + "@%p bar.sync 0; " + wait}) {
    for (const auto schedule : {launch::Schedule::timed, launch::Schedule::round_robin, launch::Schedule::random}) {
      launch::Launch launch = launch_with_mbarrier(body, 64);
      launch.schedule = schedule;
      launch.check = true;
      const auto result = run(launch);
      ASSERT_TRUE(result.ok());
      ASSERT_TRUE(result->fault);
      EXPECT_EQ(result->fault->kind, launch::FaultKind::deadlock) << result->fault->message;
      EXPECT_NE(result->fault->message.find("its phase waits for 1 arrival more"), std::string::npos) << result->fault->message;
      EXPECT_EQ(result->findings.size(), 1u);
    }
  }
}

TEST(Mbarrier, WaitingLongForWhoComesIsNone) {
  // One warp counts to a million before it arrives; so does one lane of the other, while the rest of that warp waits.
  const std::string body =
      "@%q mbarrier.init.shared.b64 [object], 2; bar.sync 0; mov.u32 %x, 0; and.b32 %y, %t, 31; setp.ne.u32 %p, %y, 5; @%p bra "
      "wait;\n"
      "busy: add.u32 %x, %x, 1; setp.lt.u32 %p, %x, 1000000; @%p bra busy; mbarrier.arrive.shared.b64 %s, [object];\n"
      "wait: mbarrier.test_wait.parity.shared.b64 %p, [object], 0; @!%p bra wait; ret;";
  for (const auto schedule : {launch::Schedule::timed, launch::Schedule::round_robin}) {
    launch::Launch launch = launch_with_mbarrier(body, 64);
    launch.schedule = schedule;
    const auto result = run(launch);
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result->outcome, launch::Outcome::finished) << result->fault->message;
  }
}

TEST(Mbarrier, ArrivalsThatNobodyWaitsForCostNoMemory) {
  // A million copies arrive at a barrier that expects as many; when too many are pending, they complete.
  const std::string body =
      "mbarrier.init.shared.b64 [object], 1048575; mov.u32 %x, 0;\n"
      "again: cp.async.ca.shared.global [tile], [%a], 4; cp.async.mbarrier.arrive.noinc.shared.b64 [object];\n"
      "add.u32 %x, %x, 1; setp.lt.u32 %p, %x, 1048575; @%p bra again;\n"
      "last: mbarrier.test_wait.parity.shared.b64 %p, [object], 0; @!%p bra last; ret;";
  const auto result = run(launch_with_mbarrier(body, 1));
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->outcome, launch::Outcome::finished);
}

}  // namespace
}  // namespace warplens::simt
