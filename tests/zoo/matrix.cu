// Dense and sparse matrices. Row-major; a row is contiguous.

__global__ void transpose_naive(const float* from, float* to, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns) to[column * rows + row] = from[row * columns + column];
}

/// Through a tile of shared memory, so that both sides are contiguous; `pad` columns more spread a column over the banks.
template <int pad>
__device__ void transpose_by_tile(const float* from, float* to, int rows, int columns) {
  __shared__ float tile[16][16 + pad];
  const int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  if (row < rows && column < columns) tile[threadIdx.y][threadIdx.x] = from[row * columns + column];
  __syncthreads();
  const int to_column = blockIdx.y * 16 + threadIdx.x, to_row = blockIdx.x * 16 + threadIdx.y;
  if (to_row < columns && to_column < rows) to[to_row * rows + to_column] = tile[threadIdx.x][threadIdx.y];
}
__global__ void transpose_tiled(const float* from, float* to, int rows, int columns) {
  transpose_by_tile<0>(from, to, rows, columns);
}
__global__ void transpose_padded(const float* from, float* to, int rows, int columns) {
  transpose_by_tile<1>(from, to, rows, columns);
}

/// c = a b with a of m × k and b of k × n.
template <typename T>
__device__ void multiply_naive(const T* a, const T* b, T* c, int m, int k, int n) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || column >= n) return;
  T sum = 0;
  for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + column];
  c[row * n + column] = sum;
}
__global__ void matmul_naive(const float* a, const float* b, float* c, int m, int k, int n) { multiply_naive(a, b, c, m, k, n); }
__global__ void matmul_double(const double* a, const double* b, double* c, int m, int k, int n) {
  multiply_naive(a, b, c, m, k, n);
}

__global__ void matmul_tiled(const float* a, const float* b, float* c, int m, int k, int n) {
  __shared__ float tile_a[16][16], tile_b[16][16];
  const int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int start = 0; start < k; start += 16) {
    const int column_a = start + threadIdx.x, row_b = start + threadIdx.y;
    tile_a[threadIdx.y][threadIdx.x] = row < m && column_a < k ? a[row * k + column_a] : 0.0f;
    tile_b[threadIdx.y][threadIdx.x] = row_b < k && column < n ? b[row_b * n + column] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; ++i) sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
    __syncthreads();
  }
  if (row < m && column < n) c[row * n + column] = sum;
}

/// Each thread keeps 4 × 4 results in registers; a block of 8 × 8 threads makes 32 × 32.
__global__ void matmul_register_blocked(const float* a, const float* b, float* c, int m, int k, int n) {
  __shared__ float tile_a[32][8], tile_b[8][32];
  const int t = threadIdx.y * 8 + threadIdx.x, first_row = blockIdx.y * 32, first_column = blockIdx.x * 32;
  float sums[4][4] = {};
  for (int start = 0; start < k; start += 8) {
    for (int i = t; i < 256; i += 64) {
      const int row_a = first_row + i / 8, column_a = start + i % 8, row_b = start + i / 32, column_b = first_column + i % 32;
      tile_a[i / 8][i % 8] = row_a < m && column_a < k ? a[row_a * k + column_a] : 0.0f;
      tile_b[i / 32][i % 32] = row_b < k && column_b < n ? b[row_b * n + column_b] : 0.0f;
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      float left[4], right[4];
#pragma unroll
      for (int q = 0; q < 4; ++q) {
        left[q] = tile_a[threadIdx.y * 4 + q][i];
        right[q] = tile_b[i][threadIdx.x * 4 + q];
      }
#pragma unroll
      for (int y = 0; y < 4; ++y) {
#pragma unroll
        for (int x = 0; x < 4; ++x) sums[y][x] += left[y] * right[x];
      }
    }
    __syncthreads();
  }
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 4; ++x) {
      const int row = first_row + threadIdx.y * 4 + y, column = first_column + threadIdx.x * 4 + x;
      if (row < m && column < n) c[row * n + column] = sums[y][x];
    }
  }
}

/// y = A x, compressed sparse rows: one thread a row.
__global__ void spmv_csr_scalar(const int* starts, const int* columns, const float* values, const float* x, float* y, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int i = starts[row]; i < starts[row + 1]; ++i) sum += values[i] * x[columns[i]];
  y[row] = sum;
}

