#include "analysis/lost_updates.h"

#include <gtest/gtest.h>

#include <map>

#include "base/random.h"
#include "tests/trace/scripted.h"

namespace warplens::analysis {
namespace {

using trace::AccessKind;
using trace::Scripted;

constexpr base::Dim3 many_blocks{32, 1, 1}, one_warp{32, 1, 1};

Scripted read(std::uint32_t warp, std::uint64_t value, std::uint32_t active = 1) {
  return {.warp = warp, .active = active, .kind = AccessKind::read, .offsets = trace::all(0), .values = trace::all(value)};
}
Scripted write(std::uint32_t warp, std::uint64_t value, std::uint32_t active = 1) {
  return {.warp = warp, .active = active, .kind = AccessKind::write, .offsets = trace::all(0), .values = trace::all(value)};
}
Scripted atomic(std::uint32_t warp, std::uint64_t before, std::uint64_t after) {
  return {.warp = warp,
          .active = 1,
          .kind = AccessKind::atomic,
          .offsets = trace::all(0),
          .values = trace::all(before),
          .stored = trace::all(after)};
}

ElementHistory history(const std::vector<Scripted>& script) {
  return element_history(trace::recorded(script, many_blocks, one_warp), 0, 0, 4);
}

std::uint64_t total(const std::vector<Scripted>& script) {
  const LostUpdates lost = lost_updates(trace::recorded(script, many_blocks, one_warp), 0, 1, 4);
  EXPECT_EQ(lost.total, history(script).lost);
  return lost.total;
}

TEST(LostUpdates, InTurnNothingIsLost) {
  EXPECT_EQ(total({read(0, 0), write(0, 1), read(1, 1), write(1, 2), read(2, 2), write(2, 3)}), 0u);
}

TEST(LostUpdates, AFirstWriteIsOverWhatWasThereBefore) {
  const ElementHistory one = element_history(trace::recorded({write(0, 5), write(1, 6)}, many_blocks, one_warp), 0, 0, 4, 9);
  ASSERT_EQ(one.updates.size(), 2u);
  EXPECT_EQ(one.updates[0].overwritten, 9u);
  EXPECT_EQ(one.updates[1].overwritten, 5u);
}

TEST(LostUpdates, TwoReadBeforeEitherWrites) {
  const ElementHistory two = history({read(0, 0), read(1, 0), write(0, 1), write(1, 1)});
  EXPECT_EQ(two.lost, 1u);
  ASSERT_EQ(two.updates.size(), 2u);
  EXPECT_FALSE(two.updates[0].erases);
  EXPECT_TRUE(two.updates[0].lost);
  EXPECT_TRUE(two.updates[1].erases);
  EXPECT_FALSE(two.updates[1].lost);
  EXPECT_EQ(two.updates[1].victim, 0u);
  EXPECT_EQ(two.updates[1].thread, 32u);
  EXPECT_EQ(two.updates[1].read_value, 0u);
  EXPECT_EQ(two.updates[1].overwritten, 1u);
  EXPECT_EQ(two.updates[1].written_value, 1u);
  EXPECT_EQ(two.updates[1].read_row, 1u);
  EXPECT_EQ(two.updates[1].write_row, 3u);
}

TEST(LostUpdates, AllLanesOfAWarpReadBeforeTheyWrite) { EXPECT_EQ(total({read(0, 0, ~0u), write(0, 1, ~0u)}), 31u); }

TEST(LostUpdates, AWriteThatWasOverwrittenUnseenCanComeBack) {
  // 0 writes 1; 2 reads it; 1, which had read 0, overwrites it with 1; 2 writes 2. The result contains 0's update but not 1's.
  EXPECT_EQ(total({read(0, 0), read(1, 0), write(0, 1), read(2, 1), write(1, 1), write(2, 2)}), 1u);
}

TEST(LostUpdates, AtomicsLoseNothingButCanBeLost) {
  EXPECT_EQ(total({atomic(0, 0, 1), atomic(1, 1, 2), atomic(2, 2, 3)}), 0u);
  EXPECT_EQ(total({read(0, 0), atomic(1, 0, 1), atomic(2, 1, 2), write(0, 1)}), 2u);
  EXPECT_EQ(total({read(0, 0), atomic(1, 0, 0), write(0, 1)}), 0u);  // a failed compare-and-swap
}

TEST(LostUpdates, BareWritesReplaceOnPurpose) {
  EXPECT_EQ(total({write(0, 7), write(1, 8), write(2, 9)}), 0u);
  EXPECT_EQ(total({write(0, 0), read(1, 0), read(2, 0), write(1, 1), write(2, 1)}), 1u);
  EXPECT_FALSE(history({write(0, 7), write(1, 8)}).updates[1].erases);
}

TEST(LostUpdates, AThreadKnowsItsOwnWrite) {
  EXPECT_EQ(total({read(0, 0), write(0, 1), write(0, 2), write(0, 3)}), 0u);
  EXPECT_EQ(total({read(0, 0), write(0, 1), read(1, 1), write(1, 2), write(0, 2)}), 1u);
}

/// Threads increment elements with plain loads and stores in random order: lost updates must equal what the sums lack.
class RandomRace : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomRace, LostIsExactlyWhatIsMissing) {
  base::Random random(GetParam());
  const std::uint32_t elements = 1 + random.below(5), threads = 2 + random.below(40);
  std::vector<std::uint64_t> memory(elements, 0), updates(elements, 0);
  // With an odd seed a thread may hold several values it has read and write them back in any order.
  const std::size_t max_pending = GetParam() % 2 == 0 ? 1 : 3;
  std::vector<std::map<std::uint32_t, std::uint64_t>> pending(threads);  // element → value read
  std::vector<Scripted> script;
  const auto access = [&](std::uint32_t thread, AccessKind kind, std::uint32_t element, std::uint64_t value,
                          std::uint64_t stored) {
    script.push_back({.warp = thread / 32,
                      .active = 1u << thread % 32,
                      .kind = kind,
                      .offsets = trace::all(element * 4),
                      .values = trace::all(value),
                      .stored = trace::all(stored)});
  };
  for (int turn = 0; turn < 2000; ++turn) {
    const std::uint32_t thread = random.below(threads);
    std::map<std::uint32_t, std::uint64_t>& mine = pending[thread];
    const std::uint32_t element = random.below(elements);
    if (mine.contains(element) || mine.size() == max_pending) {
      const auto held = mine.contains(element) ? mine.find(element) : mine.begin();
      access(thread, AccessKind::write, held->first, held->second + 1, 0);
      memory[held->first] = held->second + 1;
      ++updates[held->first];
      mine.erase(held);
    } else if (random.below(8) == 0) {
      access(thread, AccessKind::atomic, element, memory[element], memory[element] + 1);
      ++memory[element];
      ++updates[element];
    } else {
      mine[element] = memory[element];
      access(thread, AccessKind::read, element, memory[element], 0);
    }
  }
  const trace::Trace trace = trace::recorded(script, many_blocks, one_warp);
  const LostUpdates lost = lost_updates(trace, 0, elements, 4);
  std::vector<std::uint64_t> per_element(elements, 0);
  for (std::size_t row = 0; row < lost.element.size(); ++row) per_element[lost.element[row]] = lost.lost[row];
  std::uint64_t sum = 0;
  for (std::uint32_t element = 0; element < elements; ++element) {
    EXPECT_EQ(memory[element] + per_element[element], updates[element]);
    const ElementHistory one = element_history(trace, 0, element, 4);
    EXPECT_EQ(one.lost, per_element[element]);
    EXPECT_EQ(one.updates.size(), updates[element]);
    sum += one.lost;
  }
  EXPECT_EQ(lost.total, sum);
  EXPECT_GT(sum, 0u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomRace, testing::Range<std::uint64_t>(1, 21));

TEST(LostUpdates, ManyElementsAndThreads) {
  // Two threads race on each of 5,000 elements, one loses; the table of known versions grows several times.
  std::vector<Scripted> script;
  for (std::uint32_t first = 0; first < 5000; first += 32)
    for (const AccessKind kind : {AccessKind::read, AccessKind::write})
      for (const std::uint32_t warp : {0u, 7u})
        script.push_back({.warp = warp,
                          .kind = kind,
                          .offsets = trace::affine(first * 4, 4),
                          .values = trace::all(kind == AccessKind::write)});
  EXPECT_EQ(lost_updates(trace::recorded(script, many_blocks, one_warp), 0, 5000, 4).total, 5000u);
}

TEST(ElementHistory, TakesItsPartOfAWiderAccess) {
  std::vector<Scripted> script{read(0, 0x0000000500000007u), write(0, 0x0000000600000008u)};
  for (Scripted& s : script) s.bytes = 8;
  const ElementHistory high = element_history(trace::recorded(script, many_blocks, one_warp), 0, 1, 4);
  ASSERT_EQ(high.updates.size(), 1u);
  EXPECT_EQ(high.updates[0].read_value, 5u);
  EXPECT_EQ(high.updates[0].written_value, 6u);
}

}  // namespace
}  // namespace warplens::analysis
