#include "ptx/flow/source_tokens.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace warplens::ptx {
namespace {

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The source without comments, literals of text and preprocessor lines.
class SourceLexer {
 public:
  explicit SourceLexer(std::string_view source) : text_(source) {
    while (at_ < text_.size()) step();
  }
  TokenisedSource take() { return std::move(found_); }

 private:
  void skip(std::size_t end) {
    end = std::min(end, text_.size());
    line_ += static_cast<std::uint32_t>(
        std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_), text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at_ = end;
  }
  void directive() {
    std::size_t end = at_;
    do end = text_.find('\n', end + 1);
    while (end != std::string_view::npos && text_[end - 1] == '\\');
    const std::string_view line = text_.substr(at_, end - std::min(end, at_));
    if (const std::size_t define = line.find("define"); define != std::string_view::npos) {
      std::size_t begin = define + 6;
      while (begin < line.size() && !in_word(line[begin])) ++begin;
      std::size_t after = begin;
      while (after < line.size() && in_word(line[after])) ++after;
      found_.macros.insert(line.substr(begin, after - begin));
    }
    skip(end);
  }
  void literal(char quote) {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
    found_.tokens.push_back({"\"", line_});
    skip(end + 1);
  }
  void step() {
    const char c = text_[at_];
    const std::string_view rest = text_.substr(at_);
    if (std::isspace(static_cast<unsigned char>(c)) != 0) return skip(at_ + 1);
    if (rest.starts_with("//")) return skip(text_.find('\n', at_));
    if (rest.starts_with("/*")) {
      const std::size_t end = text_.find("*/", at_ + 2);
      return skip(end == std::string_view::npos ? end : end + 2);
    }
    if (c == '#') return directive();
    if (c == '"' || c == '\'') return literal(c);
    std::size_t length = 1;
    if (in_word(c)) {
      while (length < rest.size() && in_word(rest[length])) ++length;
    } else {
      for (const std::string_view sign : {"<<=", ">>=", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "%=",
                                          "&=",  "|=",  "^=", "<<", ">>", "++", "--", "->", "&&", "||", "::"})
        if (rest.starts_with(sign)) {
          length = sign.size();
          break;
        }
    }
    found_.tokens.push_back({rest.substr(0, length), line_});
    skip(at_ + length);
  }

  TokenisedSource found_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace

bool SourceToken::word() const { return std::isalpha(static_cast<unsigned char>(text[0])) != 0 || text[0] == '_'; }

TokenisedSource tokenised(std::string_view source) { return SourceLexer(source).take(); }

}  // namespace warplens::ptx
