#include "cublas/kernels.h"
#include "cudart/transfer.h"

// Level 1: from vectors to one number.

namespace warplens::cublas {
namespace {

constexpr std::uint32_t reduction_threads = 256;  ///< of kernels/reductions.cu
constexpr long long elements_per_thread = 4;      ///< at least, before another block begins

/// The number of a result that is known without a kernel.
template <typename Result>
cublasStatus_t store_zero(const char* name, const Handle& settings, Result* result) {
  if (settings.pointer_mode == CUBLAS_POINTER_MODE_HOST) {
    *result = 0;
    return CUBLAS_STATUS_SUCCESS;
  }
  return status_of_launch(cudart::set(name, {result, sizeof *result, 1}, {0, 1}, {sizeof *result, 1, 1}, settings.stream));
}

/// Launch the kernel, a second one for the blocks' parts where there are several blocks, and fetch the result where the host is
/// to have it, for which it waits. `vectors`: the first kernel's arguments after n.
template <typename T, typename Result, typename... Vectors>
cublasStatus_t reduce(const char* name, const Handle& settings, const char* kernel, const char* of_blocks, int n, Result* result,
                      Vectors... vectors) {
  const Workspace workspace = workspace_of(settings.stream);
  const bool on_host = settings.pointer_mode == CUBLAS_POINTER_MODE_HOST;
  auto* const kernels_result = on_host ? static_cast<Result*>(workspace.result) : result;
  const auto blocks = static_cast<int>(blocks_for(n, elements_per_thread * reduction_threads, Workspace::max_blocks));
  const auto kernel_named = [&](const char* its, int grid) {
    return Kernel{reductions_ptx,
                  "cublas::" + std::string(its) + "<" + type_name<T>() + ">",
                  {static_cast<std::uint32_t>(grid)},
                  {reduction_threads}};
  };
  cublasStatus_t status =
      launch(name, kernel_named(kernel, blocks), settings.stream, n, vectors..., workspace.of_blocks, kernels_result);
  if (blocks > 1 && status == CUBLAS_STATUS_SUCCESS) {
    void* arguments[] = {const_cast<int*>(&blocks), const_cast<double**>(&workspace.of_blocks),
                         const_cast<Result**>(&kernels_result)};
    status = launch_with(static_cast<void**>(arguments), name, kernel_named(of_blocks, 1), settings.stream, true);
  }
  if (!on_host || status != CUBLAS_STATUS_SUCCESS) return status;
  cudart::next_call_is_part();
  return status_of_launch(cudart::copy(
      name, cudart::bytes_of(result, kernels_result, sizeof *result, runtime::CopyKind::device_to_host), settings.stream, true));
}

template <typename T>
cublasStatus_t dot(const char* name, cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy, T* result) {
  return with_handle(name, handle, [&](const Handle& settings) {
    const Checks checks = Checks(name).number(settings, "result", result);
    if (checks.fail()) return checks.refuse();
    if (n <= 0) return store_zero(name, settings, result);
    return reduce<T>(name, settings, "dot", "sum_of_blocks", n, result, first(x, n, incx), static_cast<long long>(incx),
                     first(y, n, incy), static_cast<long long>(incy));
  });
}

/// A reduction of one vector: as in reference BLAS the result is 0 where the increment is not positive.
template <typename T, typename Result>
cublasStatus_t reduce_one(const char* name, cublasHandle_t handle, const char* kernel, const char* of_blocks, int n, const T* x,
                          int incx, Result* result) {
  return with_handle(name, handle, [&](const Handle& settings) {
    const Checks checks = Checks(name).number(settings, "result", result);
    if (checks.fail()) return checks.refuse();
    if (n <= 0 || incx <= 0) return store_zero(name, settings, result);
    return reduce<T>(name, settings, kernel, of_blocks, n, result, x, static_cast<long long>(incx));
  });
}

}  // namespace
}  // namespace warplens::cublas

using namespace warplens;

cublasStatus_t cublasSdot_v2(cublasHandle_t handle, int n, const float* x, int incx, const float* y, int incy, float* result) {
  return cublas::dot("cublasSdot", handle, n, x, incx, y, incy, result);
}
cublasStatus_t cublasDdot_v2(cublasHandle_t handle, int n, const double* x, int incx, const double* y, int incy, double* result) {
  return cublas::dot("cublasDdot", handle, n, x, incx, y, incy, result);
}
cublasStatus_t cublasSnrm2_v2(cublasHandle_t handle, int n, const float* x, int incx, float* result) {
  return cublas::reduce_one("cublasSnrm2", handle, "nrm2", "nrm2_of_blocks", n, x, incx, result);
}
cublasStatus_t cublasDnrm2_v2(cublasHandle_t handle, int n, const double* x, int incx, double* result) {
  return cublas::reduce_one("cublasDnrm2", handle, "nrm2", "nrm2_of_blocks", n, x, incx, result);
}
cublasStatus_t cublasSasum_v2(cublasHandle_t handle, int n, const float* x, int incx, float* result) {
  return cublas::reduce_one("cublasSasum", handle, "asum", "sum_of_blocks", n, x, incx, result);
}
cublasStatus_t cublasDasum_v2(cublasHandle_t handle, int n, const double* x, int incx, double* result) {
  return cublas::reduce_one("cublasDasum", handle, "asum", "sum_of_blocks", n, x, incx, result);
}
cublasStatus_t cublasIsamax_v2(cublasHandle_t handle, int n, const float* x, int incx, int* result) {
  return cublas::reduce_one("cublasIsamax", handle, "iamax", "extreme_of_blocks", n, x, incx, result);
}
cublasStatus_t cublasIdamax_v2(cublasHandle_t handle, int n, const double* x, int incx, int* result) {
  return cublas::reduce_one("cublasIdamax", handle, "iamax", "extreme_of_blocks", n, x, incx, result);
}
cublasStatus_t cublasIsamin_v2(cublasHandle_t handle, int n, const float* x, int incx, int* result) {
  return cublas::reduce_one("cublasIsamin", handle, "iamin", "extreme_of_blocks", n, x, incx, result);
}
cublasStatus_t cublasIdamin_v2(cublasHandle_t handle, int n, const double* x, int incx, int* result) {
  return cublas::reduce_one("cublasIdamin", handle, "iamin", "extreme_of_blocks", n, x, incx, result);
}
