#include "cublas/kernels.h"

#include <algorithm>

#include "cudart/library_kernels.h"

namespace warplens::cublas {
namespace {

constexpr std::uint32_t workspace_parts = 64, doubles_of_part = 256;

}  // namespace

cublasStatus_t launch_with(void** arguments, const char* function, const Kernel& kernel, cudaStream_t stream, bool is_part) {
  return status_of_launch(cudart::launch_library_kernel(function, {kernel.ptx, kernel.name},
                                                        {kernel.grid, kernel.block, 0, stream}, arguments, is_part));
}

std::uint32_t blocks_for(long long count, long long size, std::uint32_t most) {
  return static_cast<std::uint32_t>(std::clamp((count + size - 1) / size, 1LL, static_cast<long long>(most)));
}

Workspace workspace_of(cudaStream_t stream) {
  const std::lock_guard lock(cudart::calls_in_turn());
  runtime::Allocation* const whole = cudart::library_variable(reductions_ptx, "cublas_workspace");
  if (whole == nullptr) return {};
  const std::uint32_t part = cudart::stream_of(cudart::program(), stream).value_or(0) % workspace_parts;
  double* const begin = static_cast<double*>(whole->pointer) + std::size_t{part} * doubles_of_part;
  return {begin, begin + 2 * Workspace::max_blocks};
}

}  // namespace warplens::cublas
