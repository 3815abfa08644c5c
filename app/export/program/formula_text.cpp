#include <charconv>
#include <limits>
#include <string_view>

#include "export/program/formula.h"

namespace warplens::export_ {
namespace {

/// Precedences of C++, ascending.
constexpr int conditional_level = 1, or_level = 2, and_level = 3, equality_level = 4, order_level = 5, sum_level = 6,
              product_level = 7, prefix_level = 8, primary_level = 9;

int level_of(const Formula& formula) {
  if (formula.kind == Formula::Kind::conditional) return conditional_level;
  if (formula.kind == Formula::Kind::prefix) return prefix_level;
  if (formula.kind != Formula::Kind::binary) return primary_level;
  const std::string& op = formula.text;
  if (op == "||") return or_level;
  if (op == "&&") return and_level;
  if (op == "==" || op == "!=") return equality_level;
  if (op.front() == '<' || op.front() == '>') return order_level;
  return op == "+" || op == "-" ? sum_level : product_level;
}

/// Whether its value is a truth value in C++, which takes part in no arithmetic without a conversion.
bool is_condition(const Formula& formula) { return formula.kind == Formula::Kind::binary && level_of(formula) <= order_level; }

bool is_whole_number(const Formula& formula) {
  return formula.kind == Formula::Kind::number && formula.text.find_first_not_of("0123456789") == std::string::npos;
}

class DoubleText {
 public:
  explicit DoubleText(const std::map<std::string, std::string>& renamed) : renamed_(renamed) {}

  base::Result<std::string> of(const Formula& formula) {
    std::string text = number_of(formula, false);
    if (!missing_.empty()) return base::error("the function '" + missing_ + "' has no counterpart in C++");
    return text;
  }

 private:
  /// As a number of type double; a whole literal only next to a double may stay one.
  std::string number_of(const Formula& formula, bool next_to_double) {
    if (is_whole_number(formula)) return formula.text + (next_to_double ? "" : ".0");
    if (is_condition(formula)) return "double(" + any(formula) + ")";
    return any(formula);
  }
  std::string operand(const Formula& formula, int level, bool next_to_double) {
    const std::string text = number_of(formula, next_to_double);
    return level_of(formula) < level && !is_condition(formula) ? "(" + text + ")" : text;
  }
  /// As a truth value; in parentheses up to `level`.
  std::string condition(const Formula& formula, int level) {
    if (!is_condition(formula)) return operand(formula, order_level, false) + " != 0";
    return level_of(formula) <= level ? "(" + any(formula) + ")" : any(formula);
  }

  std::string call(const Formula& formula) {
    static const std::map<std::string, std::string, std::less<>> functions{
        {"floor", "std::floor"}, {"ceil", "std::ceil"}, {"abs", "std::fabs"},  {"sqrt", "std::sqrt"},   {"exp", "std::exp"},
        {"log", "std::log"},     {"ln", "std::log"},    {"log2", "std::log2"}, {"log10", "std::log10"}, {"sin", "std::sin"},
        {"cos", "std::cos"},     {"tan", "std::tan"},   {"asin", "std::asin"}, {"acos", "std::acos"},   {"atan", "std::atan"},
        {"sinh", "std::sinh"},   {"cosh", "std::cosh"}, {"tanh", "std::tanh"}, {"atan2", "std::atan2"}, {"pow", "std::pow"},
        {"mod", "$mod"}};
    std::string list;
    for (const Formula& part : formula.parts) list += (list.empty() ? "" : ", ") + number_of(part, false);
    if (formula.text == "min" || formula.text == "max") return "std::" + formula.text + "({" + list + "})";
    if (formula.text == "rint" && formula.parts.size() == 1)  // as muParser rounds
      return "std::floor(" + operand(formula.parts.front(), sum_level, false) + " + 0.5)";
    const auto found = functions.find(formula.text);
    if (found == functions.end()) missing_ = formula.text;
    return found == functions.end() ? "" : found->second + "(" + list + ")";
  }

  std::string any(const Formula& formula) {
    const std::vector<Formula>& parts = formula.parts;
    switch (formula.kind) {
      case Formula::Kind::number:
        return formula.text;
      case Formula::Kind::variable:
        return renamed_.contains(formula.text) ? renamed_.at(formula.text) : formula.text;
      case Formula::Kind::call:
        return call(formula);
      case Formula::Kind::prefix:
        return "-" + operand(parts[0], primary_level, false);
      case Formula::Kind::conditional:
        return condition(parts[0], and_level) + " ? " + operand(parts[1], or_level, false) + " : " +
               operand(parts[2], conditional_level, false);
      case Formula::Kind::binary:
        break;
    }
    const int level = level_of(formula);
    if (level <= and_level)
      return condition(parts[0], level == and_level ? or_level : and_level) + " " + formula.text + " " +
             condition(parts[1], and_level);
    const bool right_varies = !variables_in(parts[1]).empty(), left_varies = !variables_in(parts[0]).empty();
    return operand(parts[0], level, right_varies) + " " + formula.text + " " + operand(parts[1], level + 1, left_varies);
  }

  const std::map<std::string, std::string>& renamed_;
  std::string missing_;
};

/// A whole number and its precedence.
struct Step {
  std::string text;
  std::int64_t value = 0;
  int level = primary_level;
};

std::string in_parentheses(const Step& step, int level) { return step.level < level ? "(" + step.text + ")" : step.text; }

std::optional<Step> step_of(const Formula& formula, const std::map<std::string, Whole>& variables, bool rounded_down) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  if (is_whole_number(formula)) {
    std::int64_t value = 0;
    const auto [end, code] = std::from_chars(formula.text.data(), formula.text.data() + formula.text.size(), value);
    if (code != std::errc() || value > most) return std::nullopt;
    return Step{std::to_string(value), value};  // without leading zeros, which would mean octal
  }
  if (formula.kind == Formula::Kind::variable) {
    const auto found = variables.find(formula.text);
    if (found == variables.end() || found->second.value < 0 || found->second.value > most) return std::nullopt;
    return Step{found->second.text, found->second.value};
  }
  if (formula.kind == Formula::Kind::call && formula.text == "floor" && formula.parts.size() == 1)
    return step_of(formula.parts.front(), variables, true);
  if (formula.kind != Formula::Kind::binary || level_of(formula) < sum_level) return std::nullopt;
  const bool divides = formula.text == "/";
  if (divides && !rounded_down) return std::nullopt;
  const auto left = step_of(formula.parts[0], variables, false), right = step_of(formula.parts[1], variables, false);
  if (!left || !right || (divides && right->value == 0)) return std::nullopt;
  const std::int64_t value = divides               ? left->value / right->value
                             : formula.text == "+" ? left->value + right->value
                             : formula.text == "-" ? left->value - right->value
                                                   : left->value * right->value;
  if (value < 0 || value > most) return std::nullopt;
  const int level = level_of(formula);
  return Step{in_parentheses(*left, level) + " " + formula.text + " " + in_parentheses(*right, level + 1), value, level};
}

}  // namespace

base::Result<std::string> double_text(const Formula& formula, const std::map<std::string, std::string>& renamed) {
  return DoubleText(renamed).of(formula);
}

std::optional<std::string> whole_text(const Formula& formula, const std::map<std::string, Whole>& variables,
                                      std::int64_t wanted) {
  const auto step = step_of(formula, variables, true);
  return step && step->value == wanted ? std::optional(step->text) : std::nullopt;
}

}  // namespace warplens::export_
