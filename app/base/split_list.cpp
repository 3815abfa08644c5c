#include "base/split_list.h"

namespace warplens::base {

std::vector<std::string> split_list(std::string_view list, std::string_view brackets) {
  std::vector<std::string> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= list.size(); ++at) {
    const char c = at < list.size() ? list[at] : ',';
    if (const std::size_t bracket = brackets.find(c); bracket != std::string_view::npos) depth += bracket % 2 == 0 ? 1 : -1;
    if (c != ',' || (depth > 0 && at < list.size())) continue;
    const std::string_view part = list.substr(begin, at - begin);
    begin = at + 1;
    const std::size_t first = part.find_first_not_of(" \t\r");
    if (first != std::string_view::npos) parts.emplace_back(part.substr(first, part.find_last_not_of(" \t\r") + 1 - first));
  }
  return parts;
}

}  // namespace warplens::base
