// C = A · B, row-major, A of rows × inner, B of inner × columns.

__global__ void matmul_naive(const float* a, const float* b, float* c, int rows, int inner, int columns) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows || column >= columns) return;
  float sum = 0.0f;
  for (int k = 0; k < inner; ++k) sum += a[row * inner + k] * b[k * columns + column];
  c[row * columns + column] = sum;
}

constexpr int tile = 16;

// Sizes are multiples of the tile.
__global__ void matmul_tiled(const float* a, const float* b, float* c, int rows, int inner, int columns) {
  __shared__ float a_tile[tile][tile], b_tile[tile][tile];
  const int row = blockIdx.y * tile + threadIdx.y;
  const int column = blockIdx.x * tile + threadIdx.x;
  float sum = 0.0f;
  for (int start = 0; start < inner; start += tile) {
    a_tile[threadIdx.y][threadIdx.x] = a[row * inner + start + threadIdx.x];
    b_tile[threadIdx.y][threadIdx.x] = b[(start + threadIdx.y) * columns + column];
    __syncthreads();
    for (int k = 0; k < tile; ++k) sum += a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];
    __syncthreads();
  }
  c[row * columns + column] = sum;
}
