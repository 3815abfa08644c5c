// Kernels whose modelled cost tests/model compares with published figures.

__global__ void empty() {}

// One element per thread.
__global__ void copy(const float* from, float* to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i];
}

__global__ void copy_grid_stride(const float* from, float* to, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) to[i] = from[i];
}

// n elements that lie `stride` elements apart.
__global__ void copy_strided(const float* from, float* to, int n, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i * stride] = from[i * stride];
}

// The first of eight fields: of an array of structures, and of a structure of arrays.
__global__ void field_of_structures(const float* fields, float* to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = fields[8 * i];
}

__global__ void field_of_arrays(const float* fields, float* to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = fields[i];
}

// n × n in blocks of 32 × 8 threads.
__global__ void transpose_naive(const float* from, float* to, int n) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) to[x * n + y + k] = from[(y + k) * n + x];
}

template <int padding>
__device__ void transpose_by_tile(const float* from, float* to, int n) {
  __shared__ float tile[32][32 + padding];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = from[(y + k) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) to[(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k];
}
__global__ void transpose_shared(const float* from, float* to, int n) { transpose_by_tile<0>(from, to, n); }
__global__ void transpose_padded(const float* from, float* to, int n) { transpose_by_tile<1>(from, to, n); }

// C = A × B, all square, blocks of 16 × 16 threads.
__global__ void product_naive(const float* a, const float* b, float* c, int n) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}

__global__ void product_tiled(const float* a, const float* b, float* c, int n) {
  __shared__ float tile_a[16][16], tile_b[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    tile_a[ty][tx] = a[y * n + k + tx];
    tile_b[ty][tx] = b[(k + ty) * n + x];
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += tile_a[ty][j] * tile_b[j][tx];
    __syncthreads();
  }
  c[y * n + x] = sum;
}

__global__ void add_to_one(unsigned* counts) { atomicAdd(counts, 1u); }
__global__ void add_to_all(unsigned* counts) { atomicAdd(counts + blockIdx.x * blockDim.x + threadIdx.x, 1u); }

// Ten bins.
__global__ void histogram_global(const int* digits, unsigned* bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(bins + digits[i], 1u);
}

__global__ void histogram_shared(const int* digits, unsigned* bins, int n) {
  __shared__ unsigned block_bins[10];
  if (threadIdx.x < 10) block_bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(block_bins + digits[i], 1u);
  __syncthreads();
  if (threadIdx.x < 10) atomicAdd(bins + threadIdx.x, block_bins[threadIdx.x]);
}

// What the course measured, as Numba computes it: its numbers with a point are double precision.
__global__ void course_increment(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = (float)(a[i] + 0.5);
}

__global__ void course_product(const double* a, const double* b, double* c, long long n) {
  for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) c[i] = a[i] * b[i];
}

__global__ void course_histogram(const double* samples, int* bins, long long n, double low, double high) {
  double width = (high - low) / 150;
  for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int bin = (int)((samples[i] - low) / width);
    if (bin >= 0 && bin < 150) atomicAdd(bins + bin, 1);
  }
}

// Lanes lie along a column, as cuda.grid(2) numbers them. The products are added to the result in memory, as in
// `C[i, j] += A[i, k] * B[k, j]`: C may overlap A and B, so each addition is stored.
__global__ void course_naive(const float* a, const float* b, float* c, long long inner, long long columns) {
  long long row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
  for (long long k = 0; k < inner; ++k) c[row * columns + column] += a[row * inner + k] * b[k * columns + column];
}

// The same with the sum in a variable, `tmp = 0.`, which is double precision.
__global__ void course_naive_variable(const float* a, const float* b, float* c, long long inner, long long columns) {
  long long row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
  double sum = 0;
  for (long long k = 0; k < inner; ++k) sum += a[row * inner + k] * b[k * columns + column];
  c[row * columns + column] = (float)sum;
}

__global__ void course_tiled(const float* a, const float* b, float* c, long long inner, long long columns) {
  constexpr int edge = 32;
  __shared__ float tile_a[edge][edge], tile_b[edge][edge];
  int tx = threadIdx.x, ty = threadIdx.y;
  long long row = blockIdx.x * edge + tx, column = blockIdx.y * edge + ty;
  double sum = 0;
  for (long long k = 0; k < inner; k += edge) {
    tile_a[tx][ty] = a[row * inner + k + ty];
    tile_b[tx][ty] = b[(k + tx) * columns + column];
    __syncthreads();
    for (int j = 0; j < edge; ++j) sum += tile_a[tx][j] * tile_b[j][ty];
    __syncthreads();
  }
  c[row * columns + column] = (float)sum;
}
