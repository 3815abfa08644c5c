#include "lesson/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiment/captions/caption.h"
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
  return experiment::fill_placeholders(
      text, [&](const std::string& expression, const std::string& format) -> base::Result<std::string> {
        if (const auto word = facts.words.find(expression); word != facts.words.end()) return word->second;
        const auto value = value_of(expression, facts);
        if (!value) return value.error();
        return experiment::formatted(*value, format);
      });
}

}  // namespace warplens::lesson
