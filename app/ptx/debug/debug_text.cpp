#include "ptx/debug/debug_text.h"

#include <optional>

#include "ptx/parse/lexer.h"

namespace warplens::ptx {
namespace {

constexpr std::string_view spaces = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(spaces);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(spaces) + 1 - first);
}

/// Take what is in front of `separator`, or all that is left.
std::string_view take_until(std::string_view& text, char separator) {
  const std::size_t end = text.find(separator);
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  return part;
}

/// Add one value of a directive to a section: a number, or SYMBOL or SYMBOL+NUMBER.
void add_value(DebugSection& section, std::string_view value, std::size_t bytes) {
  std::uint64_t number = 0;
  if (const auto known = integer_value(value)) {
    number = *known;
  } else if (!value.empty()) {
    const std::string_view symbol = take_until(value, '+');
    section.addresses[section.bytes.size()] = {trimmed(symbol), integer_value(trimmed(value)).value_or(0)};
  }
  for (std::size_t k = 0; k < bytes; ++k) section.bytes.push_back(static_cast<std::uint8_t>(k < 8 ? number >> 8 * k : 0));
}

void add_directive(DebugSection& section, std::string_view line) {
  const std::string_view directive = take_until(line, ' ');
  const std::size_t bytes = directive == ".b8"    ? 1
                            : directive == ".b16" ? 2
                            : directive == ".b32" ? 4
                            : directive == ".b64" ? 8
                                                  : 0;
  if (bytes == 0) return;
  while (!line.empty()) add_value(section, trimmed(take_until(line, ',')), bytes);
}

DebugSection* section_named(DebugText& text, std::string_view name) {
  if (name == ".debug_info") return &text.info;
  if (name == ".debug_abbrev") return &text.abbreviations;
  if (name == ".debug_loc") return &text.locations;
  if (name == ".debug_str") return &text.strings;
  return nullptr;
}

}  // namespace

DebugText read_debug_text(std::string_view ptx) {
  DebugText text;
  bool in_section = false;
  DebugSection* section = nullptr;
  for (std::uint32_t number = 1; !ptx.empty(); ++number) {
    std::string_view line = take_until(ptx, '\n');
    line = trimmed(line.substr(0, line.find("//")));
    if (constexpr std::string_view opening = ".section"; line.starts_with(opening)) {
      line = trimmed(line.substr(opening.size()));
      section = section_named(text, trimmed(line.substr(0, line.find_first_of(" \t{"))));
      in_section = !line.ends_with('}');
    } else if (in_section && line == "}") {
      in_section = false;
    } else if (line.size() > 1 && line.ends_with(':') && line.find_first_of(spaces) == line.npos) {
      line.remove_suffix(1);
      if (!in_section)
        text.labels.emplace(line, number);
      else if (section != nullptr)
        section->labels.emplace(line, section->bytes.size());
    } else if (in_section && section != nullptr) {
      add_directive(*section, line);
    }
  }
  return text;
}

}  // namespace warplens::ptx
