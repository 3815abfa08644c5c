#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace warplens::ptx::nvvm {

enum class TokenKind : std::uint8_t {
  end,
  word,         ///< keyword, attribute or type: define, i32, nuw, DW_TAG_member
  label,        ///< block or a field's name, without its colon: "entry:", "12:", "line:"
  integer,      ///< as written: 12, -3, u0x1F
  floating,     ///< as written: 1.0e+00, 0x3FF0000000000000, 0xH3C00
  text,         ///< between quotes
  bytes,        ///< c"…"
  local,        ///< %name, %12, %"a b"
  global,       ///< @name
  group,        ///< #5: attributes
  record,       ///< #dbg_declare and the like
  comdat,       ///< $name
  summary,      ///< ^5
  metadata,     ///< !7, !DILocation, !dbg; a lone ! is punctuation
  punctuation,  ///< one character, or three dots
};

/// Place in the text, 1-based; columns count bytes.
struct Place {
  std::uint32_t line = 1, column = 1;
};

/// One token; the texts point into the lexed text.
struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;     ///< without mark, quotes and colon, escapes as written
  std::string_view written;  ///< all of it
  Place place;               ///< of its first character
};

/// The token's text with its escapes, \\ and \XX, resolved.
std::string unescaped(const Token& token);

/// Splits LLVM IR into tokens (LLVM Language Reference Manual); comments and white space are dropped.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  /// Get the next token; always `end` at the end of the text and after the first malformed token.
  Token next();

  /// Description of the malformed token; valid after the next() that returned this token, which has the position.
  const std::optional<std::string>& problem() const { return problem_; }

 private:
  char at(std::size_t position) const { return position < text_.size() ? text_[position] : '\0'; }
  template <typename Accepts>
  std::size_t run(std::size_t first, Accepts accepts) const;
  std::size_t number_end(std::size_t first) const;
  Token cut(Token token, TokenKind kind, std::size_t end, std::size_t before, std::size_t after);
  Token string(Token token, TokenKind kind, std::size_t mark);
  Token named(Token token, TokenKind kind);
  Token malformed(Token token, std::string problem);

  std::string_view text_;
  std::size_t position_ = 0, line_start_ = 0;
  std::uint32_t line_ = 1;
  std::optional<std::string> problem_;
};

/// The reader's position in the text. Keeps the first error; every token after it is `end`, so that reading functions need not
/// propagate errors: the caller checks for an error once, at the end.
class TokenCursor {
 public:
  TokenCursor(std::string_view text, std::string path);

  const Token& current() const { return current_; }
  Token take();
  /// The token after the current one.
  Token next() const {
    Lexer ahead = lexer_;
    return ahead.next();
  }

  bool at(TokenKind kind) const { return current_.kind == kind; }
  bool at(char mark) const { return at(TokenKind::punctuation) && current_.text[0] == mark; }
  bool at(std::string_view word) const { return at(TokenKind::word) && current_.text == word; }
  template <typename What>
  bool accept(What what) {
    return at(what) && (take(), true);
  }
  void expect(char mark);
  void expect(std::string_view word);
  /// Take a token of a kind; otherwise report that `what` was expected.
  Token expect(TokenKind kind, std::string_view what);
  /// Take a whole number up to `limit`. If there is none, or a larger one, report an error that names `what`, and return 0.
  std::uint64_t expect_number(std::string_view what, std::uint64_t limit);

  /// Skip the group in brackets that begins here, and return the text between them.
  std::string_view skip_group();

  /// Report an error, unless there was one before.
  void fail(Place place, std::string message);
  void fail(const Token& token, std::string message) { fail(token.place, std::move(message)); }
  /// Report the error "expected WHAT, found …" at the current token.
  void fail_expected(std::string_view what);
  const std::optional<base::Error>& error() const { return error_; }

 private:
  Token lex();

  Lexer lexer_;
  std::string path_;
  Token current_;
  std::optional<base::Error> error_;
};

}  // namespace warplens::ptx::nvvm
