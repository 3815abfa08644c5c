// Kernels of a first course, for tests of the machine with a compiler's output.

__global__ void matmul_naive(const float* a, const float* b, float* c, int m, int k, int n) {
  int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int i = 0; i < k; i++) sum += a[row * k + i] * b[i * n + column];
  c[row * n + column] = sum;
}

__global__ void matmul_tiled(const float* a, const float* b, float* c, int m, int k, int n) {
  __shared__ float tile_a[16][16], tile_b[16][16];
  int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int tile = 0; tile < k; tile += 16) {
    int column_a = tile + threadIdx.x, row_b = tile + threadIdx.y;
    tile_a[threadIdx.y][threadIdx.x] = row < m && column_a < k ? a[row * k + column_a] : 0.0f;
    tile_b[threadIdx.y][threadIdx.x] = row_b < k && column < n ? b[row_b * n + column] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 16; i++) sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
    __syncthreads();
  }
  if (row < m && column < n) c[row * n + column] = sum;
}

__global__ void reduce_tree(const float* data, float* sum, int n) {
  extern __shared__ float cells[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  cells[threadIdx.x] = i < n ? data[i] : 0.0f;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) cells[threadIdx.x] += cells[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(sum, cells[0]);
}

__global__ void reduce_shuffle(const float* data, float* sum, int n) {
  float mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += data[i];
  for (int distance = 16; distance > 0; distance /= 2) mine += __shfl_down_sync(0xffffffffu, mine, distance);
  if (threadIdx.x % 32 == 0) atomicAdd(sum, mine);
}
