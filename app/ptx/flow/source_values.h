#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/flow/symbolic_value.h"

namespace warplens::ptx {

/// A line that assigns a 32-bit variable.
struct SourceAssignment {
  std::string variable;
  std::string_view type;   ///< "int", "unsigned" or "float"
  std::uint32_t line = 0;  ///< 1-based
  SymbolicValue value;     ///< the value; with `adds`: the amount added
  bool adds = false;       ///< `+=` or `++`: changes a value assigned before
};

/// Find the assignments in the kernel `name` whose values can be written as expressions of threadIdx, blockIdx, blockDim,
/// gridDim, parameters, constants and other such variables. Includes a variable only if it is assigned once, or assigned once and
/// then changed by a single `+=`. The leaves of an expression have the same names as for register values (register_names.cpp):
/// "param 0" is the first parameter, "tid.x" is threadIdx.x; an array element is a load. Empty unless `source` defines the kernel
/// exactly once.
std::vector<SourceAssignment> source_assignments(std::string_view source, std::string_view name);

}  // namespace warplens::ptx
