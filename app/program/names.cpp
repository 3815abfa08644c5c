#include "program/names.h"

#include <cctype>
#include <cstdint>
#include <regex>
#include <sstream>
#include <vector>

namespace warplens::program {
namespace {

constexpr std::size_t max_line = 1000;  // more is not written by hand, and takes regular expressions long
constexpr std::string_view word = "allocation ";

std::vector<std::string> lines_of(const std::string& file, const NamedFiles& files) {
  std::vector<std::string> lines;
  std::istringstream stream(files.text(file).value_or(""));
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace

std::string allocated_variable(const Place& place, const NamedFiles& files) {
  static const std::regex call(
      R"((?:cudaMalloc\w*|cudaHostAlloc)\s*(?:<[^>]*>)?\s*\(\s*(?:\(\s*void\s*\*\s*\*\s*\)|reinterpret_cast<\s*void\s*\*\s*\*\s*>\s*\()?\s*&?\s*([A-Za-z_][\w.]*(?:(?:->|\.)\w+|\[\w+\])*))");
  const std::vector<std::string> lines = lines_of(place.file, files);
  // A call of several lines has the line of any of them.
  for (const int distance : {0, -1, 1, -2}) {
    const auto at = static_cast<std::size_t>(place.line - 1 + distance);
    std::smatch match;
    if (place.line + distance >= 1 && at < lines.size() && lines[at].size() <= max_line &&
        std::regex_search(lines[at], match, call))
      return match[1];
  }
  return {};
}

std::string with_names(const std::string& text, const std::map<unsigned, std::string>& names) {
  std::string result;
  std::size_t done = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const bool begins = at == 0 || std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0;
    const std::size_t digits = at + word.size();
    std::size_t end = digits;
    while (end < text.size() && end - digits < 9 && std::isdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
    if (!begins || end == digits) continue;
    const auto name = names.find(static_cast<unsigned>(std::stoul(text.substr(digits, end - digits))));
    if (name == names.end()) continue;
    result += text.substr(done, at - done) + name->second;
    done = end;
  }
  return result + text.substr(done);
}

}  // namespace warplens::program
