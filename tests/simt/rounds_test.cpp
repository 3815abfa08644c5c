#include "simt/check/rounds.h"

#include <gtest/gtest.h>

#include <string>

#include "launcher.h"

namespace warplens::simt {
namespace {

/// A block of 64 threads, thread t of which stores what `value` says to word t of shared memory and reads word 63 - t after a
/// barrier: 3 rounds of a loop at line 20, around 4 rounds of another at line 30, with or without a barrier at its end.
std::string loops(const std::string& value, const std::string& end) {
  return entry_text("",
                    ".reg .pred %p; .reg .b32 %t, %i, %j, %v, %d, %s, %o; .shared .align 4 .b8 tile[256];\n"
                    ".loc 1 10 1\n"
                    "mov.u32 %t, %tid.x; shl.b32 %o, %t, 2; mov.u32 %s, tile; add.u32 %o, %o, %s; sub.u32 %d, 63, %t;\n"
                    "shl.b32 %d, %d, 2; add.u32 %d, %d, %s; mov.u32 %i, 1;\n"
                    "OUTER: mov.u32 %j, 1;\n"
                    "INNER: .loc 1 31 1\n" +
                        value +
                        " st.shared.u32 [%o], %v;\n"
                        ".loc 1 32 1\nbar.sync 0;\n"
                        ".loc 1 33 1\nld.shared.u32 %v, [%d];\n" +
                        end +
                        ".loc 1 30 1\nadd.u32 %j, %j, 1; setp.le.u32 %p, %j, 4; @%p bra INNER;\n"
                        ".loc 1 20 1\nadd.u32 %i, %i, 1; setp.le.u32 %p, %i, 3; @%p bra OUTER;\n"
                        "ret;") +
         ".file 1 \"k.cu\"\n";
}

launch::LaunchResult found_in(const std::string& text) {
  launch::Launch launch = launch_of(text, 1, 64, {});
  launch.check = true;
  auto result = run(launch);
  EXPECT_TRUE(result.ok());
  return result.ok() ? std::move(*result) : launch::LaunchResult{};
}

std::string between(std::uint64_t read, std::uint64_t write, int line) {
  return "between the read of round " + std::to_string(read) + " and the write of round " + std::to_string(write) +
         " of the loop in line " + std::to_string(line) + ")";
}

TEST(Rounds, AreThoseThatTheKernelCounts) {
  const launch::LaunchResult result = found_in(loops("mov.u32 %v, %j;", ""));
  ASSERT_EQ(result.findings.size(), 1u);
  const launch::Finding& finding = result.findings[0];
  const std::uint64_t write = finding.second->value, read = finding.first.value;  // each is the round in which it was stored
  EXPECT_EQ(write, read + 1);
  EXPECT_NE(finding.message.find(between(read, write, 30)), std::string::npos) << finding.message;
}

// Only the last round of the inner loop is without a barrier.
TEST(Rounds, OfTheOuterLoopWhereTheInnerOnesAreInOrder) {
  const launch::LaunchResult result =
      found_in(loops("mov.u32 %v, %i;", "setp.eq.u32 %p, %j, 4; @%p bra LAST; bar.sync 0; LAST:\n"));
  ASSERT_EQ(result.findings.size(), 1u);
  const launch::Finding& finding = result.findings[0];
  EXPECT_NE(finding.message.find(between(finding.first.value, finding.second->value, 20)), std::string::npos) << finding.message;
  EXPECT_EQ(finding.second->value, finding.first.value + 1);
}

TEST(Rounds, AreNotNamedWhereARaceIsWithinOne) {
  std::string text = loops("mov.u32 %v, %i;", "bar.sync 0;\n");
  EXPECT_TRUE(found_in(text).findings.empty());
  text.erase(text.find("bar.sync 0;"), 11);
  const launch::LaunchResult result = found_in(text);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_NE(result.findings[0].message.find("stands between them)"), std::string::npos) << result.findings[0].message;
}

}  // namespace
}  // namespace warplens::simt
