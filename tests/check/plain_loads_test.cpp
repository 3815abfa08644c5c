#include <gtest/gtest.h>

#include "base/random.h"
#include "tests/simt/launcher.h"

// Loads of shared memory that are remembered all lanes at once, and races with them.

namespace warplens::simt {
namespace {

constexpr std::uint32_t threads = 96, words = 32;

/// Thread %t, of warp %w and lane %l; all of the tile has been written before `body`.
std::vector<launch::Finding> findings_of(const std::string& body, trace::Level level = trace::Level::none) {
  launch::Launch launch =
      launch_of(entry_text("",
                           ".reg .pred %p; .reg .b32 %t, %w, %l, %a, %b, %c, %d, %e;\n"
                           ".shared .align 16 .b32 tile[32];\n"
                           "mov.u32 %t, %tid.x; shr.u32 %w, %t, 5; and.b32 %l, %t, 31;\n"
                           "mov.u32 %a, tile; mad.lo.u32 %a, %l, 4, %a;\n"
                           "setp.ne.u32 %p, %w, 0; @%p bra WRITTEN; st.shared.u32 [%a], %l;\nWRITTEN:\nbar.sync 0;\n" +
                               body + "\nret;"),
                1, threads, {});
  launch.check = true;
  launch.trace_level = level;
  const auto result = run(launch);
  EXPECT_TRUE(result.ok()) << base::describe(result.error());
  return result.ok() ? result->findings : std::vector<launch::Finding>{};
}

/// `step` of the lanes where `value` is `wanted`; `number` of the step.
std::string only(const char* value, std::uint32_t wanted, std::size_t number, const std::string& step) {
  const std::string label = "PAST" + std::to_string(number);
  return "setp.ne.u32 %p, " + std::string(value) + ", " + std::to_string(wanted) + ";\n@%p bra " + label + ";\n" + step + "\n" +
         label + ":\n";
}

TEST(VectorLoad, OfAllLanesRacesWithALaterWrite) {
  const std::string load = "ld.shared.v4.u32 {%a, %b, %c, %d}, [tile+16];\n";
  const auto findings = findings_of(load + only("%t", 0, 0, "st.shared.u32 [tile+24], 9;"));
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, launch::FindingKind::data_race);
  EXPECT_EQ(findings[0].element, 6);
  EXPECT_EQ(findings[0].first.access, trace::AccessKind::read);
  EXPECT_NE(findings[0].first.thread.x, 0u);
  EXPECT_EQ(findings[0].first.value, 6u);
  EXPECT_EQ(findings[0].second->thread.x, 0u);
  EXPECT_TRUE(findings_of(load + only("%t", 0, 0, "st.shared.u32 [tile+32], 9;")).empty()) << "it is behind the vector";
  EXPECT_TRUE(findings_of(load + "bar.sync 0;\n" + only("%t", 0, 0, "st.shared.u32 [tile+24], 9;")).empty());
}

/// Loads of all kinds of regular and single lanes, and in the end stores, without a barrier.
std::string random_loads(std::uint64_t seed) {
  base::Random random(seed);
  std::string body;
  for (std::size_t s = 0; s < 10; ++s) {
    const std::string at = "+" + std::to_string(16 * random.below(4)) + "];";
    std::string step;
    switch (random.below(6)) {
      case 0:  // one place
        step = "ld.shared.v4.u32 {%a, %b, %c, %d}, [tile" + at;
        break;
      case 1:
        step = "ld.shared.v2.u32 {%a, %b}, [tile" + at;
        break;
      case 2:  // one place for eight lanes
        step = "shr.u32 %e, %l, 3; mov.u32 %a, tile; mad.lo.u32 %e, %e, 16, %a;\nld.shared.v4.u32 {%a, %b, %c, %d}, [%e];";
        break;
      case 3:  // one for each
        step = "and.b32 %e, %l, 7; mov.u32 %a, tile; mad.lo.u32 %e, %e, 16, %a;\nld.shared.v4.u32 {%a, %b, %c, %d}, [%e];";
        break;
      case 4:
        step = only("%l", random.below(32), 100 + s, "ld.shared.v4.u32 {%a, %b, %c, %d}, [tile" + at);
        break;
      default:
        step = "bar.warp.sync 0xffffffff;";
    }
    body += random.below(2) == 0 ? step + "\n" : only("%w", random.below(3), s, step);
  }
  for (std::size_t s = 10; s < 13; ++s)
    body += only("%t", random.below(threads), s, "st.shared.u32 [tile+" + std::to_string(4 * random.below(words)) + "], 1;");
  return body;
}

// A trace has each lane's address, so that loads are checked lane by lane.
TEST(VectorLoad, IsRememberedAsItsLanesOneByOne) {
  std::size_t found = 0;
  for (std::uint64_t seed = 0; seed < 300 && !HasFailure(); ++seed) {
    const std::string body = random_loads(seed);
    const auto together = findings_of(body), one_by_one = findings_of(body, trace::Level::full);
    SCOPED_TRACE(body);
    ASSERT_EQ(together.size(), one_by_one.size());
    for (std::size_t f = 0; f < together.size(); ++f) {
      EXPECT_EQ(together[f].message, one_by_one[f].message);
      EXPECT_EQ(together[f].count, one_by_one[f].count);
    }
    found += together.size();
  }
  EXPECT_GT(found, 300u);
}

}  // namespace
}  // namespace warplens::simt
