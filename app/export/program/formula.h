#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"

// Expressions of an experiment's file as C++.

namespace warplens::export_ {

/// A node of an expression: a number or a name without parts, a function or an operator with its operands; "?" has three.
struct Formula {
  enum class Kind : std::uint8_t { number, variable, call, prefix, binary, conditional } kind = Kind::number;
  std::string text;  ///< the number, the name or the operator
  std::vector<Formula> parts{};
};

/// Parse an expression as muParser does. Errors: what is no arithmetic, or nested more than 100 deep.
base::Result<Formula> parse_formula(const std::string& text);

/// The variables that occur in it.
std::set<std::string> variables_in(const Formula& formula);

/// C++ of the same value where every variable is a double, with the names that `renamed` gives some of them. It calls the
/// functions of <cmath>, min and max of <algorithm>, and `mod(value, step)` if the formula does. Error: a function that C++
/// lacks.
base::Result<std::string> double_text(const Formula& formula, const std::map<std::string, std::string>& renamed = {});

/// A whole number that C++ text stands for.
struct Whole {
  std::string text;
  std::int64_t value = 0;
};

/// C++ in whole numbers of the same value, rounded down, for variables that are whole; nothing where a step of the computation
/// has no counterpart, is negative or does not fit an int, or where the value is not `wanted`.
std::optional<std::string> whole_text(const Formula& formula, const std::map<std::string, Whole>& variables, std::int64_t wanted);

}  // namespace warplens::export_