/// The same, one warp a row.
__global__ void spmv_csr_vector(const int* starts, const int* columns, const float* values, const float* x, float* y, int rows) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int i = starts[row] + lane; i < starts[row + 1]; i += 32) sum += values[i] * x[columns[i]];
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, distance);
  if (lane == 0) y[row] = sum;
}

/// ELLPACK: every row padded to `width` entries, stored column by column; a column of -1 is padding.
__global__ void spmv_ell(const int* columns, const float* values, const float* x, float* y, int rows, int width) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int i = 0; i < width; ++i) {
    const int column = columns[i * rows + row];
    if (column >= 0) sum += values[i * rows + row] * x[column];
  }
  y[row] = sum;
}

/// LU factors of an n × n matrix in place by Gauss without pivots, one block, n ≤ its threads in x.
__global__ void lu_factor(double* a, int n) {
  for (int k = 0; k < n - 1; ++k) {
    const int row = k + 1 + threadIdx.y;
    for (int r = row; r < n; r += blockDim.y) {
      if (threadIdx.x == 0) a[r * n + k] /= a[k * n + k];
    }
    __syncthreads();
    for (int r = row; r < n; r += blockDim.y) {
      for (int column = k + 1 + threadIdx.x; column < n; column += blockDim.x) a[r * n + column] -= a[r * n + k] * a[k * n + column];
    }
    __syncthreads();
  }
}

/// The lower Cholesky factor of one 16 × 16 tile, a thread a row.
__global__ void cholesky_tile(double* a) {
  __shared__ double tile[16][17];
  const int row = threadIdx.x;
  for (int column = 0; column < 16; ++column) tile[row][column] = a[row * 16 + column];
  __syncthreads();
  for (int k = 0; k < 16; ++k) {
    if (row == k) tile[k][k] = sqrt(tile[k][k]);
    __syncthreads();
    if (row > k) tile[row][k] /= tile[k][k];
    __syncthreads();
    for (int column = k + 1; column <= row; ++column) tile[row][column] -= tile[row][k] * tile[column][k];
    __syncthreads();
  }
  for (int column = 0; column < 16; ++column) a[row * 16 + column] = column <= row ? tile[row][column] : 0.0;
}

/// A tridiagonal system by parallel cyclic reduction: every equation gets rid of its neighbours, then of those 2 away, 4 away, …
__global__ void tridiagonal_pcr(const double* lower, const double* diagonal, const double* upper, const double* right, double* x,
                                int n) {
  extern __shared__ double cells[];
  double *a = cells, *b = a + n, *c = b + n, *d = c + n;
  const int i = threadIdx.x;
  if (i < n) {
    a[i] = i > 0 ? lower[i] : 0.0;
    b[i] = diagonal[i];
    c[i] = i < n - 1 ? upper[i] : 0.0;
    d[i] = right[i];
  }
  __syncthreads();
  for (int distance = 1; distance < n; distance *= 2) {
    double new_a = 0, new_b = 0, new_c = 0, new_d = 0;
    if (i < n) {
      new_b = b[i];
      new_d = d[i];
      if (i >= distance) {
        const double factor = a[i] / b[i - distance];
        new_a = -factor * a[i - distance];
        new_b -= factor * c[i - distance];
        new_d -= factor * d[i - distance];
      }
      if (i + distance < n) {
        const double factor = c[i] / b[i + distance];
        new_c = -factor * c[i + distance];
        new_b -= factor * a[i + distance];
        new_d -= factor * d[i + distance];
      }
    }
    __syncthreads();
    if (i < n) {
      a[i] = new_a;
      b[i] = new_b;
      c[i] = new_c;
      d[i] = new_d;
    }
    __syncthreads();
  }
  if (i < n) x[i] = d[i] / b[i];
}

/// All shortest ways that may go through vertices up to k. Row and column k do not change in step k.
__global__ void floyd_warshall_step(int* distances, int n, int k) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n || i == k || j == k) return;
  const int through = distances[i * n + k] + distances[k * n + j];
  if (through < distances[i * n + j]) distances[i * n + j] = through;
}
