#include <bit>
#include <charconv>
#include <utility>

#include "ptx/nvvm/reader.h"

namespace warplens::ptx::nvvm {
namespace {

/// Words that begin a value, and so end the attributes before it.
constexpr std::string_view value_words[] = {"true",
                                            "false",
                                            "null",
                                            "none",
                                            "undef",
                                            "poison",
                                            "zeroinitializer",
                                            "splat",
                                            "asm",
                                            "blockaddress",
                                            "ptrauth",
                                            "no_cfi",
                                            "dso_local_equivalent"};

/// A group is copied to each function that names it, so that a short text could fill the memory with a long group.
constexpr std::size_t most_in_group = 64;

bool begins_value(std::string_view word) {
  for (const std::string_view known : value_words) {
    if (known == word) return true;
  }
  return binary_opcode(word) || cast_opcode(word) || other_expression(word);
}

}  // namespace

/// A number of bytes, a power of two, perhaps in parentheses.
std::uint32_t Reader::read_alignment() {
  const Token token = cursor_.current();
  const bool enclosed = cursor_.accept('(');
  const auto bytes = static_cast<std::uint32_t>(cursor_.expect_number("an alignment", 1u << 30));
  if (!std::has_single_bit(bytes)) cursor_.fail(token, "an alignment is a power of two");
  if (enclosed) cursor_.expect(')');
  return bytes;
}

/// One attribute of whatever kind. Those that do not matter may have any name, and a group in parentheses.
void Reader::read_attribute(Attributes& into) {
  const Token token = cursor_.take();
  if (token.kind == TokenKind::group) {
    std::uint32_t number = none;
    std::from_chars(token.text.data(), token.text.data() + token.text.size(), number);
    return into.groups.push_back(number);
  }
  std::string name = unescaped(token), value;
  if (cursor_.accept('=')) {
    if (!cursor_.at(TokenKind::text) && !cursor_.at(TokenKind::integer)) cursor_.fail_expected("an attribute's value");
    value = unescaped(cursor_.take());
  } else if (token.text == "align") {
    into.parameter.alignment = read_alignment();
    value = std::to_string(into.parameter.alignment);
  } else if (token.text == "byval" && cursor_.at('(')) {
    cursor_.take();
    into.parameter.by_value = read_value_type();
    cursor_.expect(')');
  } else if (token.text == "byval") {
    cursor_.fail(token, "byval needs its type in parentheses");
  } else if (token.kind == TokenKind::word && cursor_.at('(')) {
    value = cursor_.skip_group();
  } else if (token.text == "cc" && cursor_.at(TokenKind::integer)) {
    name += cursor_.take().text;
  }
  ParameterAttributes& parameter = into.parameter;
  parameter.sign_extended = parameter.sign_extended || name == "signext";
  parameter.read_only = parameter.read_only || name == "readonly";
  parameter.no_alias = parameter.no_alias || name == "noalias";
  into.words.insert_or_assign(std::move(name), std::move(value));
}

/// All words up to a type: linkage, flags, calling convention, attributes of a result.
Attributes Reader::read_words_before_type() {
  Attributes read;
  while ((cursor_.at(TokenKind::word) || cursor_.at(TokenKind::text) || cursor_.at(TokenKind::group)) && !at_type())
    read_attribute(read);
  return read;
}

/// A parameter's attributes, between its type and its name or value.
Attributes Reader::read_argument_attributes() {
  Attributes read;
  while ((cursor_.at(TokenKind::word) && !begins_value(cursor_.current().text)) || cursor_.at(TokenKind::text))
    read_attribute(read);
  return read;
}

void Reader::check_by_value(const ParameterAttributes& attributes, std::uint32_t type, const Token& place) {
  if (attributes.by_value != none && kind(type) != TypeKind::pointer)
    cursor_.fail(place, "byval is for pointers, not " + type_name(type));
}

/// attributes #0 = { … }
void Reader::read_attribute_group() {
  const Token place = cursor_.take();
  Attributes read, number;
  if (!cursor_.at(TokenKind::group)) return cursor_.fail_expected("a group of attributes");
  read_attribute(number);
  cursor_.expect('=');
  cursor_.expect('{');
  while (cursor_.at(TokenKind::word) || cursor_.at(TokenKind::text)) read_attribute(read);
  cursor_.expect('}');
  if (read.words.size() > most_in_group)
    cursor_.fail(place, "a group has at most " + std::to_string(most_in_group) + " attributes");
  attribute_groups_[number.groups[0]] = std::move(read.words);
}

}  // namespace warplens::ptx::nvvm
