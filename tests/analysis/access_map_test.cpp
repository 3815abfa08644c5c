#include "analysis/access_map.h"

#include <gtest/gtest.h>

#include <set>

#include "base/random.h"
#include "tests/trace/scripted.h"

namespace warplens::analysis {
namespace {

using trace::AccessKind;
using trace::affine;
using trace::lanes;
using trace::Scripted;

constexpr base::Dim3 grid{4, 1, 1}, block{64, 1, 1};  // eight full warps, 256 threads

TEST(AccessMap, OneThreadPerElementWithAGuard) {
  // 200 elements: six full warps and eight lanes of the seventh; the eighth warp is idle.
  std::vector<Scripted> script;
  for (std::uint32_t warp = 0; warp < 7; ++warp) {
    const std::uint32_t active = warp == 6 ? 0xffu : 0xffffffffu;
    for (const AccessKind kind : {AccessKind::read, AccessKind::write})
      script.push_back({.warp = warp, .active = active, .kind = kind, .offsets = affine(warp * 128, 4)});
  }
  const AccessMap map = access_map(trace::recorded(script, grid, block), 0, 250, 4);
  EXPECT_EQ(map.touched_once, 200u);
  EXPECT_EQ(map.touched_by_many, 0u);
  EXPECT_EQ(map.untouched, 50u);
  EXPECT_EQ(map.threads_without, 56u);
  for (std::uint32_t element = 0; element < 250; ++element) {
    const bool touched = element < 200;
    EXPECT_EQ(map.reads[element], touched ? 1u : 0u);
    EXPECT_EQ(map.writes[element], touched ? 1u : 0u);
    EXPECT_EQ(map.atomics[element], 0u);
    EXPECT_EQ(map.first_thread[element], touched ? element : no_thread);
    EXPECT_EQ(map.last_thread[element], touched ? element : no_thread);
    EXPECT_EQ(map.first_step[element], touched ? element / 32 * 2 : trace::no_row);
    EXPECT_EQ(map.last_step[element], touched ? element / 32 * 2 + 1 : trace::no_row);
  }
}

/// Reference result from a plain loop over lanes.
struct Plain {
  std::vector<std::uint32_t> counts[3];
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> touches;  // thread, step
  std::set<std::uint32_t> threads;
};

Plain plain_map(const std::vector<Scripted>& script, std::uint64_t elements, std::uint32_t element_bytes, std::size_t steps) {
  Plain plain;
  for (auto& counts : plain.counts) counts.resize(elements);
  plain.touches.resize(elements);
  for (std::size_t step = 0; step < std::min(steps, script.size()); ++step) {
    const Scripted& s = script[step];
    if (s.buffer != 0 || s.space != trace::MemorySpace::global) continue;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      if ((s.active >> lane & 1) == 0) continue;
      std::set<std::uint64_t> hit;
      for (std::uint64_t byte = 0; byte < s.bytes; ++byte) hit.insert((s.offsets[lane] + byte) / element_bytes);
      for (const std::uint64_t element : hit) {
        if (element >= elements) continue;
        const std::uint32_t thread = s.warp * lanes + lane;
        ++plain.counts[static_cast<std::size_t>(s.kind)][element];
        plain.touches[element].emplace_back(thread, static_cast<std::uint32_t>(step));
        plain.threads.insert(thread);
      }
    }
  }
  return plain;
}

std::vector<Scripted> random_script(std::uint64_t seed, std::uint64_t elements, std::uint32_t element_bytes) {
  base::Random random(seed);
  std::vector<Scripted> script;
  for (int row = 0; row < 300; ++row) {
    Scripted s{
        .cycle = static_cast<std::uint64_t>(row), .warp = random.below(8), .kind = static_cast<AccessKind>(random.below(3))};
    if (random.below(2) == 0) s.active = static_cast<std::uint32_t>(random.next()) | 1u;
    s.bytes = static_cast<std::uint8_t>(random.below(3) != 0 ? element_bytes : 1u << random.below(4));
    const auto bytes = static_cast<std::uint32_t>(elements * element_bytes);
    const std::uint32_t form = random.below(4);
    if (form < 2) {
      s.offsets = affine(random.below(bytes / element_bytes) * element_bytes, s.bytes);
    } else if (form == 2) {  // all lanes together, also beyond the end
      s.offsets = trace::all(random.below(bytes + bytes / 4) / s.bytes * s.bytes);
    } else {
      for (std::uint64_t& offset : s.offsets) offset = random.below(bytes) / s.bytes * s.bytes;
    }
    s.buffer = random.below(5) == 0 ? 1 : 0;
    if (random.below(10) == 0) s.space = trace::MemorySpace::shared;
    script.push_back(s);
  }
  return script;
}

class RandomMap : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomMap, AgreesWithAPlainLoop) {
  const std::uint32_t element_bytes = 1u << GetParam() % 4;
  constexpr std::uint64_t elements = 100;
  const std::vector<Scripted> script = random_script(GetParam(), elements, element_bytes);
  const trace::Trace trace = trace::recorded(script, grid, block);
  const Plain whole = plain_map(script, elements, element_bytes, script.size());
  for (const std::size_t steps : {std::size_t{0}, std::size_t{1}, std::size_t{150}, std::size_t{300}, ~std::size_t{0}}) {
    const AccessMap map = access_map(trace, 0, elements, element_bytes, steps);
    const Plain plain = plain_map(script, elements, element_bytes, steps);
    EXPECT_EQ(map.steps, std::min<std::size_t>(steps, script.size()));
    EXPECT_EQ(map.reads, plain.counts[0]);
    EXPECT_EQ(map.writes, plain.counts[1]);
    EXPECT_EQ(map.atomics, plain.counts[2]);
    EXPECT_EQ(map.threads_without, 256 - plain.threads.size());
    std::uint64_t once = 0, many = 0;
    for (std::uint64_t element = 0; element < elements; ++element) {
      const auto& touches = plain.touches[element];
      std::set<std::uint32_t> threads;
      for (const auto& [thread, step] : touches) threads.insert(thread);
      once += threads.size() == 1;
      many += threads.size() > 1;
      EXPECT_EQ(map.several[element], threads.size() > 1 ? 1 : 0);
      EXPECT_EQ(map.first_thread[element], touches.empty() ? no_thread : touches.front().first);
      EXPECT_EQ(map.last_thread[element], touches.empty() ? no_thread : touches.back().first);
      EXPECT_EQ(map.first_step[element], touches.empty() ? trace::no_row : touches.front().second);
      EXPECT_EQ(map.last_step[element], touches.empty() ? trace::no_row : touches.back().second);
      EXPECT_EQ(accesses_of_element(trace, 0, element, element_bytes).size(), whole.touches[element].size());
    }
    EXPECT_EQ(map.touched_once, once);
    EXPECT_EQ(map.touched_by_many, many);
    EXPECT_EQ(map.untouched, elements - once - many);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomMap, testing::Range<std::uint64_t>(0, 8));

TEST(AccessMap, OfAnEmptyTrace) {
  const AccessMap map = access_map(trace::Trace{}, 0, 10, 4);
  EXPECT_EQ(map.untouched, 10u);
  EXPECT_EQ(map.threads_without, 1u);  // grid and block have at least one thread
}

TEST(AccessesOfThread, InOrderWithTheirElements) {
  const std::vector<Scripted> script{
      {.cycle = 1, .warp = 2, .kind = AccessKind::read, .offsets = affine(0, 4), .values = affine(50, 1)},
      {.cycle = 2, .warp = 1, .kind = AccessKind::read, .offsets = affine(0, 4)},
      {.cycle = 3,
       .warp = 2,
       .active = 0xf0u,
       .kind = AccessKind::write,
       .offsets = affine(0, 8),
       .values = affine(70, 1),
       .buffer = 1},
      {.cycle = 4, .warp = 2, .active = 0x0fu, .kind = AccessKind::write, .offsets = affine(0, 8)},
      {.cycle = 5, .warp = 2, .kind = AccessKind::write, .space = trace::MemorySpace::shared},
      {.cycle = 6,
       .warp = 2,
       .active = 0xf0u,
       .kind = AccessKind::atomic,
       .offsets = affine(0, 2),
       .values = affine(1, 0),
       .stored = affine(2, 0),
       .bytes = 2},
  };
  const trace::Trace trace = trace::recorded(script, grid, block);
  const std::vector<ThreadAccess> rows = accesses_of_thread(trace, 2 * 32 + 5);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].cycle, 1u);
  EXPECT_EQ(rows[0].done, 101u);
  EXPECT_EQ(rows[0].element, 5u);
  EXPECT_EQ(rows[0].value, 55u);
  EXPECT_EQ(rows[1].step, 2u);
  EXPECT_EQ(rows[1].buffer, 1u);
  EXPECT_EQ(rows[1].element, 10u);
  EXPECT_EQ(rows[1].stored, 75u);
  EXPECT_EQ(rows[2].kind, AccessKind::atomic);
  EXPECT_EQ(rows[2].element, 5u);
  EXPECT_EQ(rows[2].stored, 2u);
  EXPECT_EQ(accesses_of_thread(trace, 2 * 32 + 5, 2).size(), 2u);
  EXPECT_TRUE(accesses_of_thread(trace, 255).empty());
  EXPECT_TRUE(accesses_of_thread(trace, ~std::uint64_t{0}).empty());
}

TEST(AccessesOfElement, EveryLaneInOrderOfEffect) {
  const trace::Trace trace = trace::recorded(
      {{.cycle = 1, .warp = 1, .active = 0x11u, .offsets = affine(8, 0)}, {.cycle = 2, .warp = 0, .offsets = affine(0, 4)}}, grid,
      block);
  const std::vector<ThreadAccess> rows = accesses_of_element(trace, 0, 2, 4);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].thread, 32u);
  EXPECT_EQ(rows[1].thread, 36u);
  EXPECT_EQ(rows[2].thread, 2u);
  EXPECT_EQ(accesses_of_element(trace, 0, 2, 4, 1).size(), 1u);
  EXPECT_TRUE(accesses_of_element(trace, 1, 2, 4).empty());
}

}  // namespace
}  // namespace warplens::analysis
