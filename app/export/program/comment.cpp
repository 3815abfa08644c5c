#include "export/program/comment.h"

#include <sstream>

namespace warplens::export_ {

std::string comment(const std::string& text, std::size_t indent) {
  constexpr std::size_t widest = 110;
  const std::string begin = std::string(indent, ' ') + "//";
  std::istringstream words(text);
  std::string lines, line = begin;
  const auto end_line = [&] {
    if (line.back() == '\\') line += ' ', line += '.';  // a backslash would continue the comment in the next line
    lines += line + "\n";
    line = begin;
  };
  for (std::string word; words >> word; line += " " + word)
    if (line.size() + 1 + word.size() > widest && line != begin) end_line();
  end_line();
  return lines;
}

}  // namespace warplens::export_
