// cuBLAS's products of matrices, C = alpha · op(A) · op(B) + beta · C (cuBLAS documentation, "cublas<t>gemm()",
// "cublasGemmEx()").

#include "multiply.cuh"

namespace cublas {

/// The product of matrix after matrix, stride_a, stride_b and stride_c elements apart: blockIdx.x counts tiles, blockIdx.z
/// matrices.
template <typename Factor, typename Product, typename Sum>
__global__ void gemm(int transposed_a, int transposed_b, int m, int n, int k, const Sum* alpha_at, Sum alpha, const Factor* a,
                     int lda, long long stride_a, const Factor* b, int ldb, long long stride_b, const Sum* beta_at, Sum beta,
                     Product* c, int ldc, long long stride_c, int count) {
  const int tiles = (m + tile - 1) / tile;
  const int first_row = blockIdx.x % tiles * tile, first_column = blockIdx.x / tiles * tile;
  const Sum factor = alpha_at != nullptr ? *alpha_at : alpha, kept = beta_at != nullptr ? *beta_at : beta;
  for (int matrix = blockIdx.z; matrix < count; matrix += gridDim.z)
    multiply(first_row, first_column, transposed_a, transposed_b, m, n, k, factor, a + matrix * stride_a, lda,
             b + matrix * stride_b, ldb, kept, c + matrix * stride_c, ldc, c + matrix * stride_c, ldc, Unchanged());
}

/// The same with the matrices' addresses in arrays.
template <typename Factor, typename Product, typename Sum>
__global__ void gemm_batched(int transposed_a, int transposed_b, int m, int n, int k, const Sum* alpha_at, Sum alpha,
                             const Factor* const* a, int lda, const Factor* const* b, int ldb, const Sum* beta_at, Sum beta,
                             Product* const* c, int ldc, int count) {
  const int tiles = (m + tile - 1) / tile;
  const int first_row = blockIdx.x % tiles * tile, first_column = blockIdx.x / tiles * tile;
  const Sum factor = alpha_at != nullptr ? *alpha_at : alpha, kept = beta_at != nullptr ? *beta_at : beta;
  for (int matrix = blockIdx.z; matrix < count; matrix += gridDim.z)
    multiply(first_row, first_column, transposed_a, transposed_b, m, n, k, factor, a[matrix], lda, b[matrix], ldb, kept,
             c[matrix], ldc, c[matrix], ldc, Unchanged());
}

#define WARPLENS_PRODUCTS(Factor, Product, Sum)                                                                              \
  template __global__ void gemm(int, int, int, int, int, const Sum*, Sum, const Factor*, int, long long, const Factor*, int, \
                                long long, const Sum*, Sum, Product*, int, long long, int);                                  \
  template __global__ void gemm_batched(int, int, int, int, int, const Sum*, Sum, const Factor* const*, int,                 \
                                        const Factor* const*, int, const Sum*, Sum, Product* const*, int, int);
WARPLENS_PRODUCTS(float, float, float)
WARPLENS_PRODUCTS(double, double, double)
WARPLENS_PRODUCTS(__half, __half, float)
WARPLENS_PRODUCTS(__half, float, float)
WARPLENS_PRODUCTS(__nv_bfloat16, __nv_bfloat16, float)
WARPLENS_PRODUCTS(__nv_bfloat16, float, float)
WARPLENS_PRODUCTS(signed char, int, int)

}  // namespace cublas
