#include "experiment/kernel_file/kernel_source.h"

#include <algorithm>
#include <cctype>

#include "base/file.h"
#include "ptx/compile/source_files.h"

namespace warplens::experiment {
namespace {

/// End of a comment or a literal that begins at `at`; `at` itself if none does.
std::size_t skipped(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("//")) return std::min(text.find('\n', at), text.size());
  if (rest.starts_with("/*")) {
    const std::size_t end = text.find("*/", at + 2);
    return end == std::string_view::npos ? text.size() : end + 2;
  }
  if (rest.front() != '"' && rest.front() != '\'') return at;
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != rest.front() && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

}  // namespace

base::Result<std::string> read_kernel(const std::filesystem::path& file) { return base::read_text(file, 16 << 20, "a kernel"); }

std::string headers_of(const std::filesystem::path& source) {
  constexpr std::size_t most = std::size_t{4} << 20;
  const auto sources = ptx::read_sources({source});
  std::string text;
  for (std::size_t k = sources ? sources->files.size() : 0; k > 1; --k) text += sources->files[k - 1].text + "\n";
  return text.size() <= most ? text : "";
}

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

Tokens tokens_of(std::string_view text) {
  Tokens tokens;
  std::uint32_t line = 1;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t end = skipped(text, at); end > at) {
      line += static_cast<std::uint32_t>(std::ranges::count(text.substr(at, end - at), '\n'));
      at = end;
      continue;
    }
    std::size_t end = at + 1;
    while (in_name(text[at]) && end < text.size() && in_name(text[end])) ++end;
    if (text[at] == '\n') ++line;
    if (std::isspace(static_cast<unsigned char>(text[at])) == 0) tokens.push_back({text.substr(at, end - at), line});
    at = end;
  }
  return tokens;
}

std::size_t after_closing(const Tokens& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < tokens.size(); ++at) {
    if (tokens[at].text == "(" || tokens[at].text == "{" || tokens[at].text == "[") ++depth;
    if ((tokens[at].text == ")" || tokens[at].text == "}" || tokens[at].text == "]") && --depth == 0) return at + 1;
  }
  return tokens.size();
}

bool is_python_file(const std::filesystem::path& file) { return file.extension() == ".py" || file.extension() == ".ipynb"; }

bool defines_main(std::string_view source) {
  const Tokens tokens = tokens_of(source);
  for (std::size_t k = 1; k + 1 < tokens.size(); ++k) {
    const std::string_view before = tokens[k - 1].text;
    if (tokens[k].text != "main" || tokens[k + 1].text != "(" || (before != "int" && before != "auto" && before != "void"))
      continue;
    const std::size_t after = after_closing(tokens, k + 1);
    const std::string_view body = after < tokens.size() ? tokens[after].text : std::string_view();
    if (body == "{" || body == "-" || body == "try" || body == "noexcept") return true;
  }
  return false;
}

/// A line that begins with #. Its braces do not count. #else and #elif go back to where the #if began: of
/// `#if X … { … #else … { … #endif` the compiler sees one brace.
void Scopes::directive() {
  std::uint32_t line = tokens_[at_].line;
  const std::string_view word = at_ + 1 < tokens_.size() && tokens_[at_ + 1].line == line ? tokens_[at_ + 1].text : "";
  if (word.starts_with("if")) before_if_.push_back(open_);
  if (word.starts_with("el") && !before_if_.empty()) open_ = before_if_.back();
  if (word == "endif" && !before_if_.empty()) before_if_.pop_back();
  for (++at_; at_ < tokens_.size() && tokens_[at_].line <= line; ++at_)
    if (tokens_[at_].text == "\\") ++line;
}

/// The namespace that a "{" opens, if any: `namespace a::b {`, `inline namespace a {`, `namespace {`.
void Scopes::open_brace() {
  Scope scope;
  std::size_t name = at_;
  while (name > 0 && (in_name(tokens_[name - 1].text.front()) || tokens_[name - 1].text == ":") &&
         tokens_[name - 1].text != "namespace")
    --name;
  if (name > 0 && tokens_[name - 1].text == "namespace") {
    for (std::size_t k = name; k < at_; ++k) scope.prefix += tokens_[k].text;
    if (!scope.prefix.empty()) scope.prefix += "::";
  } else {
    scope.c_linkage = at_ > 0 && tokens_[at_ - 1].text == "extern";
  }
  open_.push_back(std::move(scope));
}

std::string Scopes::prefix_at(std::size_t at) {
  while (at_ < std::min(at, tokens_.size())) {
    const std::string_view text = tokens_[at_].text;
    if (text == "#") {
      directive();
      continue;
    }
    if (text == "{") open_brace();
    if (text == "}" && !open_.empty()) open_.pop_back();
    ++at_;
  }
  std::string prefix;
  for (const Scope& scope : open_) {
    if (scope.c_linkage) return "";
    prefix += scope.prefix;
  }
  return prefix;
}

bool has_c_linkage(const Tokens& tokens, std::size_t at) {
  for (; at > 0; --at) {
    const std::string_view text = tokens[at - 1].text;
    if (text == "extern") return true;
    if (text == ";" || text == "{" || text == "}") return false;
  }
  return false;
}

}  // namespace warplens::experiment
