#include "launch/python/python_source.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include "base/file.h"
#include "base/split_list.h"
#include "ptx/parse/lexer.h"

namespace warplens::launch {
namespace {

constexpr std::size_t longest_statement = 40;  // lines
constexpr std::uintmax_t max_source = 10u << 20;

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool is_identifier(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 && std::ranges::all_of(text, is_name);
}

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin));
}

/// The text of a line without its comment; string literals become as many blanks.
std::string code_of(const std::string& line) {
  std::string code = line;
  for (std::size_t k = 0; k < code.size(); ++k) {
    if (code[k] == '#') return code.substr(0, k);
    if (code[k] != '"' && code[k] != '\'') continue;
    const char quote = code[k];
    for (code[k] = ' '; ++k < code.size() && code[k] != quote;) code[k] = ' ';
    if (k < code.size()) code[k] = ' ';
  }
  return code;
}

constexpr std::string_view brackets = "()[]{}";

int depth_after(std::string_view code, int depth) {
  for (const char c : code) {
    if (std::string_view("([{").find(c) != std::string_view::npos) ++depth;
    if (std::string_view(")]}").find(c) != std::string_view::npos) --depth;
  }
  return depth;
}

/// Names to which a statement assigns what a call makes.
std::vector<std::string> assigned_in(std::string_view text) {
  int depth = 0;
  for (std::size_t k = 0; k + 1 < text.size(); ++k) {
    depth = depth_after(text.substr(k, 1), depth);
    if (text[k] != '=' || depth > 0) continue;
    const bool compares =
        text[k + 1] == '=' || (k > 0 && std::string_view("=!<>+-*/%&|^@:").find(text[k - 1]) != std::string_view::npos);
    if (compares || text.find('(', k) == std::string_view::npos) return {};
    std::vector<std::string> names = base::split_list(text.substr(0, k), brackets);
    for (std::string& name : names) name = trimmed(name.substr(0, name.find(':')));  // an annotation
    return names;
  }
  return {};
}

/// The statement that begins in a line, with the lines that its brackets reach over.
std::string statement(const std::vector<std::string>& lines, std::size_t line) {
  std::string text;
  int depth = 0;
  for (std::size_t k = line; k >= 1 && k <= lines.size() && k < line + longest_statement; ++k) {
    const std::string code = code_of(lines[k - 1]);
    text += code + " ";
    depth = depth_after(code, depth);
    if (depth <= 0) break;
  }
  return text;
}

std::size_t indentation(const std::string& line) { return std::min(line.find_first_not_of(" \t"), line.size()); }

/// Index of the bracket that closes the one at `open`, or npos.
std::size_t closing(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t k = open; k < text.size(); ++k)
    if ((depth = depth_after(text.substr(k, 1), depth)) == 0) return k;
  return std::string_view::npos;
}

/// "n" of "n", "n: int", "n=5" and "*rest".
std::string parameter_name(const std::string& declared) {
  const std::size_t begin = std::min(declared.find_first_not_of('*'), declared.size());
  std::size_t end = begin;
  while (end < declared.size() && is_name(declared[end])) ++end;
  return declared.substr(begin, end - begin);
}

struct SourceLine {
  std::string file;
  std::size_t line = 0;
};

/// Where the first kernel of a module begins, by its first .loc.
std::optional<SourceLine> first_place(const std::string& ptx) {
  std::map<std::string, std::string, std::less<>> files;  // by number
  std::optional<std::pair<std::string, std::string>> location;
  bool in_kernel = false;
  ptx::Lexer lexer(ptx);
  for (ptx::Token token = lexer.next(); token.kind != ptx::TokenKind::end; token = lexer.next()) {
    if (token.kind != ptx::TokenKind::dotted) continue;
    in_kernel = in_kernel || token.text == "entry";
    const bool names_file = token.text == "file";
    if (!names_file && !(token.text == "loc" && in_kernel && !location)) continue;
    const ptx::Token number = lexer.next(), value = lexer.next();
    if (names_file && value.kind == ptx::TokenKind::string) files.emplace(number.text, value.text);
    if (!names_file) location.emplace(number.text, value.text);
  }
  const auto file = location ? files.find(location->first) : files.end();
  if (file == files.end()) return std::nullopt;
  return SourceLine{file->second, static_cast<std::size_t>(std::atoi(location->second.c_str()))};
}

}  // namespace

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(std::move(line));
  return lines;
}

