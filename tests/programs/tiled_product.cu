// C = A B, once with a thread per element and once with tiles in shared memory, both timed by events. With A[i][k] = i + k and
// B[k][j] = 1 if j == k, else 0, plus 1 everywhere in column 0, C[i][j] = i + j, and column 0 is the sum of the row plus i.
#include <cstdio>
#include <vector>

constexpr int n = 48, tile = 16;

__global__ void naive(const float* a, const float* b, float* c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

__global__ void tiled(const float* a, const float* b, float* c) {
  __shared__ float a_tile[tile][tile], b_tile[tile][tile];
  const int row = blockIdx.y * tile + threadIdx.y, column = blockIdx.x * tile + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < n / tile; ++t) {
    a_tile[threadIdx.y][threadIdx.x] = a[row * n + t * tile + threadIdx.x];
    b_tile[threadIdx.y][threadIdx.x] = b[(t * tile + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < tile; ++k) sum += a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

int main() {
  const size_t bytes = n * n * sizeof(float);
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) {
      a[i * n + k] = i + k;
      b[i * n + k] = (i == k) + (k == 0);
    }
  }
  float *d_a, *d_b, *d_c;
  cudaMalloc(&d_a, bytes);
  cudaMalloc(&d_b, bytes);
  cudaMalloc(&d_c, bytes);
  cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice);
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  const dim3 block(tile, tile), grid(n / tile, n / tile);
  for (int version = 0; version < 2; ++version) {
    cudaMemset(d_c, 0, bytes);
    cudaEventRecord(start);
    if (version == 0)
      naive<<<grid, block>>>(d_a, d_b, d_c);
    else
      tiled<<<grid, block>>>(d_a, d_b, d_c);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    float ms = 0;
    cudaEventElapsedTime(&ms, start, stop);
    cudaMemcpy(c.data(), d_c, bytes, cudaMemcpyDeviceToHost);
    std::printf("%s: C[0][0] = %g, C[2][0] = %g, C[2][5] = %g, C[47][47] = %g, time is positive: %s\n",
                version == 0 ? "naive" : "tiled", c[0], c[2 * n], c[2 * n + 5], c[n * n - 1], ms > 0 ? "yes" : "no");
  }
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_c);
}
