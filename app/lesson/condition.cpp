#include "lesson/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/number_format.h"
#include "experiment/expression.h"

namespace warplens::lesson {
namespace {

constexpr double first_word = 1e9;  // outside the range of real facts

/// Assigns each distinct word its own number, so that expressions can compare words.
class Words {
 public:
  double number_of(const std::string& word) {
    return numbers_.try_emplace(word, first_word + static_cast<double>(numbers_.size())).first->second;
  }

 private:
  std::map<std::string, double> numbers_;
};

std::string for_people(double value) {
  constexpr double exact = 9e15;
  if (value == std::floor(value) && std::abs(value) < exact) return base::grouped(static_cast<std::int64_t>(value));
  if (std::abs(value) >= 1000 && std::abs(value) < exact) return base::grouped(static_cast<std::int64_t>(std::llround(value)));
  return fmt::format("{:.3g}", value);
}

base::Result<std::string> formatted(double value, const std::string& how) {
  if (how.empty()) return for_people(value);
  if (how == "%") return fmt::format("{:.0f} %", 100 * value);
  if (how.size() == 1 && how[0] >= '0' && how[0] <= '9') return fmt::format("{:.{}f}", value, how[0] - '0');
  const bool noun =
      std::all_of(how.begin(), how.end(), [](unsigned char c) { return std::isalpha(c) != 0 || c == ' ' || c == '-'; });
  if (!noun) return base::error("“:" + how + "” is not :%, :0 to :9 or a noun");
  if (value < 0 || value != std::floor(value) || value > 9e15) return for_people(value) + " " + how + "s";
  return base::counted(static_cast<std::uint64_t>(value), how);
}

}  // namespace

base::Result<double> value_of(const std::string& expression, const Facts& facts) {
  Words words;
  std::map<std::string, double> constants = facts.numbers;
  for (const auto& [name, word] : facts.words) constants[name] = words.number_of(word);
  std::string arithmetic;
  for (std::size_t at = 0; at < expression.size();) {
    const std::size_t quote = std::min(expression.find('"', at), expression.size());
    arithmetic += expression.substr(at, quote - at);
    if (quote == expression.size()) break;
    const std::size_t end = expression.find('"', quote + 1);
    if (end == std::string::npos) return base::error("expression '" + expression + "': a \" is not closed");
    arithmetic += fmt::format("{:.0f}", words.number_of(expression.substr(quote + 1, end - quote - 1)));
    at = end + 1;
  }
  auto compiled = experiment::Expression::compile(arithmetic, constants);
  if (!compiled) return compiled.error();
  return compiled->value();
}

bool holds(const std::string& condition, const Facts& facts) {
  const auto value = value_of(condition, facts);
  return value && !std::isnan(*value) && *value != 0;
}

base::Result<std::string> filled(const std::string& text, const Facts& facts) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = std::min(text.find('{', at), text.size());
    out += text.substr(at, open - at);
    if (open == text.size()) break;
    const std::size_t close = text.find('}', open);
    if (close == std::string::npos) return base::error("a { is not closed");
    std::string expression = text.substr(open + 1, close - open - 1), how;
    // A colon starts the format, unless it belongs to a ?: of the expression.
    const std::size_t colon = expression.rfind(':');
    if (colon != std::string::npos && expression.find('?') == std::string::npos) {
      how = expression.substr(colon + 1);
      expression.erase(colon);
    }
    at = close + 1;
    if (const auto word = facts.words.find(expression); word != facts.words.end()) {
      out += word->second;
      continue;
    }
    const auto value = value_of(expression, facts);
    if (!value) return value.error();
    const auto shown = formatted(*value, how);
    if (!shown) return shown.error();
    out += *shown;
  }
  return out;
}

}  // namespace warplens::lesson
