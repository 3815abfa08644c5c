#pragma once

// A block's part of a product of matrices, for cuBLAS's and cuBLASLt's kernels. Matrices are column-major. A block computes a
// tile of the product, by way of tiles of A and B in shared memory. Products of 16-bit numbers are summed in float and rounded
// once, at the end. What is multiplied by 0 is not read.

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace cublas {

/// How a block computes a tile of the product: by side · side threads, each of which has `fours` groups of four neighbouring rows
/// and as many of columns, by way of `depth` columns of A and rows of B that are in shared memory at once.
template <int side_, int fours_, int depth_>
struct Tiling {
  static constexpr int side = side_, fours = fours_, depth = depth_, tile = 4 * side * fours, threads = side * side;
};
using SmallTiles = Tiling<8, 1, 16>;  ///< 32 x 32
using LargeTiles = Tiling<8, 2, 16>;  ///< 64 x 64

/// Four neighbours, which are read from shared memory at once.
template <typename T>
struct alignas(4 * sizeof(T) < 16 ? 4 * sizeof(T) : 16) Four {
  T of[4];
};

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

/// Put `depth` columns of op(A) from `start` on, or as many rows of op(B), into shared memory. A line is a row of op(A), a column
/// of op(B); 0 stands for what is beyond them. Neighbours in a warp read neighbours in memory: `by_lines`: element (line, inner)
/// is at from[line + inner · ld], else at from[inner + line · ld].
template <typename Tiles, bool by_lines, typename Factor, typename Sum>
__device__ void load(Four<Sum> (*to)[Tiles::tile / 4 + 1], const Factor* from, int ld, int first_line, int lines, int start,
                     int inners, int thread) {
  constexpr int along = by_lines ? Tiles::tile : Tiles::depth, others = Tiles::tile * Tiles::depth / Tiles::threads;
  constexpr int apart = Tiles::threads / along;
  static_assert(Tiles::threads % along == 0 && others * Tiles::threads == Tiles::tile * Tiles::depth, "threads come out even");
  const int first = thread % along, second = thread / along;
  const int line = by_lines ? first : second, step = by_lines ? second : first;
  const Factor* at =
      from + (by_lines ? first_line + line + (long long)(start + step) * ld : start + step + (long long)(first_line + line) * ld);
  const int left = by_lines ? (first_line + line < lines ? inners - start - step : 0)
                            : (start + step < inners ? lines - first_line - line : 0);
  Sum values[others];
#pragma unroll
  for (int i = 0; i < others; ++i) {
    values[i] = i * apart < left ? widened(*at) : Sum(0);
    at += (long long)apart * ld;
  }
#pragma unroll
  for (int i = 0; i < others; ++i) {
    const int its_line = by_lines ? line : line + i * apart, its_step = by_lines ? step + i * apart : step;
    to[its_step][its_line / 4].of[its_line % 4] = values[i];
  }
}

/// Part of a product D = finish(alpha · op(A) · op(B) + beta · C): a tile of D, by one block. C may be D.
/// `finish(sum, row, column)`: what is done to each element before it is rounded.
template <typename Tiles, typename Factor, typename Product, typename Sum, typename Finish>
__device__ void multiply(int first_row, int first_column, int transposed_a, int transposed_b, int m, int n, int k, Sum alpha,
                         const Factor* a, int lda, const Factor* b, int ldb, Sum beta, const Product* c, int ldc, Product* d,
                         int ldd, Finish finish) {
  constexpr int tile = Tiles::tile, depth = Tiles::depth, side = Tiles::side, fours = Tiles::fours;
  __shared__ Four<Sum> a_tile[depth][tile / 4 + 1], b_tile[depth][tile / 4 + 1];  // more than needed: fewer conflicts of banks
  Sum sums[4 * fours][4 * fours] = {};
  const int thread = threadIdx.x + side * threadIdx.y;
  for (int start = 0; start < k && alpha != Sum(0); start += depth) {
    if (transposed_a)
      load<Tiles, false>(a_tile, a, lda, first_row, m, start, k, thread);
    else
      load<Tiles, true>(a_tile, a, lda, first_row, m, start, k, thread);
    if (transposed_b)
      load<Tiles, true>(b_tile, b, ldb, first_column, n, start, k, thread);
    else
      load<Tiles, false>(b_tile, b, ldb, first_column, n, start, k, thread);
    __syncthreads();
#pragma unroll 2
    for (int step = 0; step < depth; ++step) {
      Four<Sum> of_a[fours], of_b[fours];
      for (int i = 0; i < fours; ++i) of_a[i] = a_tile[step][threadIdx.x + i * side];
      for (int j = 0; j < fours; ++j) of_b[j] = b_tile[step][threadIdx.y + j * side];
      for (int i = 0; i < 4 * fours; ++i)
        for (int j = 0; j < 4 * fours; ++j) sums[i][j] += of_a[i / 4].of[i % 4] * of_b[j / 4].of[j % 4];
    }
    __syncthreads();
  }
  for (int j = 0; j < 4 * fours; ++j) {
    for (int i = 0; i < 4 * fours; ++i) {
      const int row = first_row + 4 * (threadIdx.x + i / 4 * side) + i % 4;
      const int column = first_column + 4 * (threadIdx.y + j / 4 * side) + j % 4;
      if (row >= m || column >= n) continue;
      Sum sum = alpha * sums[i][j];
      if (beta != Sum(0)) sum += beta * Sum(widened(c[row + (long long)column * ldc]));
      store(finish(sum, row, column), d + row + (long long)column * ldd);
    }
  }
}

}  // namespace cublas
