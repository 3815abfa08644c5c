#pragma once

// A block's part of a product of matrices, for cuBLAS's and cuBLASLt's kernels. Matrices are column-major. A block computes a
// tile of the product, by way of tiles of A and B in shared memory. Products of 16-bit numbers are summed in float and rounded
// once, at the end. What is multiplied by 0 is not read.

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

/// Sums as they are.
struct Unchanged {
  template <typename Sum>
  __device__ Sum operator()(Sum sum, int, int) const {
    return sum;
  }
};

/// Part of a product D = finish(alpha · op(A) · op(B) + beta · C): a tile of D, by one block. C may be D.
/// `finish(sum, row, column)`: what is done to each element before it is rounded.
template <typename Factor, typename Product, typename Sum, typename Finish>
__device__ void multiply(int first_row, int first_column, int transposed_a, int transposed_b, int m, int n, int k, Sum alpha,
                         const Factor* a, int lda, const Factor* b, int ldb, Sum beta, const Product* c, int ldc, Product* d,
                         int ldd, Finish finish) {
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
      Sum sum = alpha * sums[i][j];
      if (beta != Sum(0)) sum += beta * Sum(widened(c[row + (long long)column * ldc]));
      store(finish(sum, row, column), d + row + (long long)column * ldd);
    }
  }
}

}  // namespace cublas
