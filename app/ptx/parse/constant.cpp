#include "ptx/parse/constant.h"

#include <array>
#include <bit>
#include <string>

namespace warplens::ptx {
namespace {

constexpr std::uint64_t warp_size = 32;

constexpr std::uint64_t bit_mask(int bits) { return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1; }

/// A value of type .s64 or .u64.
struct Constant {
  std::uint64_t bits = 0;
  bool is_unsigned = false;
};

std::int64_t with_sign(const Constant& constant) { return static_cast<std::int64_t>(constant.bits); }

/// The usual arithmetic conversions: unsigned if one of both is.
bool unsigned_together(const Constant& a, const Constant& b) { return a.is_unsigned || b.is_unsigned; }

Constant truth(bool value) { return {value ? std::uint64_t{1} : 0, false}; }

bool less(const Constant& a, const Constant& b) {
  return unsigned_together(a, b) ? a.bits < b.bits : with_sign(a) < with_sign(b);
}

/// The divisor is not zero.
Constant quotient(const Constant& a, const Constant& b) {
  if (unsigned_together(a, b)) return {a.bits / b.bits, true};
  if (with_sign(b) == -1) return {0 - a.bits, false};  // also of the least number, which has no opposite
  return {static_cast<std::uint64_t>(with_sign(a) / with_sign(b)), false};
}

/// Of a distance the low 6 bits count, as for ptxas; the ISA says nothing of more than 63.
constexpr std::uint64_t distances = 63;

Constant shifted_right(const Constant& a, const Constant& b) {
  const auto distance = static_cast<int>(b.bits & distances);
  return {a.is_unsigned ? a.bits >> distance : static_cast<std::uint64_t>(with_sign(a) >> distance), a.is_unsigned};
}

struct Operator {
  std::string_view text;
  int precedence;  ///< higher binds closer
  Constant (*apply)(const Constant& a, const Constant& b);
};

/// Those of two characters before those that begin alike.
constexpr std::array operators{
    Operator{"||", 1, [](const Constant& a, const Constant& b) { return truth(a.bits != 0 || b.bits != 0); }},
    Operator{"&&", 2, [](const Constant& a, const Constant& b) { return truth(a.bits != 0 && b.bits != 0); }},
    Operator{"|", 3,
             [](const Constant& a, const Constant& b) {
               return Constant{a.bits | b.bits, unsigned_together(a, b)};
             }},
    Operator{"^", 4,
             [](const Constant& a, const Constant& b) {
               return Constant{a.bits ^ b.bits, unsigned_together(a, b)};
             }},
    Operator{"&", 5,
             [](const Constant& a, const Constant& b) {
               return Constant{a.bits & b.bits, unsigned_together(a, b)};
             }},
    Operator{"==", 6, [](const Constant& a, const Constant& b) { return truth(a.bits == b.bits); }},
    Operator{"!=", 6, [](const Constant& a, const Constant& b) { return truth(a.bits != b.bits); }},
    Operator{"<<", 8,
             [](const Constant& a, const Constant& b) {
               return Constant{a.bits << (b.bits & distances), a.is_unsigned};
             }},
    Operator{">>", 8, shifted_right},
    Operator{"<=", 7, [](const Constant& a, const Constant& b) { return truth(!less(b, a)); }},
    Operator{">=", 7, [](const Constant& a, const Constant& b) { return truth(!less(a, b)); }},
    Operator{"<", 7, [](const Constant& a, const Constant& b) { return truth(less(a, b)); }},
    Operator{">", 7, [](const Constant& a, const Constant& b) { return truth(less(b, a)); }},
    Operator{"+", 9,
             [](const Constant& a, const Constant& b) {
               return Constant{a.bits + b.bits, unsigned_together(a, b)};
             }},
    Operator{"-", 9,
             [](const Constant& a, const Constant& b) {
               return Constant{a.bits - b.bits, unsigned_together(a, b)};
             }},
    Operator{"*", 10,
             [](const Constant& a, const Constant& b) {
               return Constant{a.bits * b.bits, unsigned_together(a, b)};
             }},
    Operator{"/", 10, quotient},
    Operator{"%", 10,
             [](const Constant& a, const Constant& b) {
               return Constant{a.bits % b.bits, true};
             }},
};

/// Parses and evaluates (PTX ISA, "Integer Constant Expression Evaluation").
class ConstantParser {
 public:
  /// `type`: of the operand, for messages.
  ConstantParser(Cursor& cursor, Type type) : cursor_(cursor), type_(type) {}

  /// a, or a ? b : c.
  Constant conditional(int depth) {
    const Constant first = binary(depth, 1);
    if (!cursor_.accept('?')) return first;
    const Constant yes = conditional(depth + 1);
    cursor_.expect(':');
    const Constant no = conditional(depth + 1);
    return {first.bits != 0 ? yes.bits : no.bits, unsigned_together(yes, no)};
  }

 private:
  static constexpr int deepest = 100;

