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

/// The assignments in the kernel `name` whose values follow symbolically from threadIdx, blockIdx, blockDim, gridDim, parameters,
/// constants and other such variables. Only variables that are assigned once, or once and then changed by a single `+=`, are
/// included. In a value an array element is a load, the first parameter is the leaf "param 0", and threadIdx.x is the leaf
/// "tid.x": the values of registers have the same leaves (register_names.cpp). Empty unless `source` defines the kernel exactly
/// once.
std::vector<SourceAssignment> source_assignments(std::string_view source, std::string_view name);

}  // namespace warplens::ptx
