#include "desk/source/source_text.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "analysis/line_counts.h"
#include "launch/python/python_words.h"

namespace warplens::desk {
namespace {

constexpr std::size_t max_lines = 20000;  // of a file that is shown; more is nothing that anyone reads

constexpr std::array cuda_keywords = {"__global__",
                                      "__device__",
                                      "__host__",
                                      "__shared__",
                                      "__constant__",
                                      "__restrict__",
                                      "__launch_bounds__",
                                      "__forceinline__",
                                      "void",
                                      "int",
                                      "float",
                                      "double",
                                      "char",
                                      "bool",
                                      "unsigned",
                                      "signed",
                                      "long",
                                      "short",
                                      "const",
                                      "constexpr",
                                      "static",
                                      "inline",
                                      "extern",
                                      "struct",
                                      "template",
                                      "typename",
                                      "class",
                                      "using",
                                      "namespace",
                                      "return",
                                      "if",
                                      "else",
                                      "for",
                                      "while",
                                      "do",
                                      "switch",
                                      "case",
                                      "break",
                                      "continue",
                                      "default",
                                      "auto",
                                      "true",
                                      "false",
                                      "size_t",
                                      "volatile",
                                      "sizeof",
                                      "enum",
                                      "uint32_t",
                                      "int32_t",
                                      "uint64_t",
                                      "int64_t",
                                      "uint8_t",
                                      "static_cast",
                                      "reinterpret_cast"};
constexpr std::array cuda_builtins = {
    "threadIdx",        "blockIdx",       "blockDim",        "gridDim",       "warpSize",   "__syncthreads", "__syncwarp",
    "__threadfence",    "atomicAdd",      "atomicSub",       "atomicMin",     "atomicMax",  "atomicInc",     "atomicDec",
    "atomicExch",       "atomicCAS",      "atomicAnd",       "atomicOr",      "atomicXor",  "__ldg",         "__shfl_sync",
    "__shfl_down_sync", "__shfl_up_sync", "__shfl_xor_sync", "__ballot_sync", "__any_sync", "__all_sync"};

constexpr std::array python_keywords = {"False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
                                        "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
                                        "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
                                        "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};

template <std::size_t N>
bool among(const std::array<const char*, N>& words, std::string_view word) {
  return std::any_of(words.begin(), words.end(), [word](const char* entry) { return word == entry; });
}

bool starts_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool digit(char c) { return c >= '0' && c <= '9'; }

/// Collects tokens of one line; neighbours of one kind become one.
class Line {
 public:
  explicit Line(std::string_view text) : text_(text) {}
  void take(std::size_t begin, std::size_t end, TokenKind kind) {
    if (begin == end) return;
    if (!tokens_.empty() && tokens_.back().kind == kind) {
      tokens_.back().end = end;
    } else {
      tokens_.push_back({begin, end, kind});
    }
  }
  template <typename Predicate>
  std::size_t while_true(std::size_t at, Predicate predicate) const {
    while (at < text_.size() && predicate(text_[at])) ++at;
    return at;
  }
  std::vector<Token> tokens() { return std::move(tokens_); }

 private:
  std::string_view text_;
  std::vector<Token> tokens_;
};

std::size_t end_of_quote(std::string_view text, std::size_t at) {
  const char quote = text[at++];
  while (at < text.size() && text[at] != quote) at += text[at] == '\\' ? 2 : 1;
  return std::min(at + 1, text.size());
}

std::vector<Token> cuda_tokens(std::string_view text, bool& in_comment) {
  Line line(text);
  std::size_t at = 0;
  const std::size_t first = text.find_first_not_of(" \t");
  if (!in_comment && first != std::string_view::npos && text[first] == '#') {
    line.take(0, text.size(), TokenKind::directive);
    return line.tokens();
  }
  while (at < text.size()) {
    const std::size_t begin = at;
    TokenKind kind = TokenKind::plain;
    if (in_comment || text.substr(at, 2) == "/*") {
      const std::size_t end = text.find("*/", in_comment ? at : at + 2);
      in_comment = end == std::string_view::npos;
      at = in_comment ? text.size() : end + 2;
      kind = TokenKind::comment;
    } else if (text.substr(at, 2) == "//") {
      at = text.size();
      kind = TokenKind::comment;
    } else if (text[at] == '"' || text[at] == '\'') {
      at = end_of_quote(text, at);
      kind = TokenKind::text;
    } else if (starts_word(text[at])) {
      at = line.while_true(at, in_word);
      const std::string_view word = text.substr(begin, at - begin);
      if (among(cuda_keywords, word)) kind = TokenKind::keyword;
      if (among(cuda_builtins, word)) kind = TokenKind::builtin;
    } else if (digit(text[at])) {
      at = line.while_true(at, [](char c) { return in_word(c) || c == '.'; });
      kind = TokenKind::number;
    } else {
      ++at;
    }
    line.take(begin, at, kind);
  }
  return line.tokens();
}

/// `quotes`: the three quotes that end a string of several lines in which the line begins; "": none.
std::vector<Token> python_tokens(std::string_view text, std::string& quotes) {
  Line line(text);
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t begin = at;
    TokenKind kind = TokenKind::plain;
    const std::string_view three = text.substr(at, 3);
    if (!quotes.empty() || three == "\"\"\"" || three == "'''") {
      const std::size_t end = text.find(quotes.empty() ? three : std::string_view(quotes), quotes.empty() ? at + 3 : at);
      if (quotes.empty()) quotes = three;
      at = end == std::string_view::npos ? text.size() : end + 3;
      if (end != std::string_view::npos) quotes.clear();
      kind = TokenKind::text;
    } else if (text[at] == '#') {
      at = text.size();
      kind = TokenKind::comment;
    } else if (text[at] == '"' || text[at] == '\'') {
      at = end_of_quote(text, at);
      kind = TokenKind::text;
    } else if (text[at] == '@' && text.find_first_not_of(" \t") == at) {
      at = line.while_true(at + 1, [](char c) { return in_word(c) || c == '.'; });
      kind = TokenKind::directive;
    } else if (starts_word(text[at])) {
      at = line.while_true(at, in_word);
      const std::string_view word = text.substr(begin, at - begin);
      if (among(python_keywords, word)) kind = TokenKind::keyword;
      if (word == "cuda") {
        at = line.while_true(at, [](char c) { return in_word(c) || c == '.'; });
        kind = TokenKind::builtin;
      }
    } else if (digit(text[at])) {
      at = line.while_true(at, [](char c) { return in_word(c) || c == '.'; });
      kind = TokenKind::number;
    } else {
      ++at;
    }
    line.take(begin, at, kind);
  }
  return line.tokens();
}

std::vector<Token> ptx_tokens(std::string_view text) {
  Line line(text);
  bool opcode_seen = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    TokenKind kind = TokenKind::plain;
    if (text.substr(at, 2) == "//") {
      at = text.size();
      kind = TokenKind::comment;
    } else if (text[at] == '.' && !opcode_seen) {
      at = line.while_true(at + 1, in_word);
      kind = TokenKind::directive;
    } else if (text[at] == '%' || text[at] == '$') {
      at = line.while_true(at + 1, in_word);
      kind = text[begin] == '%' ? TokenKind::builtin : TokenKind::plain;
    } else if (starts_word(text[at])) {
      at = line.while_true(at, [](char c) { return in_word(c) || c == '.'; });
      if (!opcode_seen) kind = TokenKind::keyword;
      opcode_seen = true;
    } else if (digit(text[at])) {
      at = line.while_true(at, in_word);
      kind = TokenKind::number;
    } else {
      ++at;
    }
    line.take(begin, at, kind);
  }
  return line.tokens();
}

template <typename Tokens>
SourceText split(std::string title, std::string_view text, std::uint32_t first, std::uint32_t last, Tokens tokens_of) {
  SourceText source{std::move(title), first, {}};
  std::uint32_t number = 1;
  for (std::size_t at = 0; at < text.size() && number <= last && source.lines.size() < max_lines; ++number) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (number >= first) {
      SourceLine line;
      for (const char c : text.substr(at, end - at)) {
        if (c == '\t') {
          line.text += "    ";
        } else if (c != '\r' && c != '\0') {
          line.text += c;
        }
      }
      line.tokens = tokens_of(line.text);
      source.lines.push_back(std::move(line));
    }
    at = end + 1;
  }
  return source;
}

