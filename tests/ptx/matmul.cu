// C = A · B for square row-major matrices of n × n.

__global__ void matmul_naive(const float* a, const float* b, float* c, int n) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || column >= n) return;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;  // naive result
}

constexpr int tile = 16;

__global__ void matmul_tiled(const float* a, const float* b, float* c, int n) {
  __shared__ float a_tile[tile][tile], b_tile[tile][tile];
  const int row = blockIdx.y * tile + threadIdx.y;
  const int column = blockIdx.x * tile + threadIdx.x;
  float sum = 0.0f;
  for (int start = 0; start < n; start += tile) {
    const int k = start + threadIdx.x, l = start + threadIdx.y;
    a_tile[threadIdx.y][threadIdx.x] = row < n && k < n ? a[row * n + k] : 0.0f;
    b_tile[threadIdx.y][threadIdx.x] = l < n && column < n ? b[l * n + column] : 0.0f;
    __syncthreads();
    for (int i = 0; i < tile; ++i) sum += a_tile[threadIdx.y][i] * b_tile[i][threadIdx.x];
    __syncthreads();
  }
  if (row < n && column < n) c[row * n + column] = sum;  // tiled result
}
