#include "export/program/formula.h"

#include <array>
#include <cctype>
#include <limits>
#include <string_view>

namespace warplens::export_ {
namespace {

/// Recursive descent; muParser's precedence: ?: || && comparisons + - * / sign ^.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  base::Result<Formula> whole() {
    auto formula = conditional();
    if (formula && peek() != '\0') return failed();
    return formula;
  }

 private:
  static constexpr int max_depth = 100;
  static constexpr std::size_t levels = 5;
  static constexpr std::array<std::array<std::string_view, 6>, levels> operators{
      {{"||"}, {"&&"}, {"<=", ">=", "!=", "==", "<", ">"}, {"+", "-"}, {"*", "/"}}};

  base::Error failed() const { return base::error("'" + std::string(text_) + "' has no counterpart in C++"); }

  char peek() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(std::string_view wanted) {
    peek();
    if (wanted.empty() || !text_.substr(at_).starts_with(wanted)) return false;
    at_ += wanted.size();
    return true;
  }

  base::Result<Formula> conditional() {
    if (++depth_ > max_depth) return failed();
    auto condition = binary(0);
    if (!condition || !take("?")) return --depth_, condition;
    auto yes = conditional();
    if (!yes) return yes;
    if (!take(":")) return failed();
    auto no = conditional();
    if (!no) return no;
    --depth_;
    return Formula{Formula::Kind::conditional, "?", {std::move(*condition), std::move(*yes), std::move(*no)}};
  }

  base::Result<Formula> binary(std::size_t level) {
    if (level == levels) return sign();
    auto left = binary(level + 1);
    while (left) {
      std::string_view found;
      for (const std::string_view each : operators[level])
        if (found.empty() && take(each)) found = each;
      if (found.empty()) break;
      auto right = binary(level + 1);
      if (!right) return right;
      left = Formula{Formula::Kind::binary, std::string(found), {std::move(*left), std::move(*right)}};
    }
    return left;
  }

  base::Result<Formula> sign() {
    if (take("+")) return sign_after();
    if (!take("-")) return power();
    auto operand = sign_after();
    if (!operand) return operand;
    return Formula{Formula::Kind::prefix, "-", {std::move(*operand)}};
  }
  base::Result<Formula> sign_after() {
    if (++depth_ > max_depth) return failed();
    auto operand = sign();
    --depth_;
    return operand;
  }

  base::Result<Formula> power() {
    auto left = primary();
    if (!left || !take("^")) return left;
    auto right = sign_after();
    if (!right) return right;
    return Formula{Formula::Kind::call, "pow", {std::move(*left), std::move(*right)}};
  }

  base::Result<Formula> primary() {
    const char first = peek();
    if (take("(")) {
      auto inner = conditional();
      if (inner && !take(")")) return failed();
      return inner;
    }
    if (std::isdigit(static_cast<unsigned char>(first)) || first == '.') return number();
    const std::size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_')) ++at_;
    if (at_ == begin) return failed();
    const std::string name(text_.substr(begin, at_ - begin));
    if (name == "_pi") return Formula{Formula::Kind::number, "3.141592653589793"};
    if (name == "_e") return Formula{Formula::Kind::number, "2.718281828459045"};
    if (!take("(")) return Formula{Formula::Kind::variable, name};
    Formula call{Formula::Kind::call, name};
    do {
      auto operand = conditional();
      if (!operand) return operand;
      call.parts.push_back(std::move(*operand));
    } while (take(","));
    if (!take(")")) return failed();
    return call;
  }

  base::Result<Formula> number() {
    const std::size_t begin = at_;
    const auto digits = [&] {
      while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_]))) ++at_;
    };
    digits();
    if (at_ < text_.size() && text_[at_] == '.') ++at_, digits();
    if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
      const std::size_t exponent = at_++;
      if (at_ < text_.size() && (text_[at_] == '-' || text_[at_] == '+')) ++at_;
      if (at_ == text_.size() || !std::isdigit(static_cast<unsigned char>(text_[at_]))) at_ = exponent;
      digits();
    }
    return Formula{Formula::Kind::number, std::string(text_.substr(begin, at_ - begin))};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

base::Result<Formula> parse_formula(const std::string& text) { return Parser(text).whole(); }

std::set<std::string> variables_in(const Formula& formula) {
  if (formula.kind == Formula::Kind::variable) return {formula.text};
  std::set<std::string> names;
  for (const Formula& part : formula.parts) names.merge(variables_in(part));
  return names;
}

}  // namespace warplens::export_
