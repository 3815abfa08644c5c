#pragma once

#include <cstddef>
#include <cstdint>

#include "base/dim3.h"
#include "cudart/process.h"

// Launches for the C interfaces.

namespace warplens::cudart {

/// The configuration between `<<<` and `>>>`.
struct Configuration {
  base::Dim3 grid, block;
  std::size_t dynamic_shared = 0;  ///< bytes per block
  void* stream = nullptr;          ///< its handle
};

/// Carry out a launch as a call of `name`. `function`: the kernel's handle (Kernels::kernel()); `arguments`: pointers to them.
cudaError_t launch_kernel(const char* name, const void* function, const Configuration& configuration, void** arguments,
                          bool cooperative = false);

/// Carry out a kernel node of a graph that is launched. `made`: the node's call; `stream`: the number of its branch's.
runtime::Status launch_by_graph(const runtime::KernelWork& work, const runtime::Call& made, std::uint32_t stream);

}  // namespace warplens::cudart
