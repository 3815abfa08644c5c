#include "ptx/parse/lexer.h"

#include <bit>
#include <charconv>
#include <system_error>
#include <utility>

namespace warplens::ptx {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool starts_word(char c) { return is_letter(c) || c == '_' || c == '$' || c == '%'; }
bool continues_word(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '$'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

template <typename Integer>
std::optional<Integer> whole(std::string_view digits, int base) {
  Integer value = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (code != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

bool has_prefix(std::string_view literal, char lower, char upper) {
  return literal.size() > 2 && literal[0] == '0' && (literal[1] == lower || literal[1] == upper);
}

}  // namespace

void Lexer::advance_to(std::size_t position) {
  for (; position_ < position; ++position_) {
    if (text_[position_] == '\n') {
      ++line_;
      column_ = 1;
    } else {
      ++column_;
    }
  }
}

Token Lexer::malformed(Token token, std::string problem) {
  problem_ = std::move(problem);
  position_ = text_.size();
  token.kind = TokenKind::end;
  return token;
}

/// Skip white space and comments. False for an unterminated comment; `token` is then its start.
bool Lexer::skip_blanks(Token& token) {
  for (;;) {
    while (position_ < text_.size() && is_blank(text_[position_])) advance_to(position_ + 1);
    token.line = line_;
    token.column = column_;
    if (at(position_) != '/') return true;
    if (at(position_ + 1) == '/') {
      const std::size_t end = text_.find('\n', position_);
      advance_to(end == std::string_view::npos ? text_.size() : end);
    } else if (at(position_ + 1) == '*') {
      const std::size_t end = text_.find("*/", position_ + 2);
      if (end == std::string_view::npos) return false;
      advance_to(end + 2);
    } else {
      return true;
    }
  }
}

/// End of the number that starts here. An exponent's sign belongs to it in decimal literals only.
std::size_t Lexer::number_end() const {
  const char second = at(position_ + 1);
  const bool prefixed = at(position_) == '0' && is_letter(second) && second != 'e' && second != 'E';
  std::size_t end = position_;
  while (is_letter(at(end)) || is_digit(at(end)) || (!prefixed && at(end) == '.' && is_digit(at(end + 1)))) {
    const bool exponent = !prefixed && (at(end) == 'e' || at(end) == 'E');
    ++end;
    if (exponent && (at(end) == '+' || at(end) == '-') && is_digit(at(end + 1))) ++end;
  }
  return end;
}

Token Lexer::next() {
  Token token;
  if (!skip_blanks(token)) return malformed(token, "this comment is never closed");
  if (position_ >= text_.size()) return token;

  const std::size_t first = position_;
  std::size_t end = first + 1;
  const char c = text_[first];
  if (starts_word(c)) {
    token.kind = TokenKind::word;
    while (continues_word(at(end))) ++end;
  } else if (is_digit(c)) {
    token.kind = TokenKind::number;
    end = number_end();
  } else if (c == '.' && continues_word(at(end))) {
    token.kind = TokenKind::dotted;
    while (continues_word(at(end)) || (at(end) == ':' && at(end + 1) == ':' && continues_word(at(end + 2)))) {
      end += at(end) == ':' ? 2 : 1;
    }
  } else if (c == '"') {
    token.kind = TokenKind::string;
    while (end < text_.size() && text_[end] != '"' && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
    if (at(end) != '"') return malformed(token, "this string is never closed");
    ++end;
  } else if (std::string_view("@!|<>=(){}[],;:+-*/.~&^?").find(c) != std::string_view::npos) {
    token.kind = TokenKind::punctuation;
  } else {
    static constexpr char hex[] = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    const bool printable = byte > ' ' && byte < 0x7f;
    return malformed(token, printable ? std::string("'") + c + "' has no meaning in PTX"
                                      : std::string("byte 0x") + hex[byte >> 4] + hex[byte & 15] + " has no meaning in PTX");
  }
  token.text = text_.substr(first, end - first);
  if (token.kind == TokenKind::dotted) token.text.remove_prefix(1);
  if (token.kind == TokenKind::string) token.text = token.text.substr(1, token.text.size() - 2);
  advance_to(end);
  return token;
}

std::optional<std::uint64_t> integer_value(std::string_view literal) {
  if (literal.size() > 1 && (literal.back() == 'U' || literal.back() == 'u')) literal.remove_suffix(1);
  if (has_prefix(literal, 'x', 'X')) return whole<std::uint64_t>(literal.substr(2), 16);
  if (has_prefix(literal, 'b', 'B')) return whole<std::uint64_t>(literal.substr(2), 2);
  if (literal.size() > 1 && literal[0] == '0') return whole<std::uint64_t>(literal.substr(1), 8);
  return whole<std::uint64_t>(literal, 10);
}

std::optional<FloatingLiteral> floating_value(std::string_view literal) {
  if (has_prefix(literal, 'f', 'F')) {
    const auto bits = literal.size() == 10 ? whole<std::uint32_t>(literal.substr(2), 16) : std::nullopt;
    if (!bits) return std::nullopt;
    return FloatingLiteral{static_cast<double>(std::bit_cast<float>(*bits)), bits};
  }
  if (has_prefix(literal, 'd', 'D')) {
    const auto bits = literal.size() == 18 ? whole<std::uint64_t>(literal.substr(2), 16) : std::nullopt;
    if (!bits) return std::nullopt;
    return FloatingLiteral{std::bit_cast<double>(*bits), std::nullopt};
  }
  if (literal.find_first_of(".eE") == std::string_view::npos || has_prefix(literal, 'x', 'X')) return std::nullopt;
  double value = 0;
  const auto [end, code] = std::from_chars(literal.data(), literal.data() + literal.size(), value);
  if (code != std::errc() || end != literal.data() + literal.size()) return std::nullopt;
  return FloatingLiteral{value, std::nullopt};
}

std::string quoted(const Token& token) {
  constexpr std::size_t longest = 60;
  if (token.kind == TokenKind::end) return "the end of the text";
  std::string text(token.text.substr(0, longest));
  if (token.text.size() > longest) text += "…";
  if (token.kind == TokenKind::dotted) return "'." + text + "'";
  if (token.kind == TokenKind::string) return "\"" + text + "\"";
  return "'" + text + "'";
}

Cursor::Cursor(std::string_view text, std::string path) : lexer_(text), path_(std::move(path)) { current_ = lex(); }

Token Cursor::lex() {
  const Token token = lexer_.next();
  if (lexer_.problem() && !error_) error_ = error_at(token, *lexer_.problem());
  return token;
}

Token Cursor::take() {
  const Token taken = current_;
  if (!error_) current_ = lex();
  return taken;
}

bool Cursor::accept(char punctuation) {
  if (!at(punctuation)) return false;
  take();
  return true;
}

bool Cursor::accept_dotted(std::string_view name) {
  if (!at_dotted(name)) return false;
  take();
  return true;
}

void Cursor::expect(char punctuation) {
  if (!accept(punctuation)) fail_expected(std::string("'") + punctuation + "'");
}

Token Cursor::expect_word(std::string_view what) {
  if (current_.kind == TokenKind::word) return take();
  fail_expected(what);
  return current_;
}

std::uint64_t Cursor::expect_integer(std::string_view what, std::uint64_t limit) {
  const auto value = current_.kind == TokenKind::number ? integer_value(current_.text) : std::nullopt;
  if (!value) {
    fail_expected(what);
    return 0;
  }
  if (*value > limit) {
    fail(current_, std::string(what) + " " + std::string(current_.text) + " is more than " + std::to_string(limit));
    return 0;
  }
  take();
  return *value;
}

std::size_t Cursor::operands_ahead() const {
  if (at(';') || at_end()) return 0;
  Lexer ahead = lexer_;
  std::size_t operands = 1;
  int depth = 0;
  for (Token token = current_; token.kind != TokenKind::end; token = ahead.next()) {
    if (token.kind != TokenKind::punctuation) continue;
    const char mark = token.text[0];
    if (mark == ';') break;
    if (mark == '[' || mark == '{') ++depth;
    if (mark == ']' || mark == '}') --depth;
    if (mark == ',' && depth == 0) ++operands;
  }
  return operands;
}

void Cursor::skip_braces(int depth) {
  const Token first = current_;
  do {
    if (at('{')) ++depth;
    if (at('}')) --depth;
    if (at_end()) return fail(first, "this '{' is never closed");
    take();
  } while (depth > 0);
}

void Cursor::skip_statement() {
  while (!at(';') && !at_end()) {
    if (at('{')) {
      skip_braces();
    } else {
      take();
    }
  }
  expect(';');
}

base::Error Cursor::error_at(const Token& token, std::string message) const {
  return {path_, static_cast<int>(token.line), static_cast<int>(token.column), std::move(message)};
}

void Cursor::fail(const Token& token, std::string message) {
  if (!error_) error_ = error_at(token, std::move(message));
  current_ = {TokenKind::end, {}, current_.line, current_.column};
}

void Cursor::fail_expected(std::string_view what) {
  fail(current_, "expected " + std::string(what) + ", found " + quoted(current_));
}

}  // namespace warplens::ptx
