#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"

// Convert expressions of an experiment's file to C++.

namespace warplens::export_ {

/// A node of an expression: a number or name without parts, or a function or operator with operands as parts ("?": three).
struct Formula {
  enum class Kind : std::uint8_t { number, variable, call, prefix, binary, conditional } kind = Kind::number;
  std::string text;  ///< the number, the name or the operator
  std::vector<Formula> parts{};
};

/// Parse an expression as muParser does. Errors: not an arithmetic expression, or nested more than 100 deep.
base::Result<Formula> parse_formula(const std::string& text);

/// The variables in a formula.
std::set<std::string> variables_in(const Formula& formula);

/// C++ with the formula's value if every variable is a double; `renamed` gives some variables other names. It may
/// call functions of <cmath>, min and max of <algorithm>, and `mod(value, step)`. Error: a function that C++
/// lacks.
base::Result<std::string> double_text(const Formula& formula, const std::map<std::string, std::string>& renamed = {});

/// A variable that is a whole number: its C++ text and its value.
struct Whole {
  std::string text;
  std::int64_t value = 0;
};

/// C++ in integer arithmetic for the formula's value, rounded down, given whole variables. Nothing if a step has no integer
/// counterpart, is negative or does not fit an int, or if the value is not `wanted`.
std::optional<std::string> whole_text(const Formula& formula, const std::map<std::string, Whole>& variables, std::int64_t wanted);

}  // namespace warplens::export_
