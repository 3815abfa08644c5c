#include "ptx/flow/source_values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <span>

#include "ptx/flow/source_tokens.h"

namespace warplens::ptx {
namespace {

enum class NumberType : std::uint8_t { other, s32, u32, f32 };

// What a source constructed to be slow may take: places where the kernel's name stands before a bracket, words of a type, and
// tokens of an expression. Beyond them nothing is known.
constexpr int max_places = 100;
constexpr std::size_t max_words = 8, longest_expression = 300;

/// The type that words name, pointers and `const` aside.
NumberType type_of(SourceTokens words) {
  NumberType type = NumberType::other;
  bool is_unsigned = false;
  for (const SourceToken& token : words) {
    if (token.text == "unsigned") is_unsigned = true;
    if (token.text == "int") type = NumberType::s32;
    if (token.text == "uint32_t") type = NumberType::u32;
    if (token.text == "float") type = NumberType::f32;
    constexpr std::array known{"unsigned", "int", "uint32_t", "float", "const", "__restrict__", "*"};
    if (std::ranges::find(known, token.text) == known.end()) return NumberType::other;
  }
  return is_unsigned ? NumberType::u32 : type;
}

std::string_view name_of(NumberType type) {
  return type == NumberType::f32 ? "float" : type == NumberType::u32 ? "unsigned" : "int";
}

/// What a name stands for.
struct SourceMeaning {
  NumberType type = NumberType::other;
  bool pointer = false;
  SymbolicValue value;
};
using SourceMeanings = std::map<std::string_view, SourceMeaning>;

/// An expression's value by its grammar: | ^ & shifts + − * / % unary minus, indices, calls of nothing.
class SourceExpression {
 public:
  SourceExpression(SourceTokens tokens, const SourceMeanings& meanings) : tokens_(tokens), meanings_(meanings) {}
  SourceMeaning whole() {
    const SourceMeaning value = binary(0);
    return at_ == tokens_.size() && !failed_ ? value : SourceMeaning{};
  }

 private:
  static int precedence(std::string_view sign) {
    constexpr std::array<std::pair<std::string_view, int>, 10> signs{
        {{"|", 0}, {"^", 1}, {"&", 2}, {"<<", 3}, {">>", 3}, {"+", 4}, {"-", 4}, {"*", 5}, {"/", 5}, {"%", 5}}};
    const auto found = std::ranges::find(signs, sign, &std::pair<std::string_view, int>::first);
    return found == signs.end() ? -1 : found->second;
  }
  std::string_view next() const { return at_ < tokens_.size() ? tokens_[at_].text : std::string_view(); }
  bool takes(std::string_view text) {
    const bool taken = next() == text;
    at_ += taken ? 1 : 0;
    return taken;
  }
  SourceMeaning fail() {
    failed_ = true;
    return {};
  }
  static SourceMeaning apply(std::string_view sign, const SourceMeaning& a, const SourceMeaning& b) {
    const bool whole =
        a.type != NumberType::other && b.type != NumberType::other && a.type != NumberType::f32 && b.type != NumberType::f32;
    if (!whole || a.pointer || b.pointer) return {};
    SourceMeaning result{a.type == NumberType::s32 && b.type == NumberType::s32 ? NumberType::s32 : NumberType::u32, false, {}};
    const bool is_signed = result.type == NumberType::s32, left_signed = a.type == NumberType::s32;
    const bool shifts = sign == "<<" || sign == ">>";
    if (shifts) result.type = a.type;
    if (shifts && (b.value.kind != SymbolicValue::Kind::constant || b.value.number > 31)) return {};
    const SymbolicValue power = shifts ? constant_value(1u << b.value.number) : SymbolicValue{};
    if (sign == "+") result.value = sum(a.value, b.value);
    if (sign == "-") result.value = difference(a.value, b.value);
    if (sign == "*") result.value = product(a.value, b.value);
    if (sign == "/") result.value = quotient(a.value, b.value, is_signed);
    if (sign == "%") result.value = remainder(a.value, b.value, is_signed);
    if (sign == "&") result.value = operation("and", a.value, b.value, true);
    if (sign == "|") result.value = operation("or", a.value, b.value, true);
    if (sign == "^") result.value = operation("xor", a.value, b.value, true);
    if (sign == "<<") result.value = product(a.value, power);
    if (sign == ">>") result.value = left_signed ? operation("shr.s", a.value, b.value, false) : quotient(a.value, power, false);
    return result;
  }
  SourceMeaning binary(int least) {
    SourceMeaning left = unary();
    while (!failed_ && precedence(next()) >= least) {
      const std::string_view sign = tokens_[at_++].text;
      left = apply(sign, left, binary(precedence(sign) + 1));
      if (!left.value.known()) return fail();
    }
    return left;
  }
  SourceMeaning unary() {
    constexpr int deepest = 50;
    if (++depth_ > deepest) return fail();
    if (takes("-")) {
      const SourceMeaning of = unary();
      return apply("-", {of.type, false, constant_value(0)}, of);
    }
    return primary();
  }
  SourceMeaning primary() {
    if (at_ >= tokens_.size()) return fail();
    if (takes("(")) {
      const SourceMeaning inner = binary(0);
      return takes(")") ? inner : fail();
    }
    const SourceToken& token = tokens_[at_++];
    if (!token.word()) return number(token.text);
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> indices{
        {{"threadIdx", "tid"}, {"blockIdx", "ctaid"}, {"blockDim", "ntid"}, {"gridDim", "nctaid"}}};
    const auto index = std::ranges::find(indices, token.text, &std::pair<std::string_view, std::string_view>::first);
    if (index != indices.end()) {
      if (!takes(".") || at_ >= tokens_.size()) return fail();
      return {NumberType::u32, false, leaf_value(std::string(index->second) + "." + std::string(tokens_[at_++].text))};
    }
    const auto meaning = meanings_.find(token.text);
    if (meaning == meanings_.end()) return fail();
    if (!takes("[")) return meaning->second.pointer ? fail() : meaning->second;
    const SourceMeaning at = binary(0);
    if (!takes("]") || !meaning->second.pointer || at.type == NumberType::f32) return fail();
    return {meaning->second.type, false,
            loaded_value(element_address(meaning->second.value, at.value, at.type == NumberType::s32))};
  }
  SourceMeaning number(std::string_view text) {
    const bool is_unsigned = text.ends_with('u') || text.ends_with('U');
    if (is_unsigned) text.remove_suffix(1);
    std::uint32_t value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool octal = text.size() > 1 && text[0] == '0';
    if (read.ec != std::errc() || read.ptr != text.data() + text.size() || octal || (!is_unsigned && value > 0x7fffffffu))
      return fail();
    return {is_unsigned ? NumberType::u32 : NumberType::s32, false, constant_value(value)};
  }

