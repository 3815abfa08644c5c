#include "trace/recorder.h"

#include <gtest/gtest.h>

#include <cstring>

#include "base/random.h"
#include "tests/trace/scripted.h"

namespace warplens::trace {
namespace {

constexpr base::Dim3 grid{4, 1, 1}, block{48, 1, 1};  // two warps per block, the second half empty

std::uint64_t low_bytes(std::uint64_t value, int bytes) {
  return bytes == 8 ? value : value & ((std::uint64_t{1} << 8 * bytes) - 1);
}

/// Every scripted access must be in the trace unchanged, lane by lane.
void expect_unpacks(const std::vector<Scripted>& script, const Trace& trace) {
  ASSERT_EQ(trace.accesses.size(), script.size());
  std::array<LaneAccess, lanes> unpacked;
  for (std::size_t row = 0; row < script.size(); ++row) {
    const Scripted& s = script[row];
    const int count = unpack(trace, row, unpacked);
    int at = 0;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      if ((s.active >> lane & 1) == 0) continue;
      ASSERT_LT(at, count);
      const LaneAccess& access = unpacked[static_cast<std::size_t>(at++)];
      EXPECT_EQ(access.thread, s.warp / 2 * 48 + s.warp % 2 * 32 + lane);
      EXPECT_EQ(access.offset, s.offsets[lane]);
      EXPECT_EQ(access.value, low_bytes(s.values[lane], s.bytes));
      if (s.kind == AccessKind::read) continue;
      EXPECT_EQ(access.stored, low_bytes(s.kind == AccessKind::write ? s.values[lane] : s.stored[lane], s.bytes));
    }
    EXPECT_EQ(at, count);
  }
}

TEST(Recorder, StoresNoOffsetsWhereTheyAreAffine) {
  const std::vector<Scripted> script{
      {.offsets = affine(0, 4)},
      {.offsets = affine(4096, -4)},
      {.offsets = all(40)},
      {.active = 0x00f0f000u, .offsets = affine(12, 20)},
      {.active = 0x80000000u, .offsets = affine(7, 1)},
      {.active = 0x00000101u, .offsets = affine(0, 3)},
  };
  const Trace trace = recorded(script, grid, block);
  EXPECT_TRUE(trace.accesses.irregular.empty());
  EXPECT_EQ(trace.accesses.stride[0], 4);
  EXPECT_EQ(trace.accesses.stride[1], -4);
  EXPECT_EQ(trace.accesses.stride[2], 0);
  EXPECT_EQ(trace.accesses.base[3], 12u + 12 * 20);  // lane 12 is the first active one
  expect_unpacks(script, trace);
}

TEST(Recorder, KeepsOffsetsThatAreNotAffine) {
  Lanes scattered = affine(0, 4);
  scattered[31] = 0;
  Lanes uneven = all(0);
  uneven[0] = 10, uneven[2] = 15;  // 5 bytes over two lanes: not an integer stride
  const std::vector<Scripted> script{{.offsets = scattered}, {.active = 0x5u, .offsets = uneven}};
  const Trace trace = recorded(script, grid, block);
  EXPECT_EQ(trace.accesses.irregular.size(), 2u);
  EXPECT_EQ(trace.accesses.irregular[1][1], 0u);
  expect_unpacks(script, trace);
}

TEST(Recorder, IgnoresInactiveLanes) {
  Lanes offsets = affine(0, 4), values = all(5);
  offsets[3] = 999, values[3] = 999;
  const std::vector<Scripted> script{{.active = ~8u, .offsets = offsets, .values = values}};
  const Trace trace = recorded(script, grid, block);
  EXPECT_EQ(trace.accesses.offsets[0], no_row);
  EXPECT_EQ(trace.accesses.values.size(), 31u * 4);
  expect_unpacks(script, trace);
}

TEST(Recorder, UnpacksWhateverWentIn) {
  base::Random random(7);
  std::vector<Scripted> script;
  for (int row = 0; row < 2000; ++row) {
    Scripted s{.cycle = static_cast<std::uint64_t>(row), .warp = random.below(8), .instruction = random.below(50)};
    s.active = static_cast<std::uint32_t>(random.next()) | (1u << random.below(16));
    if (s.warp % 2 == 1) s.active = (s.active & 0xffffu) | 1u;
    s.kind = static_cast<AccessKind>(random.below(3));
    s.bytes = static_cast<std::uint8_t>(1u << random.below(4));
    s.offsets = affine(random.next(), static_cast<std::int64_t>(random.next()));
    if (random.below(2) == 0) s.offsets[random.below(32)] = random.next();
    for (std::size_t lane = 0; lane < lanes; ++lane) s.values[lane] = random.next(), s.stored[lane] = random.next();
    script.push_back(s);
  }
  expect_unpacks(script, recorded(script, grid, block));
}

TEST(Recorder, PutsTheElementsOfAVectorAccessIntoOneStep) {
  const Trace trace = recorded(
      {{.offsets = affine(0, 8)}, {.offsets = affine(4, 8), .first_element = false}, {.offsets = affine(0, 4)}}, grid, block);
  ASSERT_EQ(trace.steps.size(), 2u);
  EXPECT_EQ(trace.steps.access, (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(trace.accesses.step, (std::vector<std::uint32_t>{0, 0, 1}));
}

TEST(Recorder, StepsInARowAndNeighboursAreWhatOneByOneRecords) {
  for (std::uint64_t budget = 0; budget < 30'000; budget += 500) {
    base::Random random(budget);
    Recorder one_by_one(Level::full, budget, grid, block), quick(Level::full, budget, grid, block);
    for (std::uint64_t cycle = 0; cycle < 1000; cycle += 50) {
      const std::uint32_t count = random.below(6), warp = random.below(8), first = random.below(100);
      for (Recorder* recorder : {&one_by_one, &quick}) recorder->begin_turn(cycle, warp);
      for (std::uint32_t k = 0; k < count; ++k) one_by_one.step(cycle + k * (k + 1) / 2, warp, first + k, 0xffu);
      quick.steps(cycle, warp, first, 0xffu, count, [](std::uint32_t k) { return k + 1; });
      const std::uint32_t width = random.below(4);
      Scripted access{.cycle = cycle + 20, .warp = warp, .kind = static_cast<AccessKind>(random.below(2))};
      access.bytes = static_cast<std::uint8_t>(1u << width);
      access.offsets = affine(std::uint64_t{random.below(100)} << width, access.bytes);
      std::array<std::byte, lanes * 8> memory;
      for (std::byte& byte : memory) byte = static_cast<std::byte>(random.next());
      for (std::size_t lane = 0; lane < lanes; ++lane)
        std::memcpy(&access.values[lane], memory.data() + lane * access.bytes, access.bytes);
      record(one_by_one, access);
      quick.access(access.cycle, warp, access.instruction,
                   NeighbourAccess{access.kind, access.space, access.bytes, access.buffer, access.cycle + 100, access.offsets[0],
                                   memory.data(), access.path});
    }
    EXPECT_EQ(one_by_one.used(), quick.used());
    EXPECT_EQ(one_by_one.finish(1000), quick.finish(1000));
  }
}

TEST(Recorder, AnAccessThatNoLaneMakesIsAStepWithoutAccess) {
  const Trace trace = recorded({{.active = 0}}, grid, block);
  EXPECT_EQ(trace.steps.access, std::vector<std::uint32_t>{no_row});
  EXPECT_EQ(trace.accesses.size(), 0u);
}

TEST(Recorder, RecordsOnlyWhereBlocksWereAtLevelNone) {
  Recorder recorder(Level::none, 1 << 20, grid, block);
  EXPECT_FALSE(recorder.recording());
  record(recorder, {});
  recorder.step(0, 0, 0, 1);
  recorder.place(0, 0, 0, 1);
  const Trace trace = recorder.finish(9);
  EXPECT_EQ(trace.placements.size(), 1u);
  EXPECT_EQ(trace.bytes(), 3u * 4 + 2 * 8);
  EXPECT_EQ(trace.steps_not_recorded, 0u);
  EXPECT_EQ(trace.truncation, Truncation::none);
  EXPECT_EQ(trace.end_cycle, 9u);
}

TEST(Recorder, WaitsAreSortedByBegin) {
  Recorder recorder(Level::full, 1 << 20, grid, block, 2);
  recorder.wait(WaitReason::memory, 1, 30, 50);
  recorder.wait(WaitReason::barrier, 0, 10, 60);
  recorder.wait(WaitReason::unit, 0, 5, 5);  // of no length
  const Trace trace = recorder.finish(100);
  EXPECT_EQ(trace.schedulers, 2u);
  EXPECT_EQ(trace.waits.warp, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(trace.waits.reason, (std::vector<WaitReason>{WaitReason::barrier, WaitReason::memory}));
  EXPECT_EQ(trace.waits.begin, (std::vector<std::uint64_t>{10, 30}));
  EXPECT_EQ(trace.waits.end, (std::vector<std::uint64_t>{60, 50}));
  EXPECT_EQ(trace.bytes(), 2u * (4 + 1 + 2 * 8));
}

TEST(Recorder, WithoutSchedulersThereAreNoWaits) {
  Recorder recorder(Level::full, 1 << 20, grid, block);
  recorder.wait(WaitReason::memory, 1, 30, 50);
  EXPECT_EQ(recorder.finish(100).waits.size(), 0u);
}

class Budget : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Budget, StopsForGoodBetweenTwoSteps) {
  // Vector accesses of four elements with scattered offsets, and steps without accesses in between.
  const std::uint64_t budget = GetParam();
  Recorder recorder(Level::full, budget, grid, block);
  constexpr std::uint64_t pairs = 100;
  bool stopped = false;
  for (std::uint64_t pair = 0; pair < pairs; ++pair) {
    Scripted s{.cycle = pair * 10, .kind = AccessKind::atomic, .offsets = affine(0, 16), .bytes = 8};
    s.offsets[5] = 3;
    for (int element = 0; element < 4; ++element, s.first_element = false) record(recorder, s);
    recorder.step(pair * 10 + 5, 0, 1, 1);
    EXPECT_FALSE(stopped && recorder.recording());
    stopped = !recorder.recording();
  }
  EXPECT_TRUE(stopped);
  recorder.place(0, 0, 0, 5);
  recorder.place(1, 0, 10'000, 10'001);  // after the stop
  const Trace trace = recorder.finish(2000);
  EXPECT_EQ(trace.placements.size(), 1u);
  EXPECT_LE(trace.bytes(), budget + 28);
  EXPECT_EQ(trace.truncation, Truncation::budget);
  EXPECT_EQ(trace.steps.size() + trace.steps_not_recorded, 2 * pairs);
  std::uint64_t with_access = 0;
  for (std::size_t step = 0; step < trace.steps.size(); ++step) {
    if (trace.steps.access[step] == no_row) continue;
    ++with_access;
    for (std::uint32_t element = 0; element < 4; ++element)
      EXPECT_EQ(trace.accesses.step[trace.steps.access[step] + element], step);
  }
  EXPECT_EQ(trace.accesses.size(), 4 * with_access);
  EXPECT_EQ(with_access, (trace.steps.size() + 1) / 2);
}

INSTANTIATE_TEST_SUITE_P(Bytes, Budget, testing::Values(0, 100, 3900, 10'000, 33'333, 100'000));

}  // namespace
}  // namespace warplens::trace
