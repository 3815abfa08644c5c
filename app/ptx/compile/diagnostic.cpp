#include "ptx/compile/diagnostic.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <system_error>
#include <utility>

namespace warplens::ptx {
namespace {

/// Remove the number at the end of `text`, and the character `before` that must precede it. Returns the number.
std::optional<int> cut_number(std::string_view& text, char before) {
  const std::size_t start = text.find_last_not_of("0123456789");
  if (start == std::string_view::npos || start + 1 == text.size() || text[start] != before) return std::nullopt;
  int number = 0;
  const auto [end, code] = std::from_chars(text.data() + start + 1, text.data() + text.size(), number);
  if (code != std::errc()) return std::nullopt;
  text = text.substr(0, start);
  return number;
}

/// The error for the text `place` before ": error: ".
std::optional<base::Error> at_place(std::string_view place, std::string_view message) {
  base::Error error;
  error.message = message;
  if (place.ends_with(')')) {
    place.remove_suffix(1);
    const auto line = cut_number(place, '(');
    if (!line) return std::nullopt;
    error.line = *line;
  } else {
    const auto last = cut_number(place, ':');
    if (!last) return std::nullopt;
    const auto line = cut_number(place, ':');
    error.line = line ? *line : *last;
    error.column = line ? *last : 0;
  }
  error.file = place;
  return error;
}

/// What a student needs to know of common warnings, besides what the compiler says.
struct Advice {
  std::string_view part;  ///< of the warning
  std::string_view advice;
};
constexpr std::array<Advice, 2> advices{
    {{"cannot be directly written in a host function", "the host changes a copy of its own: use cudaMemcpyToSymbol"},
     {"cannot be directly read in a host function", "the host reads a copy of its own: use cudaMemcpyFromSymbol"}}};

void advise(base::Error& warning) {
  for (const Advice& each : advices)
    if (warning.message.find(each.part) != std::string::npos && warning.message.find(each.advice) == std::string::npos)
      warning.message += "; " + std::string(each.advice);
}

/// The first line of `output`, which loses it.
std::string_view cut_line(std::string_view& output) {
  const std::size_t end = output.find('\n');
  std::string_view line = output.substr(0, end);
  output = end == std::string_view::npos ? "" : output.substr(end + 1);
  while (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

std::optional<base::Error> first_diagnostic(std::string_view output) {
  constexpr std::array<std::string_view, 3> kinds{": error: ", ": fatal error: ", ": catastrophic error: "};
  while (!output.empty()) {
    const std::string_view line = cut_line(output);
    for (const std::string_view kind : kinds) {
      const std::size_t found = line.find(kind);
      if (found == std::string_view::npos) continue;
      if (auto error = at_place(line.substr(0, found), line.substr(found + kind.size()))) return error;
    }
  }
  return std::nullopt;
}

std::vector<base::Error> warnings_in(std::string_view output, std::size_t most) {
  constexpr std::string_view kind = ": warning";
  std::vector<base::Error> warnings;
  while (!output.empty() && warnings.size() < most) {
    const std::string_view line = cut_line(output);
    const std::size_t found = line.find(kind), message = line.find(": ", found == std::string_view::npos ? found : found + 1);
    if (message == std::string_view::npos) continue;
    auto warning = at_place(line.substr(0, found), line.substr(message + 2));
    if (warning) advise(*warning);
    if (warning && std::ranges::find(warnings, *warning) == warnings.end()) warnings.push_back(std::move(*warning));
  }
  return warnings;
}

std::string first_line(const std::string& output) {
  const std::size_t start = output.find_first_not_of(" \n\r\t");
  if (start == std::string::npos) return "it said nothing";
  return output.substr(start, output.find('\n', start) - start);
}

}  // namespace warplens::ptx
