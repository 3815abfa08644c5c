// My product accumulates with += straight into the result in device memory, and the first run is right but later ones are not?
// asked: https://github.com/NVIDIA/cuda-quantum/pull/2475
#include <cstdio>

__global__ void outer(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n * n) return;
  for (int k = 0; k < 2; ++k) c[i] += a[k * n + i / n] * b[k * n + i % n];  // finds: uninitialised-read: nothing has written it
}

int main() {
  const int n = 8;
  float a[2 * n], b[2 * n], c[n * n], *dA, *dB, *dC;
  for (int i = 0; i < 2 * n; ++i) { a[i] = 1; b[i] = 2; }
  cudaMalloc(&dA, sizeof a);
  cudaMalloc(&dB, sizeof b);
  cudaMalloc(&dC, sizeof c);
  cudaMemcpy(dA, a, sizeof a, cudaMemcpyHostToDevice);
  cudaMemcpy(dB, b, sizeof b, cudaMemcpyHostToDevice);
  outer<<<1, 64>>>(dA, dB, dC, n);
  cudaMemcpy(c, dC, sizeof c, cudaMemcpyDeviceToHost);
  std::printf("%g %g\n", c[0], c[63]);
  cudaFree(dA);
  cudaFree(dB);
  cudaFree(dC);
}
