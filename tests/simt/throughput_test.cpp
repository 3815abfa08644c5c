#include <gtest/gtest.h>

#include "simt/code/device_spec.h"
#include "tests/simt/launcher.h"

// Memory throughput bounds the speed of a launch: DeviceSpec::memory_bytes_per_cycle of the card, and one pass over the shared
// memory banks of a multiprocessor per cycle.

namespace warplens::simt {
namespace {

constexpr std::uint32_t warps = 32, threads = 32 * warps, sector = 32;  // one block: all on one multiprocessor

/// Cycles of a launch in which every thread runs `body` with %to, its address in a buffer; threads are `stride` words apart.
std::uint64_t cycles(std::uint32_t stride, const std::string& body) {
  const std::string throughput_declarations =
      ".reg .b32 %t, %x;\n.reg .b64 %at, %to, %in;\n.shared .align 4 .b32 room[8192];\nld.param.u64 %at, [d];\n"
      "mov.u32 %t, %tid.x;\nmov.u64 %in, room;\n";
  const std::string place = "mad.wide.u32 %to, %t, " + std::to_string(4 * stride) + ", %at;\n";
  const auto result = run(launch_of(entry_text(".param .u64 d", throughput_declarations + place + body + "ret;"), 1, threads,
                                    {buffer(launch::ElementType::u32, std::vector<std::uint32_t>(threads * stride), "d")}));
  if (!result) throw std::runtime_error(base::describe(result.error()));
  if (result->fault) throw std::runtime_error(result->fault->message);
  return result->counters.cycles;
}

TEST(Throughput, OfGlobalMemoryBoundsRequestsThatLieApart) {
  const auto a_cycle = static_cast<std::uint64_t>(two_sm_toy().memory_bytes_per_cycle);
  const std::string store = "st.global.u32 [%to], %t;\n";
  const std::uint64_t together = cycles(1, store), apart = cycles(8, store);
  EXPECT_GE(together, threads * 4 / a_cycle);
  EXPECT_GE(apart, threads * sector / a_cycle);
  EXPECT_GE(apart - together, threads * (sector - 4) / a_cycle / 2);  // latency hides part of it
}

TEST(Throughput, OfSharedMemoryBoundsConflictsOfBanks) {
  std::string free, conflicting;
  for (int k = 0; k < 8; ++k) {
    free += "shl.b32 %x, %t, 2;\nand.b32 %x, %x, 32767;\nst.shared.u32 [%x], %t;\n";
    conflicting += "shl.b32 %x, %t, 7;\nand.b32 %x, %x, 32767;\nst.shared.u32 [%x], %t;\n";  // 32 words apart: one bank
  }
  EXPECT_GE(cycles(1, conflicting), 8 * warps * 32u);
  EXPECT_LT(cycles(1, free), 8 * warps * 32u);
}

}  // namespace
}  // namespace warplens::simt
