#include "ptx/nvvm/lexer.h"

#include <charconv>
#include <system_error>
#include <utility>

namespace warplens::ptx::nvvm {
namespace {

bool is_ir_digit(char c) { return c >= '0' && c <= '9'; }
bool is_ir_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_ir_hex(char c) { return is_ir_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool in_ir_word(char c) { return is_ir_letter(c) || is_ir_digit(c) || c == '_'; }
bool in_ir_name(char c) { return in_ir_word(c) || c == '-' || c == '$' || c == '.'; }
bool in_metadata_name(char c) { return in_ir_name(c) || c == '\\'; }

int hex_value(char c) { return is_ir_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10; }

bool is_hex_word(std::string_view word, char prefix) {
  if (word.size() < 4 || word[0] != prefix || word[1] != '0' || word[2] != 'x') return false;
  for (const char c : word.substr(3)) {
    if (!is_ir_hex(c)) return false;
  }
  return true;
}

std::string found_name(const Token& token) {
  constexpr std::size_t longest = 60;
  if (token.kind == TokenKind::end) return "the end of the text";
  std::string text(token.written.substr(0, longest));
  if (token.written.size() > longest) text += "…";
  return "'" + text + "'";
}

}  // namespace

std::string unescaped(const Token& token) {
  std::string result;
  result.reserve(token.text.size());
  const std::string_view text = token.text;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == '\\') {
      result += text[i++];
    } else if (text[i] == '\\' && i + 2 < text.size() && is_ir_hex(text[i + 1]) && is_ir_hex(text[i + 2])) {
      result += static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
      i += 2;
    } else {
      result += text[i];
    }
  }
  return result;
}

template <typename Accepts>
std::size_t Lexer::run(std::size_t first, Accepts accepts) const {
  while (first < text_.size() && accepts(text_[first])) ++first;
  return first;
}

std::size_t Lexer::number_end(std::size_t first) const {
  std::size_t end = first;
  if (at(end) == '-' || at(end) == '+') ++end;
  if (at(end) == '0' && at(end + 1) == 'x') return run(end + 2, [](char c) { return is_ir_letter(c) || is_ir_digit(c); });
  end = run(end, is_ir_digit);
  if (at(end) != '.') return end;
  end = run(end + 1, is_ir_digit);
  if (at(end) != 'e' && at(end) != 'E') return end;
  const std::size_t digits = at(end + 1) == '+' || at(end + 1) == '-' ? end + 2 : end + 1;
  return is_ir_digit(at(digits)) ? run(digits, is_ir_digit) : end;
}

Token Lexer::malformed(Token token, std::string problem) {
  problem_ = std::move(problem);
  position_ = text_.size();
  token.kind = TokenKind::end;
  return token;
}

/// Take the text up to `end` as a token, whose text lacks characters before and after it.
Token Lexer::cut(Token token, TokenKind kind, std::size_t end, std::size_t before, std::size_t after) {
  token.kind = kind;
  token.written = text_.substr(position_, end - position_);
  token.text = token.written.substr(before, token.written.size() - before - after);
  position_ = end;
  return token;
}

/// A string in quotes, `mark` characters from here.
Token Lexer::string(Token token, TokenKind kind, std::size_t mark) {
  const std::size_t end = text_.find('"', position_ + mark + 1);
  if (end == std::string_view::npos) return malformed(token, "this string is never closed");
  const std::size_t first = position_ + mark;
  const std::string_view body = text_.substr(first, end - first);
  const bool label = kind == TokenKind::text && at(end + 1) == ':';
  token = cut(token, label ? TokenKind::label : kind, end + (label ? 2 : 1), mark + 1, label ? 2 : 1);
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (body[i] != '\n') continue;
    ++line_;
    line_start_ = first + i + 1;
  }
  return token;
}

/// A mark and a name: %x, @"a b".
Token Lexer::named(Token token, TokenKind kind) {
  if (at(position_ + 1) == '"') return string(token, kind, 1);
  const std::size_t end = is_ir_digit(at(position_ + 1)) ? run(position_ + 1, is_ir_digit) : run(position_ + 1, in_ir_name);
  if (end == position_ + 1) return malformed(token, std::string("expected a name after '") + at(position_) + "'");
  return cut(token, kind, end, 1, 0);
}

