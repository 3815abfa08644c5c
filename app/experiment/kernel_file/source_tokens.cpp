#include "experiment/kernel_file/source_tokens.h"

#include <algorithm>
#include <cctype>

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

}  // namespace warplens::experiment
