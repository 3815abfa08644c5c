// cuBLAS's products of matrices, C = alpha · op(A) · op(B) + beta · C (cuBLAS documentation, "cublas<t>gemm()",
// "cublasGemmEx()"). Matrices are column-major. A block computes a tile of C, by way of tiles of A and B in shared memory.
// Products of 16-bit numbers are summed in float and rounded once, at the end. What is multiplied by 0 is not read.

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace cublas {

constexpr int tile = 32;   ///< rows and columns of C for a block
constexpr int depth = 16;  ///< columns of A and rows of B that are in shared memory at once
constexpr int side = 8;    ///< threads of a block in each direction
constexpr int each = tile / side;

__device__ float widened(float x) { return x; }
__device__ double widened(double x) { return x; }
__device__ int widened(int x) { return x; }
__device__ int widened(signed char x) { return x; }
__device__ float widened(__half x) { return __half2float(x); }
__device__ float widened(__nv_bfloat16 x) { return __bfloat162float(x); }
__device__ void store(float x, float* to) { *to = x; }
__device__ void store(double x, double* to) { *to = x; }
__device__ void store(int x, int* to) { *to = x; }
__device__ void store(float x, __half* to) { *to = __float2half(x); }
__device__ void store(float x, __nv_bfloat16* to) { *to = __float2bfloat16(x); }

/// Part of a product: a tile of C, by one block.
template <typename Factor, typename Product, typename Sum>
__device__ void multiply(int first_row, int first_column, int transposed_a, int transposed_b, int m, int n, int k, Sum alpha,
                         const Factor* a, int lda, const Factor* b, int ldb, Sum beta, Product* c, int ldc) {
  __shared__ Sum a_tile[depth][tile + 1], b_tile[depth][tile + 1];  // one column more: fewer conflicts of banks
  Sum sums[each][each] = {};
  const int thread = threadIdx.x + side * threadIdx.y;
  for (int start = 0; start < k && alpha != Sum(0); start += depth) {
    // Neighbours in a warp read neighbours in memory, which are in a column of A or, transposed, in a row.
    for (int e = thread; e < tile * depth; e += side * side) {
      const int line = transposed_a ? e / depth : e % tile, step = transposed_a ? e % depth : e / tile;
      const int row = first_row + line, inner = start + step;
      Sum value = 0;
      if (row < m && inner < k) value = widened(transposed_a ? a[inner + (long long)row * lda] : a[row + (long long)inner * lda]);
      a_tile[step][line] = value;
    }
    for (int e = thread; e < tile * depth; e += side * side) {
      const int line = transposed_b ? e % tile : e / depth, step = transposed_b ? e / tile : e % depth;
      const int column = first_column + line, inner = start + step;
      Sum value = 0;
      if (column < n && inner < k)
        value = widened(transposed_b ? b[column + (long long)inner * ldb] : b[inner + (long long)column * ldb]);
      b_tile[step][line] = value;
    }
    __syncthreads();
    for (int step = 0; step < depth; ++step) {
      Sum of_a[each], of_b[each];
      for (int i = 0; i < each; ++i) of_a[i] = a_tile[step][threadIdx.x + i * side];
      for (int j = 0; j < each; ++j) of_b[j] = b_tile[step][threadIdx.y + j * side];
      for (int i = 0; i < each; ++i)
        for (int j = 0; j < each; ++j) sums[i][j] += of_a[i] * of_b[j];
    }
    __syncthreads();
  }
  for (int j = 0; j < each; ++j) {
    for (int i = 0; i < each; ++i) {
      const int row = first_row + threadIdx.x + i * side, column = first_column + threadIdx.y + j * side;
      if (row >= m || column >= n) continue;
      Product* const to = c + row + (long long)column * ldc;
      store(beta == Sum(0) ? alpha * sums[i][j] : alpha * sums[i][j] + beta * Sum(widened(*to)), to);
    }
  }
}

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
             b + matrix * stride_b, ldb, kept, c + matrix * stride_c, ldc);
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
             c[matrix], ldc);
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