  SourceTokens tokens_;
  const SourceMeanings& meanings_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;
};

/// Index of the bracket that closes the one at `open`; the number of tokens if none does.
std::size_t closing(SourceTokens tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t k = open; k < tokens.size(); ++k) {
    const std::string_view text = tokens[k].text;
    if (text == "(" || text == "{" || text == "[") ++depth;
    if ((text == ")" || text == "}" || text == "]") && --depth == 0) return k;
  }
  return tokens.size();
}

struct SourceKernel {
  SourceTokens parameters, body;  ///< without their brackets
};

std::optional<SourceKernel> kernel_named(SourceTokens tokens, std::string_view name) {
  std::optional<SourceKernel> found;
  int looked_at = 0;
  for (std::size_t k = 0; k + 1 < tokens.size(); ++k) {
    if (tokens[k].text != name || tokens[k + 1].text != "(") continue;
    if (++looked_at > max_places) return std::nullopt;
    const std::size_t end = closing(tokens, k + 1);
    if (end + 1 >= tokens.size() || tokens[end + 1].text != "{") continue;
    const std::size_t last = closing(tokens, end + 1);
    if (found || last >= tokens.size()) return std::nullopt;
    found = {tokens.subspan(k + 2, end - k - 2), tokens.subspan(end + 2, last - end - 2)};
  }
  return found;
}

/// A change of a variable.
struct SourceChange {
  std::uint32_t line = 0;
  std::string_view sign;  ///< "=", "+=", "++", or another
  SourceTokens value;
};

/// A variable of the kernel: its declarations and everything that changes it.
struct SourceVariable {
  NumberType type = NumberType::other;
  int declarations = 0;
  bool escapes = false;  ///< something else may change it
  std::vector<SourceChange> changes;
};
using SourceVariables = std::map<std::string_view, SourceVariable>;

/// Where the type begins of which the word at `k` may be the name: words at the beginning of a statement. `k` where there is
/// none.
std::size_t type_begin(SourceTokens body, std::size_t k) {
  std::size_t begin = k;
  while (begin > 0 && k - begin < max_words && (body[begin - 1].word() || body[begin - 1].text == "*") &&
         body[begin - 1].text != "return")
    --begin;
  constexpr std::array starts{";", "{", "}", "(", ")", ",", ":"};
  return begin == 0 || std::ranges::find(starts, body[begin - 1].text) != starts.end() ? begin : k;
}

SourceVariables variables_of(SourceTokens body) {
  SourceVariables all;
  const auto text = [&](std::size_t k) { return k < body.size() ? body[k].text : std::string_view(); };
  for (std::size_t k = 0; k < body.size(); ++k) {
    if (!body[k].word()) continue;
    const std::string_view before = k > 0 ? text(k - 1) : ";", after = text(k + 1);
    if (before == "." || before == "->") continue;
    SourceVariable& variable = all[body[k].text];
    const bool passed = (before == "(" || before == ",") && (after == ")" || after == ",");
    variable.escapes |= before == "&" || passed;
    if (const std::size_t begin = type_begin(body, k); begin < k && !after.empty() && !SourceToken{after, 0}.word()) {
      variable.declarations += after == "=" || after == ";" || after == "," || after == "[" || after == ":" ? 1 : 0;
      variable.type = type_of(body.subspan(begin, k - begin));
      for (std::size_t word = begin; word < k; ++word)
        if (body[word].text == "*") variable.type = NumberType::other;
    }
    constexpr std::array signs{"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
    if (std::ranges::find(signs, after) != signs.end()) {
      const SourceTokens near = body.first(std::min(body.size(), k + longest_expression));
      std::size_t end = k + 2;
      while (end < near.size() && text(end) != ";" && text(end) != "," && text(end) != ")")
        end = text(end) == "(" || text(end) == "[" || text(end) == "{" ? closing(near, end) + 1 : end + 1;
      const bool whole = end < near.size();
      variable.changes.push_back({body[k].line, after, whole ? body.subspan(k + 2, end - k - 2) : SourceTokens()});
    } else if (after == "++" || before == "++" || after == "--" || before == "--") {
      variable.changes.push_back({body[k].line, after == "++" || before == "++" ? "++" : "--", {}});
    }
  }
  return all;
}

SourceMeanings parameters_of(SourceTokens parameters, const SourceVariables& variables) {
  SourceMeanings all;
  std::size_t begin = 0, number = 0;
  for (std::size_t k = 0; k <= parameters.size(); ++k) {
    if (k < parameters.size() && parameters[k].text != ",") continue;
    const SourceTokens one = parameters.subspan(begin, k - begin);
    begin = k + 1;
    const std::size_t place = number++;
    if (one.size() < 2 || !one.back().word()) continue;
    const auto own = variables.find(one.back().text);
    if (own != variables.end() && (!own->second.changes.empty() || own->second.declarations > 0 || own->second.escapes)) continue;
    const NumberType type = type_of(one.first(one.size() - 1));
    const auto stars = std::ranges::count(one, std::string_view("*"), &SourceToken::text);
    if (type != NumberType::other && stars <= 1)
      all[one.back().text] = {type, stars == 1, leaf_value("param " + std::to_string(place))};
  }
  return all;
}

}  // namespace

std::vector<SourceAssignment> source_assignments(std::string_view source, std::string_view name) {
  const TokenisedSource all_tokens = tokenised(source);
  const std::optional<SourceKernel> kernel = kernel_named(all_tokens.tokens, name);
  if (!kernel) return {};
  const SourceVariables variables = variables_of(kernel->body);
  SourceMeanings meanings = parameters_of(kernel->parameters, variables);
  std::map<std::uint32_t, std::set<std::string_view>> by_line;
  std::vector<std::pair<std::uint32_t, std::string_view>> in_order;
  for (const auto& [variable, facts] : variables)
    for (const SourceChange& change : facts.changes) {
      by_line[change.line].insert(variable);
      if (&change == &facts.changes.front()) in_order.emplace_back(change.line, variable);
    }
  std::ranges::sort(in_order);
  std::vector<SourceAssignment> all;
  for (const auto& [line, variable] : in_order) {
    const SourceVariable& facts = variables.at(variable);
    const bool alone =
        std::ranges::all_of(facts.changes, [&](const SourceChange& each) { return by_line[each.line].size() == 1; });
    if (facts.declarations != 1 || facts.type == NumberType::other || all_tokens.macros.contains(variable) || !alone) continue;
    const SourceChange& first = facts.changes.front();
    const bool counts = facts.changes.size() == 2 && (facts.changes[1].sign == "+=" || facts.changes[1].sign == "++");
    if (first.sign != "=" || (facts.changes.size() > 1 && !counts)) continue;
    const SourceMeaning value = SourceExpression(first.value, meanings).whole();
    const bool same_type = (value.type == NumberType::f32) == (facts.type == NumberType::f32);
    if (!value.value.known() || value.pointer || !same_type) continue;
    if (!counts) {
      all.push_back({std::string(variable), name_of(facts.type), line, value.value, false});
      // What was loaded may be another value each time.
      const bool pure = value.value.text.find("load") == std::string::npos && facts.type != NumberType::f32;
      if (pure && !facts.escapes) meanings[variable] = {facts.type, false, value.value};
      continue;
    }
    const SourceChange& then = facts.changes[1];
    const SourceMeaning step = then.sign == "++" ? SourceMeaning{NumberType::s32, false, constant_value(1)}
                                                 : SourceExpression(then.value, meanings).whole();
    if (!step.value.known() || step.pointer || facts.type == NumberType::f32 || step.type == NumberType::f32) continue;
    all.push_back({std::string(variable), name_of(facts.type), line, value.value, false});
    all.push_back({std::string(variable), name_of(facts.type), then.line, step.value, true});
  }
  return all;
}

}  // namespace warplens::ptx