std::vector<PythonFunction> python_functions(const std::vector<std::string>& lines) {
  std::vector<PythonFunction> functions;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const std::size_t indent = indentation(lines[k]);
    constexpr std::string_view word = "def ";
    if (lines[k].compare(indent, word.size(), word) != 0) continue;
    const std::string text = statement(lines, k + 1);
    const std::size_t open = text.find('('), close = open == std::string::npos ? open : closing(text, open);
    if (close == std::string::npos) continue;
    PythonFunction function{
        trimmed(std::string_view(text).substr(indent + word.size(), open - indent - word.size())), k + 1, k + 2, {}};
    for (const std::string& part : base::split_list(std::string_view(text).substr(open + 1, close - open - 1), brackets))
      if (std::string name = parameter_name(part); !name.empty()) function.parameters.push_back(std::move(name));
    int depth = depth_after(code_of(lines[k]), 0);
    for (std::size_t next = k + 1; next < lines.size(); ++next) {
      const bool blank = trimmed(lines[next]).empty();
      if (depth <= 0 && !blank && indentation(lines[next]) <= indent) break;
      depth = std::max(0, depth_after(code_of(lines[next]), depth));
      if (!blank) function.end = next + 2;
    }
    functions.push_back(std::move(function));
  }
  return functions;
}

const PythonFunction* python_function_at(const std::vector<PythonFunction>& functions, std::size_t line) {
  const PythonFunction* found = nullptr;
  for (const PythonFunction& function : functions)
    if (function.line <= line && line < function.end) found = &function;  // a function inside another comes after it
  return found;
}

std::vector<std::string> assigned_names(const std::vector<std::string>& lines, std::size_t line) {
  std::vector<std::string> names;
  std::istringstream statements(statement(lines, line));  // several of them in a line: "a = f(); b = g()"
  for (std::string one; std::getline(statements, one, ';');)
    for (std::string& name : assigned_in(one)) names.push_back(std::move(name));
  return names;
}

std::vector<std::string> launch_arguments(const std::vector<std::string>& lines, std::size_t line) {
  const std::string text = statement(lines, line);
  for (std::size_t open = text.find('['); open != std::string::npos; open = text.find('[', open + 1)) {
    const std::size_t close = closing(text, open);
    if (close == std::string::npos) return {};
    const std::size_t call = text.find_first_not_of(' ', close + 1);
    if (call == std::string::npos || text[call] != '(') continue;
    const std::size_t end = closing(text, call);
    return end == std::string::npos ? std::vector<std::string>()
                                    : base::split_list(std::string_view(text).substr(call + 1, end - call - 1), brackets);
  }
  return {};
}

std::vector<std::string> names_made_by(const std::vector<std::string>& lines, const PythonFunction& function,
                                       std::string_view maker) {
  std::vector<std::string> names;
  for (std::size_t line = function.line + 1; line < function.end; ++line) {
    const std::string code = code_of(lines[line - 1]);
    const std::size_t made = code.find(maker);
    if (made == std::string::npos || code.find('=') > made) continue;
    for (std::string& name : assigned_names(lines, line)) names.push_back(std::move(name));
  }
  return names;
}

std::string with_names_of_python(const std::string& ptx) {
  struct Kind {
    std::string_view prefix, maker;
    std::map<std::size_t, std::string, std::less<>> variables{};  ///< by number
  };
  std::array kinds{Kind{"_cudapy_smem", "shared.array"}, Kind{"_cudapy_cmem", "const.array_like"}};
  if (ptx.find("_cudapy_") == std::string::npos) return ptx;
  const auto place = first_place(ptx);
  if (!place) return ptx;
  const auto text = base::read_text(place->file, max_source, "a source");
  if (!text) return ptx;
  const std::vector<std::string> lines = lines_of(*text);
  const std::vector<PythonFunction> functions = python_functions(lines);
  const PythonFunction* const kernel = python_function_at(functions, place->line);
  if (kernel == nullptr) return ptx;

  std::set<std::string, std::less<>> words;
  ptx::Lexer lexer(ptx);
  for (ptx::Token token = lexer.next(); token.kind != ptx::TokenKind::end; token = lexer.next())
    if (token.kind == ptx::TokenKind::word) words.emplace(token.text);
  std::map<std::string, std::string, std::less<>> renamed;
  for (Kind& kind : kinds) {
    for (const std::string& word : words) {
      if (!word.starts_with(kind.prefix)) continue;
      const std::string digits = word.substr(std::min(word.find_first_of("0123456789", kind.prefix.size()), word.size()));
      kind.variables[digits.empty() ? 0 : std::stoul(digits.substr(0, 9))] = word;
    }
    const std::vector<std::string> names = names_made_by(lines, *kernel, kind.maker);
    if (names.size() != kind.variables.size()) continue;
    auto name = names.begin();
    for (const auto& [number, variable] : kind.variables) {
      if (is_identifier(*name) && !words.contains(*name)) renamed[variable] = *name;
      ++name;
    }
  }
  std::string result;
  std::size_t copied = 0;
  ptx::Lexer again(ptx);
  for (ptx::Token token = again.next(); token.kind != ptx::TokenKind::end; token = again.next()) {
    const auto other = renamed.find(token.text);
    if (token.kind != ptx::TokenKind::word || other == renamed.end()) continue;
    const auto at = static_cast<std::size_t>(token.text.data() - ptx.data());
    result.append(ptx, copied, at - copied).append(other->second);
    copied = at + token.text.size();
  }
  return result.append(ptx, copied);
}

}  // namespace warplens::launch
