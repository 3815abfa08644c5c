#include "launch/arguments/csv.h"

#include <algorithm>
#include <utility>

namespace warplens::launch {
namespace {

constexpr std::string_view separators = ",; \t\r";

/// Append the numbers of a line; the column (from 1) of the first text that is none, 0 if all are numbers.
std::size_t append_line(ElementType type, std::string_view line, Bytes& data, std::string& why) {
  for (std::size_t at = line.find_first_not_of(separators); at < line.size();) {
    const std::size_t end = std::min(line.find_first_of(separators, at), line.size());
    const auto scalar = parse_scalar(type, line.substr(at, end - at));
    if (!scalar) {
      why = scalar.error().message;
      return at + 1;
    }
    const auto* from = reinterpret_cast<const std::byte*>(&scalar->bits);
    data.insert(data.end(), from, from + bytes(type));
    at = line.find_first_not_of(separators, end);
  }
  return 0;
}

bool begins_with_number(std::string_view line) {
  const std::size_t at = std::min(line.find_first_not_of(separators), line.size());
  return parse_scalar(ElementType::f64, line.substr(at, line.find_first_of(separators, at) - at)).ok();
}

}  // namespace

base::Result<Bytes> parse_csv(ElementType type, std::string_view text, const std::string& name) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // the byte order mark that spreadsheets write
  Bytes data;
  int number = 0;
  bool heading_may_come = true;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    ++number;
    at = end + 1;
    if (line.starts_with('#')) continue;
    std::string why;
    const std::size_t column = append_line(type, line, data, why);
    const bool heading = std::exchange(heading_may_come, false);
    if (column == 0) continue;
    if (!heading || begins_with_number(line)) return base::Error{name, number, static_cast<int>(column), why};
  }
  return data;
}

}  // namespace warplens::launch
