#pragma once

#include <cstdint>
#include <string>

#include "base/dim3.h"
#include "cublas/handles.h"
#include "cublas/kernel_texts.h"

// Launches of the kernels of cuBLAS's functions, kernels/*.cu.

namespace warplens::cublas {

/// A launch: the kernel's demangled name ("cublas::axpy<float>"), and how large it is.
struct Kernel {
  const char* ptx;  ///< of kernel_texts.h
  std::string name;
  base::Dim3 grid, block;
};

/// Launch a kernel as a call of `function`, or as a part of one that is counted already. `arguments`: pointers to them.
cublasStatus_t launch_with(void** arguments, const char* function, const Kernel& kernel, cudaStream_t stream,
                           bool is_part = false);

/// The same with the arguments themselves, which must have the types of the kernel's parameters.
template <typename... Arguments>
cublasStatus_t launch(const char* function, const Kernel& kernel, cudaStream_t stream, Arguments... arguments) {
  void* pointers[] = {const_cast<void*>(static_cast<const void*>(&arguments))...};
  return launch_with(static_cast<void**>(pointers), function, kernel, stream);
}

/// "float" and "double", as in the names of kernels.
template <typename T>
std::string type_name();
template <>
inline std::string type_name<float>() {
  return "float";
}
template <>
inline std::string type_name<double>() {
  return "double";
}

/// Blocks of `size` threads for `count` elements, at most `most`; at least one.
std::uint32_t blocks_for(long long count, long long size, std::uint32_t most);

/// A stream's part of the workspace (kernels/reductions.cu): where the blocks of a reduction leave what they have, and where a
/// result waits for the host. Work of one stream is in order, and the host waits for each result, so that no two calls meet
/// there.
struct Workspace {
  double* of_blocks = nullptr;  ///< 16 bytes for each of max_blocks
  void* result = nullptr;
  static constexpr std::uint32_t max_blocks = 64;
};
/// Null pointers if the kernels cannot be loaded.
Workspace workspace_of(cudaStream_t stream);

}  // namespace warplens::cublas
