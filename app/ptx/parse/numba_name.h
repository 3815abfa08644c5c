#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace warplens::ptx {

/// A parameter of a kernel as Python wrote it. An array comes as several parameters of PTX: two pointers to its memory's manager,
/// its number of elements, the bytes of one, the pointer to its data, then the extent and the stride in bytes of each dimension
/// (Numba, numba/core/datamodel/models.py, ArrayModel).
struct PythonParameter {
  std::string type;            ///< NumPy's name: "float32"; of an array, that of its elements; "": unknown
  std::string in_c;            ///< its name in C, "float"
  std::size_t dimensions = 0;  ///< of an array; 0: a scalar
  std::size_t first = 0;       ///< index among the parameters of PTX
  std::size_t count = 1;       ///< parameters of PTX

  bool is_array() const { return dimensions > 0; }
  /// Indices of the parameters of an array.
  std::size_t element_bytes() const { return first + 3; }
  std::size_t data() const { return first + 4; }
  std::size_t extent(std::size_t dimension) const { return first + 5 + dimension; }
  std::size_t stride(std::size_t dimension) const { return first + 5 + dimensions + dimension; }
};

/// A kernel of Numba's, from its name in PTX.
struct NumbaKernel {
  std::string name;  ///< of the Python function, without modules and classes
  std::vector<PythonParameter> parameters;
};

/// Take apart what Numba's mangled name becomes when demangled, "cudapy::__main__::saxpy[abi:v1](Array<float, 1, C, mutable,
/// aligned>, float)". Nothing if it is not of that form. Parameters end at the first whose parts are not known, such as a tuple.
std::optional<NumbaKernel> numba_kernel(const std::string& demangled);

/// "saxpy(float32[:, :], float32)"
std::string text_of(const NumbaKernel& kernel);

}  // namespace warplens::ptx
