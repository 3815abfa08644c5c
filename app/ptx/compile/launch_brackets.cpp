#include "ptx/compile/launch_brackets.h"

#include <utility>

#include "base/file.h"

namespace warplens::ptx {
namespace {

/// Move the third bracket of each `<< <` to the two before it.
void join(std::string& text, char bracket) {
  const std::string pair(2, bracket);
  for (std::size_t at = text.find(pair); at != std::string::npos; at = text.find(pair, at + 1)) {
    const std::size_t third = text.find_first_not_of(" \t", at + 2);
    if (third == at + 2 || third == std::string::npos || text[third] != bracket) continue;
    if (third + 1 < text.size() && (text[third + 1] == bracket || text[third + 1] == '=')) continue;
    std::swap(text[at + 2], text[third]);
  }
}

}  // namespace

std::string with_joined_brackets(std::string source) {
  join(source, '<');
  // `> >` after `>>` may also end a template's arguments, to which it is the same.
  if (source.find("<<<") != std::string::npos) join(source, '>');
  return source;
}

base::Result<std::vector<std::string>> options_for_brackets(const std::filesystem::path& source,
                                                            const std::filesystem::path& copy) {
  const auto text = base::read_text(source);
  if (!text) return text.error();
  const std::string joined = with_joined_brackets(*text);
  if (joined == *text) return std::vector<std::string>{};
  if (const base::Status written = base::write_file(copy, joined); !written) return written.error();
  return std::vector<std::string>{"-Xclang", "-remap-file", "-Xclang", source.string() + ";" + copy.string()};
}

}  // namespace warplens::ptx
