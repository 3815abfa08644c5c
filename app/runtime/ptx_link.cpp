#include "runtime/ptx_link.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <sstream>
#include <string_view>

#include "ptx/parse/lexer.h"
#include "runtime/ptx_symbols.h"

namespace warplens::runtime {
namespace {

/// Where a line's first word ends if it is `word`, else npos.
std::size_t end_of_word(const std::string& line, const std::string& word) {
  const std::size_t begin = line.find_first_not_of(" \t");
  return begin != std::string::npos && line.compare(begin, word.size(), word) == 0 ? begin + word.size() : std::string::npos;
}

/// Add `more` to the number that follows after blanks at `at`; return the sum, or 0 if there is no number.
unsigned long add_to_number(std::string& line, std::size_t at, unsigned long more) {
  constexpr std::size_t most_digits = 9;
  const std::size_t begin = std::min(line.find_first_not_of(" \t", at), line.size());
  const std::size_t end = std::min(line.find_first_not_of("0123456789", begin), line.size());
  if (begin == at || end == begin || end - begin > most_digits) return 0;
  const unsigned long sum = std::strtoul(line.c_str() + begin, nullptr, 10) + more;
  line.replace(begin, end - begin, std::to_string(sum));
  return sum;
}

bool is_of_head(const std::string& line) {
  return std::ranges::any_of(std::array{".version", ".target", ".address_size"},
                             [&](const char* word) { return end_of_word(line, word) != std::string::npos; });
}

}  // namespace

std::string linked(const std::vector<std::string>& texts) {
  const std::string inlined = "inlined_at";
  std::string whole;
  unsigned long files = 0;  // the largest number so far
  std::set<std::string> names;
  for (const std::string& text : texts) {
    const unsigned long before = files;
    const bool first = whole.empty();
    std::istringstream lines(with_own_names(text, names));
    for (std::string line; std::getline(lines, line);) {
      if (!first && is_of_head(line)) continue;
      if (const std::size_t end = end_of_word(line, ".file"); end != std::string::npos)
        files = std::max(files, add_to_number(line, end, before));
      if (const std::size_t end = end_of_word(line, ".loc"); end != std::string::npos) {
        files = std::max(files, add_to_number(line, end, before));
        if (const std::size_t at = line.find(inlined); at != std::string::npos) add_to_number(line, at + inlined.size(), before);
      }
      whole += line + "\n";
    }
  }
  return whole;
}

std::string with_max_registers(const std::string& ptx, std::uint32_t registers) {
  if (registers == 0) return ptx;
  std::string text;
  std::size_t copied = 0;
  ptx::Lexer lexer(ptx);
  ptx::Token token = lexer.next();
  const auto is = [&](std::string_view word) { return token.text == word; };
  while (token.kind != ptx::TokenKind::end) {
    if (!is(".entry") && !is("entry")) {
      token = lexer.next();
      continue;
    }
    bool has_own = false;
    for (; token.kind != ptx::TokenKind::end && !is("{") && !is(";"); token = lexer.next())
      has_own = has_own || is(".maxnreg") || is("maxnreg");
    if (!is("{") || has_own) continue;
    const auto at = static_cast<std::size_t>(token.text.data() - ptx.data());
    text += ptx.substr(copied, at - copied) + ".maxnreg " + std::to_string(registers) + "\n";
    copied = at;
  }
  return text + ptx.substr(copied);
}

}  // namespace warplens::runtime
