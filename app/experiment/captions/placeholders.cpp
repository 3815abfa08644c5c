#include "experiment/captions/placeholders.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/number_format.h"

namespace warplens::experiment {
namespace {

constexpr double exact = 9e15;  // integers up to here are exact

std::string for_people(double value) {
  if (value == std::floor(value) && std::abs(value) < exact) return base::grouped(static_cast<std::int64_t>(value));
  if (std::abs(value) >= 1000 && std::abs(value) < exact) return base::grouped(static_cast<std::int64_t>(std::llround(value)));
  return fmt::format("{:.3g}", value);
}

}  // namespace

base::Result<std::string> fill_placeholders(const std::string& text, const Replace& replace) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = std::min(text.find('{', at), text.size());
    out += text.substr(at, open - at);
    if (open == text.size()) break;
    if (text.compare(open, 2, "{{") == 0) {
      out += '{';
      at = open + 2;
      continue;
    }
    const std::size_t close = text.find('}', open);
    if (close == std::string::npos) return base::error("a { is not closed");
    std::string expression = text.substr(open + 1, close - open - 1), format;
    const std::size_t colon = expression.rfind(':');
    if (colon != std::string::npos && expression.find('?') == std::string::npos) {
      format = expression.substr(colon + 1);
      expression.erase(colon);
    }
    at = close + 1;
    const auto shown = replace(expression, format);
    if (!shown) return shown.error();
    out += *shown;
  }
  return out;
}

std::string escape_placeholders(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '{' ? std::string("{{") : std::string(1, c);
  return out;
}

base::Result<std::string> formatted(double value, const std::string& format) {
  if (format.empty()) return for_people(value);
  if (format == "%") return fmt::format("{:.0f} %", 100 * value);
  if (format.size() == 1 && format[0] >= '0' && format[0] <= '9') return fmt::format("{:.{}f}", value, format[0] - '0');
  const bool noun =
      std::all_of(format.begin(), format.end(), [](unsigned char c) { return std::isalpha(c) != 0 || c == ' ' || c == '-'; });
  if (!noun) return base::error("“:" + format + "” is not :%, :0 to :9 or a noun");
  if (value < 0 || value != std::floor(value) || value > exact) return for_people(value) + " " + format + "s";
  return base::counted(static_cast<std::uint64_t>(value), format);
}

}  // namespace warplens::experiment
