#include "desk/editing/editor.h"

#include <gtest/gtest.h>

#include <random>

// Lines of an edited text in the text that ran.

namespace warplens::desk {
namespace {

SourceText text_of(const std::string& letters) {
  std::string text;
  for (const char c : letters) text += std::string(1, c) + "\n";
  return cuda_source("text", text);
}

/// "1 2 ~3 -": lines by number, ~ where changed, - where there is none.
std::string matched(const std::string& ran, const std::string& now) {
  std::string words;
  for (const MatchedLine& match : match_lines(text_of(ran), text_of(now))) {
    words += (words.empty() ? "" : " ") + std::string(match.changed ? "~" : "");
    words += match.line == 0 ? "-" : std::to_string(match.line);
  }
  return words;
}

TEST(LineMatch, FollowsWhatWasInsertedRemovedAndReplaced) {
  EXPECT_EQ(matched("abc", "abc"), "1 2 3");
  EXPECT_EQ(matched("abc", "axbc"), "1 - 2 3");
  EXPECT_EQ(matched("abc", "ac"), "1 3");
  EXPECT_EQ(matched("abc", "axc"), "1 ~2 3");
  EXPECT_EQ(matched("abcd", "xbyd"), "~1 2 ~3 4");
  EXPECT_EQ(matched("", "ab"), "- -");
  EXPECT_EQ(matched("ab", ""), "");
  EXPECT_EQ(matched("aaa", "aaaa"), "1 2 3 -") << "which of equal lines is new cannot be told";
  EXPECT_EQ(line_now(match_lines(text_of("abc"), text_of("xxabc")), 3), 5u);
  EXPECT_EQ(line_now(match_lines(text_of("abc"), text_of("ab")), 3), 0u);
}

/// Whatever the texts: matched lines ascend, and are equal unless they are said to be changed.
TEST(LineMatch, IsInOrderForAnyTexts) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::string ran, now;
    for (std::size_t k = random() % 20; k > 0; --k) ran += static_cast<char>('a' + random() % 4);
    for (std::size_t k = random() % 20; k > 0; --k) now += static_cast<char>('a' + random() % 4);
    std::uint32_t last = 0;
    const auto matches = match_lines(text_of(ran), text_of(now));
    ASSERT_EQ(matches.size(), now.size());
    for (std::size_t k = 0; k < matches.size(); ++k) {
      if (matches[k].line == 0) continue;
      ASSERT_GT(matches[k].line, last) << ran << " " << now;
      last = matches[k].line;
      ASSERT_LE(last, ran.size());
      EXPECT_EQ(ran[last - 1] != now[k], matches[k].changed) << ran << " " << now << " " << k;
    }
  }
}

}  // namespace
}  // namespace warplens::desk
