#include "base/escaped.h"

#include <gtest/gtest.h>

#include "base/result.h"

namespace warplens::base {
namespace {

TEST(Escaped, IsWhatATerminalWouldTakeForACommand) {
  EXPECT_EQ(escaped("\x1b[2J\x1b]0;title\x07"), "\\x1b[2J\\x1b]0;title\\x07");
  EXPECT_EQ(escaped("a\r\b\x7f"), "a\\x0d\\x08\\x7f");
  EXPECT_EQ(escaped(std::string("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(escaped("\xc2\x9b"
                    "31m"),
            "\\xc2\\x9b"
            "31m")
      << "CSI as one character";
  EXPECT_EQ(escaped("\xe2\x80\xae"
                    "gpj"),
            "\\xe2\\x80\\xaegpj")
      << "turns the direction of writing";
  EXPECT_EQ(escaped("a\nb\tc"), "a\\x0ab\\x09c");
  EXPECT_EQ(escaped_lines("a\nb\tc\r\x1b"), "a\nb\tc\\x0d\\x1b");
}

TEST(Escaped, IsNoOtherLetter) {
  EXPECT_EQ(escaped("Größe 16 × 16 → 音 🙂 C:\\x"), "Größe 16 × 16 → 音 🙂 C:\\x");
  EXPECT_EQ(escaped(""), "");
}

/// RFC 3629, section 10: "sequences that are no UTF-8".
TEST(Escaped, IsWhatIsNoUtf8) {
  EXPECT_EQ(escaped("\xff"), "\\xff");
  EXPECT_EQ(escaped("\x9b"
                    "2J"),
            "\\x9b"
            "2J")
      << "CSI as one byte";
  EXPECT_EQ(escaped("\xc3"), "\\xc3") << "cut off";
  EXPECT_EQ(escaped("\xc3("), "\\xc3(");
  EXPECT_EQ(escaped("\xc0\x9b"), "\\xc0\\x9b") << "longer than needed";
  EXPECT_EQ(escaped("\xe0\x82\x9b"), "\\xe0\\x82\\x9b");
  EXPECT_EQ(escaped("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "half of a pair";
  EXPECT_EQ(escaped("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "beyond Unicode";
  EXPECT_EQ(escaped("\xc3\x1b[2J"), "\\xc3\\x1b[2J");
}

TEST(Escaped, IsEveryErrorThatIsPrinted) {
  EXPECT_EQ(describe({"a\x1b.toml", 3, 1, "there is no '\x1b[2J'"}), "a\\x1b.toml:3:1: error: there is no '\\x1b[2J'");
}

}  // namespace
}  // namespace warplens::base
