#include "ptx/compile/includes.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace warplens::ptx {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view line_ends = "\n\r";
constexpr std::string_view blanks = " \t\f\v\0"sv;  // clang takes a zero for a blank

bool skip(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

/// The text with lines that go on after a backslash joined, as compilers join them.
std::string joined(std::string_view text) {
  std::string all;
  all.reserve(text.size());
  while (!text.empty()) {
    std::string_view rest = text;
    bool goes_on = skip(rest, "\\") || skip(rest, "?\?/");
    if (goes_on) {
      rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
      goes_on = skip(rest, "\r\n") || skip(rest, "\n") || skip(rest, "\r");
    }
    if (!goes_on) all += text.front();
    text.remove_prefix(goes_on ? text.size() - rest.size() : 1);
  }
  return all;
}

/// Blanks and comments at the beginning of `text`. False where a comment is longer than people write them there: looking for the
/// ends of many would take long.
bool skip_blanks(std::string_view& text) {
  constexpr std::size_t max_comment = 256;
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    if (!text.starts_with("/*")) return true;
    const std::size_t end = text.substr(0, max_comment).find("*/", 2);
    if (end == std::string_view::npos) return false;
    text.remove_prefix(end + 2);
  }
}

/// Whether a directive may begin behind `before`: nothing but blanks and comments is in its line.
bool may_begin_behind(std::string_view before) {
  const std::size_t last = before.find_last_not_of(blanks);
  if (last == std::string_view::npos || line_ends.find(before[last]) != std::string_view::npos) return true;
  before = before.substr(0, last + 1);
  return before.ends_with("*/") || before == "\xef\xbb\xbf";  // byte order mark
}

bool is_of_a_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

/// Add the include of a directive, if it is one; `rest` is what follows its #.
void add_include(std::string_view rest, Includes& includes) {
  constexpr std::size_t max_name = 4096;  // PATH_MAX
  bool clear = skip_blanks(rest);
  if (clear && !skip(rest, "include_next") && !skip(rest, "include") && !skip(rest, "import") && !skip(rest, "embed")) return;
  if (clear && !rest.empty() && is_of_a_word(rest.front())) return;
  clear = clear && skip_blanks(rest);
  const char open = rest.empty() ? '\0' : rest.front();
  rest = rest.substr(0, max_name);
  rest = rest.substr(0, std::min(rest.find('\n'), rest.find('\r')));
  const std::size_t end = open == '"' ? rest.find('"', 1) : open == '<' ? rest.find('>', 1) : std::string_view::npos;
  if (clear && end != std::string_view::npos)
    includes.names.emplace_back(rest.substr(1, end - 1));
  else
    includes.by_macro = true;
}

}  // namespace

Includes includes_in(std::string_view text) {
  Includes includes;
  const bool spliced = text.find('\\') != std::string_view::npos || text.find("?\?/") != std::string_view::npos;
  const std::string whole = spliced ? joined(text) : std::string();
  if (spliced) text = whole;
  includes.asks = text.find("__has_include") != std::string_view::npos;
  for (const std::string_view hash : {"#"sv, "%:"sv, "?\?="sv})
    for (std::size_t at = text.find(hash); at != std::string_view::npos; at = text.find(hash, at + 1))
      if (may_begin_behind(text.substr(0, at))) add_include(text.substr(at + hash.size()), includes);
  return includes;
}

}  // namespace warplens::ptx
