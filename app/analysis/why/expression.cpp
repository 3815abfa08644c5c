#include "analysis/why/expression.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "launch/arguments/value.h"

namespace warplens::analysis {
namespace {

using Kind = Expression::Kind;

constexpr int bitwise = 2, unary = 7;

/// How tightly a sign binds in C++; 0: a name, whose operands stand in parentheses.
int strength(std::string_view sign) {
  constexpr std::array<std::string_view, 6> comparisons{"<", "<=", ">", ">=", "==", "!="};
  if (sign == "||" || sign == "&&") return 1;
  if (sign == "&" || sign == "|" || sign == "^") return bitwise;
  if (std::ranges::find(comparisons, sign) != comparisons.end()) return 3;
  if (sign == "<<" || sign == ">>") return 4;
  if (sign == "+" || sign == "-") return 5;
  return sign == "*" || sign == "/" || sign == "%" ? 6 : 0;
}

template <typename Leaf>
std::string written(const Expression& expression, const Leaf& leaf, int around = 0, bool right = false) {
  if (expression.kind != Kind::operation) return leaf(expression);
  const int own = strength(expression.text);
  std::string text;
  if (own == 0) {
    for (const Expression& operand : expression.operands) text += (text.empty() ? "" : ", ") + written(operand, leaf);
    return expression.text + "(" + text + ")";
  }
  if (expression.operands.size() == 1) return expression.text + written(expression.operands[0], leaf, unary);
  for (std::size_t k = 0; k < expression.operands.size(); ++k) {
    const std::string operand = written(expression.operands[k], leaf, own, k > 0);
    // "n - 1", which compilers turn into n + -1
    const bool subtracts =
        k > 0 && expression.text == "+" && expression.operands[k].kind == Kind::number && operand.starts_with('-');
    text += k == 0 ? operand : subtracts ? " - " + operand.substr(1) : " " + expression.text + " " + operand;
  }
  const bool parentheses = own < around || (right && own == around) || (own == bitwise && around == bitwise);
  return parentheses ? "(" + text + ")" : text;
}

launch::ElementType element_type(ptx::Type type) {
  using enum launch::ElementType;
  const int width = ptx::bits(type);
  if (ptx::kind(type) == ptx::TypeKind::floating && width == 32) return f32;
  if (ptx::kind(type) == ptx::TypeKind::floating && width == 64) return f64;
  const bool is_unsigned = ptx::kind(type) == ptx::TypeKind::unsigned_integer;
  if (width == 64) return is_unsigned ? u64 : i64;
  if (width == 16) return is_unsigned ? u16 : i16;
  if (width == 8) return is_unsigned ? u8 : i8;
  return is_unsigned ? u32 : i32;
}

void collect(const Expression& expression, std::vector<const Expression*>& loads) {
  if (expression.kind == Kind::loaded) {
    const auto same = [&](const Expression* other) {
      return other->load.row == expression.load.row && other->load.lane == expression.load.lane;
    };
    if (std::ranges::none_of(loads, same)) loads.push_back(&expression);
  }
  for (const Expression& operand : expression.operands) collect(operand, loads);
}

}  // namespace

std::string opposite(std::string_view comparison) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> pairs{
      {{"<", ">="}, {">=", "<"}, {">", "<="}, {"<=", ">"}, {"==", "!="}, {"!=", "=="}}};
  for (const auto& [one, other] : pairs)
    if (comparison == one) return std::string(other);
  return "";
}

Expression negated(Expression condition) {
  if (condition.bits) condition.bits = *condition.bits == 0 ? 1 : 0;
  if (const std::string other = opposite(condition.text); condition.kind == Kind::operation && !other.empty()) {
    condition.text = other;
    return condition;
  }
  Expression result;
  result.kind = Kind::operation;
  result.type = ptx::Type::pred;
  result.text = "not";
  result.bits = condition.bits;
  if (condition.bits) condition.bits = *condition.bits == 0 ? 1 : 0;
  result.operands.push_back(std::move(condition));
  return result;
}

Expression unknown_value(std::string words, ptx::Type type) {
  Expression expression;
  expression.type = type;
  expression.text = std::move(words);
  return expression;
}

std::string text_of(const Expression& expression) {
  return written(expression, [](const Expression& leaf) { return leaf.kind == Kind::number ? value_text(leaf) : leaf.text; });
}

std::string value_text(const Expression& expression) {
  if (!expression.bits) return "";
  if (ptx::bits(expression.type) < 8) return *expression.bits != 0 ? "true" : "false";
  return launch::to_text(launch::Scalar{element_type(expression.type), *expression.bits});
}

std::string values_of(const Expression& expression) {
  return written(expression, [](const Expression& leaf) {
    const std::string value = value_text(leaf);
    return value.empty() ? leaf.text : value.starts_with('-') && leaf.kind != Kind::number ? "(" + value + ")" : value;
  });
}

std::vector<const Expression*> loads_of(const Expression& expression) {
  std::vector<const Expression*> loads;
  collect(expression, loads);
  return loads;
}

}  // namespace warplens::analysis
