#include "cublas/kernels.h"

// Level 2: a matrix and vectors; and sums of matrices.

namespace warplens::cublas {
namespace {

constexpr std::uint32_t row_threads = 128, max_blocks = 65'535;

template <typename T>
std::string matrix_kernel(const char* name) {
  return "cublas::" + std::string(name) + "<" + type_name<T>() + ">";
}

/// A thread per element, 32 × 8 in a block.
template <typename T>
Kernel kernel_by_elements(const char* name, int m, int n) {
  constexpr std::uint32_t rows = 32, columns = 8;
  return {matrices_ptx,
          matrix_kernel<T>(name),
          {blocks_for(m, rows, INT32_MAX), blocks_for(n, columns, max_blocks)},
          {rows, columns}};
}

template <typename T>
cublasStatus_t gemv(const char* name, cublasHandle_t handle, cublasOperation_t trans, int m, int n, const T* alpha, const T* a,
                    int lda, const T* x, int incx, const T* beta, T* y, int incy) {
  return with_handle(name, handle, [&](const Handle& settings) {
    const Checks checks = Checks(name)
                              .operation("trans", trans)
                              .count("m", m)
                              .count("n", n)
                              .number(settings, "alpha", alpha)
                              .leading_dimension("lda", lda, m, "A")
                              .increment("incx", incx)
                              .number(settings, "beta", beta)
                              .increment("incy", incy);
    if (checks.fail()) return checks.refuse();
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    const bool transposed = trans != CUBLAS_OP_N;
    constexpr std::uint32_t warps = row_threads / 32;
    const Kernel kernel{matrices_ptx,
                        matrix_kernel<T>(transposed ? "gemv_transposed" : "gemv"),
                        {transposed ? blocks_for(n, warps, INT32_MAX) : blocks_for(m, row_threads, INT32_MAX)},
                        {row_threads}};
    const auto factor = scalar(settings, alpha), kept = scalar(settings, beta);
    return launch(name, kernel, settings.stream, m, n, factor.on_device, factor.value, a, lda, first(x, transposed ? m : n, incx),
                  static_cast<long long>(incx), kept.on_device, kept.value, first(y, transposed ? n : m, incy),
                  static_cast<long long>(incy));
  });
}

template <typename T>
cublasStatus_t ger(const char* name, cublasHandle_t handle, int m, int n, const T* alpha, const T* x, int incx, const T* y,
                   int incy, T* a, int lda) {
  return with_handle(name, handle, [&](const Handle& settings) {
    const Checks checks = Checks(name)
                              .count("m", m)
                              .count("n", n)
                              .number(settings, "alpha", alpha)
                              .increment("incx", incx)
                              .increment("incy", incy)
                              .leading_dimension("lda", lda, m, "A");
    if (checks.fail()) return checks.refuse();
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    const auto factor = scalar(settings, alpha);
    return launch(name, kernel_by_elements<T>("ger", m, n), settings.stream, m, n, factor.on_device, factor.value,
                  first(x, m, incx), static_cast<long long>(incx), first(y, n, incy), static_cast<long long>(incy), a, lda);
  });
}

template <typename T>
cublasStatus_t geam(const char* name, cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                    const T* alpha, const T* a, int lda, const T* beta, const T* b, int ldb, T* c, int ldc) {
  return with_handle(name, handle, [&](const Handle& settings) {
    const bool transposed_a = transa != CUBLAS_OP_N, transposed_b = transb != CUBLAS_OP_N;
    const Checks checks = Checks(name)
                              .operation("transa", transa)
                              .operation("transb", transb)
                              .count("m", m)
                              .count("n", n)
                              .number(settings, "alpha", alpha)
                              .leading_dimension("lda", lda, transposed_a ? n : m, "A")
                              .number(settings, "beta", beta)
                              .leading_dimension("ldb", ldb, transposed_b ? n : m, "B")
                              .leading_dimension("ldc", ldc, m, "C")
                              .that(c != a || (!transposed_a && lda == ldc), "C is A, which is transposed or has another lda")
                              .that(c != b || (!transposed_b && ldb == ldc), "C is B, which is transposed or has another ldb");
    if (checks.fail()) return checks.refuse();
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    const auto of_a = scalar(settings, alpha), of_b = scalar(settings, beta);
    return launch(name, kernel_by_elements<T>("geam", m, n), settings.stream, static_cast<int>(transposed_a),
                  static_cast<int>(transposed_b), m, n, of_a.on_device, of_a.value, a, lda, of_b.on_device, of_b.value, b, ldb, c,
                  ldc);
  });
}

}  // namespace
}  // namespace warplens::cublas

using namespace warplens;

cublasStatus_t cublasSgemv_v2(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const float* alpha, const float* a,
                              int lda, const float* x, int incx, const float* beta, float* y, int incy) {
  return cublas::gemv("cublasSgemv", handle, trans, m, n, alpha, a, lda, x, incx, beta, y, incy);
}
cublasStatus_t cublasDgemv_v2(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const double* alpha, const double* a,
                              int lda, const double* x, int incx, const double* beta, double* y, int incy) {
  return cublas::gemv("cublasDgemv", handle, trans, m, n, alpha, a, lda, x, incx, beta, y, incy);
}
cublasStatus_t cublasSger_v2(cublasHandle_t handle, int m, int n, const float* alpha, const float* x, int incx, const float* y,
                             int incy, float* a, int lda) {
  return cublas::ger("cublasSger", handle, m, n, alpha, x, incx, y, incy, a, lda);
}
cublasStatus_t cublasDger_v2(cublasHandle_t handle, int m, int n, const double* alpha, const double* x, int incx, const double* y,
                             int incy, double* a, int lda) {
  return cublas::ger("cublasDger", handle, m, n, alpha, x, incx, y, incy, a, lda);
}
cublasStatus_t cublasSgeam(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                           const float* alpha, const float* a, int lda, const float* beta, const float* b, int ldb, float* c,
                           int ldc) {
  return cublas::geam("cublasSgeam", handle, transa, transb, m, n, alpha, a, lda, beta, b, ldb, c, ldc);
}
cublasStatus_t cublasDgeam(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                           const double* alpha, const double* a, int lda, const double* beta, const double* b, int ldb, double* c,
                           int ldc) {
  return cublas::geam("cublasDgeam", handle, transa, transb, m, n, alpha, a, lda, beta, b, ldb, c, ldc);
}
