#include <gtest/gtest.h>

#include "simt/code/device_spec.h"
#include "tests/simt/launcher.h"

// Loads of a basic block overlap as they do after ptxas has moved them up: two of them take little longer than one, unless the
// second depends on the first or must not be moved.

namespace warplens::simt {
namespace {

/// Cycles of one warp on memory whose sectors no cache holds; %in and %out are addresses in it, 4 KiB apart.
std::uint64_t cycles(const std::string& body) {
  const std::string waits_declarations =
      ".reg .b32 %x<8>, %y<16>;\n.reg .b64 %in, %out, %z;\n.reg .pred %p;\nld.param.u64 %in, [d];\nadd.u64 %out, %in, 4096;\n";
  const auto result = run(launch_of(entry_text(".param .u64 d", waits_declarations + body + "ret;"), 1, 1,
                                    {buffer(launch::ElementType::u32, std::vector<std::uint32_t>(2048), "d")}));
  if (!result) throw std::runtime_error(base::describe(result.error()));
  if (result->fault) throw std::runtime_error(result->fault->message);
  return result->counters.cycles;
}

const std::string first = "ld.global.u32 %x0, [%in];\nadd.u32 %x1, %x0, 1;\n";
const std::string second = "ld.global.u32 %x2, [%in+1024];\nadd.u32 %x3, %x2, %x1;\n";
const std::string keep = "st.global.u32 [%out], %x3;\n";

TEST(Waits, LoadsOverlapAcrossArithmetic) {
  const std::uint64_t one = cycles(first), latency = two_sm_toy().memory_latency;
  EXPECT_LT(cycles(first + second), one + latency / 2);
  EXPECT_LT(cycles(first + second + keep), cycles(first + "st.global.u32 [%out], %x1;\n") + latency / 2);
}

TEST(Waits, ALoadWaitsForItsAddress) {
  const std::string chase = "cvt.u64.u32 %z, %x1;\nadd.u64 %z, %z, %in;\nld.global.u32 %x2, [%z+1023];\nadd.u32 %x3, %x2, 1;\n";
  EXPECT_GT(cycles(first + chase), cycles(first) + two_sm_toy().memory_latency / 2);
}

TEST(Waits, TheArithmeticOfAnAddressComesAfterTheLoadItUses) {
  std::string sums;
  for (int i = 0; i < 20; ++i) sums += "add.u32 %x1, %x1, %x0;\n";
  const std::string rest = "cvt.u64.u32 %z, %x1;\nadd.u64 %z, %z, %in;\nld.global.u32 %x2, [%z+1023];\nadd.u32 %x3, %x2, 1;\n";
  EXPECT_GE(cycles(first + sums + rest), cycles(first + rest) + 20 * two_sm_toy().integer_latency);
}

TEST(Waits, ALoadWaitsForItsPredicate) {
  const std::string guarded = "setp.eq.u32 %p, %x1, 1;\n@%p ld.global.u32 %x2, [%in+1024];\nadd.u32 %x3, %x2, 1;\n";
  EXPECT_GT(cycles(first + guarded), cycles(first) + two_sm_toy().memory_latency / 2);
}

TEST(Waits, NoLoadMovesAcrossWhatOthersCanObserve) {
  const std::uint64_t one = cycles(first), latency = two_sm_toy().memory_latency;
  for (const std::string between :
       {"st.global.u32 [%out], %x1;\n", "bar.sync 0;\n", "membar.gl;\n", "mov.u32 %x4, %clock;\n", "bra L;\nL:\n"}) {
    EXPECT_GT(cycles(first + between + second), one + latency / 2) << between;
  }
  const std::string of_volatile = "ld.volatile.global.u32 %x2, [%in+1024];\nadd.u32 %x3, %x2, %x1;\n";
  EXPECT_GT(cycles(first + of_volatile), one + latency / 2);
}

TEST(Waits, OnlySoManyRegistersAreAwaited) {
  // Sixteen loads, each followed by arithmetic: not all at once, and not one after the other.
  std::string many;
  for (int i = 0; i < 16; ++i) {
    const std::string to = "%y" + std::to_string(i);
    many += "ld.global.u32 " + to + ", [%in+" + std::to_string(128 * i) + "];\nadd.u32 %x1, %x1, " + to + ";\n";
  }
  const std::uint64_t one = cycles(first), all = cycles(many), latency = two_sm_toy().memory_latency;
  EXPECT_GT(all, one + 2 * latency);
  EXPECT_LT(all, one + 8 * latency);
}

/// A full trace of one launch of `body` on two blocks of `threads` threads.
launch::LaunchResult traced(const std::string& body, std::uint32_t threads) {
  const std::string waits_declarations =
      ".reg .b32 %x<8>, %t;\n.reg .b64 %in, %in2;\n.reg .pred %p;\n.shared .b32 s[32];\nld.param.u64 %in, [d];\nmov.u32 %t, "
      "%tid.x;\n";
  auto launch = launch_of(entry_text(".param .u64 d", waits_declarations + body + "ret;"), 2, threads,
                          {buffer(launch::ElementType::u32, std::vector<std::uint32_t>(2048), "d")});
  launch.trace_level = trace::Level::full;
  const auto result = run(launch);
  if (!result) throw std::runtime_error(base::describe(result.error()));
  return *result;
}

std::uint64_t waited(const trace::Trace& trace, trace::WaitReason reason) {
  std::uint64_t cycles = 0;
  for (std::size_t row = 0; row < trace.waits.size(); ++row)
    if (trace.waits.reason[row] == reason) cycles += trace.waits.end[row] - trace.waits.begin[row];
  return cycles;
}

/// Row of the first step of `warp` after `cycle`.
std::size_t step_after(const trace::Trace& trace, std::uint32_t warp, std::uint64_t cycle) {
  std::size_t step = 0;
  while (step < trace.steps.size() && (trace.steps.warp[step] != warp || trace.steps.cycle[step] < cycle)) ++step;
  return step;
}

TEST(TracedWaits, AWaitForMemoryEndsWithTheValue) {
  const launch::LaunchResult result = traced(first, 32);
  const trace::Trace& trace = result.trace;
  std::size_t found = 0;
  for (std::size_t row = 0; row < trace.waits.size(); ++row) {
    if (trace.waits.reason[row] != trace::WaitReason::memory) continue;
    ++found;
    const std::size_t use = step_after(trace, trace.waits.warp[row], trace.waits.end[row]);
    ASSERT_LT(use, trace.steps.size());
    EXPECT_EQ(trace.steps.cycle[use], trace.waits.end[row]);
    std::size_t load = 0;
    while (trace.steps.warp[trace.accesses.step[load]] != trace.waits.warp[row] ||
           trace.accesses.space[load] != trace::MemorySpace::global)
      ++load;
    EXPECT_EQ(trace.accesses.done[load], trace.waits.end[row]);
  }
  EXPECT_EQ(found, 2u);  // one for each block
  EXPECT_EQ(waited(trace, trace::WaitReason::memory), result.counters.memory_wait_cycles);
}

TEST(TracedPaths, SectorsComeFromMemoryFirstAndThenFromL1) {
  // Each warp loads 128 bytes that no cache holds, then the same bytes again, when they have come.
  const trace::Trace trace = traced("mul.wide.u32 %in2, %t, 4;\nadd.u64 %in, %in, %in2;\n" + first +
                                        "bar.sync 0;\nld.global.u32 %x2, [%in];\nadd.u32 %x3, %x2, 1;\n",
                                    32)
                                 .trace;
  std::vector<trace::RequestPath> of_warp_0;
  for (std::size_t row = 0; row < trace.accesses.size(); ++row)
    if (trace.accesses.space[row] == trace::MemorySpace::global && trace.steps.warp[trace.accesses.step[row]] == 0)
      of_warp_0.push_back(trace.accesses.path[row]);
  ASSERT_EQ(of_warp_0.size(), 2u);
  EXPECT_EQ(of_warp_0[0].memory, 4u);
  EXPECT_EQ(of_warp_0[0].l1 + of_warp_0[0].l2, 0);
  EXPECT_EQ(of_warp_0[1], (trace::RequestPath{.l1 = 4}));
}

TEST(TracedPaths, AddUpToTheCounters) {
  const launch::LaunchResult result = traced(
      "ld.global.u32 %x0, [%in];\nadd.u32 %x1, %x0, 1;\nbar.sync 0;\nld.global.u32 %x0, [%in+512];\nadd.u32 %x1, %x0, 1;\n"
      "st.global.u32 [%in+1024], %x1;\natom.global.add.u32 %x2, [%in+1024], 1;\nadd.u32 %x3, %x2, 1;\n",
      256);
  std::uint64_t l1 = 0, l2 = 0, memory = 0;
  for (const trace::RequestPath& path : result.trace.accesses.path) {
    l1 += path.l1;
    l2 += path.l2;
    memory += path.memory;
  }
  EXPECT_EQ(l1, result.counters.l1_hit_sectors);
  EXPECT_EQ(l2, result.counters.l2_hit_sectors);
  // Of loads and atomics all sectors have come from somewhere: one for each warp's load, and one for each atomic.
  EXPECT_EQ(l1 + l2 + memory, result.counters.load_sectors + 2 * 8);
  EXPECT_GT(l1, 0u);
}

TEST(TracedWaits, ABarrierIsLeftByAllInOneCycle) {
  // Warp 0 waits for warp 1, which reads memory first.
  const launch::LaunchResult result = traced(
      "setp.ge.u32 %p, %t, 32;\n@!%p bra L;\nld.global.u32 %x0, [%in];\nadd.u32 %x1, %x0, 1;\nL: bar.sync 0;\nadd.u32 %x2, %t, "
      "1;\n",
      64);
  const trace::Waits& waits = result.trace.waits;
  std::size_t found = 0;
  for (std::size_t row = 0; row < waits.size(); ++row) {
    if (waits.reason[row] != trace::WaitReason::barrier || waits.end[row] - waits.begin[row] < 50) continue;
    ++found;
    EXPECT_EQ(waits.warp[row] % 2, 0u);
    for (const std::uint32_t warp : {waits.warp[row], waits.warp[row] + 1})
      EXPECT_EQ(result.trace.steps.cycle[step_after(result.trace, warp, waits.end[row])], waits.end[row]);
  }
  EXPECT_EQ(found, 2u);
  EXPECT_EQ(waited(result.trace, trace::WaitReason::barrier), result.counters.barrier_wait_cycles);
}

TEST(TracedWaits, WarpsOfOneSchedulerAreInEachOthersWay) {
  // Stores to shared memory end the instructions for which a warp reserves issue slots at once.
  std::string sums;
  for (int i = 0; i < 40; ++i) sums += "mov.u32 %x0, %t;\nst.shared.u32 [s], %x0;\n";
  const auto competing = [&](std::uint32_t threads) {
    const trace::Trace trace = traced(sums, threads).trace;
    return waited(trace, trace::WaitReason::selection) + waited(trace, trace::WaitReason::unit) +
           waited(trace, trace::WaitReason::bandwidth);
  };
  EXPECT_GT(competing(1024), 20 * competing(32) + 1000);
}

/// Many warps that load in straight-line code: no warp may come so far ahead of the others that these find memory's queue as it
/// will be later. Without a wait for others, the launch takes as long as memory needs for its bytes.
TEST(Waits, StraightLineLoadsOfManyWarpsQueueInTimeOrder) {
  constexpr std::uint64_t warps = 64, loads = 64;
  std::string body =
      ".reg .b32 %x<8>, %t, %b;\n.reg .b64 %in, %z;\nld.param.u64 %in, [d];\nmov.u32 %t, %tid.x;\nmov.u32 %b, %ctaid.x;\n"
      "mad.lo.u32 %t, %b, 256, %t;\nmul.wide.u32 %z, %t, 4;\nadd.u64 %in, %in, %z;\nmov.u32 %x1, 0;\n";
  for (std::uint64_t i = 0; i < loads; ++i)
    body += "ld.global.u32 %x0, [%in+" + std::to_string(warps * 128 * i) + "];\nadd.u32 %x1, %x1, %x0;\n";
  const auto result = run(launch_of(entry_text(".param .u64 d", body + "ret;"), 8, 256,
                                    {buffer(launch::ElementType::u32, std::vector<std::uint32_t>(warps * 32 * loads), "d")}));
  ASSERT_TRUE(result) << base::describe(result.error());
  const double bytes = static_cast<double>(warps * loads * 128);
  const double moving = bytes / two_sm_toy().memory_bytes_per_cycle;
  EXPECT_EQ(result->counters.memory_sectors_read * 32, bytes);
  EXPECT_GE(static_cast<double>(result->counters.cycles), moving);
  EXPECT_LT(static_cast<double>(result->counters.cycles), 1.3 * moving + 2 * two_sm_toy().memory_latency);
}

TEST(TracedWaits, OnlyOfTimedLaunches) {
  auto launch = launch_of(entry_text("", ".reg .b32 %t;\nmov.u32 %t, 1;\nbar.sync 0;\nret;"), 1, 64, {});
  launch.trace_level = trace::Level::full;
  launch.schedule = launch::Schedule::round_robin;
  const auto result = run(launch);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->trace.schedulers, 0u);
  EXPECT_EQ(result->trace.waits.size(), 0u);
}

}  // namespace
}  // namespace warplens::simt
