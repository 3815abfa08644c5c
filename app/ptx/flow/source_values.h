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

/// The assignments in the kernel `name` whose values can be written as expressions of threadIdx, blockIdx, blockDim, gridDim,
/// parameters, constants and other such variables. A variable is included only if it is assigned once, or assigned once and then
/// changed by a single `+=`. The leaves of an expression are named as those of register values (register_names.cpp): "param 0" is
/// the first parameter, "tid.x" is threadIdx.x; an array element is a load. Empty unless `source` defines the kernel exactly
/// once.
std::vector<SourceAssignment> source_assignments(std::string_view source, std::string_view name);

}  // namespace warplens::ptx
