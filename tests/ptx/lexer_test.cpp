#include "ptx/parse/lexer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace warplens::ptx {
namespace {

std::vector<Token> tokens_of(std::string_view text) {
  Lexer lexer(text);
  std::vector<Token> tokens;
  for (Token token = lexer.next(); token.kind != TokenKind::end; token = lexer.next()) tokens.push_back(token);
  return tokens;
}

std::vector<std::string> texts_of(std::string_view text) {
  std::vector<std::string> texts;
  for (const Token& token : tokens_of(text)) texts.emplace_back(token.text);
  return texts;
}

std::string problem_of(std::string_view text) {
  Lexer lexer(text);
  while (lexer.next().kind != TokenKind::end) {
  }
  return lexer.problem().value_or("");
}

using Texts = std::vector<std::string>;

TEST(Lexer, SplitsAnInstructionIntoWordsAndSuffixes) {
  EXPECT_EQ(texts_of("@!%p1 ld.global.v2.f32 {%f1,_}, [%rd1+-4];"),
            (Texts{"@", "!", "%p1", "ld", "global", "v2", "f32", "{", "%f1", ",",
                   "_", "}", ",",   "[",  "%rd1",   "+",  "-",   "4", "]",   ";"}));
}

TEST(Lexer, KnowsPlacesInLinesAndColumns) {
  const auto tokens = tokens_of("a\n  b\t.c // d\n/* e\n */ f");
  ASSERT_EQ(tokens.size(), 4u);
  EXPECT_EQ(tokens[1].line, 2u);
  EXPECT_EQ(tokens[1].column, 3u);
  EXPECT_EQ(tokens[2].column, 5u);
  EXPECT_EQ(tokens[3].line, 4u);
  EXPECT_EQ(tokens[3].column, 5u);
}

TEST(Lexer, KeepsSuffixesWithDoubleColonsAndDigitsWhole) {
  EXPECT_EQ(texts_of("ld.L2::128B.b8 tex.2d"), (Texts{"ld", "L2::128B", "b8", "tex", "2d"}));
  EXPECT_EQ(texts_of("x:"), (Texts{"x", ":"}));
}

TEST(Lexer, EndsDecimalsAtTheirExponentAndHexadecimalsAtTheirDigits) {
  EXPECT_EQ(texts_of("1.5e-3 0x1e-3 0f3F800000+1 12U 6.3"),
            (Texts{"1.5e-3", "0x1e", "-", "3", "0f3F800000", "+", "1", "12U", "6.3"}));
}

TEST(Lexer, LeavesEscapedQuotesInStrings) {
  const auto tokens = tokens_of(R"("a \"b\" \\")");
  ASSERT_EQ(tokens.size(), 1u);
  EXPECT_EQ(tokens[0].kind, TokenKind::string);
  EXPECT_EQ(tokens[0].text, R"(a \"b\" \\)");
}

TEST(Lexer, SaysWhatIsMalformed) {
  EXPECT_EQ(problem_of("mov /* never"), "this comment is never closed");
  EXPECT_EQ(problem_of("\"never"), "this string is never closed");
  EXPECT_EQ(problem_of("\"escape at the end\\"), "this string is never closed");
  EXPECT_EQ(problem_of("\"line\n\""), "this string is never closed");
  EXPECT_EQ(problem_of("mov #1"), "'#' has no meaning in PTX");
  EXPECT_EQ(problem_of(std::string("mov \0 x", 7)), "byte 0x00 has no meaning in PTX");
  EXPECT_EQ(problem_of("\xc3\xa9"), "byte 0xc3 has no meaning in PTX");
  EXPECT_EQ(problem_of("\\"), "'\\' has no meaning in PTX");
  EXPECT_EQ(problem_of("// a comment ends with the text"), "");
  EXPECT_EQ(problem_of(""), "");
}

TEST(Lexer, StopsForGoodAtWhatIsMalformed) {
  Lexer lexer("a # b");
  lexer.next();
  const Token bad = lexer.next();
  EXPECT_EQ(bad.kind, TokenKind::end);
  EXPECT_EQ(bad.column, 3u);
  EXPECT_EQ(lexer.next().kind, TokenKind::end);
}

TEST(IntegerLiteral, HasFourBases) {
  EXPECT_EQ(integer_value("1024"), 1024u);
  EXPECT_EQ(integer_value("0"), 0u);
  EXPECT_EQ(integer_value("0x1fU"), 31u);
  EXPECT_EQ(integer_value("0b1010"), 10u);
  EXPECT_EQ(integer_value("017"), 15u);
  EXPECT_EQ(integer_value("18446744073709551615"), 18446744073709551615u);
}

TEST(IntegerLiteral, RefusesWhatIsNone) {
  for (const char* text : {"18446744073709551616", "0x", "09", "12abc", "1.5", "0f3F800000", "0b2", "U", ""}) {
    EXPECT_FALSE(integer_value(text)) << text;
  }
}

TEST(FloatingLiteral, ReadsBitsAndDecimals) {
  EXPECT_EQ(floating_value("0f3FC00000")->value, 1.5);
  EXPECT_EQ(floating_value("0f3FC00000")->single_bits, 0x3fc00000u);
  EXPECT_EQ(floating_value("0d4004000000000000")->value, 2.5);
  EXPECT_FALSE(floating_value("0d4004000000000000")->single_bits);
  EXPECT_EQ(floating_value("1.25e2")->value, 125.0);
}

TEST(FloatingLiteral, RefusesWhatIsNone) {
  for (const char* text : {"12", "0f3F8", "0f3F8000000", "0d3FF", "0x1e", "1.5.5", "1e", "1e999"}) {
    EXPECT_FALSE(floating_value(text)) << text;
  }
}

}  // namespace
}  // namespace warplens::ptx
