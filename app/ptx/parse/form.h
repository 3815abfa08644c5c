#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "ptx/module.h"
#include "ptx/parse/suffix.h"

namespace warplens::ptx {

/// A set of types, one bit each.
using Types = std::uint64_t;

template <typename... T>
constexpr Types types(T... type) {
  return (Types{0} | ... | (Types{1} << static_cast<int>(type)));
}

/// Valid types, suffixes and operands of an opcode (PTX ISA, "Instruction Set").
struct Form {
  Opcode opcode;
  Types first_types;          ///< of the (first) type suffix; none if the instruction has no type
  Types second_types;         ///< of the second type suffix, if it has two; add, sub and fma may do without
  SuffixGroups allowed;       ///< groups of suffixes it may have
  SuffixGroups required;      ///< groups it must have
  std::string_view operands;  ///< one letter per operand, see OperandRole; "" if operand_roles() decides by the suffixes
  Types third_types = 0;      ///< of the third type suffix, if it may have three
  Types fourth_types = 0;     ///< of the fourth type suffix, if it has four
};

const Form& form(Opcode opcode);

/// The letters of Form::operands.
enum OperandRole : char {
  destination = 'd',        ///< register of the instruction's type
  discardable = 'r',        ///< destination, or _ for none
  wide_destination = 'D',   ///< register of twice the width for .wide, otherwise of the type
  count_destination = 'c',  ///< .b32
  predicate_destination = 'q',
  pair_destination = 'P',     ///< predicate, or the two predicates p|q
  word_and_predicate = 'K',   ///< .b32 or _ for none, with or without |p
  word_with_predicate = 'k',  ///< the same, always with |p
  shuffle_destination = 'S',  ///< register of the type, with or without |p
  element = 'e',              ///< of a destination vector: register as wide as the type (in loads, or wider), or _
  loaded = 'l',               ///< register at least as wide as the type, or a vector of them
  source = 's',               ///< register or immediate of the instruction's type
  wide_source = 'w',          ///< as wide_destination
  second_source = 't',        ///< of the second type: register, or immediate but for half precision; for cvt it may be wider
  word_source = 'u',          ///< .b32
  long_source = 'x',          ///< .b64
  single_source = 'f',        ///< .f32
  word_or_predicate = 'j',    ///< .b32, or a predicate, which may be negated
  predicate_source = 'p',
  negatable_predicate = 'n',  ///< predicate, !predicate
  stored = 'v',               ///< like loaded, or immediate
  address = 'a',
  target = 'b',             ///< label
  constant = 'i',           ///< immediate of 32 bits
  moved_to = 'm',           ///< destination of mov: register, or vector of parts
  moved = 'M',              ///< source of mov: register, immediate, special register, address of a variable, vector of parts
  converted_address = 'C',  ///< source of cvta: register or variable
  // Fragments of matrices: the registers that a thread holds of one, as matrix.h says.
  matrix_result = '1',
  matrix_a = '2',
  matrix_b = '3',
  matrix_c = '4',
};

/// Number of operands of an instruction without its cache policy, which does not change results.
std::size_t operands_but_policy(const Instruction& instruction);

/// Whether an operand of that role is written.
constexpr bool is_destination(char role) { return std::string_view("drDcqPSKkelm1").find(role) != std::string_view::npos; }

/// The roles of an instruction's operands, from its form, its suffixes and, for some opcodes, its number of operands `written` in
/// the text. A '?' after a role: this operand and those after it are optional.
std::string operand_roles(const Instruction& instruction, std::size_t written);

/// What is wrong with the combination of an instruction's suffixes, each of which its form allows; or null. (form_rules.cpp)
const char* suffix_problem(const Instruction& instruction);

}  // namespace warplens::ptx
