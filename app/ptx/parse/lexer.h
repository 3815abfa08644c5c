#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace warplens::ptx {

enum class TokenKind : std::uint8_t {
  end,
  word,         ///< identifier, register, label or mnemonic: mov, %r1, $L__BB0_2, _Z3fooPf
  dotted,       ///< directive or suffix, without its dot: entry, u32, L2::128B
  number,       ///< literal as written: 12, 0x1f, 077, 0b11, 12U, 0f3F800000, 0d3FF0000000000000, 1.5e-3
  string,       ///< between quotes, escapes as written
  punctuation,  ///< one character
};

/// One token; `text` points into the lexed text.
struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;
  std::uint32_t line = 1, column = 1;  ///< place of its first character, 1-based; columns count bytes
};

/// Splits PTX text into tokens (PTX ISA, "Syntax"); comments and white space are dropped.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  /// Get the next token; always `end` at the end of the text and after the first malformed token.
  Token next();

  /// Description of the malformed token; valid after the next() that returned this token, which has the position.
  const std::optional<std::string>& problem() const { return problem_; }

 private:
  bool skip_blanks(Token& token);
  std::size_t number_end() const;
  char at(std::size_t position) const { return position < text_.size() ? text_[position] : '\0'; }
  void advance_to(std::size_t position);
  Token malformed(Token token, std::string problem);

  std::string_view text_;
  std::size_t position_ = 0;
  std::uint32_t line_ = 1, column_ = 1;
  std::optional<std::string> problem_;
};

/// Value of an integer literal; nothing for a floating-point literal or a value of more than 64 bits.
std::optional<std::uint64_t> integer_value(std::string_view literal);

/// Value of a floating-point literal (0f and 0d forms bit for bit); nothing for an integer literal.
struct FloatingLiteral {
  double value = 0;
  std::optional<std::uint32_t> single_bits;  ///< for the 0f form, its bits
};
std::optional<FloatingLiteral> floating_value(std::string_view literal);

/// The parser's position in the text. Keeps the first error; every token after it is `end`, so that parse functions need not
/// propagate errors: the caller checks for an error once, at the end.
class Cursor {
 public:
  Cursor(std::string_view text, std::string path);

  const Token& current() const { return current_; }
  Token take();
  /// The token after the current one.
  Token next() const {
    Lexer ahead = lexer_;
    return ahead.next();
  }

  bool at_end() const { return current_.kind == TokenKind::end; }
  bool at(char punctuation) const { return current_.kind == TokenKind::punctuation && current_.text[0] == punctuation; }
  bool at_dotted(std::string_view name) const { return current_.kind == TokenKind::dotted && current_.text == name; }

  bool accept(char punctuation);
  bool accept_dotted(std::string_view name);
  void expect(char punctuation);
  /// Take a word; otherwise report an error that `what` was expected.
  Token expect_word(std::string_view what);
  /// Take an integer of at most `limit`; otherwise report an error (`what` was expected, or it is too large) and return 0.
  std::uint64_t expect_integer(std::string_view what, std::uint64_t limit);

  /// Count the operands of the statement that begins here: commas outside brackets and braces up to its semicolon, plus one.
  std::size_t operands_ahead() const;

  /// Skip past the closing brace that matches the opening one here (or one already consumed, with `depth` 1).
  void skip_braces(int depth = 0);
  /// Skip past the next semicolon outside braces.
  void skip_statement();

  void fail(const Token& token, std::string message);
  /// Report the error "expected WHAT, found …" at the current token.
  void fail_expected(std::string_view what);
  const std::optional<base::Error>& error() const { return error_; }
  base::Error error_at(const Token& token, std::string message) const;

 private:
  Token lex();

  Lexer lexer_;
  std::string path_;
  Token current_;
  std::optional<base::Error> error_;
};

/// Name of a token in messages: 'mov', '.reg', the end of the text.
std::string quoted(const Token& token);

}  // namespace warplens::ptx
