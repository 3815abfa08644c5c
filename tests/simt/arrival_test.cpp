#include <gtest/gtest.h>

#include "simt/code/device_spec.h"
#include "tests/simt/launcher.h"

// When what was asked for early arrives: asynchronous copies, bulk copies and prefetches pay the latency and the bandwidth of the
// memory that they read, at the place where something waits for them.

namespace warplens::simt {
namespace {

using launch::ElementType;
using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t words = 4096;

/// One warp; %g is the address of 16 KiB, %s of as much shared memory, [object] an mbarrier.
launch::LaunchResult ran(const std::string& body) {
  const std::string declarations =
      ".reg .b32 %t, %x, %y; .reg .b64 %g, %at, %state; .reg .pred %p, %q;\n.shared .align 16 .b8 tile[16384]; "
      ".shared .align 8 .b64 object;\nld.param.u64 %g, [d]; mov.u32 %t, %tid.x; setp.eq.u32 %q, %t, 0; mov.u32 %x, 0; "
      "mad.wide.u32 %at, %t, 4, %g; mov.u32 %y, tile; mad.lo.u32 %y, %t, 4, %y;\n";
  launch::Launch launch = launch_of(entry_text(".param .u64 d", declarations + body + "\nst.global.u32 [%at], %x; ret;"), 1, 32,
                                    {buffer(ElementType::u32, Words(words, 7), "d")});
  launch.step_limit = 1'000'000;
  auto result = run(launch);
  if (!result) throw std::runtime_error(base::describe(result.error()));
  if (result->fault) throw std::runtime_error(result->fault->message);
  return std::move(*result);
}

std::uint64_t cycles(const std::string& body) { return ran(body).counters.cycles; }

const DeviceSpec& toy() { return two_sm_toy(); }

/// Dependent arithmetic for about `count` cycles.
std::string busy(std::uint32_t count) {
  std::string text;
  for (std::uint32_t k = 0; k < count / toy().integer_latency; ++k) text += "add.u32 %t, %t, 1;\n";
  return text;
}

TEST(Arrival, AWaitForCopiesTakesUntilTheyHaveArrived) {
  const std::string copy = "cp.async.ca.shared.global [%y], [%at], 4; cp.async.commit_group;\n",
                    wait = "cp.async.wait_group 0;\n";
  const std::uint64_t none = cycles(""), at_once = cycles(copy + wait), later = cycles(copy + busy(1000) + wait);
  EXPECT_GE(at_once, none + toy().memory_latency);
  EXPECT_LT(later, cycles(busy(1000)) + toy().memory_latency / 2) << "arithmetic hides it";
  const launch::LaunchResult result = ran(copy + wait);
  EXPECT_GE(result.counters.memory_wait_cycles, toy().memory_latency - 20u);
}

std::string bulk(std::uint32_t bytes) {
  const std::string size = std::to_string(bytes);
  return "@%q mbarrier.init.shared.b64 [object], 1;\n@%q mbarrier.arrive.expect_tx.shared.b64 %state, [object], " + size +
         ";\n@%q cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%g], " + size + ", [object];\n";
}
std::string wait_for(const std::string& name) {
  return name + ": mbarrier.try_wait.parity.shared.b64 %p, [object], 0;\n@!%p bra " + name + ";\n";
}

TEST(Arrival, ABulkCopyTakesLatencyAndBandwidth) {
  const launch::LaunchResult small = ran(bulk(128) + wait_for("again"));
  EXPECT_GE(small.counters.cycles, toy().memory_latency);
  EXPECT_EQ(small.counters.memory_sectors_read, 4u);
  EXPECT_EQ(small.counters.global_loads, 1u);
  const launch::LaunchResult large = ran(bulk(4 * words) + wait_for("again"));
  EXPECT_EQ(large.counters.memory_sectors_read, 4 * words / 32);
  EXPECT_EQ(large.counters.load_bytes_asked, 4 * words);
  EXPECT_EQ(large.counters.global_loads, 1u);
  EXPECT_GE(static_cast<double>(large.counters.cycles), 4 * words / toy().memory_bytes_per_cycle);
}

TEST(Arrival, BulkCopiesFindInL2WhatWasLoaded) {
  const std::string load = "ld.global.u32 %x, [%at]; add.u32 %x, %x, 1;\n" + busy(1000);
  EXPECT_EQ(ran(load + bulk(128) + wait_for("again")).counters.memory_sectors_read, 4u);
}

TEST(Arrival, APrefetchedLineIsThereForTheLoad) {
  const std::string load = "ld.global.u32 %x, [%at]; add.u32 %x, %x, 1;\n", pause = busy(2000);
  const launch::LaunchResult cold = ran(pause + load);
  const launch::LaunchResult near = ran("prefetch.global.L1 [%at];\n" + pause + load);
  const launch::LaunchResult far = ran("prefetch.global.L2 [%at];\n" + pause + load);
  EXPECT_EQ(cold.counters.l1_hit_sectors, 0u);
  EXPECT_EQ(near.counters.l1_hit_sectors, 4u);
  EXPECT_EQ(far.counters.l1_hit_sectors, 0u);
  EXPECT_EQ(far.counters.l2_hit_sectors, 4u);
  EXPECT_LT(near.counters.cycles, far.counters.cycles);
  EXPECT_LT(far.counters.cycles, cold.counters.cycles);
  for (const launch::LaunchResult& result : {cold, near, far}) EXPECT_EQ(result.counters.memory_sectors_read, 4u);
}

TEST(Arrival, APrefetchOfNothingIsNoFault) {
  EXPECT_EQ(ran("prefetch.global.L1 [%g+1048576]; mov.u64 %at, 16; prefetch.global.L2 [%at]; prefetch.L1 [%at];\n"
                "mad.wide.u32 %at, %t, 4, %g;")
                .counters.memory_sectors_read,
            0u);
}

}  // namespace
}  // namespace warplens::simt