bool continues_letter(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

}  // namespace

std::string whole_text(const SourceText& source) {
  std::string text(source.first_line - 1, '\n');
  for (const SourceLine& line : source.lines) text += line.text + "\n";
  return text;
}

SourceText cuda_source(std::string title, std::string_view text) {
  bool in_comment = false;
  return split(std::move(title), text, 1, ~0u, [&in_comment](std::string_view line) { return cuda_tokens(line, in_comment); });
}

SourceText python_source(std::string title, std::string_view text) {
  std::string quotes;
  return split(std::move(title), text, 1, ~0u, [&quotes](std::string_view line) { return python_tokens(line, quotes); });
}

SourceText program_source(const std::filesystem::path& file, std::string_view text) {
  std::string title = launch::cell_name(file).value_or(file.filename().string());
  return launch::is_python_source(file.string()) ? python_source(std::move(title), text) : cuda_source(std::move(title), text);
}

SourceText ptx_source(std::string title, std::string_view text, std::uint32_t first, std::uint32_t last) {
  return split(std::move(title), text, std::max(first, 1u), last, ptx_tokens);
}

std::vector<Fold> fold(std::string_view text, std::size_t columns, std::size_t continuation) {
  std::vector<Fold> rows;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t room = std::max<std::size_t>(rows.empty() || columns <= continuation ? columns : columns - continuation, 1);
    std::size_t end = begin, letters = 0;
    while (end < text.size() && letters < room) {
      ++end;
      while (end < text.size() && continues_letter(text[end])) ++end;
      ++letters;
    }
    if (end >= text.size()) {
      rows.push_back({begin, text.size()});
      return rows;
    }
    // Break after the last blank or comma, else opening bracket, that leaves something other than indentation on the row.
    const std::size_t word = text.find_first_not_of(' ', begin);
    const auto leaves_a_word = [&](std::size_t at) {
      return at != std::string_view::npos && word != std::string_view::npos && at > word && at >= begin;
    };
    std::size_t at = text.find_last_of(" ,", end - 1);
    if (text[end] == ' ') at = end - 1;
    if (!leaves_a_word(at)) at = text.find_last_of("([", end - 1);
    if (leaves_a_word(at)) end = at + 1;
    rows.push_back({begin, end});
    begin = std::min(text.find_first_not_of(' ', end), text.size());
    if (begin == text.size()) return rows;
  }
}

