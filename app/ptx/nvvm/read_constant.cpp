#include <utility>

#include "ptx/nvvm/number.h"
#include "ptx/nvvm/reader.h"

namespace warplens::ptx::nvvm {
namespace {

struct OpcodeWord {
  std::string_view word;
  Opcode opcode;
};
constexpr OpcodeWord binary_words[] = {
    {"add", Opcode::add},   {"sub", Opcode::sub},   {"mul", Opcode::mul},   {"udiv", Opcode::udiv}, {"sdiv", Opcode::sdiv},
    {"urem", Opcode::urem}, {"srem", Opcode::srem}, {"shl", Opcode::shl},   {"lshr", Opcode::lshr}, {"ashr", Opcode::ashr},
    {"and", Opcode::and_},  {"or", Opcode::or_},    {"xor", Opcode::xor_},  {"fadd", Opcode::fadd}, {"fsub", Opcode::fsub},
    {"fmul", Opcode::fmul}, {"fdiv", Opcode::fdiv}, {"frem", Opcode::frem},
};
constexpr OpcodeWord cast_words[] = {
    {"trunc", Opcode::trunc},
    {"zext", Opcode::zext},
    {"sext", Opcode::sext},
    {"fptrunc", Opcode::fptrunc},
    {"fpext", Opcode::fpext},
    {"fptoui", Opcode::fptoui},
    {"fptosi", Opcode::fptosi},
    {"uitofp", Opcode::uitofp},
    {"sitofp", Opcode::sitofp},
    {"ptrtoint", Opcode::ptrtoint},
    {"inttoptr", Opcode::inttoptr},
    {"bitcast", Opcode::bitcast},
    {"addrspacecast", Opcode::addrspacecast},
};
constexpr OpcodeWord other_words[] = {
    {"getelementptr", Opcode::getelementptr},
    {"icmp", Opcode::icmp},
    {"fcmp", Opcode::fcmp},
    {"select", Opcode::select},
    {"extractelement", Opcode::extractelement},
    {"insertelement", Opcode::insertelement},
    {"shufflevector", Opcode::shufflevector},
    {"fneg", Opcode::fneg},
};
constexpr std::string_view integer_predicates[] = {"eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"};
constexpr std::string_view floating_predicates[] = {"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                                                    "ueq",   "ugt", "uge", "ult", "ule", "une", "uno", "true"};
constexpr std::string_view expression_flags[] = {"nuw", "nsw", "exact", "inbounds", "nusw", "nneg", "disjoint", "samesign"};

template <std::size_t N>
std::optional<Opcode> opcode_in(const OpcodeWord (&words)[N], std::string_view word) {
  for (const OpcodeWord& known : words) {
    if (known.word == word) return known.opcode;
  }
  return std::nullopt;
}

template <std::size_t N>
std::optional<Predicate> predicate_in(const std::string_view (&words)[N], Predicate first, std::string_view word) {
  for (std::size_t i = 0; i < N; ++i) {
    if (words[i] == word) return static_cast<Predicate>(static_cast<std::size_t>(first) + i);
  }
  return std::nullopt;
}

bool is_floating_kind(TypeKind kind) { return kind >= TypeKind::half && kind <= TypeKind::float64; }

}  // namespace

std::optional<Opcode> binary_opcode(std::string_view word) { return opcode_in(binary_words, word); }
std::optional<Opcode> cast_opcode(std::string_view word) { return opcode_in(cast_words, word); }
std::optional<Opcode> other_expression(std::string_view word) { return opcode_in(other_words, word); }

std::optional<Predicate> predicate_of(Opcode comparison, std::string_view word) {
  return comparison == Opcode::icmp ? predicate_in(integer_predicates, Predicate::eq, word)
                                    : predicate_in(floating_predicates, Predicate::false_, word);
}

std::uint32_t Reader::add_constant(Constant added) {
  std::vector<std::uint64_t> key = {static_cast<std::uint64_t>(added.kind) | static_cast<std::uint64_t>(added.opcode) << 8 |
                                        static_cast<std::uint64_t>(added.predicate) << 16,
                                    added.type, added.symbol, added.element, added.bits.size()};
  key.insert(key.end(), added.bits.begin(), added.bits.end());
  key.insert(key.end(), added.operands.begin(), added.operands.end());
  const auto [found, is_new] =
      constant_numbers_.try_emplace(std::move(key), static_cast<std::uint32_t>(module_.constants.size()));
  if (is_new) module_.constants.push_back(std::move(added));
  return found->second;
}

std::uint32_t Reader::integer_constant(std::uint32_t type, std::uint64_t value) {
  std::vector<std::uint64_t> bits((this->type(type).bits + 63) / 64, 0);
  if (!bits.empty()) bits[0] = value;
  return add_constant({.kind = ConstantKind::integer, .type = type, .bits = std::move(bits), .operands = {}});
}

std::uint32_t Reader::zero(std::uint32_t type) {
  if (kind(type) == TypeKind::integer) return integer_constant(type, 0);
  if (is_floating_kind(kind(type)))
    return add_constant({.kind = ConstantKind::floating, .type = type, .bits = {0}, .operands = {}});
  return add_constant({.kind = ConstantKind::zero, .type = type, .bits = {}, .operands = {}});
}

/// The value of an integer constant of at most 64 bits, or of the one that all elements of a vector are.
std::optional<std::uint64_t> Reader::small_integer(const Value& value) const {
  if (value.kind != ValueKind::constant) return std::nullopt;
  const Constant* constant = &module_.constants[value.index];
  if (constant->kind == ConstantKind::zero && kind(scalar(constant->type)) == TypeKind::integer) return 0;
  if (constant->kind == ConstantKind::aggregate && kind(constant->type) == TypeKind::vector) {
    for (const std::uint32_t element : constant->operands) {
      if (element != constant->operands[0]) return std::nullopt;
    }
    constant = &module_.constants[constant->operands[0]];
  }
  if (constant->kind != ConstantKind::integer || constant->bits.size() != 1) return std::nullopt;
  return constant->bits[0];
}

Value Reader::read_value(std::uint32_t type) {
  if (cursor_.at(TokenKind::local)) {
    const Token token = cursor_.take();
    return {ValueKind::local, local_number(token, type), type};
  }
  const std::uint32_t constant = read_constant(type);
  return cursor_.error() ? Value{} : Value{ValueKind::constant, constant, type};
}

Value Reader::read_typed_value() {
  const std::uint32_t type = read_value_type();
  return read_value(type);
}

/// A value with its type, which must be this one; `what` is what must have it.
Value Reader::read_typed_value(std::uint32_t type, std::string_view what) {
  const Token token = cursor_.current();
  const Value value = read_typed_value();
  if (value.type != type) {
    cursor_.fail(token, std::string(what) + " must be " + type_name(type) + ", but is " + type_name(value.type));
  }
  return value;
}

/// A constant without its type, which is given.
std::uint32_t Reader::read_constant(std::uint32_t type) {
  const Nesting nesting(*this);
  const Token token = cursor_.current();
  const TypeKind wanted = kind(type);
  const auto expected = [&] {
    cursor_.fail_expected("a value of type " + type_name(type));
    return std::uint32_t{0};
  };
  if (token.kind == TokenKind::integer && wanted == TypeKind::integer) {
    auto bits = integer_bits(token.text, this->type(type).bits);
    if (!bits) cursor_.fail(token, std::string(token.text.substr(0, 60)) + " does not fit into " + type_name(type));
    cursor_.take();
    return bits ? add_constant({.kind = ConstantKind::integer, .type = type, .bits = std::move(*bits), .operands = {}}) : 0;
  }
  if (token.kind == TokenKind::floating && is_floating_kind(wanted)) {
    const auto bits = floating_bits(token.text, wanted);
    if (!bits) cursor_.fail(token, std::string(token.text.substr(0, 60)) + " is no value of " + type_name(type));
    cursor_.take();
    return bits ? add_constant({.kind = ConstantKind::floating, .type = type, .bits = {*bits}, .operands = {}}) : 0;
  }
  if (token.kind == TokenKind::global && wanted == TypeKind::pointer) return symbol_constant(cursor_.take(), type);
  if (token.kind == TokenKind::bytes) return read_bytes(type);
  if (token.kind == TokenKind::punctuation) {
    if (wanted == TypeKind::structure && cursor_.at(this->type(type).packed ? '<' : '{')) {
      if (cursor_.take().text == "<") cursor_.expect('{');
      const std::uint32_t read = read_aggregate(type, '}');
      if (this->type(type).packed) cursor_.expect('>');
      return read;
    }
    if (wanted == TypeKind::array && cursor_.accept('[')) return read_aggregate(type, ']');
    if (wanted == TypeKind::vector && cursor_.accept('<')) return read_aggregate(type, '>');
    return expected();
  }
  if (token.kind != TokenKind::word) return expected();
  if (token.text == "true" || token.text == "false") {
    if (wanted != TypeKind::integer || this->type(type).bits != 1) return expected();
    return integer_constant(type, cursor_.take().text == "true" ? 1 : 0);
  }
  if (token.text == "null" || token.text == "zeroinitializer" || token.text == "none") {
    if (token.text == "null" && wanted != TypeKind::pointer) return expected();
    cursor_.take();
    return zero(type);
  }
  if (token.text == "undef" || token.text == "poison") {
    cursor_.take();
    return add_constant({.kind = ConstantKind::undefined, .type = type, .bits = {}, .operands = {}});
  }
  if (token.text == "splat") {
    if (wanted != TypeKind::vector) return expected();
    cursor_.take();
    cursor_.expect('(');
    const std::uint32_t element = read_typed_value(scalar(type), "the element").index;
    cursor_.expect(')');
    std::vector<std::uint32_t> elements(static_cast<std::size_t>(this->type(type).count), element);
    return add_constant({.kind = ConstantKind::aggregate, .type = type, .bits = {}, .operands = std::move(elements)});
  }
  if (token.text == "dso_local_equivalent" || token.text == "no_cfi") {
    cursor_.take();
    if (!cursor_.at(TokenKind::global)) cursor_.fail_expected("a function");
    return read_constant(type);
  }
  if (token.text == "blockaddress" || token.text == "ptrauth") cursor_.fail(token, std::string(token.text) + " is not supported");
  return read_expression(type);
}

/// Elements or members with their types, after the opening bracket.
std::uint32_t Reader::read_aggregate(std::uint32_t type, char close) {
  const bool structure = kind(type) == TypeKind::structure;
  const std::uint64_t count = structure ? this->type(type).members.size() : this->type(type).count;
  const Token first = cursor_.current();
  std::vector<std::uint32_t> operands;
  while (!cursor_.at(close) && !cursor_.error()) {
    if (!operands.empty()) cursor_.expect(',');
    if (operands.size() >= count) break;
    const std::uint32_t wanted = this->type(type).members[structure ? operands.size() : 0];
    const Value value = read_typed_value(wanted, structure ? "this member" : "this element");
    if (value.kind == ValueKind::local) cursor_.fail(first, "expected a constant");
    operands.push_back(value.index);
  }
  if (operands.size() != count || !cursor_.at(close)) {
    cursor_.fail(first, "expected " + std::to_string(count) + (structure ? " members" : " elements"));
  }
  cursor_.expect(close);
  if (cursor_.error()) return 0;
  return add_constant({.kind = ConstantKind::aggregate, .type = type, .bits = {}, .operands = std::move(operands)});
}

/// c"…": an array of i8.
std::uint32_t Reader::read_bytes(std::uint32_t type) {
  const Token token = cursor_.take();
  const std::string bytes = unescaped(token);
  const bool array = kind(type) == TypeKind::array && this->type(type).members[0] == integer_type(8);
  if (!array || this->type(type).count != bytes.size()) {
    cursor_.fail(token, "this string has the type [" + std::to_string(bytes.size()) + " x i8]");
    return 0;
  }
  std::vector<std::uint32_t> operands;
  operands.reserve(bytes.size());
  for (const char byte : bytes) operands.push_back(integer_constant(integer_type(8), static_cast<unsigned char>(byte)));
  return add_constant({.kind = ConstantKind::aggregate, .type = type, .bits = {}, .operands = std::move(operands)});
}

/// An operation on constants: its word, flags, and operands in parentheses. `type` may be none: any.
std::uint32_t Reader::read_expression(std::uint32_t type) {
  const Token word = cursor_.take();
  const auto binary = binary_opcode(word.text), cast = cast_opcode(word.text), other = other_expression(word.text);
  if (!binary && !cast && !other) {
    cursor_.fail(word, "expected a value of type " + type_name(type) + ", found '" + std::string(word.text) + "'");
    return 0;
  }
  Constant read{.kind = ConstantKind::expression, .bits = {}, .operands = {}};
  read.opcode = binary ? *binary : cast ? *cast : *other;
  for (bool flag = true; flag;) {
    flag = cursor_.at("inrange");
    if (cursor_.accept("inrange") && cursor_.at('(')) cursor_.skip_group();
    for (const std::string_view known : expression_flags) flag = cursor_.accept(known) || flag;
  }
  if (read.opcode == Opcode::icmp || read.opcode == Opcode::fcmp) {
    const Token predicate = cursor_.expect(TokenKind::word, "a comparison");
    const auto known = predicate_of(read.opcode, predicate.text);
    if (!known) cursor_.fail(predicate, "expected a comparison");
    read.predicate = known.value_or(Predicate::eq);
  }
  cursor_.expect('(');
  if (read.opcode == Opcode::getelementptr) {
    read.element = read_value_type();
    cursor_.expect(',');
  }
  std::vector<Value> values;
  do {
    cursor_.accept("inrange");
    values.push_back(read_typed_value());
    if (values.back().kind == ValueKind::local) cursor_.fail(word, "expected constants as operands");
    read.operands.push_back(values.back().index);
  } while (cursor_.accept(','));
  std::uint32_t target = 0;
  if (cast) {
    cursor_.expect("to");
    target = read_value_type();
  }
  cursor_.expect(')');
  const std::size_t wanted = binary || read.opcode == Opcode::icmp || read.opcode == Opcode::fcmp ? 2
                             : cast || read.opcode == Opcode::fneg                                ? 1
                             : read.opcode == Opcode::extractelement                              ? 2
                                                                                                  : 3;
  const bool counted = read.opcode == Opcode::getelementptr ? !values.empty() : values.size() == wanted;
  if (!counted) cursor_.fail(word, std::string(word.text) + " has " + std::to_string(wanted) + " operands");
  if (cursor_.error()) return 0;
  const std::uint32_t first = values[0].type;
  if ((binary || read.opcode == Opcode::icmp || read.opcode == Opcode::fcmp) && values[1].type != first) {
    cursor_.fail(word, "both operands must have one type");
  }
  if (binary || read.opcode == Opcode::fneg) {
    read.type = operation_type(word, read.opcode, first);
  } else if (cast) {
    read.type = cast_type(word, read.opcode, first, target);
  } else if (read.opcode == Opcode::icmp || read.opcode == Opcode::fcmp) {
    read.type = comparison_type(word, read.opcode, first);
  } else if (read.opcode == Opcode::select) {
    read.type = select_type(word, first, values[1].type, values[2].type);
  } else if (read.opcode == Opcode::getelementptr) {
    read.type = address_type(word, read.element, values);
  } else if (read.opcode == Opcode::shufflevector) {
    read.type = shuffle_type(word, values);
  } else {
    read.type = element_type(word, read.opcode, values);
  }
  if (read.type != type && type != none) {
    cursor_.fail(word, "expected a value of type " + type_name(type) + ", found one of " + type_name(read.type));
  }
  if (cursor_.error()) return 0;
  // Without the types that pointers point to, their conversion into each other does nothing.
  if (read.opcode == Opcode::bitcast && first == read.type) return read.operands[0];
  return add_constant(std::move(read));
}

}  // namespace warplens::ptx::nvvm