  /// Operators of at least this precedence, from left to right.
  Constant binary(int depth, int least) {
    Constant value = unary(depth);
    for (const Operator* found = operator_here(); found != nullptr && found->precedence >= least; found = operator_here()) {
      const Token at = cursor_.take();
      if (found->text.size() == 2) cursor_.take();
      const Constant right = binary(depth, found->precedence + 1);
      const bool divides = found->text == "/" || found->text == "%";
      if (divides && right.bits == 0) cursor_.fail(at, "a division by zero");
      if (cursor_.error()) return {};
      value = found->apply(value, right);
    }
    return value;
  }

  /// The operator that is next; null if none is.
  const Operator* operator_here() const {
    const Token& first = cursor_.current();
    const bool remainder = first.kind == TokenKind::word && first.text == "%";  // %3 is a name
    if (first.kind != TokenKind::punctuation && !remainder) return nullptr;
    for (const Operator& each : operators) {
      if (each.text[0] != first.text[0]) continue;
      if (each.text.size() == 1) return &each;
      const Token second = cursor_.next();
      const bool together = second.line == first.line && second.column == first.column + 1;
      if (second.kind == TokenKind::punctuation && second.text[0] == each.text[1] && together) return &each;
    }
    return nullptr;
  }

  Constant unary(int depth) {
    const Token token = cursor_.current();
    if (depth == deepest) {
      cursor_.fail(token, "this constant is nested more than " + std::to_string(deepest) + " deep");
      return {};
    }
    if (cursor_.accept('+')) return unary(depth + 1);
    if (cursor_.accept('-')) {
      const Constant value = unary(depth + 1);
      return {0 - value.bits, value.is_unsigned};
    }
    if (cursor_.accept('!')) return truth(unary(depth + 1).bits == 0);
    if (cursor_.accept('~')) return {~unary(depth + 1).bits, true};
    if (!cursor_.accept('(')) return literal();
    if (cursor_.at_dotted("s64") || cursor_.at_dotted("u64")) {
      const bool is_unsigned = cursor_.take().text == "u64";
      cursor_.expect(')');
      return {unary(depth + 1).bits, is_unsigned};
    }
    const Constant value = conditional(depth + 1);
    cursor_.expect(')');
    return value;
  }

  /// Signed, unless it is too large for that or says that it is not.
  Constant literal() {
    const Token token = cursor_.take();
    if (token.kind == TokenKind::word && token.text == warp_size_name) return {warp_size, false};
    const auto value = token.kind == TokenKind::number ? integer_value(token.text) : std::nullopt;
    if (!value) {
      cursor_.fail(token, quoted(token) + " is not a literal of type ." + std::string(name(type_)));
      return {};
    }
    const bool says_so = token.text.back() == 'U' || token.text.back() == 'u';
    return {*value, says_so || *value >> 63 != 0};
  }

  Cursor& cursor_;
  Type type_;
};

/// Whether a floating-point literal is next, perhaps with a sign.
bool at_floating(const Cursor& cursor) {
  const Token token = cursor.at('-') ? cursor.next() : cursor.current();
  return token.kind == TokenKind::number && floating_value(token.text).has_value();
}

/// Bits of a floating-point literal in `type`, which may also be the .b type of its width; nothing if it is none, or of another
/// type.
std::optional<std::uint64_t> floating_bits(const Token& literal, bool negative, Type type) {
  const auto floating = literal.kind == TokenKind::number ? floating_value(literal.text) : std::nullopt;
  if (!floating) return std::nullopt;
  if (type != Type::f32 && type != Type::f64 && type != (floating->single_bits ? Type::b32 : Type::b64)) return std::nullopt;
  const bool single = bits(type) == 32;
  if (single && floating->single_bits) return *floating->single_bits ^ (negative ? 0x80000000u : 0u);
  const double value = negative ? -floating->value : floating->value;
  if (single) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  return std::bit_cast<std::uint64_t>(value);
}

}  // namespace

bool at_constant(const Cursor& cursor) {
  const Token& token = cursor.current();
  if (token.kind == TokenKind::number) return true;
  if (token.kind == TokenKind::word) return token.text == warp_size_name;
  if (cursor.at('!')) {
    const Token next = cursor.next();
    return next.kind != TokenKind::word || next.text == warp_size_name;
  }
  return cursor.at('-') || cursor.at('+') || cursor.at('~') || cursor.at('(');
}

std::uint64_t parse_constant(Cursor& cursor, Type type) {
  if (kind(type) != TypeKind::floating && !at_floating(cursor)) {
    const Constant value = ConstantParser(cursor, type).conditional(0);
    if (type == Type::pred) return value.bits != 0 ? 1 : 0;
    return value.bits & bit_mask(bits(type));
  }
  const Token first = cursor.current();
  const bool negative = cursor.accept('-');
  const Token literal = cursor.take();
  const auto bits = floating_bits(literal, negative, type);
  if (!bits) cursor.fail(first, quoted(literal) + " is not a literal of type ." + std::string(name(type)));
  return bits.value_or(0);
}

}  // namespace warplens::ptx
