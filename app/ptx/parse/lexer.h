#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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

}  // namespace warplens::ptx
