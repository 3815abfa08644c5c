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

/// The assignments of the kernel `name` in `source` whose values are known from threadIdx, blockIdx, blockDim, gridDim,
/// parameters, constants and other such variables: all of each variable that is assigned to once, or once and then by `+=` in
/// one place. Elements of arrays are loads. Parameters are leaves "param 0", …, indices "tid.x", …, as in the values of registers
/// (register_names.cpp). Nothing where the kernel is not defined exactly once.
std::vector<SourceAssignment> source_assignments(std::string_view source, std::string_view name);

}  // namespace warplens::ptx
