#include "cublas/kernels.h"

// Level 1: vectors, element by element.

namespace warplens::cublas {
namespace {

constexpr std::uint32_t vector_threads = 256, vector_blocks = 65'535;

template <typename T>
Kernel vector_kernel(const char* name, int n) {
  return {vectors_ptx,
          "cublas::" + std::string(name) + "<" + type_name<T>() + ">",
          {blocks_for(n, vector_threads, vector_blocks)},
          {vector_threads}};
}

template <typename T>
cublasStatus_t axpy(const char* name, cublasHandle_t handle, int n, const T* alpha, const T* x, int incx, T* y, int incy) {
  return with_handle(name, handle, [&](const Handle& settings) {
    const Checks checks = Checks(name).number(settings, "alpha", alpha);
    if (checks.fail()) return checks.refuse();
    if (n <= 0) return CUBLAS_STATUS_SUCCESS;
    const auto factor = scalar(settings, alpha);
    return launch(name, vector_kernel<T>("axpy", n), settings.stream, n, factor.on_device, factor.value, first(x, n, incx),
                  static_cast<long long>(incx), first(y, n, incy), static_cast<long long>(incy));
  });
}

/// Reference BLAS changes nothing where the increment is not positive.
template <typename T>
cublasStatus_t scal(const char* name, cublasHandle_t handle, int n, const T* alpha, T* x, int incx) {
  return with_handle(name, handle, [&](const Handle& settings) {
    const Checks checks = Checks(name).number(settings, "alpha", alpha);
    if (checks.fail()) return checks.refuse();
    if (n <= 0 || incx <= 0) return CUBLAS_STATUS_SUCCESS;
    const auto factor = scalar(settings, alpha);
    return launch(name, vector_kernel<T>("scal", n), settings.stream, n, factor.on_device, factor.value, x,
                  static_cast<long long>(incx));
  });
}

template <typename T>
cublasStatus_t copy(const char* name, cublasHandle_t handle, int n, const T* x, int incx, T* y, int incy) {
  return with_handle(name, handle, [&](const Handle& settings) {
    if (n <= 0) return CUBLAS_STATUS_SUCCESS;
    return launch(name, vector_kernel<T>("copy", n), settings.stream, n, first(x, n, incx), static_cast<long long>(incx),
                  first(y, n, incy), static_cast<long long>(incy));
  });
}

template <typename T>
cublasStatus_t swap(const char* name, cublasHandle_t handle, int n, T* x, int incx, T* y, int incy) {
  return with_handle(name, handle, [&](const Handle& settings) {
    if (n <= 0) return CUBLAS_STATUS_SUCCESS;
    return launch(name, vector_kernel<T>("swap", n), settings.stream, n, first(x, n, incx), static_cast<long long>(incx),
                  first(y, n, incy), static_cast<long long>(incy));
  });
}

template <typename T>
cublasStatus_t rot(const char* name, cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, const T* c, const T* s) {
  return with_handle(name, handle, [&](const Handle& settings) {
    const Checks checks = Checks(name).number(settings, "c", c).number(settings, "s", s);
    if (checks.fail()) return checks.refuse();
    if (n <= 0) return CUBLAS_STATUS_SUCCESS;
    const auto cosine = scalar(settings, c), sine = scalar(settings, s);
    return launch(name, vector_kernel<T>("rot", n), settings.stream, n, first(x, n, incx), static_cast<long long>(incx),
                  first(y, n, incy), static_cast<long long>(incy), cosine.on_device, cosine.value, sine.on_device, sine.value);
  });
}

}  // namespace
}  // namespace warplens::cublas

using namespace warplens;

cublasStatus_t cublasSaxpy_v2(cublasHandle_t handle, int n, const float* alpha, const float* x, int incx, float* y, int incy) {
  return cublas::axpy("cublasSaxpy", handle, n, alpha, x, incx, y, incy);
}
cublasStatus_t cublasDaxpy_v2(cublasHandle_t handle, int n, const double* alpha, const double* x, int incx, double* y, int incy) {
  return cublas::axpy("cublasDaxpy", handle, n, alpha, x, incx, y, incy);
}
cublasStatus_t cublasSscal_v2(cublasHandle_t handle, int n, const float* alpha, float* x, int incx) {
  return cublas::scal("cublasSscal", handle, n, alpha, x, incx);
}
cublasStatus_t cublasDscal_v2(cublasHandle_t handle, int n, const double* alpha, double* x, int incx) {
  return cublas::scal("cublasDscal", handle, n, alpha, x, incx);
}
cublasStatus_t cublasScopy_v2(cublasHandle_t handle, int n, const float* x, int incx, float* y, int incy) {
  return cublas::copy("cublasScopy", handle, n, x, incx, y, incy);
}
cublasStatus_t cublasDcopy_v2(cublasHandle_t handle, int n, const double* x, int incx, double* y, int incy) {
  return cublas::copy("cublasDcopy", handle, n, x, incx, y, incy);
}
cublasStatus_t cublasSswap_v2(cublasHandle_t handle, int n, float* x, int incx, float* y, int incy) {
  return cublas::swap("cublasSswap", handle, n, x, incx, y, incy);
}
cublasStatus_t cublasDswap_v2(cublasHandle_t handle, int n, double* x, int incx, double* y, int incy) {
  return cublas::swap("cublasDswap", handle, n, x, incx, y, incy);
}
cublasStatus_t cublasSrot_v2(cublasHandle_t handle, int n, float* x, int incx, float* y, int incy, const float* c,
                             const float* s) {
  return cublas::rot("cublasSrot", handle, n, x, incx, y, incy, c, s);
}
cublasStatus_t cublasDrot_v2(cublasHandle_t handle, int n, double* x, int incx, double* y, int incy, const double* c,
                             const double* s) {
  return cublas::rot("cublasDrot", handle, n, x, incx, y, incy, c, s);
}
