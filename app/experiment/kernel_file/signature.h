#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/kernel_file/source_types.h"

namespace warplens::experiment {

/// A parameter of a kernel, as its source declares it.
struct KernelParameter {
  std::string name;
  std::string declared;       ///< its type as written: "const float *"
  std::vector<Field> fields;  ///< numbers and pointers that it consists of, one without a name unless it is a structure; empty:
                              ///< its type is unknown
};

/// A __global__ function that a source defines.
struct KernelSignature {
  std::string kernel;      ///< with its namespaces and template arguments: "a::b::k<float>"
  std::uint32_t line = 0;  ///< of its name, from 1
  std::vector<KernelParameter> parameters;
  bool two_dimensional = false;      ///< uses threadIdx.y or blockIdx.y
  std::uint32_t dynamic_shared = 0;  ///< bytes of an element of the extern __shared__ array that it uses; 0: it uses none
};

/// The kernels that CUDA C++ text defines, in order. The text is tokenised, not compiled: comments, string literals and
/// attributes such as __launch_bounds__ are skipped. A template counts where it is instantiated explicitly,
/// `template __global__ void k<float>(float *);`; parameter names are those of its definition. `headers`: text that it includes,
/// for types that it does not define itself.
std::vector<KernelSignature> signatures_of(std::string_view text, std::string_view headers = {});

/// An explicit instantiation of the first template kernel of the text, with float for its types and 1 for its numbers, to show
/// how it is written; "" if there is no template kernel.
std::string suggested_instantiation(std::string_view text);

/// The kernel's parameter list, "int n, float *a", as KernelSignature::parameters; for the demangled names in PTX.
std::vector<KernelParameter> parameters_of(std::string_view list);

}  // namespace warplens::experiment
