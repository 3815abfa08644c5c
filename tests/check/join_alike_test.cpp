#include "simt/check/join_alike.h"

#include <gtest/gtest.h>

namespace warplens::simt {
namespace {

std::vector<launch::Finding> races(std::size_t count, const char* buffer = "part") {
  std::vector<launch::Finding> findings;
  for (std::size_t k = 0; k < count; ++k) {
    launch::Finding finding;
    finding.space = "shared";
    finding.buffer = buffer;
    finding.count = 10;
    finding.message = "A race.";
    finding.first.line = static_cast<std::uint32_t>(20 + k);
    finding.second = finding.first;
    finding.second->line = static_cast<std::uint32_t>(21 + k);
    findings.push_back(finding);
  }
  return findings;
}

TEST(JoinAlike, MakesOneOfMany) {
  std::vector<launch::Finding> findings = races(9);
  join_alike(findings);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].message, "A race. The same is so for 8 more pairs of lines between 20 and 29.");
  EXPECT_EQ(findings[0].count, 90u);
}

TEST(JoinAlike, LeavesAFewAndOtherArrays) {
  std::vector<launch::Finding> findings = races(6);
  const std::vector<launch::Finding> other = races(1, "other");
  findings.insert(findings.begin(), other.begin(), other.end());
  join_alike(findings);
  EXPECT_EQ(findings.size(), 7u);
  std::vector<launch::Finding> global = races(9);
  for (launch::Finding& finding : global) finding.space = "global";
  join_alike(global);
  EXPECT_EQ(global.size(), 9u);
}

}  // namespace
}  // namespace warplens::simt
