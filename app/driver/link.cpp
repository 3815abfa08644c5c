#include "driver/link.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace warplens::driver {
namespace {

/// A number after a word at the beginning of a line: its place in the line and its digits. Length 0: the line begins otherwise.
struct Numbered {
  std::size_t at = 0, length = 0;
  unsigned long value = 0;
};

Numbered number_after(const std::string& line, const std::string& word) {
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string::npos || line.compare(begin, word.size(), word) != 0) return {};
  const std::size_t at = line.find_first_not_of(" \t", begin + word.size());
  if (at == std::string::npos || at == begin + word.size()) return {};
  const std::size_t end = std::min(line.find_first_not_of("0123456789", at), line.size());
  if (end == at || end - at > 9) return {};
  return {at, end - at, std::strtoul(line.c_str() + at, nullptr, 10)};
}

bool begins_with(const std::string& line, const std::string& word) {
  const std::size_t begin = line.find_first_not_of(" \t");
  return begin != std::string::npos && line.compare(begin, word.size(), word) == 0;
}

}  // namespace

std::string linked(const std::vector<std::string>& texts) {
  std::string whole;
  unsigned long files = 0;  // the largest number so far
  for (const std::string& text : texts) {
    const unsigned long before = files;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      const bool heads = begins_with(line, ".version") || begins_with(line, ".target") || begins_with(line, ".address_size");
      if (!whole.empty() && heads && &text != &texts.front()) continue;
      for (const char* word : {".file", ".loc"}) {
        const Numbered number = number_after(line, word);
        if (number.length == 0) continue;
        files = std::max(files, before + number.value);
        line.replace(number.at, number.length, std::to_string(before + number.value));
      }
      whole += line + "\n";
    }
  }
  return whole;
}

}  // namespace warplens::driver
