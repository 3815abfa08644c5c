#include "runtime/ptx_symbols.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "ptx/parse/lexer.h"

namespace warplens::runtime {
namespace {

using ptx::Token;
using ptx::TokenKind;

struct Symbol {
  std::string name;
  std::size_t begin = 0, end = 0;  ///< of the statement, as offsets in the text
  bool is_local = false, is_weak = false, is_external = false, is_defined = false;
};

/// Finds the statements of a module that name something.
class Scan {
 public:
  explicit Scan(std::string_view text) : text_(text), lexer_(text) { take(); }

  std::vector<Symbol> symbols() {
    while (token_.kind != TokenKind::end) statement();
    return std::move(symbols_);
  }

 private:
  void take() {
    end_ = static_cast<std::size_t>(token_.text.data() + token_.text.size() - text_.data());
    token_ = lexer_.next();
  }
  /// Offset of the token; a directive's dot is before its text.
  std::size_t begin_of_token() const {
    return static_cast<std::size_t>(token_.text.data() - text_.data()) - (token_.kind == TokenKind::dotted ? 1 : 0);
  }
  bool at(char character) const { return token_.kind == TokenKind::punctuation && token_.text.front() == character; }
  bool at_directive(std::string_view name) const { return token_.kind == TokenKind::dotted && token_.text == name; }
  bool at_any(std::initializer_list<std::string_view> names) const {
    return std::ranges::any_of(names, [&](std::string_view name) { return at_directive(name); });
  }

  void statement() {
    if (at_any({"version", "target", "address_size", "file", "loc"})) return skip_line();
    Symbol symbol;
    symbol.begin = begin_of_token();
    symbol.is_local = true;
    bool has_body = false;
    const bool is_section = at_directive("section");
    std::string word;  // the last one: a label if a colon follows
    std::size_t depth = 0;
    for (; token_.kind != TokenKind::end; take()) {
      if (at_directive("extern")) symbol.is_external = true;
      if (at_directive("weak")) symbol.is_weak = true;
      if (at_any({"extern", "weak", "visible", "common"})) symbol.is_local = false;
      if (at_any({"func", "entry", "section"})) has_body = true;
      if (token_.kind == TokenKind::word && depth == 0 && symbol.name.empty()) symbol.name = token_.text;
      if (is_section && at(':')) symbols_.push_back(label(word));
      if (token_.kind == TokenKind::word) word = token_.text;
      if (at('(') || at('[') || at('{')) ++depth;
      if ((at(')') || at(']') || at('}')) && depth > 0) --depth;
      const bool ends = depth == 0 && (at(';') || (at('}') && has_body));
      if (!ends) continue;
      symbol.is_defined = !symbol.is_external && (!has_body || at('}'));
      take();
      break;
    }
    symbol.end = end_;
    if (!symbol.name.empty()) symbols_.push_back(std::move(symbol));
  }

  static Symbol label(const std::string& name) {
    Symbol symbol;
    symbol.name = name;
    symbol.is_local = true;
    return symbol;
  }

  void skip_line() {
    const std::uint32_t line = token_.line;
    while (token_.kind != TokenKind::end && token_.line == line) take();
  }

  std::string_view text_;
  ptx::Lexer lexer_;
  Token token_{.kind = TokenKind::punctuation, .text = {}};
  std::size_t end_ = 0;  ///< of the token before
  std::vector<Symbol> symbols_;
};

std::string free_name(const std::string& name, const std::set<std::string>& taken) {
  std::string other;
  for (std::size_t number = 2; taken.contains(other = name + "__" + std::to_string(number));) ++number;
  return other;
}

}  // namespace

PtxSymbols symbols_of(const std::string& text) {
  PtxSymbols symbols;
  for (const Symbol& symbol : Scan(text).symbols()) {
    if (symbol.is_external) symbols.declared.insert(symbol.name);
    if (symbol.is_defined && !symbol.is_local) symbols.visible.insert(symbol.name);
  }
  return symbols;
}

std::string with_own_names(const std::string& text, std::set<std::string>& taken) {
  const std::vector<Symbol> symbols = Scan(text).symbols();
  std::map<std::string, std::string, std::less<>> renamed;
  std::set<std::string> own, used = taken;
  for (const Symbol& symbol : symbols) used.insert(symbol.name);
  std::vector<const Symbol*> left_out;
  for (const Symbol& symbol : symbols) {
    if (symbol.is_local && taken.contains(symbol.name) && !renamed.contains(symbol.name))
      renamed[symbol.name] = free_name(symbol.name, used);
    if (symbol.is_weak && symbol.is_defined && taken.contains(symbol.name)) left_out.push_back(&symbol);
    if (symbol.is_local || symbol.is_defined) own.insert(renamed.contains(symbol.name) ? renamed[symbol.name] : symbol.name);
  }
  taken.merge(own);
  if (renamed.empty() && left_out.empty()) return text;

  std::string result;
  std::size_t copied = 0;
  const auto replace = [&](std::size_t begin, std::size_t end, std::string_view by) {
    result.append(text, copied, begin - copied).append(by);
    copied = end;
  };
  ptx::Lexer lexer(text);
  auto out = left_out.begin();
  for (Token token = lexer.next(); token.kind != TokenKind::end; token = lexer.next()) {
    const auto place = static_cast<std::size_t>(token.text.data() - text.data());
    if (place < copied) continue;
    if (out != left_out.end() && place >= (*out)->begin) {
      replace((*out)->begin, (*out)->end, "");
      ++out;
    } else if (const auto other = renamed.find(token.text); token.kind == TokenKind::word && other != renamed.end()) {
      replace(place, place + token.text.size(), other->second);
    }
  }
  return result.append(text, copied);
}

}  // namespace warplens::runtime
