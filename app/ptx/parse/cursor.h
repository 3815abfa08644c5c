#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "ptx/parse/lexer.h"

namespace warplens::ptx {

/// The parser's position in the text. The first error is kept, and every token after it is `end`, so that parse functions need
/// not propagate errors; the caller checks for the error once, at the end.
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
  /// A word, or an error that says `what` was expected here.
  Token expect_word(std::string_view what);
  /// An integer of at most `limit`, or an error that says `what` was expected or that it is too large; 0 then.
  std::uint64_t expect_integer(std::string_view what, std::uint64_t limit);

  /// Number of operands of the statement that begins here: commas outside brackets and braces up to its semicolon, plus one.
  std::size_t operands_ahead() const;

  /// Skip past the closing brace that matches the opening one here (or one already consumed, with `depth` 1).
  void skip_braces(int depth = 0);
  /// Skip past the next semicolon outside braces.
  void skip_statement();

  void fail(const Token& token, std::string message);
  /// Error "expected WHAT, found …" at the current token.
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
