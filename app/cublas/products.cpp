#include "cublas/products.h"

#include "base/half.h"

namespace warplens::cublas {
namespace {

constexpr long long tile = 32, large_tile = 64;  ///< rows and columns, of kernels/multiply.cuh
constexpr long long enough_tiles = 16;
constexpr std::uint32_t side = 8, max_matrices_at_once = 65'535;

/// The types in the kernels' names: of A and B, of C, and of the sums.
const char* names_of(Types types) {
  switch (types) {
    case Types::floats:
      return "<float, float, float>";
    case Types::doubles:
      return "<double, double, double>";
    case Types::halves:
      return "<__half, __half, float>";
    case Types::halves_to_floats:
      return "<__half, float, float>";
    case Types::bfloats:
      return "<__nv_bfloat16, __nv_bfloat16, float>";
    case Types::bfloats_to_floats:
      return "<__nv_bfloat16, float, float>";
    case Types::chars_to_ints:
      return "<signed char, int, int>";
  }
  return "";
}

Checks checked(const Product& product, const Handle& settings) {
  const bool transposed_a = product.transa != CUBLAS_OP_N, transposed_b = product.transb != CUBLAS_OP_N;
  return Checks(product.name)
      .operation("transa", product.transa)
      .operation("transb", product.transb)
      .count("m", product.m)
      .count("n", product.n)
      .count("k", product.k)
      .number(settings, "alpha", product.alpha)
      .leading_dimension("lda", product.lda, transposed_a ? product.k : product.m, "A")
      .leading_dimension("ldb", product.ldb, transposed_b ? product.n : product.k, "B")
      .number(settings, "beta", product.beta)
      .leading_dimension("ldc", product.ldc, product.m, "C")
      .count("batchCount", product.count);
}

Kernel product_kernel(const Product& product, Types types) {
  const auto tiles = [&](long long size) { return (product.m + size - 1) / size * ((product.n + size - 1) / size); };
  // Larger tiles read each element less often, where there are enough of them for all multiprocessors.
  const bool large = !product.by_addresses && tiles(large_tile) * product.count >= enough_tiles;
  const char* const name = product.by_addresses ? "cublas::gemm_batched" : large ? "cublas::gemm_large" : "cublas::gemm";
  return {types == Types::floats || types == Types::doubles ? products_ptx : products_of_types_ptx,
          name + std::string(names_of(types)),
          {blocks_for(tiles(large ? large_tile : tile), 1, INT32_MAX), 1, blocks_for(product.count, 1, max_matrices_at_once)},
          {side, side}};
}

template <typename Sum>
cublasStatus_t launch_product(const Product& product, const Kernel& kernel, cudaStream_t stream, const Scalar<Sum>& alpha,
                              const Scalar<Sum>& beta) {
  const int transposed_a = product.transa != CUBLAS_OP_N, transposed_b = product.transb != CUBLAS_OP_N;
  if (product.by_addresses)
    return launch(product.name, kernel, stream, transposed_a, transposed_b, product.m, product.n, product.k, alpha.on_device,
                  alpha.value, product.a, product.lda, product.b, product.ldb, beta.on_device, beta.value, product.c, product.ldc,
                  product.count);
  return launch(product.name, kernel, stream, transposed_a, transposed_b, product.m, product.n, product.k, alpha.on_device,
                alpha.value, product.a, product.lda, product.stride_a, product.b, product.ldb, product.stride_b, beta.on_device,
                beta.value, product.c, product.ldc, product.stride_c, product.count);
}

template <typename Sum>
Scalar<Sum> scalar_of_product(const Handle& settings, const void* at) {
  return scalar(settings, static_cast<const Sum*>(at));
}

}  // namespace

float half_at(const void* at) { return base::value_of_half(*static_cast<const std::uint16_t*>(at)); }

cublasStatus_t multiply(const Product& product, Types types, bool half_scalars) {
  return with_handle(product.name, product.handle, [&](const Handle& settings) {
    const Checks checks = checked(product, settings);
    if (checks.fail()) return checks.refuse();
    if (product.m == 0 || product.n == 0 || product.count == 0) return CUBLAS_STATUS_SUCCESS;
    const Kernel kernel = product_kernel(product, types);
    const auto of_type = [&]<typename Sum>(Sum) {
      return launch_product<Sum>(product, kernel, settings.stream, scalar_of_product<Sum>(settings, product.alpha),
                                 scalar_of_product<Sum>(settings, product.beta));
    };
    if (types == Types::doubles) return of_type(double{});
    if (types == Types::chars_to_ints) return of_type(int{});
    if (!half_scalars) return of_type(float{});
    if (settings.pointer_mode == CUBLAS_POINTER_MODE_DEVICE)
      return refused(product.name, CUBLAS_STATUS_NOT_SUPPORTED,
                     "alpha and beta of 16 bits can only be in the host's memory here (CUBLAS_POINTER_MODE_HOST)");
    return launch_product<float>(product, kernel, settings.stream, {nullptr, half_at(product.alpha)},
                                 {nullptr, half_at(product.beta)});
  });
}

}  // namespace warplens::cublas

