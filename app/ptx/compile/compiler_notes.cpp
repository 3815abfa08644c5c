#include "ptx/compile/compiler_notes.h"

#include <algorithm>

#include "ptx/compile/diagnostic.h"

namespace warplens::ptx {
namespace {

constexpr std::string_view options_mark = "// compiler options: ", warning_mark = "// compiler said: ",
                           assembler_mark = "// ptxas said: ";

/// The last line of `text`, which loses it.
std::string_view cut_last_line(std::string_view& text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  const std::size_t before = text.find_last_of('\n');
  const std::string_view line = before == std::string_view::npos ? text : text.substr(before + 1);
  text.remove_suffix(before == std::string_view::npos ? text.size() : text.size() - before);
  return line;
}

}  // namespace

std::string options_text(const CompileOptions& options) {
  std::string text;
  const auto add = [&](const std::string& word) { text += (text.empty() ? "" : " ") + word; };
  for (const std::string& definition : options.definitions) add("-D" + definition);
  if (options.architecture != 0) add("--arch=sm_" + std::to_string(options.architecture));
  if (options.standard != CompileOptions{}.standard) add("--std=" + options.standard);
  if (!options.optimised) add("-O0");
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::string with_notes(std::string ptx, const CompilerNotes& notes) {
  if (notes != CompilerNotes{}) ptx += '\n';
  if (!notes.options.empty()) ptx += std::string(options_mark) + notes.options + '\n';
  for (const base::Error& warning : notes.warnings)
    ptx +=
        std::string(warning_mark) + warning.file + '(' + std::to_string(warning.line) + "): warning: " + warning.message + '\n';
  std::string_view rest = notes.assembler;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    ptx.append(assembler_mark).append(rest.substr(0, end)).append("\n");
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  return ptx;
}

CompilerNotes notes_of(std::string_view ptx) {
  CompilerNotes notes;
  while (!ptx.empty()) {
    const std::string_view line = cut_last_line(ptx);
    if (line.starts_with(options_mark)) {
      notes.options = line.substr(options_mark.size());
    } else if (line.starts_with(warning_mark)) {
      const auto warnings = warnings_in(line.substr(warning_mark.size()));
      notes.warnings.insert(notes.warnings.begin(), warnings.begin(), warnings.end());
    } else if (line.starts_with(assembler_mark)) {
      notes.assembler.insert(0, std::string(line.substr(assembler_mark.size())) + '\n');
    } else {
      break;
    }
  }
  return notes;
}

}  // namespace warplens::ptx
