#include "simt/machine/memory/atomic_queue.h"

#include <gtest/gtest.h>

#include "tests/simt/launcher.h"

// Atomics on one address are serialised, which takes time.

namespace warplens::simt {
namespace {

using launch::ElementType;

TEST(AtomicQueue, OperationsOnOneAddressWaitForEachOther) {
  AtomicQueue queue;
  EXPECT_EQ(queue.enter(64, 100, 1, 3), 100u);  // queue empty
  EXPECT_EQ(queue.enter(64, 100, 1, 3), 103u);  // after the previous one
  EXPECT_EQ(queue.enter(64, 101, 4, 3), 115u);  // begin at 106, 109, 112, 115
  EXPECT_EQ(queue.enter(64, 118, 1, 3), 118u);  // the last of them ends at 118
  EXPECT_EQ(queue.enter(68, 118, 2, 3), 121u);  // another address: only these two
  queue.clear();
  EXPECT_EQ(queue.enter(64, 0, 1, 3), 0u);
}

TEST(AtomicQueue, AnAddressWithoutAPlaceGoesWithoutWaitingAndTakesNobodysPlaceWhoIsBusy) {
  AtomicQueue queue;
  constexpr std::uint64_t hot = 4;
  queue.enter(hot, 0, 1000, 1);
  for (std::uint64_t address = 8; address < 400'000; address += 4) EXPECT_EQ(queue.enter(address, 10, 1, 1), 10u) << address;
  EXPECT_EQ(queue.enter(hot, 10, 1, 1), 1000u);
  EXPECT_LE(queue.bytes(), 64u * 1024);
}

/// Every thread adds 1 to element tid % `elements` of a buffer in `space`; with 32 or more elements the lanes of a warp have
/// distinct addresses.
launch::Launch additions(const std::string& space, std::uint32_t grid, std::uint32_t block, std::uint32_t elements) {
  const std::string address = space == "shared" ? "mov.u64 %a, bins;\n" : "ld.param.u64 %a, [p]; cvta.to.global.u64 %a, %a;\n";
  return launch_of(entry_text(".param .u64 p", ".shared .align 4 .b32 bins[1024];\n.reg .b32 %t;\n.reg .b64 %a;\n" + address +
                                                   "mov.u32 %t, %tid.x;\nrem.u32 %t, %t, " + std::to_string(elements) +
                                                   ";\nmad.wide.u32 %a, %t, 4, %a;\nred." + space + ".add.u32 [%a], 1;\nret;"),
                   grid, block, {buffer(ElementType::u32, std::vector<std::uint32_t>(1024))});
}

std::uint64_t cycles_of(const launch::Launch& launch) {
  const auto result = run(launch);
  if (!result) throw std::runtime_error(base::describe(result.error()));
  EXPECT_EQ(result->outcome, launch::Outcome::finished);
  return result->counters.cycles;
}

TEST(AtomicQueue, AGenericAddressMeansTheSameCellOfSharedMemory) {
  // 32 warps, first by shared address, then by generic address: 2,048 operations on one cell.
  const auto result =
      run(launch_of(entry_text(".param .u64 p",
                               ".shared .align 4 .b32 bins[1];\n.reg .b64 %a, %g;\nmov.u64 %a, bins;\ncvta.shared.u64 %g, %a;\n"
                               "red.shared.add.u32 [%a], 1;\nred.add.u32 [%g], 1;\nret;"),
                    1, 1024, {buffer(ElementType::u32, std::vector<std::uint32_t>(1))}));
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  EXPECT_GE(result->counters.cycles, 2048 * std::uint64_t{two_sm_toy().atomic_cycles});
}

TEST(AtomicQueue, TellsForHowLongTheBusiestAddressIsBusy) {
  AtomicQueue queue;
  queue.enter(64, 100, 10, 4);
  queue.enter(128, 100, 3, 4);
  EXPECT_EQ(queue.busiest(), 40u);
  queue.enter(128, 300, 20, 4);
  EXPECT_EQ(queue.busiest(), 92u);
  queue.clear();
  EXPECT_EQ(queue.busiest(), 0u);
  // 8,192 additions to one element are the launch; to one each they are next to nothing.
  const auto one = run(additions("global", 8, 1024, 1)), many = run(additions("global", 8, 1024, 1024));
  ASSERT_TRUE(one.ok() && many.ok());
  EXPECT_GT(one->utilisation->atomics, 0.9);
  EXPECT_LT(many->utilisation->atomics, 0.1);
}

TEST(AtomicQueue, ALaunchLastsAsLongAsItsBusiestAddress) {
  const std::uint64_t each = two_sm_toy().atomic_cycles;
  for (const char* space : {"global", "shared"}) {
    // 8 blocks of 1,024 threads in global memory, or one block in its shared memory, on 1, 32 and 1,024 addresses.
    const std::uint32_t grid = space == std::string("global") ? 8 : 1;
    const std::uint64_t threads = std::uint64_t{grid} * 1024;
    const std::uint64_t one = cycles_of(additions(space, grid, 1024, 1)), some = cycles_of(additions(space, grid, 1024, 32)),
                        many = cycles_of(additions(space, grid, 1024, 1024));
    EXPECT_GE(one, threads * each) << space;
    EXPECT_GE(some, threads / 32 * each) << space;
    EXPECT_LT(some, one / 2) << space;
    EXPECT_LE(many, some) << space;
  }
}

}  // namespace
}  // namespace warplens::simt
