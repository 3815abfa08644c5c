// y = A x: a thread per row, a warp per row, and the columns' sums; A[r][c] = r if c is even, -1 if it is odd, x = 1, 2, 3, …
#include <cstdio>
#include <memory>

__global__ void row_per_thread(const float* a, const float* x, float* y, int rows, int columns) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int c = 0; c < columns; ++c) sum += a[r * columns + c] * x[c];
  y[r] = sum;
}

__global__ void row_per_warp(const float* __restrict__ a, const float* __restrict__ x, float* __restrict__ y, int rows, int columns) {
  const int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (r >= rows) return;
  float sum = 0;
  for (int c = lane; c < columns; c += 32) sum += a[r * columns + c] * x[c];
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, offset);
  if (lane == 0) y[r] = sum;
}

int main() {
  const int rows = 50, columns = 80;
  std::unique_ptr<float[]> a(new float[rows * columns]), x(new float[columns]), y(new float[rows]);
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) a[r * columns + c] = c % 2 == 0 ? r : -1;
  for (int c = 0; c < columns; ++c) x[c] = c + 1;
  float *d_a, *d_x, *d_y;
  cudaMalloc(&d_a, rows * columns * sizeof(float));
  cudaMalloc(&d_x, columns * sizeof(float));
  cudaMalloc(&d_y, rows * sizeof(float));
  cudaMemcpy(d_a, a.get(), rows * columns * sizeof(float), cudaMemcpyDefault);
  cudaMemcpy(d_x, x.get(), columns * sizeof(float), cudaMemcpyDefault);
  for (int way = 0; way < 2; ++way) {
    if (way == 0)
      row_per_thread<<<(rows + 31) / 32, 32>>>(d_a, d_x, d_y, rows, columns);
    else
      row_per_warp<<<(rows * 32 + 127) / 128, 128>>>(d_a, d_x, d_y, rows, columns);
    cudaMemcpy(y.get(), d_y, rows * sizeof(float), cudaMemcpyDefault);
    printf("y[0] = %g, y[1] = %g, y[49] = %g\n", y[0], y[1], y[49]);
  }
  cudaFree(d_a);
  cudaFree(d_x);
  cudaFree(d_y);
}
