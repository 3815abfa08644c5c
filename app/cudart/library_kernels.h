#pragma once

#include <string>

#include "cudart/launch.h"

// Kernels of our own in place of those of CUDA's libraries. They are modules of the program, loaded when a kernel of them is
// first launched, and their launches are the program's own: counted, traced, checked and recorded as such.

namespace warplens::cudart {

/// A kernel by its demangled name, "cublas::axpy<float>", in a text of PTX that stays where it is.
struct LibraryKernel {
  const char* ptx;
  std::string name;
};

/// Launch a kernel as a call of `function`, or as a part of one that is counted already. `arguments`: pointers to them, which
/// must have the types of the kernel's parameters.
cudaError_t launch_library_kernel(const char* function, const LibraryKernel& kernel, const Configuration& configuration,
                                  void** arguments, bool is_part = false);

/// A variable of such a text, by its name in PTX; null if there is none. Use it while holding calls_in_turn().
runtime::Allocation* library_variable(const char* ptx, const std::string& name);

}  // namespace warplens::cudart
