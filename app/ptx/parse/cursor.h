#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "ptx/parse/lexer.h"

namespace warplens::ptx {

/// Where the parser stands in the text. The first error is kept and ends the text: from then on every token is `end`, so
/// that the parser's functions need not hand errors up; whoever started the parse asks for the error once.
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

  /// How many operands the statement that begins here has: commas outside brackets and braces, up to its semicolon, and one.
  std::size_t operands_ahead() const;

  /// Step to behind the closing brace that belongs to the opening one here (or to one already taken, with `depth` 1).
  void skip_braces(int depth = 0);
  /// Step to behind the next semicolon outside braces.
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

/// How a token is named in a message: 'mov', '.reg', the end of the text.
std::string quoted(const Token& token);

}  // namespace warplens::ptx
