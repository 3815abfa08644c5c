#include "ptx/nvvm/write_lines.h"

#include <fmt/format.h>

#include "ptx/nvvm/metadata.h"

namespace warplens::ptx::nvvm {
namespace {

constexpr std::size_t most_files = 10'000;  // PTX with many more is not read
constexpr std::int64_t last_line = 0x7fffffff;

std::uint32_t line_number(std::int64_t number) {
  return number < 0 || number > last_line ? 0 : static_cast<std::uint32_t>(number);
}

/// A path between the quotes of a .file directive.
std::string quotable(std::string_view path) {
  std::string text;
  for (const char c : path) {
    if (c == '"' || c == '\\') text += '\\';
    text += static_cast<unsigned char>(c) < ' ' ? '?' : c;
  }
  return text;
}

/// The number of a text, which may be new.
std::uint32_t number_of_text(std::map<std::string, std::uint32_t>& numbers, std::vector<std::string>& texts,
                             const std::string& text) {
  const auto [found, fresh] = numbers.try_emplace(text, static_cast<std::uint32_t>(texts.size()));
  if (fresh) texts.push_back(text);
  return found->second;
}

}  // namespace

std::uint32_t SourceLines::file(std::uint32_t node) {
  const std::string path = path_of(module_, node);
  if (path.empty() || (paths_.size() >= most_files && !files_.contains(path))) return 0;
  return number_of_text(files_, paths_, path) + 1;
}

SourceLines::Place SourceLines::place(std::uint32_t location) {
  if (!is_kind(module_, location, "DILocation")) return {};
  Place place{file(location), line_number(number_field(module_, location, "line")),
              line_number(number_field(module_, location, "column"))};
  const std::uint32_t call = with_calls_ ? node_field(module_, location, "inlinedAt") : none;
  if (is_kind(module_, call, "DILocation") && file(call) != 0) place.call = call;
  return place;
}

std::string SourceLines::write(std::uint32_t location, const Place& at) {
  std::string text = fmt::format("\t.loc\t{} {} {}", at.file, at.line, at.column);
  if (at.call != none) {
    const std::vector<std::uint32_t> scopes = scopes_of(module_, node_field(module_, location, "scope"));
    const std::string name(linkage_name(module_, scopes.empty() ? none : scopes.back()));
    const Place call = place(at.call);
    text += fmt::format(", function_name $L__info_string{}, inlined_at {} {} {}", number_of_text(names_, strings_, name),
                        call.file, call.line, call.column);
  }
  calls_[{at.file, at.line, at.column}] = at.call;
  last_ = at;
  return text + '\n';
}

std::string SourceLines::begin(std::uint32_t subprogram) {
  last_ = {};
  calls_.clear();
  if (!is_kind(module_, subprogram, "DISubprogram") || file(subprogram) == 0) return "";
  return write(none, {file(subprogram), line_number(number_field(module_, subprogram, "scopeLine"))});
}

std::string SourceLines::at(std::uint32_t location, bool starts_block) {
  const Place next = place(location);
  if (next.file == 0) {
    // The block may be reached from another place than the instructions above it (LLVM, DwarfDebug::beginInstruction).
    const bool ends_line = starts_block && last_.line != 0;
    return ends_line ? write(none, {last_.file, 0, last_.column}) : "";
  }
  if (next == last_ || (next.line == 0 && last_.file != 0 && last_.line == 0)) return "";
  // What inlined_at refers to must be the latest .loc of that file, line and column.
  std::string text;
  const std::vector<std::uint32_t> calls = next.call != none ? inlined_at(module_, location) : std::vector<std::uint32_t>{};
  for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
    const Place of = place(*call);
    const auto now = calls_.find({of.file, of.line, of.column});
    if (of.file != 0 && (now == calls_.end() || now->second != of.call)) text += write(*call, of);
  }
  return text + write(location, next);
}

std::string SourceLines::at_own_line(std::uint32_t line) {
  const Place next{number_of_text(files_, paths_, module_.path) + 1, line};
  return next == last_ ? "" : write(none, next);
}

std::string SourceLines::end() const {
  std::string text;
  for (std::size_t k = 0; k < paths_.size(); ++k) text += fmt::format("\t.file\t{} \"{}\"\n", k + 1, quotable(paths_[k]));
  if (strings_.empty()) return text;
  text += "\t.section\t.debug_str\n\t{\n";
  for (std::size_t k = 0; k < strings_.size(); ++k) {
    text += fmt::format("$L__info_string{}:\n.b8 ", k);
    for (const char c : strings_[k]) text += fmt::format("{},", static_cast<unsigned char>(c));
    text += "0\n";
  }
  return text + "\t}\n";
}

}  // namespace warplens::ptx::nvvm