using namespace warplens;
using cublas::multiply;
using cublas::Types;

cublasStatus_t cublasSgemm_v2(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
                              const float* alpha, const float* a, int lda, const float* b, int ldb, const float* beta, float* c,
                              int ldc) {
  return multiply({"cublasSgemm", handle, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc}, Types::floats, false);
}
cublasStatus_t cublasSgemmBatched(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
                                  const float* alpha, const float* const a[], int lda, const float* const b[], int ldb,
                                  const float* beta, float* const c[], int ldc, int count) {
  return multiply({"cublasSgemmBatched", handle, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta,
                   const_cast<void*>(static_cast<const void*>(c)), ldc, true, count},
                  Types::floats, false);
}
cublasStatus_t cublasSgemmStridedBatched(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                                         int k, const float* alpha, const float* a, int lda, long long stride_a, const float* b,
                                         int ldb, long long stride_b, const float* beta, float* c, int ldc, long long stride_c,
                                         int count) {
  return multiply({"cublasSgemmStridedBatched",
                   handle,
                   transa,
                   transb,
                   m,
                   n,
                   k,
                   alpha,
                   a,
                   lda,
                   b,
                   ldb,
                   beta,
                   c,
                   ldc,
                   false,
                   count,
                   stride_a,
                   stride_b,
                   stride_c},
                  Types::floats, false);
}
cublasStatus_t cublasDgemm_v2(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
                              const double* alpha, const double* a, int lda, const double* b, int ldb, const double* beta,
                              double* c, int ldc) {
  return multiply({"cublasDgemm", handle, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc}, Types::doubles, false);
}
cublasStatus_t cublasDgemmBatched(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
                                  const double* alpha, const double* const a[], int lda, const double* const b[], int ldb,
                                  const double* beta, double* const c[], int ldc, int count) {
  return multiply({"cublasDgemmBatched", handle, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta,
                   const_cast<void*>(static_cast<const void*>(c)), ldc, true, count},
                  Types::doubles, false);
}
cublasStatus_t cublasDgemmStridedBatched(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                                         int k, const double* alpha, const double* a, int lda, long long stride_a,
                                         const double* b, int ldb, long long stride_b, const double* beta, double* c, int ldc,
                                         long long stride_c, int count) {
  return multiply({"cublasDgemmStridedBatched",
                   handle,
                   transa,
                   transb,
                   m,
                   n,
                   k,
                   alpha,
                   a,
                   lda,
                   b,
                   ldb,
                   beta,
                   c,
                   ldc,
                   false,
                   count,
                   stride_a,
                   stride_b,
                   stride_c},
                  Types::doubles, false);
}
cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
                           const __half* alpha, const __half* a, int lda, const __half* b, int ldb, const __half* beta, __half* c,
                           int ldc) {
  return multiply({"cublasHgemm", handle, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc}, Types::halves, true);
}
cublasStatus_t cublasHgemmBatched(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
                                  const __half* alpha, const __half* const a[], int lda, const __half* const b[], int ldb,
                                  const __half* beta, __half* const c[], int ldc, int count) {
  return multiply({"cublasHgemmBatched", handle, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta,
                   const_cast<void*>(static_cast<const void*>(c)), ldc, true, count},
                  Types::halves, true);
}
cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                                         int k, const __half* alpha, const __half* a, int lda, long long stride_a,
                                         const __half* b, int ldb, long long stride_b, const __half* beta, __half* c, int ldc,
                                         long long stride_c, int count) {
  return multiply({"cublasHgemmStridedBatched",
                   handle,
                   transa,
                   transb,
                   m,
                   n,
                   k,
                   alpha,
                   a,
                   lda,
                   b,
                   ldb,
                   beta,
                   c,
                   ldc,
                   false,
                   count,
                   stride_a,
                   stride_b,
                   stride_c},
                  Types::halves, true);
}