Token Lexer::next() {
  for (; position_ < text_.size(); ++position_) {
    const char c = text_[position_];
    if (c == ';') position_ = run(position_, [](char in) { return in != '\n'; });
    if (at(position_) == '\n') {
      ++line_;
      line_start_ = position_ + 1;
    } else if (c != ' ' && c != '\t' && c != '\r' && c != ';') {
      break;
    }
  }
  Token token;
  token.place = {line_, static_cast<std::uint32_t>(position_ - line_start_) + 1};
  if (position_ >= text_.size()) return token;

  const char c = text_[position_], second = at(position_ + 1);
  if (c == '"') return string(token, TokenKind::text, 0);
  if (c == 'c' && second == '"') return string(token, TokenKind::bytes, 1);
  if (c == '%') return named(token, TokenKind::local);
  if (c == '@') return named(token, TokenKind::global);
  if (in_ir_name(c)) {
    const std::size_t end = run(position_, in_ir_name);
    if (at(end) == ':') return cut(token, TokenKind::label, end + 1, 0, 1);
  }
  if (c == '$') return named(token, TokenKind::comdat);
  if (is_ir_letter(c) || c == '_') {
    const std::size_t end = run(position_, in_ir_word);
    const std::string_view word = text_.substr(position_, end - position_);
    const bool integer = is_hex_word(word, 'u') || is_hex_word(word, 's');
    return cut(token, integer ? TokenKind::integer : TokenKind::word, end, 0, 0);
  }
  if (is_ir_digit(c) || ((c == '-' || c == '+') && is_ir_digit(second))) {
    const std::size_t end = number_end(position_);
    const bool floating = text_.substr(position_, end - position_).find_first_of(".x") != std::string_view::npos;
    return cut(token, floating ? TokenKind::floating : TokenKind::integer, end, 0, 0);
  }
  if (c == '!' && in_metadata_name(second)) {
    return cut(token, TokenKind::metadata, run(position_ + 1, is_ir_digit(second) ? is_ir_digit : in_metadata_name), 1, 0);
  }
  if ((c == '#' || c == '^') && is_ir_digit(second)) {
    return cut(token, c == '#' ? TokenKind::group : TokenKind::summary, run(position_ + 1, is_ir_digit), 1, 0);
  }
  if (c == '#' && is_ir_letter(second)) return cut(token, TokenKind::record, run(position_ + 1, in_ir_word), 1, 0);
  if (c == '.' && second == '.' && at(position_ + 2) == '.') return cut(token, TokenKind::punctuation, position_ + 3, 0, 0);
  if (std::string_view("=,*[]{}()<>|!:").find(c) != std::string_view::npos) {
    return cut(token, TokenKind::punctuation, position_ + 1, 0, 0);
  }
  static constexpr char hex[] = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  const bool printable = byte > ' ' && byte < 0x7f;
  return malformed(token, (printable ? std::string("'") + c + "'" : std::string("byte 0x") + hex[byte >> 4] + hex[byte & 15]) +
                              " has no meaning in LLVM IR");
}

TokenCursor::TokenCursor(std::string_view text, std::string path) : lexer_(text), path_(std::move(path)) { current_ = lex(); }

Token TokenCursor::lex() {
  const Token token = lexer_.next();
  if (lexer_.problem()) fail(token, *lexer_.problem());
  return token;
}

Token TokenCursor::take() {
  const Token taken = current_;
  if (!error_) current_ = lex();
  return taken;
}

void TokenCursor::expect(char mark) {
  if (!accept(mark)) fail_expected(std::string("'") + mark + "'");
}

void TokenCursor::expect(std::string_view word) {
  if (!accept(word)) fail_expected("'" + std::string(word) + "'");
}

Token TokenCursor::expect(TokenKind kind, std::string_view what) {
  if (at(kind)) return take();
  fail_expected(what);
  return current_;
}

std::uint64_t TokenCursor::expect_number(std::string_view what, std::uint64_t limit) {
  std::uint64_t value = 0;
  const std::string_view text = current_.text;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = at(TokenKind::integer) && end == text.data() + text.size() && code != std::errc::invalid_argument;
  if (!whole) {
    fail_expected(what);
    return 0;
  }
  if (code != std::errc() || value > limit) {
    fail(current_, std::string(what) + " " + std::string(text) + " is more than " + std::to_string(limit));
    return 0;
  }
  take();
  return value;
}

std::string_view TokenCursor::skip_group() {
  const Token first = current_;
  Token last = first;
  int depth = 0;
  do {
    if (at('(') || at('[') || at('{')) ++depth;
    if (at(')') || at(']') || at('}')) --depth;
    if (at(TokenKind::end)) {
      fail(first, "this '" + std::string(first.text) + "' is never closed");
      return {};
    }
    last = take();
  } while (depth > 0);
  const char* const begin = first.written.data() + first.written.size();
  return last.written.data() < begin ? std::string_view()
                                     : std::string_view(begin, static_cast<std::size_t>(last.written.data() - begin));
}

void TokenCursor::fail(Place place, std::string message) {
  if (!error_) error_ = base::Error{path_, static_cast<int>(place.line), static_cast<int>(place.column), std::move(message)};
  current_ = {TokenKind::end, {}, {}, current_.place};
}

void TokenCursor::fail_expected(std::string_view what) {
  fail(current_, "expected " + std::string(what) + ", found " + found_name(current_));
}

}  // namespace warplens::ptx::nvvm
