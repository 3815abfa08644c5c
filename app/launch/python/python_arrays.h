#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ptx/module.h"

namespace warplens::launch {

/// An array that a launch of a kernel of Numba's was given.
struct PythonArray {
  std::size_t parameter = 0;  ///< index among the parameters of the Python function
  std::uint64_t address = 0;
  std::uint64_t element_bytes = 0;
  std::vector<std::uint64_t> extents{};
  bool row_by_row = false;  ///< the elements lie in memory without gaps, those of the last dimension side by side
};

/// The arrays among a kernel's parameters, in order; none if Python did not write the kernel. `parameters`: bytes of the launch,
/// ptx::Function::parameter_bytes.
std::vector<PythonArray> python_arrays(const ptx::Function& kernel, std::span<const std::byte> parameters);

/// Memory that a launch was given, shown as elements of `element_bytes` each.
struct ShownMemory {
  std::uint64_t address = 0, bytes = 0, element_bytes = 1;
};

/// The shape of the array that begins where the memory does. Empty if no array does; if the array has one dimension, gaps, other
/// elements or no room in the memory; if two arrays begin there with different shapes.
std::vector<std::uint64_t> extents_of(const ShownMemory& memory, std::span<const PythonArray> arrays);

}  // namespace warplens::launch
