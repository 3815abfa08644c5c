#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "ptx/parse/lexer.h"

namespace warplens::ptx {

/// The parser's position in the text. Keeps the first error; every token after it is `end`, so that parse functions need not
/// propagate errors: the caller checks for an error once, at the end.
class Cursor {
 public:
  Cursor(std::string_view text, std::string path);

  const Token& current() const { return current_; }
  Token take();

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
