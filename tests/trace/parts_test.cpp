#include "trace/parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/random.h"
#include "tests/trace/scripted.h"

// The parts of a launch, put together, are what one recorder has recorded that was given all turns in order.

namespace warplens::trace {
namespace {

struct ScriptedTurn {
  std::uint64_t cycle = 0;
  std::uint32_t tie = 0, seed = 0;
  std::uint32_t number = 0;  ///< different for all
};

constexpr std::uint32_t slots = 6;

/// Turns of one part: those of the slots p, p + parts, …. Within a cycle their slots may go down again.
std::vector<ScriptedTurn> turns_of(std::uint32_t part, std::uint32_t parts, std::uint64_t seed) {
  base::Random random(seed);
  std::vector<ScriptedTurn> turns;
  std::uint64_t cycle = 0;
  for (std::uint32_t t = 0; t < 200; ++t) {
    cycle += random.below(3);
    const auto slot = static_cast<std::uint32_t>(random.below(slots / parts)) * parts + part;
    turns.push_back({cycle, slot, static_cast<std::uint32_t>(random.below(1u << 30)), t * parts + part});
  }
  return turns;
}

/// What a turn records: up to six steps, waits and accesses, of any kind, or that a block has ended.
void record_turn(Recorder& recorder, const ScriptedTurn& turn) {
  base::Random random(turn.seed);
  recorder.begin_turn(turn.cycle, turn.tie);
  if (random.below(12) == 0) return recorder.place(turn.number, turn.tie, turn.cycle / 2, turn.cycle, 1);
  for (std::uint64_t row = random.below(7); row > 0; --row) {
    const std::uint64_t cycle = turn.cycle + random.below(40);
    const auto active = static_cast<std::uint32_t>(1 + random.below(0xffffffff));
    switch (random.below(4)) {
      case 0:
        recorder.step(cycle, turn.tie, turn.seed, active);
        break;
      case 1:
        recorder.wait(WaitReason::barrier, turn.tie, cycle - std::min<std::uint64_t>(cycle, 30), cycle);
        break;
      default:
        for (std::uint64_t element = 0, count = 1 + random.below(2); element < count; ++element) {
          const auto kind = static_cast<AccessKind>(random.below(3));
          Lanes offsets = affine(8 * row, 4);
          if (random.below(3) == 0) offsets[5] += 4 * turn.seed;
          record(recorder, {.cycle = cycle,
                            .warp = turn.tie,
                            .instruction = turn.seed,
                            .active = active,
                            .kind = kind,
                            .offsets = offsets,
                            .values = all(turn.seed + row),
                            .stored = all(turn.seed),
                            .first_element = element == 0});
        }
    }
  }
}

Recorder recorder_of(std::uint64_t budget) { return Recorder(Level::full, budget, {1200, 1, 1}, {32, 1, 1}, 4); }

class Parts : public testing::TestWithParam<std::uint32_t> {};

TEST_P(Parts, AreWhatOneRecorderRecords) {
  const std::uint32_t parts = GetParam();
  for (std::uint64_t budget = 0; budget < 400'000; budget = budget * 3 / 2 + 1'111) {
    std::vector<std::vector<ScriptedTurn>> turns;
    std::vector<Recorder> recorders;
    for (std::uint32_t part = 0; part < parts; ++part) {
      turns.push_back(turns_of(part, parts, 7 * part + budget));
      recorders.push_back(recorder_of(budget));
      recorders.back().record_part();
      for (const ScriptedTurn& turn : turns.back()) record_turn(recorders.back(), turn);
    }
    // The earliest turn of all parts is always the next.
    Recorder one = recorder_of(budget);
    std::vector<std::size_t> next(parts);
    for (std::size_t t = 0; t < 200 * parts; ++t) {
      const ScriptedTurn* first = nullptr;
      std::size_t of = 0;
      for (std::size_t part = 0; part < parts; ++part) {
        if (next[part] == turns[part].size()) continue;
        const ScriptedTurn& turn = turns[part][next[part]];
        if (first != nullptr && std::pair(first->cycle, first->tie) < std::pair(turn.cycle, turn.tie)) continue;
        first = &turn;
        of = part;
      }
      ++next[of];
      record_turn(one, *first);
    }
    for (std::uint32_t part = 1; part < parts; ++part) recorders.front().join(std::move(recorders[part]));
    const Trace joined = recorders.front().finish(5000), expected = one.finish(5000);
    EXPECT_EQ(joined.steps.size(), expected.steps.size());
    EXPECT_EQ(joined.steps_not_recorded, expected.steps_not_recorded);
    EXPECT_EQ(joined.placements.block, expected.placements.block);
    EXPECT_TRUE(joined == expected) << budget;
  }
}

INSTANTIATE_TEST_SUITE_P(Numbers, Parts, testing::Values(2u, 3u, 6u));

TEST(Parts, OfALaunchThatIsNotTracedSayOnlyWhereBlocksWere) {
  Recorder first(Level::none, 0, {2, 1, 1}, {32, 1, 1}), second(Level::none, 0, {2, 1, 1}, {32, 1, 1});
  first.record_part();
  second.record_part();
  first.begin_turn(90, 0);
  first.place(1, 0, 10, 90);
  second.begin_turn(50, 1);
  second.place(0, 1, 20, 50);
  first.join(std::move(second));
  const Trace trace = first.finish(100);
  EXPECT_EQ(trace.placements.block, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(trace.placements.end, (std::vector<std::uint64_t>{50, 90}));
  EXPECT_EQ(trace.truncation, Truncation::none);
}

}  // namespace
}  // namespace warplens::trace
