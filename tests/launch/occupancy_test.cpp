#include "launch/costs/occupancy.h"

#include <gtest/gtest.h>

namespace warplens::launch {
namespace {

// Multiprocessors of compute capability 7.5, 8.0, 8.9 and 9.0 (CUDA C++ Programming Guide, "Technical Specifications per Compute
// Capability"; allocation units: cuda_occupancy.h).
constexpr MultiprocessorLimits card(std::uint32_t threads, std::uint32_t blocks, std::uint64_t shared_kib, std::uint32_t reserved,
                                    std::uint32_t unit) {
  return {.threads = threads,
          .blocks = blocks,
          .registers = 65536,
          .register_partitions = 4,
          .shared = shared_kib * 1024,
          .shared_reserved = reserved,
          .shared_unit = unit};
}
constexpr MultiprocessorLimits turing = card(1024, 16, 64, 0, 256), ampere = card(2048, 32, 164, 1024, 128),
                               ada = card(1536, 24, 100, 1024, 128), hopper = card(2048, 32, 228, 1024, 128);

constexpr std::uint32_t none = 0xffffffffu;

struct Row {
  MultiprocessorLimits limits;
  std::uint32_t threads, registers, shared;                              // of the block
  std::uint32_t blocks, by_threads, by_blocks, by_shared, by_registers;  // expected
};

/// Results of cudaOccMaxActiveBlocksPerMultiprocessor of the CUDA Toolkit 13, with each limit.
constexpr Row calculator[] = {
    {turing, 256, 32, 0, 4, 4, 16, none, 8},   {turing, 256, 33, 0, 4, 4, 16, none, 6},
    {turing, 256, 64, 4096, 4, 4, 16, 16, 4},  {turing, 1024, 64, 0, 1, 1, 16, none, 1},
    {turing, 1024, 32, 0, 1, 1, 16, none, 2},  {turing, 96, 40, 0, 10, 10, 16, none, 16},
    {turing, 33, 16, 0, 16, 16, 16, none, 64}, {turing, 32, 16, 0, 16, 32, 16, none, 128},
    {turing, 192, 128, 0, 2, 5, 16, none, 2},  {turing, 128, 255, 0, 2, 8, 16, none, 2},
    {turing, 512, 24, 20000, 2, 2, 16, 3, 5},  {turing, 64, 20, 49152, 1, 16, 16, 1, 42},
    {turing, 768, 41, 1, 1, 1, 16, 256, 1},    {turing, 100, 37, 3000, 8, 8, 16, 21, 12},
    {ampere, 256, 32, 0, 8, 8, 32, 164, 8},    {ampere, 256, 33, 0, 6, 8, 32, 164, 6},
    {ampere, 256, 64, 4096, 4, 8, 32, 32, 4},  {ampere, 1024, 64, 0, 1, 2, 32, 164, 1},
    {ampere, 1024, 32, 0, 2, 2, 32, 164, 2},   {ampere, 96, 40, 0, 16, 21, 32, 164, 16},
    {ampere, 33, 16, 0, 32, 32, 32, 164, 64},  {ampere, 32, 16, 0, 32, 64, 32, 164, 128},
    {ampere, 192, 128, 0, 2, 10, 32, 164, 2},  {ampere, 128, 255, 0, 2, 16, 32, 164, 2},
    {ampere, 512, 24, 20000, 4, 4, 32, 7, 5},  {ampere, 64, 20, 49152, 3, 32, 32, 3, 42},
    {ampere, 768, 41, 1, 1, 2, 32, 145, 1},    {ampere, 100, 37, 3000, 12, 16, 32, 41, 12},
    {ada, 256, 32, 0, 6, 6, 24, 100, 8},       {ada, 256, 33, 0, 6, 6, 24, 100, 6},
    {ada, 256, 64, 4096, 4, 6, 24, 20, 4},     {ada, 1024, 64, 0, 1, 1, 24, 100, 1},
    {ada, 1024, 32, 0, 1, 1, 24, 100, 2},      {ada, 96, 40, 0, 16, 16, 24, 100, 16},
    {ada, 33, 16, 0, 24, 24, 24, 100, 64},     {ada, 32, 16, 0, 24, 48, 24, 100, 128},
    {ada, 192, 128, 0, 2, 8, 24, 100, 2},      {ada, 128, 255, 0, 2, 12, 24, 100, 2},
    {ada, 512, 24, 20000, 3, 3, 24, 4, 5},     {ada, 64, 20, 49152, 2, 24, 24, 2, 42},
    {ada, 768, 41, 1, 1, 2, 24, 88, 1},        {ada, 100, 37, 3000, 12, 12, 24, 25, 12},
    {hopper, 256, 32, 0, 8, 8, 32, 228, 8},    {hopper, 256, 33, 0, 6, 8, 32, 228, 6},
    {hopper, 256, 64, 4096, 4, 8, 32, 45, 4},  {hopper, 1024, 64, 0, 1, 2, 32, 228, 1},
    {hopper, 1024, 32, 0, 2, 2, 32, 228, 2},   {hopper, 96, 40, 0, 16, 21, 32, 228, 16},
    {hopper, 33, 16, 0, 32, 32, 32, 228, 64},  {hopper, 32, 16, 0, 32, 64, 32, 228, 128},
    {hopper, 192, 128, 0, 2, 10, 32, 228, 2},  {hopper, 128, 255, 0, 2, 16, 32, 228, 2},
    {hopper, 512, 24, 20000, 4, 4, 32, 11, 5}, {hopper, 64, 20, 49152, 4, 32, 32, 4, 42},
    {hopper, 768, 41, 1, 1, 2, 32, 202, 1},    {hopper, 100, 37, 3000, 12, 16, 32, 57, 12},
};

TEST(Occupancy, AsInTheCalculatorOfTheToolkit) {
  for (const Row& row : calculator) {
    SCOPED_TRACE(std::to_string(row.limits.shared) + ": " + std::to_string(row.threads) + " threads, " +
                 std::to_string(row.registers) + " registers, " + std::to_string(row.shared) + " bytes");
    const Occupancy occupancy = launch::occupancy(row.limits, {row.threads, row.registers, row.shared});
    EXPECT_EQ(occupancy.by_threads, row.by_threads);
    EXPECT_EQ(occupancy.by_blocks, row.by_blocks);
    EXPECT_EQ(occupancy.by_shared, row.by_shared);
    EXPECT_EQ(occupancy.by_registers, row.by_registers);
    EXPECT_EQ(occupancy.blocks, row.blocks);
    EXPECT_EQ(occupancy.warps, row.blocks * ((row.threads + 31) / 32));
    EXPECT_EQ(occupancy.max_warps, row.limits.threads / 32);
  }
}

TEST(Occupancy, NamesTheLimit) {
  const auto limiter = [](const BlockNeeds& needs) { return name(occupancy(ampere, needs).limiter); };
  EXPECT_EQ(limiter({256, 16, 0}), "threads");
  EXPECT_EQ(limiter({32, 16, 0}), "blocks");
  EXPECT_EQ(limiter({64, 20, 49152}), "shared-memory");
  EXPECT_EQ(limiter({256, 64, 0}), "registers");
}

TEST(Occupancy, WarpGranularity) {
  // 33 threads are two warps: on compute capability 7.5, 16 blocks fill all 32 warp slots, with half of the lanes idle.
  const Occupancy odd = occupancy(turing, {33, 16, 0});
  EXPECT_EQ(odd.warps, 32u);
  EXPECT_EQ(odd.theoretical(), 1.0);
  // 1,000 threads occupy as much as 1,024.
  EXPECT_EQ(occupancy(ampere, {1000, 16, 0}).blocks, 2u);
  EXPECT_EQ(occupancy(ada, {1000, 16, 0}).theoretical(), 32.0 / 48);
}

TEST(Occupancy, RegistersThatDoNotFitAreSpilled) {
  // 32 warps of 96 registers per thread: a partition holds 16,384 / (96 · 32) = 5 warps, 20 in all. With 64 registers it holds 8,
  // and all fit.
  const Occupancy occupancy = launch::occupancy(ampere, {1024, 96, 0});
  EXPECT_EQ(occupancy.registers_per_thread, 64u);
  EXPECT_EQ(occupancy.blocks, 1u);
  EXPECT_EQ(launch::occupancy(ampere, {32, 1000, 0}).registers_per_thread, 255u);
}

TEST(Occupancy, RegistersOfTheCompilerAreAFact) {
  const Occupancy none = launch::occupancy(ampere, {512, 207, 0, RegisterSource::compiler});
  EXPECT_EQ(none.registers_per_thread, 207u);
  EXPECT_EQ(none.by_registers, 0u);
  EXPECT_EQ(none.blocks, 0u);
  EXPECT_EQ(none.limiter, OccupancyLimiter::registers);
  EXPECT_EQ(launch::occupancy(ampere, {256, 207, 0, RegisterSource::compiler}).blocks, 1u);
}

TEST(Occupancy, LaunchBoundsLimitRegisters) {
  const MultiprocessorLimits limits{.threads = 2048, .blocks = 32, .registers = 65536, .register_partitions = 4, .shared = 1};
  EXPECT_EQ(limited_registers(limits, {}, 200), 200u);
  EXPECT_EQ(limited_registers(limits, {.registers = 64}, 200), 64u);
  EXPECT_EQ(limited_registers(limits, {.registers = 64}, 40), 40u);
  // 65,536 registers for 1,024 threads are 64 for each; for two blocks of 512, the same; for eight of 256, 32.
  EXPECT_EQ(limited_registers(limits, {.threads = 1024}, 200), 64u);
  EXPECT_EQ(limited_registers(limits, {.threads = 512, .blocks = 2}, 200), 64u);
  EXPECT_EQ(limited_registers(limits, {.threads = 256, .blocks = 8}, 200), 32u);
  EXPECT_EQ(limited_registers(limits, {.threads = 256, .blocks = 8}, 20), 20u);
  EXPECT_EQ(limited_registers(limits, {.threads = 1024, .blocks = 3}, 200), 200u) << "cannot be met, and is ignored";
}

TEST(Occupancy, OfNothing) {
  EXPECT_EQ(occupancy({}, {}).blocks, 0u);
  EXPECT_EQ(occupancy({}, {}).theoretical(), 0.0);
  EXPECT_EQ(occupancy({}, {1024, 255, 1}).blocks, 0u);
  EXPECT_EQ(occupancy(ampere, {256, 0, 0}).by_registers, none);  // unknown register count
}

}  // namespace
}  // namespace warplens::launch
