// Changed: the new x goes to another vector.
#include <cstdio>

__global__ void smooth(const float* a, const float* b, const float* x, float* y, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  float product = 0;
  for (int c = 0; c < n; ++c) product += a[row * n + c] * x[c];
  y[row] = x[row] + (b[row] - product) / a[row * n + row];
}

int main() {
  const int n = 64;
  static float a[n * n], b[n], x[n];
  for (int i = 0; i < n; ++i) {
    a[i * n + i] = 2;
    a[i * n + (i + 1) % n] = 1;
    b[i] = 4;
    x[i] = 1;
  }
  float *dA, *dB, *dX, *dY;
  cudaMalloc(&dA, sizeof a);
  cudaMalloc(&dB, sizeof b);
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dY, sizeof x);
  cudaMemcpy(dA, a, sizeof a, cudaMemcpyHostToDevice);
  cudaMemcpy(dB, b, sizeof b, cudaMemcpyHostToDevice);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  smooth<<<2, 32>>>(dA, dB, dX, dY, n);
  cudaMemcpy(x, dY, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("%g %g\n", x[0], x[63]);
  cudaFree(dA);
  cudaFree(dB);
  cudaFree(dX);
  cudaFree(dY);
}
// prints: 1.5 1.5
