#include "analysis/why/expression.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "launch/arguments/value.h"

namespace warplens::analysis {
namespace {

using Kind = Expression::Kind;

constexpr int bitwise = 3;

/// How tightly a sign binds; 0: a name, whose operands stand in parentheses.
int strength(std::string_view sign) {
  constexpr std::array<std::string_view, 6> comparisons{"<", "<=", ">", ">=", "==", "!="};
  if (sign == "||" || sign == "&&") return 1;
  if (std::ranges::find(comparisons, sign) != comparisons.end()) return 2;
  if (sign == "&" || sign == "|" || sign == "^" || sign == "<<" || sign == ">>") return bitwise;
  if (sign == "+" || sign == "-") return 4;
  return sign == "*" || sign == "/" || sign == "%" ? 5 : 0;
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
  if (expression.operands.size() == 1) return expression.text + written(expression.operands[0], leaf, 6);
  for (std::size_t k = 0; k < expression.operands.size(); ++k)
    text += (k == 0 ? "" : " " + expression.text + " ") + written(expression.operands[k], leaf, own, k > 0);
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
    return value.empty() ? leaf.text : value.starts_with('-') ? "(" + value + ")" : value;
  });
}

std::vector<const Expression*> loads_of(const Expression& expression) {
  std::vector<const Expression*> loads;
  collect(expression, loads);
  return loads;
}

}  // namespace warplens::analysis
