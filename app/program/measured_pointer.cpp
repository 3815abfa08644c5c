#include "program/measured_pointer.h"

#include <algorithm>
#include <cstddef>
#include <regex>
#include <vector>

namespace warplens::program {
namespace {

bool any_matches(const std::vector<std::string>& lines, const std::string& pattern) {
  const std::regex regex(pattern);
  return std::ranges::any_of(lines, [&](const std::string& line) { return std::regex_search(line, regex); });
}

}  // namespace

std::string measured_pointer(const Place& place, const NamedFiles& files) {
  const std::vector<std::string> lines = files.lines(place.file);
  const auto at = static_cast<std::size_t>(place.line - 1);
  if (place.line < 1 || at >= lines.size()) return {};
  static const std::regex measure(R"(\bsizeof\s*(?:\(\s*([A-Za-z_]\w*)\s*\)|([A-Za-z_]\w*))\s*[,)])");
  std::smatch match;
  if (!std::regex_search(lines[at], match, measure)) return {};
  const std::string name = match[1].matched ? match[1] : match[2];
  const bool pointer = any_matches(lines, R"([\w>]\s*\*\s*(?:const\s+|__restrict__\s+)*)" + name + R"(\s*(?:[;,=)]|\{))") ||
                       any_matches(lines, R"(,\s*\*\s*)" + name + R"(\s*[;,=])") ||
                       any_matches(lines, R"(\bauto\s+)" + name + R"(\s*=\s*(?:new\b|\([^()]*\*\s*\)))");
  const bool array = any_matches(lines, R"([\w>]\s+)" + name + R"(\s*\[[^\]]*\]\s*(?:[;,={]|\[))");
  return pointer && !array ? name : std::string();
}

}  // namespace warplens::program