std::size_t continuation_of(std::string_view text, std::size_t columns) {
  const std::size_t own = std::min(text.find_first_not_of(' '), text.size());
  return std::min(own + 4, columns / 3);
}

std::uint32_t line_of_kernel(const SourceText& source, std::string_view name) {
  for (std::size_t k = 0; k < source.lines.size(); ++k) {
    const std::string& text = source.lines[k].text;
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
      const bool whole = (at == 0 || !in_word(text[at - 1])) && text.substr(at + name.size()).starts_with("(");
      if (whole) return source.first_line + static_cast<std::uint32_t>(k);
    }
  }
  return source.first_line;
}

std::uint32_t SourceLink::cuda_line_of(std::uint32_t line) const {
  const auto found = by_ptx_line.find(line);
  return found != by_ptx_line.end() ? found->second : 0;
}

std::uint32_t SourceLink::first_ptx_line_of(std::uint32_t line) const {
  const auto found = std::find_if(by_ptx_line.begin(), by_ptx_line.end(), [&](const auto& pair) { return pair.second == line; });
  return found != by_ptx_line.end() ? found->first : 0;
}

SourceLink link_source(const ptx::Module& module, const ptx::Listing& listing, std::uint32_t file) {
  SourceLink link;
  const auto show = [&](std::uint32_t first, std::uint32_t last, bool only) {
    link.first_ptx_line = only ? first : std::min(link.first_ptx_line, first);
    link.last_ptx_line = only ? last : std::max(link.last_ptx_line, last);
  };
  for (std::size_t k = 0; k < listing.functions().size(); ++k) {
    const ptx::Function& function = module.functions[listing.functions()[k]];
    const std::uint32_t head = std::max(function.ptx_line, 1u);
    std::uint32_t last = head;
    for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
      const std::uint32_t line = function.instructions[i].ptx_line;
      link.cuda_line.push_back(analysis::line_of(module, listing.functions()[k], i, file));
      link.by_ptx_line.emplace(line, link.cuda_line.back());
      last = std::max(last, line + 1);  // and its closing brace
    }
    link.cuda_line.push_back(0);  // the function's end
    show(head, last, k == 0);
  }
  return link;
}

SourceText ptx_of(const ptx::Module& module, std::uint32_t entry) {
  const SourceLink link = link_source(module, ptx::Listing(module, entry), 0);
  return ptx_source("PTX", module.text, link.first_ptx_line, link.last_ptx_line);
}

}  // namespace warplens::desk
