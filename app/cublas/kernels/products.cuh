#pragma once

// cuBLAS's products of matrices, C = alpha · op(A) · op(B) + beta · C (cuBLAS documentation, "cublas<t>gemm()",
// "cublasGemmEx()").

#include "multiply.cuh"

namespace cublas {

/// The product of matrix after matrix, stride_a, stride_b and stride_c elements apart: blockIdx.x counts tiles, blockIdx.z
/// matrices.
template <typename Tiles, typename Factor, typename Product, typename Sum>
__device__ void multiply_strided(int transposed_a, int transposed_b, int m, int n, int k, Sum alpha, const Factor* a, int lda,
                                 long long stride_a, const Factor* b, int ldb, long long stride_b, Sum beta, Product* c, int ldc,
                                 long long stride_c, int count) {
  const int tiles = (m + Tiles::tile - 1) / Tiles::tile;
  const int first_row = blockIdx.x % tiles * Tiles::tile, first_column = blockIdx.x / tiles * Tiles::tile;
  for (int matrix = blockIdx.z; matrix < count; matrix += gridDim.z)
    multiply<Tiles>(first_row, first_column, transposed_a, transposed_b, m, n, k, alpha, a + matrix * stride_a, lda,
                    b + matrix * stride_b, ldb, beta, c + matrix * stride_c, ldc, c + matrix * stride_c, ldc, Unchanged());
}
template <typename Factor, typename Product, typename Sum>
__global__ void gemm(int transposed_a, int transposed_b, int m, int n, int k, const Sum* alpha_at, Sum alpha, const Factor* a,
                     int lda, long long stride_a, const Factor* b, int ldb, long long stride_b, const Sum* beta_at, Sum beta,
                     Product* c, int ldc, long long stride_c, int count) {
  multiply_strided<SmallTiles>(transposed_a, transposed_b, m, n, k, alpha_at != nullptr ? *alpha_at : alpha, a, lda, stride_a, b,
                               ldb, stride_b, beta_at != nullptr ? *beta_at : beta, c, ldc, stride_c, count);
}
/// For matrices with many tiles.
template <typename Factor, typename Product, typename Sum>
__global__ void gemm_large(int transposed_a, int transposed_b, int m, int n, int k, const Sum* alpha_at, Sum alpha,
                           const Factor* a, int lda, long long stride_a, const Factor* b, int ldb, long long stride_b,
                           const Sum* beta_at, Sum beta, Product* c, int ldc, long long stride_c, int count) {
  multiply_strided<LargeTiles>(transposed_a, transposed_b, m, n, k, alpha_at != nullptr ? *alpha_at : alpha, a, lda, stride_a, b,
                               ldb, stride_b, beta_at != nullptr ? *beta_at : beta, c, ldc, stride_c, count);
}

/// The same with the matrices' addresses in arrays.
template <typename Factor, typename Product, typename Sum>
__global__ void gemm_batched(int transposed_a, int transposed_b, int m, int n, int k, const Sum* alpha_at, Sum alpha,
                             const Factor* const* a, int lda, const Factor* const* b, int ldb, const Sum* beta_at, Sum beta,
                             Product* const* c, int ldc, int count) {
  constexpr int tile = SmallTiles::tile;
  const int tiles = (m + tile - 1) / tile;
  const int first_row = blockIdx.x % tiles * tile, first_column = blockIdx.x / tiles * tile;
  const Sum factor = alpha_at != nullptr ? *alpha_at : alpha, kept = beta_at != nullptr ? *beta_at : beta;
  for (int matrix = blockIdx.z; matrix < count; matrix += gridDim.z)
    multiply<SmallTiles>(first_row, first_column, transposed_a, transposed_b, m, n, k, factor, a[matrix], lda, b[matrix], ldb,
                         kept, c[matrix], ldc, c[matrix], ldc, Unchanged());
}

#define WARPLENS_PRODUCTS(Factor, Product, Sum)                                                                               \
  template __global__ void gemm(int, int, int, int, int, const Sum*, Sum, const Factor*, int, long long, const Factor*, int,  \
                                long long, const Sum*, Sum, Product*, int, long long, int);                                   \
  template __global__ void gemm_large(int, int, int, int, int, const Sum*, Sum, const Factor*, int, long long, const Factor*, \
                                      int, long long, const Sum*, Sum, Product*, int, long long, int);                        \
  template __global__ void gemm_batched(int, int, int, int, int, const Sum*, Sum, const Factor* const*, int,                  \
                                        const Factor* const*, int, const Sum*, Sum, Product* const*, int, int);

}  // namespace cublas
