#include <gtest/gtest.h>

#include <bit>
#include <numeric>

#include "launcher.h"

// The machine's counters compared with values worked out by hand.

namespace warplens::simt {
namespace {

using launch::ElementType;
using launch::Tally;

launch::LaunchResult finished(const launch::Launch& launch) {
  auto result = run(launch);
  if (!result) throw std::runtime_error(base::describe(result.error()));
  EXPECT_EQ(result->outcome, launch::Outcome::finished) << (result->fault ? result->fault->message : "");
  return std::move(*result);
}

/// The tally of the only instruction with this opcode.
Tally of(const launch::Launch& launch, const launch::LaunchResult& result, ptx::Opcode opcode) {
  const auto& instructions = launch.module->functions[launch.entry].instructions;
  Tally sum;
  for (std::size_t i = 0; i < instructions.size(); ++i)
    if (instructions[i].opcode == opcode) sum += result.tallies.at(i);
  return sum;
}

/// Thread i of one block reads the f32 at byte `first` + `stride` · i of a buffer.
launch::Launch strided_load(std::uint32_t threads, std::uint32_t first, std::uint32_t stride, const std::string& type = "f32") {
  const std::string registers = type.starts_with("v4") ? "{%f1, %f2, %f3, %f4}" : type == "f64" ? "%d1" : "%f1";
  const std::string text = entry_text(".param .u64 p",
                                      ".reg .b32 %r<2>; .reg .b64 %a<4>; .reg .f32 %f<5>; .reg .f64 %d<2>;\n"
                                      "ld.param.u64 %a1, [p]; cvta.to.global.u64 %a1, %a1; mov.u32 %r1, %tid.x;\n"
                                      "mul.wide.u32 %a2, %r1, " +
                                          std::to_string(stride) +
                                          "; add.s64 %a1, %a1, %a2;\n"
                                          "ld.global." +
                                          type + " " + registers + ", [%a1+" + std::to_string(first) + "]; ret;");
  return launch_of(text, 1, threads, {buffer(ElementType::f32, std::vector<float>(32 * 1024, 1))});
}

struct LoadRow {
  std::uint32_t threads, first, stride;
  const char* type;
  std::uint64_t requests, bytes, sectors;
};

TEST(Tallies, SectorsOfLoads) {
  const LoadRow rows[] = {
      {32, 0, 4, "f32", 1, 128, 4},        // neighbours: 128 bytes are 4 sectors
      {32, 0, 8, "f32", 1, 128, 8},        // every second element
      {32, 0, 128, "f32", 1, 128, 32},     // one sector per lane
      {32, 4, 4, "f32", 1, 128, 5},        // misaligned by one element: bytes 4 to 131
      {32, 0, 0, "f32", 1, 128, 1},        // all lanes the same element
      {8, 0, 4, "f32", 1, 32, 1},          // a partial warp
      {40, 0, 4, "f32", 2, 160, 5},        // a full one and a partial one
      {32, 0, 8, "f64", 1, 256, 8},        // 8 bytes per lane
      {32, 0, 16, "v4.f32", 1, 512, 16},   // 16 bytes per lane, one request
      {32, 16, 32, "v4.f32", 1, 512, 32},  // the upper half of a sector each
      {32, 31 * 4, 4, "f32", 1, 128, 5},   // one element in the first sector, then 31
  };
  for (const LoadRow& row : rows) {
    SCOPED_TRACE(std::string(row.type) + " from " + std::to_string(row.first) + " by " + std::to_string(row.stride));
    const launch::Launch launch = strided_load(row.threads, row.first, row.stride, row.type);
    const launch::LaunchResult result = finished(launch);
    EXPECT_EQ(result.counters.global_loads, row.requests);
    EXPECT_EQ(result.counters.load_bytes_asked, row.bytes);
    EXPECT_EQ(result.counters.load_sectors, row.sectors);
    EXPECT_EQ(result.counters.global_sectors, row.sectors);
    EXPECT_EQ(result.counters.store_sectors, 0u);
  }
}

/// Lane i stores to the shared word `words[i]`, with `type`.
launch::Launch shared_store(const std::vector<std::uint32_t>& words, const std::string& type = "u32") {
  const std::string value = type == "u64" ? "%a3" : type == "v4.u32" ? "{%r1, %r1, %r1, %r1}" : "%r1";
  const std::string text = entry_text(".param .u64 p",
                                      ".reg .b32 %r<4>; .reg .b64 %a<4>; .shared .align 16 .b8 tile[16384];\n"
                                      "ld.param.u64 %a1, [p]; cvta.to.global.u64 %a1, %a1; mov.u32 %r1, %tid.x; mov.u64 %a3, 7;\n"
                                      "mul.wide.u32 %a2, %r1, 4; add.s64 %a1, %a1, %a2; ld.global.u32 %r2, [%a1];\n"
                                      "shl.b32 %r2, %r2, 2; mov.u32 %r3, tile; add.u32 %r2, %r2, %r3;\n"
                                      "st.shared." +
                                          type + " [%r2], " + value + "; ret;");
  return launch_of(text, 1, static_cast<std::uint32_t>(words.size()), {buffer(ElementType::u32, words)});
}

std::vector<std::uint32_t> words(std::uint32_t stride, std::uint32_t lanes = 32) {
  std::vector<std::uint32_t> result(lanes);
  for (std::uint32_t lane = 0; lane < lanes; ++lane) result[lane] = lane * stride;
  return result;
}

TEST(Tallies, BankConflicts) {
  const auto conflicts = [](const launch::Launch& launch) {
    const launch::LaunchResult result = finished(launch);
    EXPECT_EQ(result.counters.shared_requests, 1u);
    return result.counters.bank_conflicts;
  };
  // Lanes `stride` words apart: gcd(stride, 32) lanes share each bank that is used.
  for (const std::uint32_t stride : {1u, 2u, 3u, 4u, 8u, 16u, 32u, 33u, 48u, 64u}) {
    EXPECT_EQ(conflicts(shared_store(words(stride))), std::gcd(stride, 32u) - 1) << stride;
  }
  EXPECT_EQ(conflicts(shared_store(words(0))), 0u);      // one word for all
  EXPECT_EQ(conflicts(shared_store(words(32, 5))), 4u);  // a partial warp in one bank
  std::vector<std::uint32_t> pairs = words(1);
  for (std::uint32_t lane = 0; lane < 32; ++lane) pairs[lane] = lane / 2 * 32;  // 16 words of one bank, two lanes each
  EXPECT_EQ(conflicts(shared_store(pairs)), 15u);
  EXPECT_EQ(conflicts(shared_store(words(2), "u64")), 0u);     // adjacent doubles: two half-warps, none in conflict
  EXPECT_EQ(conflicts(shared_store(words(4), "u64")), 2u);     // every second: each half-warp has pairs 32 words apart, 2 ways
  EXPECT_EQ(conflicts(shared_store(words(4), "v4.u32")), 0u);  // adjacent 16-byte values: four quarter-warps
}

TEST(Tallies, CollisionsOfAtomics) {
  const auto collisions = [](std::uint32_t divisor) {
    const std::string text = entry_text(".param .u64 p",
                                        ".reg .b32 %r<4>; .reg .b64 %a<4>;\n"
                                        "ld.param.u64 %a1, [p]; cvta.to.global.u64 %a1, %a1; mov.u32 %r1, %tid.x;\n"
                                        "div.u32 %r2, %r1, " +
                                            std::to_string(divisor) +
                                            "; mul.wide.u32 %a2, %r2, 4;\n"
                                            "add.s64 %a1, %a1, %a2; red.global.add.u32 [%a1], 1; ret;");
    const launch::LaunchResult result =
        finished(launch_of(text, 2, 64, {buffer(ElementType::u32, std::vector<std::uint32_t>(64))}));
    EXPECT_EQ(result.counters.global_atomics, 4u);
    return result.counters.atomic_collisions;
  };
  EXPECT_EQ(collisions(64), 4u * 31);  // all lanes of each of four warps on one address
  EXPECT_EQ(collisions(8), 4u * 7);    // eight lanes on each of four addresses
  EXPECT_EQ(collisions(1), 0u);
}

TEST(Tallies, DivergentBranch) {
  // Lanes below 5 add; the second warp, with 8 of the 40 threads, skips the addition as a whole.
  const launch::Launch launch = launch_of(
      entry_text(".param .u64 p",
                 ".reg .b32 %r<4>; .reg .pred %q;\n"
                 "mov.u32 %r1, %tid.x; setp.ge.u32 %q, %r1, 5; @%q bra END; add.u32 %r2, %r1, 1; END: mov.u32 %r3, 0; ret;"),
      1, 40, {buffer(ElementType::u32, std::vector<std::uint32_t>(1))});
  const launch::LaunchResult result = finished(launch);
  EXPECT_EQ(result.counters.branches, 2u);
  EXPECT_EQ(result.counters.divergent_branches, 1u);
  const Tally add = of(launch, result, ptx::Opcode::add), branch = of(launch, result, ptx::Opcode::bra);
  EXPECT_EQ(add.executions, 1u);
  EXPECT_EQ(add.lanes, 5u);
  EXPECT_EQ(branch.executions, 2u);
  EXPECT_EQ(branch.lanes, 40u);
  EXPECT_EQ(branch.divergent_branches, 1u);
  EXPECT_EQ(of(launch, result, ptx::Opcode::ret).lanes, 40u);
}

TEST(Tallies, TripCountsThatDifferPerLane) {
  // Lane i iterates i + 1 times: iteration k has the 32 - k lanes i >= k, and there are 32 iterations.
  const launch::Launch launch =
      launch_of(entry_text(".param .u64 p",
                           ".reg .b32 %r<4>; .reg .pred %q;\n"
                           "mov.u32 %r1, %tid.x; mov.u32 %r2, 0; LOOP: add.u32 %r2, %r2, 1; setp.le.u32 %q, %r2, %r1;\n"
                           "@%q bra LOOP; ret;"),
                1, 32, {buffer(ElementType::u32, std::vector<std::uint32_t>(1))});
  const launch::LaunchResult result = finished(launch);
  EXPECT_EQ(of(launch, result, ptx::Opcode::add).executions, 32u);
  EXPECT_EQ(of(launch, result, ptx::Opcode::add).lanes, 32u * 33 / 2);
  EXPECT_EQ(of(launch, result, ptx::Opcode::bra).executions, 32u);
  EXPECT_EQ(result.counters.divergent_branches, 31u);  // in the last iteration only lane 31 is left, and it exits
  EXPECT_EQ(of(launch, result, ptx::Opcode::ret).executions, 1u);
}

TEST(Tallies, BarriersOfBlocksThatDoNotDivideEvenly) {
  // Three blocks of 70 threads: three warps each, the last with 6 lanes.
  const launch::Launch launch = launch_of(entry_text(".param .u64 p", "bar.sync 0; ret;"), 3, 70,
                                          {buffer(ElementType::u32, std::vector<std::uint32_t>(1))});
  const launch::LaunchResult result = finished(launch);
  EXPECT_EQ(result.counters.warps, 9u);
  EXPECT_EQ(result.counters.barriers, 9u);
  EXPECT_EQ(of(launch, result, ptx::Opcode::bar).lanes, 3u * 70);
  EXPECT_EQ(result.counters.thread_instructions, 2u * 3 * 70);
}

TEST(Tallies, BarrierUnderAGuardCountsOnce) {
  // Warp 0 arrives and warp 1 waits at the barrier; each also issues the other instruction with no active lanes.
  const launch::Launch launch =
      launch_of(entry_text(".param .u64 p",
                           ".reg .b32 %r<3>; .reg .pred %q;\n"
                           "mov.u32 %r1, %tid.x; setp.lt.u32 %q, %r1, 32; @%q bar.arrive 1, 64; @!%q bar.sync 1, 64; ret;"),
                1, 64, {buffer(ElementType::u32, std::vector<std::uint32_t>(1))});
  const launch::LaunchResult result = finished(launch);
  EXPECT_EQ(result.counters.barriers, 2u);
  EXPECT_EQ(of(launch, result, ptx::Opcode::bar).executions, 4u);  // each warp issues both, one of them without lanes
  EXPECT_EQ(of(launch, result, ptx::Opcode::bar).lanes, 64u);
}

TEST(Tallies, PartsOfAWarpAtABarrierAreRecordedOnceEach) {
  // Half of a warp arrives without waiting and exits, the other half waits for both.
  launch::Launch launch =
      launch_of(entry_text(".param .u64 p",
                           ".reg .b32 %r<3>; .reg .pred %q;\n"
                           "mov.u32 %r1, %tid.x; setp.lt.u32 %q, %r1, 16; @%q bar.arrive 1, 32; @!%q bar.sync 1, 32; ret;"),
                1, 32, {buffer(ElementType::u32, std::vector<std::uint32_t>(1))});
  for (const auto& [level, steps] : {std::pair(trace::Level::memory, 2u), {trace::Level::full, 6u}}) {
    launch.trace_level = level;
    const launch::LaunchResult result = finished(launch);
    ASSERT_EQ(result.trace.steps.size(), steps);
    const std::size_t first = level == trace::Level::full ? 2 : 0;
    EXPECT_EQ(result.trace.steps.active[first], 0xffffu);
    EXPECT_EQ(result.trace.steps.active[first + 1], 0xffff0000u);
    EXPECT_EQ(result.counters.warp_instructions, 6u);
    EXPECT_EQ(result.counters.barriers, 2u);
  }
}

TEST(Tallies, WaitingIsSeenWhereItHappens) {
  // The second warp reads memory before the barrier, the first does not: the first waits at the barrier, the second for its
  // value.
  const launch::Launch launch =
      launch_of(entry_text(".param .u64 p",
                           ".reg .b32 %r<4>; .reg .b64 %a<2>; .reg .pred %q;\n"
                           "ld.param.u64 %a1, [p]; mov.u32 %r1, %tid.x; setp.lt.u32 %q, %r1, 32; @%q bra END;\n"
                           "ld.global.u32 %r2, [%a1]; not.b32 %r3, %r2; END: bar.sync 0; ret;"),
                1, 64, {buffer(ElementType::u32, std::vector<std::uint32_t>(1))});
  const launch::LaunchResult result = finished(launch);
  const Tally barrier = of(launch, result, ptx::Opcode::bar), uses = of(launch, result, ptx::Opcode::not_);
  EXPECT_GE(uses.wait_cycles, 100u);  // a request takes at least 120 cycles, a few of which pass before the use
  EXPECT_GE(barrier.wait_cycles, 100u);
  EXPECT_EQ(result.counters.barrier_wait_cycles, barrier.wait_cycles);
  EXPECT_EQ(result.counters.memory_wait_cycles, uses.wait_cycles);
}

TEST(Tallies, AddUpToTheCounters) {
  const launch::LaunchResult result = finished(strided_load(200, 4, 12));
  Tally all;
  for (const Tally& tally : result.tallies) all += tally;
  EXPECT_EQ(all.executions, result.counters.warp_instructions);
  EXPECT_EQ(all.lanes, result.counters.thread_instructions);
  EXPECT_EQ(all.executions, 7u * 7);  // 7 warps, 7 instructions
  EXPECT_EQ(all.lanes, 7u * 200);
  EXPECT_EQ(all.sectors, result.counters.global_sectors);
}

}  // namespace
}  // namespace warplens::simt
