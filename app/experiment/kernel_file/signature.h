#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/kernel_file/source_types.h"

namespace warplens::experiment {

/// A parameter of a kernel, as declared in its source.
struct KernelParameter {
  std::string name;
  std::string declared;       ///< its type as written: "const float *"
  std::vector<Field> fields;  ///< its numbers and pointers; of a structure several, else one without a name; empty:
                              ///< its type is unknown
};

/// A __global__ function that a source defines.
struct KernelSignature {
  std::string kernel;      ///< with its namespaces and template arguments: "a::b::k<float>"
  std::uint32_t line = 0;  ///< line of its name, from 1
  std::vector<KernelParameter> parameters;
  bool two_dimensional = false;      ///< uses threadIdx.y or blockIdx.y
  std::uint32_t dynamic_shared = 0;  ///< bytes per element of its extern __shared__ array; 0: it uses none
};

/// The kernels that CUDA C++ text defines, in order. The text is tokenised, not compiled: comments, string literals and
/// attributes such as __launch_bounds__ are skipped. A template is listed for each explicit instantiation, `template __global__
/// void k<float>(float *);`, with the parameter names of its definition. `headers`: text of included headers, for types that
/// `text` does not define.
std::vector<KernelSignature> signatures_of(std::string_view text, std::string_view headers = {});

/// Suggest an explicit instantiation of each template kernel of the text. A type becomes float. A number becomes 256 if its name
/// contains "block" or "thread", 16 if it contains "tile", else 1.
std::vector<std::string> suggested_instantiations(std::string_view text);

/// Parse a kernel's parameter list, "int n, float *a", from a demangled name in PTX.
std::vector<KernelParameter> parameters_of(std::string_view list);

}  // namespace warplens::experiment
