#include "export/program/source_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <vector>

#include "base/file.h"
#include "experiment/kernel_file/kernel_source.h"

namespace warplens::export_ {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest = std::size_t{4} << 20;  // bytes
constexpr int deepest = 40;

/// The words of a preprocessor line after the #; empty for other lines.
std::string_view directive(std::string_view line) {
  constexpr std::string_view blanks = " \t";
  const std::size_t hash = line.find_first_not_of(blanks);
  if (hash == std::string_view::npos || line[hash] != '#') return {};
  line.remove_prefix(hash + 1);
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  return line;
}

/// The name that a line includes.
std::string included_by(std::string_view line) {
  std::string_view rest = directive(line);
  if (!rest.starts_with("include")) return {};
  const std::size_t begin = rest.find_first_of("\"<");
  if (begin == std::string_view::npos) return {};
  const std::size_t end = rest.find(rest[begin] == '"' ? '"' : '>', begin + 1);
  return end == std::string_view::npos ? std::string() : std::string(rest.substr(begin + 1, end - begin - 1));
}

class Inliner {
 public:
  explicit Inliner(std::vector<fs::path> folders) : folders_(std::move(folders)) {}

  base::Status add(const fs::path& file, int depth) {
    const auto text = base::read_text(file, largest, "a kernel");
    if (!text) return text.error();
    if (depth > deepest || text_.size() > largest)
      return base::Error{file.string(), 0, 0, "this header is included over and over again"};
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) {
      if (depth > 0 && directive(line).starts_with("pragma once")) {
        seen_.push_back(file);
        continue;
      }
      const auto header = found(included_by(line), file.parent_path());
      if (!header) {
        text_ += line + "\n";
        continue;
      }
      if (std::ranges::find(seen_, *header) != seen_.end()) continue;
      text_ += "// ---- " + header->filename().string() + "\n";
      if (const base::Status added = add(*header, depth + 1); !added) return added;
      text_ += "// ---- end of " + header->filename().string() + "\n";
    }
    return base::Nothing{};
  }

  std::string text() && { return std::move(text_); }

 private:
  std::optional<fs::path> found(const std::string& name, const fs::path& own_folder) const {
    if (name.empty()) return std::nullopt;
    std::vector<fs::path> folders{own_folder};
    folders.insert(folders.end(), folders_.begin(), folders_.end());
    for (const fs::path& folder : folders) {
      std::error_code code;
      if (fs::is_regular_file(folder / name, code)) return base::whole_path(folder / name);
    }
    return std::nullopt;
  }

  std::vector<fs::path> folders_;
  std::vector<fs::path> seen_;  ///< that are to be included once
  std::string text_;
};

bool has_main(const std::string& text) {
  const experiment::Tokens tokens = experiment::tokens_of(text);
  for (std::size_t k = 0; k + 1 < tokens.size(); ++k)
    if (tokens[k].text == "main" && tokens[k + 1].text == "(") return true;
  return false;
}

}  // namespace

base::Result<std::string> source_text(const fs::path& source, const ptx::CompileOptions& options) {
  if (source.extension() != ".cu")
    return base::Error{source.string(), 0, 0, "a program needs the kernel as CUDA C++, in a .cu file"};
  std::vector<fs::path> folders{source.parent_path()};
  folders.insert(folders.end(), options.include_folders.begin(), options.include_folders.end());
  Inliner inliner(std::move(folders));
  if (const base::Status added = inliner.add(source, 0); !added) return added.error();
  const std::string text = std::move(inliner).text();
  if (has_main(text)) return base::Error{source.string(), 0, 0, "this file has a main() already: run it with warplens program"};
  std::string defined;
  for (const std::string& definition : options.definitions) {
    const std::size_t equals = definition.find('=');
    defined += "#define " + definition.substr(0, equals) + " " +
               (equals == std::string::npos ? "1" : definition.substr(equals + 1)) + "\n";
  }
  return defined.empty() ? text : defined + "\n" + text;
}

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
