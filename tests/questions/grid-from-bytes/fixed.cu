// The grid is computed from the number of elements.
#include <cstdio>

__global__ void fill(float* x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = 0.5f * i;
}

int main() {
  const int n = 1024, size = n * sizeof(float), threads = 256;
  static float host[n];
  float* x;
  cudaMalloc(&x, size);
  fill<<<(n + threads - 1) / threads, threads>>>(x);
  const cudaError_t error = cudaMemcpy(host, x, size, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;
  }
  std::printf("%g\n", host[n - 1]);
  cudaFree(x);
}
// prints: 511.5
