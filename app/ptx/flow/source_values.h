#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/flow/symbolic_value.h"

namespace warplens::ptx {

/// A line that gives a 32-bit variable its value.
struct SourceAssignment {
  std::string variable;
  std::uint32_t line = 0;  ///< 1-based
  SymbolicValue value;     ///< of `adds`: what is added to the variable
  bool adds = false;       ///< `+=` and `++`, which change a value that an assignment before has given
};

/// The assignments in the kernel `name` whose values can be computed symbolically from threadIdx, blockIdx, blockDim, gridDim,
/// parameters, constants and variables that can be computed themselves. Only variables with one assignment, or one assignment and
/// one `+=`. Array elements become loads; parameters become leaves "param 0", …, and indices "tid.x", …, with the same names as
/// in the values of registers (register_names.cpp). Empty unless `source` defines the kernel exactly once.
std::vector<SourceAssignment> source_assignments(std::string_view source, std::string_view name);

}  // namespace warplens::ptx
