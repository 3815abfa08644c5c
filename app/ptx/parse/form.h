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

/// In a set of types of a suffix: the instruction may do without that suffix.
inline constexpr Types or_none = Types{1} << 63;

/// The operands of an opcode: letters, which are OperandRoles, where they are always the same; or the function that finds these
/// letters by an instruction's suffixes and types, or also by the number of operands `written` in the text.
struct Operands {
  std::string_view letters;
  std::string (*by_suffixes)(const Instruction& instruction) = nullptr;
  std::string (*by_number)(const Instruction& instruction, std::size_t written) = nullptr;

  constexpr Operands(const char* always) : letters(always) {}
  constexpr Operands(std::string (*function)(const Instruction&)) : by_suffixes(function) {}
  constexpr Operands(std::string (*function)(const Instruction&, std::size_t)) : by_number(function) {}
};

/// Valid types, suffixes and operands of an opcode (PTX ISA, "Instruction Set"), from its row in ptx/instructions.inc.
struct Form {
  Types first_types;       ///< of the (first) type suffix; 0 if the instruction has no type
  Types second_types;      ///< of the second type suffix, if it has two
  SuffixGroups allowed;    ///< groups of suffixes it may have
  SuffixGroups required;   ///< groups it must have
  Operands operands;       ///< one letter per operand; a '?' after a letter: this operand and those after it are optional
  Types third_types = 0;   ///< of the third type suffix, if it may have three
  Types fourth_types = 0;  ///< of the fourth type suffix, if it has four
};

const Form& form(Opcode opcode);

/// The letters of Operands.
enum OperandRole : char {
  destination = 'd',        ///< register of the instruction's type
  discardable = 'r',        ///< destination, or _ for none
  wide_destination = 'D',   ///< register of twice the width for .wide, otherwise of the type
  count_destination = 'c',  ///< .b32
  predicate_destination = 'q',
  pair_destination = 'P',     ///< predicate, or the two predicates p|q
  word_and_predicate = 'K',   ///< .b32 or _ for none, with or without |p
  word_with_predicate = 'k',  ///< .b32 or _ for none, always with |p
  shuffle_destination = 'S',  ///< register of the type, with or without |p
  element = 'e',              ///< part of a destination vector: register as wide as the type (in loads, or wider), or _
  loaded = 'l',               ///< register at least as wide as the type, or a vector of them
  source = 's',               ///< register or immediate of the instruction's type
  wide_source = 'w',          ///< like wide_destination
  second_source = 't',        ///< of the second type: register, or immediate unless half precision; for cvt it may be wider
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
  fetched = 'F',            ///< {…}: as many registers as the vector has elements, at least as wide as the type, or _
  texels = 'V',             ///< the same as a source
  texture_place = 'T',      ///< [handle, {coordinates}], which becomes two operands
  gradient = 'G',           ///< {…}: .f32, as many as the texture has dimensions
  // Fragments: a thread's registers of a matrix (matrix.h).
  matrix_result = '1',
  matrix_a = '2',
  matrix_b = '3',
  matrix_c = '4',
};

/// Number of operands of an instruction without its cache policy, which does not change results.
std::size_t operands_but_policy(const Instruction& instruction);

/// Whether the instruction writes an operand of that role.
constexpr bool is_destination(char role) { return std::string_view("drDcqPSKkelmF1").find(role) != std::string_view::npos; }

/// The roles of an instruction's operands, with the '?' of its form. `written`: the number of operands in the text, which counts
/// for forms whose operands are found by it.
std::string operand_roles(const Instruction& instruction, std::size_t written);

/// The problem with an instruction's combination of suffixes, or null. Its form allows each suffix by itself. (form_rules.cpp)
const char* suffix_problem(const Instruction& instruction);

}  // namespace warplens::ptx
