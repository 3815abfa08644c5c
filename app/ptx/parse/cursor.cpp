#include "ptx/parse/cursor.h"

#include <utility>

namespace warplens::ptx {

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
